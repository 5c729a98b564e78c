# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests in a Python with bpy, or in Blender: blender -b --factory-startup --python run.py.

The environment names the program to test with (MESHCHECK_PROGRAM) and the built extension
(MESHCHECK_ZIP).
"""

import os
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import bpy  # noqa: F401 - first: bmesh comes with it
import numpy

# Importers of Blender 3 name what newer versions of numpy, which distributions pair them with, have
# no more.
if "bool" not in vars(numpy):
    numpy.bool = bool

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True


def main() -> int:
    """Runs the tests that the arguments name, all without any."""
    arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else ([] if "-b" in sys.argv else sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(os.environ["MESHCHECK_ZIP"]) as archive:
            archive.extractall(folder)
        sys.path[:0] = [folder, str(HERE)]
        loader = unittest.TestLoader()
        suite = loader.loadTestsFromNames(arguments) if arguments else loader.discover(str(HERE))
        result = unittest.TextTestRunner(verbosity=1).run(suite)
    return 0 if result.wasSuccessful() and result.testsRun else 1


status = main()
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)  # bpy may hang while it is unloaded

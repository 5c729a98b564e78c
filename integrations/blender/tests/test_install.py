# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender takes the built extension, with its manifest."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest

import bpy
from scenes import PROGRAM

INSTALL = """
import os, sys, bpy
done = bpy.ops.extensions.package_install_files(filepath=os.environ["MESHCHECK_ZIP"], repo="user_default", enable_on_install=True)
bpy.context.preferences.addons["bl_ext.user_default.meshcheck"].preferences.program = os.environ["MESHCHECK_PROGRAM"]
bpy.ops.meshcheck.check()
print("DONE", done, os.path.isfile(os.path.join(bpy.utils.user_resource("EXTENSIONS"), "user_default/meshcheck/LICENSE")), flush=True)
os._exit(0)
"""


@unittest.skipIf(bpy.app.version < (4, 2, 0) or bpy.app.binary_path, "needs Blender 4.2 or later as a Python package")
class Install(unittest.TestCase):
    """The zip file is an extension."""

    def test_install(self) -> None:
        """The extension is installed, switched on, and checks with the program of its preferences."""
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "BLENDER_USER_RESOURCES": folder, "MESHCHECK_PROGRAM": PROGRAM}
            out = subprocess.run(
                [sys.executable, "-c", INSTALL], env=environment, capture_output=True, text=True, timeout=100, check=False
            )
        self.assertIn("DONE {'FINISHED'} True", out.stdout, out.stderr)

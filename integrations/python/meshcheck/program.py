"""Finds the program."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

from meshcheck.errors import ProgramNotFound

NAME = "meshcheck.exe" if os.name == "nt" else "meshcheck"


def executable() -> str:
    """Return the path of the program.

    It is the one that the environment variable MESHCHECK names, else the one that was installed
    with this package, else the first on the PATH. If there is none, ProgramNotFound is raised.
    """
    named = os.environ.get("MESHCHECK")
    if named:
        if not os.access(named, os.X_OK) or os.path.isdir(named):
            raise ProgramNotFound(f"the environment variable MESHCHECK names no program: {named}")
        return named
    for folder in _script_folders():
        path = folder / NAME
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    found = shutil.which("meshcheck")
    if found is None:
        raise ProgramNotFound(
            "the program meshcheck is neither beside Python nor on the PATH; "
            "the environment variable MESHCHECK can name it"
        )
    return found


def _script_folders() -> list[Path]:
    """Return the folders where pip may have put the program that came with this package."""
    folders = [Path(sysconfig.get_path("scripts"))]
    user = f"{os.name}_user"
    if user in sysconfig.get_scheme_names():
        folders.append(Path(sysconfig.get_path("scripts", user)))
    folders.append(Path(__file__).parent.parent / "bin")  # pip install --target
    return folders

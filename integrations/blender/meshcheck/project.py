# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder in which a model is checked.

Configurations and baselines name files by their paths. So the temporary folder repeats the part of
the project between the .blend file, its configuration and its baseline: the model stands where an
export beside the .blend file would stand.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

CONFIG = ".meshcheck.yaml"
BASELINE = ".meshcheck-baseline"

_BASELINE_LINE = re.compile(r'^baseline: ("(?:[^"\\]|\\.)*"|\S+)', re.MULTILINE)


class ProjectError(Exception):
    """The project cannot be repeated in a temporary folder."""


def find_config(folder: Path) -> Path | None:
    """Returns the configuration in a folder or above it, as the program finds it."""
    for above in (folder, *folder.parents):
        if (above / CONFIG).is_file():
            return above / CONFIG
    return None


def baseline_in(printed: str, folder: Path) -> Path | None:
    """Returns the baseline that "meshcheck config" printed in a folder."""
    found = _BASELINE_LINE.search(printed)
    if not found:
        return None
    text = json.loads(found[1]) if found[1].startswith('"') else found[1]
    return Path(os.path.normpath(folder / text))


@dataclass
class Project:
    """The real files around a .blend file. blend is None if it was not saved yet."""

    blend: Path | None
    config: Path | None = None
    baseline: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder of the .blend file."""
        return self.blend.parent if self.blend else Path(tempfile.gettempdir())

    @property
    def model_name(self) -> str:
        """The name of the model: that of the .blend file."""
        return (self.blend.stem if self.blend else "untitled") + ".glb"

    def default_baseline(self) -> Path | None:
        """Returns the baseline to which places are added: the one in force, or one beside the .blend file."""
        return self.baseline or (self.folder / BASELINE if self.blend else None)


class Workspace:
    """A temporary folder with a model and its reports. It is deleted with close."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.root = Path(tempfile.mkdtemp(prefix="meshcheck-"))
        self.top = self._top()
        self.folder = self._there(project.folder) if project.blend else self.root / "work"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.model = self.folder / project.model_name
        self.refresh()

    def _top(self) -> Path:
        files = [f for f in (self.project.blend, self.project.config, self.project.baseline) if f]
        if not files:
            return Path(tempfile.gettempdir())
        try:
            return Path(os.path.commonpath([f.parent for f in files]))
        except ValueError as err:
            self.close()
            raise ProjectError("the .blend file, the configuration and the baseline must be on one drive") from err

    def _there(self, path: Path) -> Path:
        return self.root / "work" / path.relative_to(self.top)

    def refresh(self) -> None:
        """Copies the configuration and the baseline again."""
        for file in (self.project.config, self.project.baseline):
            if file and file.is_file():
                copy = self._there(file)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)

    def arguments(self) -> list[str]:
        """Returns the options that name the configuration and the baseline."""
        out = ["--no-config"]
        if self.project.config:
            out = ["--config", os.path.relpath(self._there(self.project.config), self.folder)]
        if self.project.baseline and self.project.baseline.is_file():
            out += ["--baseline", os.path.relpath(self._there(self.project.baseline), self.folder)]
        return out

    def report(self, ending: str) -> Path:
        """Returns the path of a report."""
        return self.root / f"report{ending}"

    def close(self) -> None:
        """Deletes the folder."""
        self.delete(self.root)

    @staticmethod
    def delete(folder: Path) -> None:
        """Deletes a temporary folder. What another program still holds open may stay."""
        shutil.rmtree(folder, ignore_errors=True)

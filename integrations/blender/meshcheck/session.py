# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panel shows: the last report, what it is about, and what is going on."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import bpy

from . import check, existing, export, glb, program, report, select
from .check import Options, Run
from .existing import Matcher
from .mapping import Mapper
from .program import Job, Steps
from .project import Project, ProjectError, Workspace

# What can go wrong for reasons that the user can change. Everything else is a fault of the extension.
ERRORS = (
    program.ProgramNotFound, program.ProgramFailed, report.ReportError, export.NothingToCheck, check.NotPossible,
    glb.TooLarge, ProjectError, OSError,
)


@dataclass
class Session:
    """The state of the extension in one run of Blender. Nothing of it is saved in files."""

    report: report.Report | None = None
    exported: export.Exported | None = None
    run: Run | None = None
    opened: Path | None = None
    folder: Path | None = None
    job: Job | None = None
    error: str = ""
    notes: list[str] = field(default_factory=list)
    filling: bool = False  # whether the list is being filled, so that nothing is to be selected

    def check(self, context: bpy.types.Context, path: Path, which: str, options: Options, files: tuple[str, str]) -> None:
        """Starts a check. path is the program, files the chosen configuration and baseline."""
        blend = Path(bpy.data.filepath) if bpy.data.filepath else None
        config, baseline = files
        options.arguments()  # fails before the long work
        exported = export.export(context, which, options.profile or "none", with_uvs=not options.checks or "uv" in options.checks)
        self._start(path, self._check(exported, blend, config, baseline, options))

    def _check(self, exported: export.Exported, blend: Path | None, config: str, baseline: str, options: Options) -> Steps:
        output = yield check.ask_config(blend, config)
        output.check()
        project: Project = check.resolve(blend, config, baseline)(output.stdout)
        run = Run(Workspace(project), options)
        try:
            glb.write(run.workspace.model, exported.model)
            yield from check.check(run, lambda found: self._show(found, exported, run))
        finally:
            if self.run is not run:
                run.workspace.close()

    def _show(self, found: report.Report, exported: export.Exported | None, run: Run | None) -> None:
        if self.run is not None and self.run is not run:
            self.run.workspace.close()
        self.report, self.exported, self.run, self.notes = found, exported, run, []
        if exported is not None:
            self.opened = None
            for place in found.places:
                place.text = _with_own_names(place, exported)

    def open(self, path: Path, json_path: Path) -> None:
        """Starts to read the JSON report on a file."""
        def done(found: report.Report) -> None:
            self._show(found, None, None)
            self.opened = json_path

        self._start(path, existing.read(json_path, self.scratch(), done))

    def accept(self, path: Path, place: report.Place, reason: str, author: str) -> None:
        """Starts to add a place to the baseline."""
        run = self.needs_run("accept places")
        exported = self.exported
        self._start(path, check.accept(run, place, reason, author, lambda found: self._show(found, exported, run)))

    def open_page(self, path: Path) -> None:
        """Starts to write the page, and opens it in the browser."""
        def done(page: Path) -> None:
            webbrowser.open(page.as_uri())

        self.write_page(path, done)

    def write_page(self, path: Path, done: Callable[[Path], None]) -> None:
        """Starts to write the page, and passes its path on."""
        if self.opened is not None:
            self._start(path, existing.page(self.opened, self.scratch(), done))
        else:
            self._start(path, check.page(self.needs_run("show the page"), done))

    def save(self, path: Path, target: Path) -> None:
        """Starts to write a report to a file."""
        self._start(path, check.save(self.needs_run("save reports"), target))

    def needs_run(self, what: str) -> Run:
        """Returns the last check. Raises NotPossible if there is none."""
        if self.run is None:
            raise check.NotPossible(f"check first, to {what}")
        return self.run

    def select(self, context: bpy.types.Context, index: int) -> list[str]:
        """Selects a place of the report, and returns what there is to say about it."""
        assert self.report is not None
        place = self.report.places[index]
        if self.exported is None:
            target = Matcher(self.report, context).target(place)
        else:
            target = Mapper(self.exported, self.report, context.view_layer).target(place)
        self.notes = select.apply(context, target)
        return self.notes

    def _start(self, path: Path, steps: Steps) -> None:
        self.cancel()
        self.error, self.notes = "", []
        self.job = Job(path, steps)

    def poll(self) -> bool:
        """Goes on with what was started, and reports whether it is done. Errors are kept for the panel."""
        if self.job is None:
            return True
        try:
            if not self.job.poll():
                return False
        except ERRORS as err:
            self.fail(err)
        except BaseException:
            self.job = None  # so that the panel does not wait for it
            raise
        self.job = None
        return True

    def wait(self) -> None:
        """Returns when what was started is done. For scripts and tests."""
        if self.job is not None:
            try:
                self.job.wait()
            except ERRORS as err:
                self.fail(err)
            self.job = None

    def fail(self, err: BaseException) -> None:
        """Keeps an error for the panel."""
        self.error = str(err)

    def cancel(self) -> None:
        """Stops what was started."""
        if self.job is not None:
            self.job.stop()
            self.job = None

    def scratch(self) -> Path:
        """Returns a temporary folder for what belongs to no check."""
        if self.folder is None:
            self.folder = Path(tempfile.mkdtemp(prefix="meshcheck-"))
        return self.folder

    def reset(self) -> None:
        """Forgets everything, and deletes temporary files."""
        self.cancel()
        if self.run is not None:
            self.run.workspace.close()
        if self.folder is not None:
            Workspace.delete(self.folder)
        self.__init__()


def _with_own_names(place: report.Place, exported: export.Exported) -> str:
    """Returns the text of a place with names from Blender, for hulls and UV maps that have others in the model."""
    text = place.text
    for name, own in exported.renamed.items():
        text = text.replace(name, own)
    maps = exported.origins[place.meshes[0]].uv_names if place.uv_set >= 0 and place.meshes else []
    if 0 <= place.uv_set < len(maps):
        text = text.replace(f", UV {place.uv_set}", f", {maps[place.uv_set]}", 1)
    return text


session = Session()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks models, accepts places and writes pages, as steps of the program."""

from __future__ import annotations

import html.parser
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from . import project, report
from .program import NOT_CHECKED, Command, ProgramFailed, Steps
from .project import Project, Workspace


class NotPossible(Exception):
    """What the user asks for cannot be done. The text says what has to be done before."""


@dataclass
class Options:
    """What to check. Empty values leave the choice to the configuration and the program."""

    checks: list[str] = field(default_factory=list)
    policy: str = ""
    clearance: str = ""
    profile: str = ""
    tolerance: str = ""
    uv_padding: str = ""

    def arguments(self) -> list[str]:
        """Returns the options of the program. Raises NotPossible if one is missing."""
        if "clearance" in self.checks and not self.clearance.strip():
            raise NotPossible("the check of clearance needs a distance: set it in the settings, such as 0.5mm")
        out = ["--checks", ",".join(self.checks)] if self.checks else []
        for name in ("policy", "clearance", "profile", "tolerance"):
            value = getattr(self, name).strip()
            if value:
                out += [f"--{name}", value]
        if self.uv_padding.strip():
            out += ["--uv-padding", self.uv_padding.strip()]
        return out


@dataclass
class Run:
    """A check of a model in a workspace."""

    workspace: Workspace
    options: Options

    def arguments(self, *reports: Path) -> list[str]:
        """Returns the arguments of a check that writes reports."""
        out = ["check", "-q", *self.options.arguments(), *self.workspace.arguments()]
        for path in reports:
            out += ["-o", str(path)]
        return [*out, "--", self.workspace.model.name]

    def command(self, says: str, *reports: Path) -> Command:
        """Returns the command that checks the model and writes reports."""
        return Command(self.arguments(*reports), self.workspace.folder, says)


def resolve(blend: Path | None, config: str, baseline: str) -> Callable[[str], Project]:
    """Returns a function from what "meshcheck config" prints to the project around a .blend file."""
    found = Path(config) if config else (project.find_config(blend.parent) if blend else None)

    def finish(printed: str) -> Project:
        named = Path(baseline) if baseline else project.baseline_in(printed, folder(blend))
        if named is None and blend and (blend.parent / project.BASELINE).is_file():
            named = blend.parent / project.BASELINE
        return Project(blend, found, named)

    return finish


def folder(blend: Path | None) -> Path:
    """Returns the folder in which the configuration is looked for."""
    return Project(blend).folder


def ask_config(blend: Path | None, config: str) -> Command:
    """Returns the command that prints the configuration in effect."""
    arguments = ["config"]
    if config:
        arguments += ["--config", config]
    elif blend is None:
        arguments += ["--no-config"]
    return Command(arguments, folder(blend), "reading the configuration")


def check(run: Run, done: Callable[[report.Report], None]) -> Steps:
    """Checks the model, and passes the report on."""
    json_path, sarif_path = run.workspace.new_report(".json"), run.workspace.new_report(".sarif")
    output = yield run.command("checking", json_path, sarif_path)
    output.check()
    if not (json_path.is_file() and sarif_path.is_file()):
        raise ProgramFailed(output.words())
    found = report.read(json_path, sarif_path)
    if output.status == NOT_CHECKED and not found.notes:
        found.notes.append(output.words())
    done(found)


def page(run: Run, done: Callable[[Path], None]) -> Steps:
    """Writes the page of the model, and passes its path on."""
    path = run.workspace.new_report(".html")
    output = yield run.command("writing the page", path)
    output.check()
    if not path.is_file():
        raise ProgramFailed(output.words())
    done(path)


def save(run: Run, path: Path) -> Steps:
    """Writes a report in the format of the ending of its path."""
    before = _stamp(path)
    output = yield run.command("writing the report", path)
    output.check()
    after = _stamp(path)
    if after is None or output.status == NOT_CHECKED and after == before:
        raise ProgramFailed(output.words())
    if output.status == NOT_CHECKED:
        raise ProgramFailed(f"{path.name} is written, but says that the model was not checked: {output.words()}")


def _stamp(path: Path) -> tuple[int, int] | None:
    """Returns what changes when the program replaces a file, None if there is none."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_ino, stat.st_mtime_ns


def accept(run: Run, place: report.Place, reason: str, author: str, done: Callable[[report.Report], None]) -> Steps:
    """Adds a place to the baseline with a reason, and checks the model again.

    The line is the one that the page offers for the place.
    """
    workspace = run.workspace
    target = workspace.project.default_baseline()
    if target is None:
        raise NotPossible("save the .blend file first: the baseline is beside it")
    pages: list[Path] = []
    yield from page(run, pages.append)
    found = lines_of(pages[0].read_text(encoding="utf-8")).get(place.id)
    if found is None:
        raise NotPossible("only places that fail can be accepted, and the page has no line for this one")
    decisions = workspace.root / "decisions.txt"
    decisions.write_text(decision(*found, reason, author), encoding="utf-8")
    output = yield Command(
        ["baseline", "add", "-q", "--baseline", str(target), str(decisions)], target.parent, "adding to the baseline"
    )
    if output.status != 0:
        raise ProgramFailed(output.words())
    workspace.project.baseline = target
    workspace.refresh()
    yield from check(run, done)


def decision(place: str, line: str, reason: str, author: str) -> str:
    """Returns a file with one decision, in the form that the page exports. place is its name on the page."""
    reason = " ".join(reason.split()) or "accepted in Blender"
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    name = " ".join(author.replace('"', "'").replace("\\", "/").split())
    by = f' by "{name}"' if name else ""
    return f"#: accepted {now}{by} on {place}\n{line.removesuffix(' # why?')} # {reason}\n"


def lines_of(page_text: str) -> dict[str, tuple[str, str]]:
    """Returns, by fingerprint, the name of each place on the page and the line that it offers for the baseline."""
    parser = _Lines()
    parser.feed(page_text)
    return parser.lines


class _Lines(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, tuple[str, str]] = {}
        self.place = ""
        self.text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "p" and "accept" in (values.get("class") or "").split():
            self.place = values.get("data-of") or ""
        elif tag == "code" and self.place:
            self.text = []

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "code" and self.text is not None:
            self.lines[self.place.split("-")[1]] = (self.place, "".join(self.text))
            self.place, self.text = "", None

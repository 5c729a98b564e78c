# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds and runs the program meshcheck."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

NAME = "meshcheck.exe" if sys.platform == "win32" else "meshcheck"
BUNDLED = Path(__file__).parent / "bin" / NAME

FAILED = 1
NOT_CHECKED = 3


class ProgramNotFound(Exception):
    """There is no program to run."""


class ProgramFailed(Exception):
    """The program ended without a result. The text is what it said."""


class Cancelled(Exception):
    """The user stopped the program."""


def find(configured: str) -> Path:
    """Returns the program that is configured, or else the one in the extension or on the path.

    Raises ProgramNotFound with what to do.
    """
    if configured:
        path = Path(configured)
        path = path / NAME if path.is_dir() else path
        if path.is_file():
            return path
        raise ProgramNotFound(f"there is no program at {path}: choose it again in the preferences of the extension")
    if BUNDLED.is_file():
        return BUNDLED
    found = shutil.which(NAME)
    if found:
        return Path(found)
    raise ProgramNotFound(
        "the program meshcheck was not found: download it, and choose it in the preferences of the extension "
        "or put it on the PATH"
    )


@dataclass
class Command:
    """A run of the program: its arguments, and the folder in which it works."""

    arguments: list[str]
    folder: Path
    says: str  # what the panel shows meanwhile


@dataclass
class Output:
    """What a run printed, and its exit status."""

    status: int
    stdout: str
    stderr: str

    def check(self) -> None:
        """Raises ProgramFailed with the program's own words if the run has no result."""
        if self.status not in (0, FAILED, NOT_CHECKED):
            raise ProgramFailed(self.words())

    def words(self) -> str:
        """Returns what the program said on standard error, without its name before each line."""
        return re.sub(r"(?m)^meshcheck: ", "", self.stderr).strip() or f"the program ended with status {self.status} and said nothing"


Steps = Generator[Command, Output, None]


class Process:
    """A run of the program in the background. Its output goes to files, so that it never has to wait for a reader."""

    def __init__(self, program: Path, command: Command) -> None:
        self.files: list[IO[bytes]] = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]
        flags = subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0
        try:
            self.process = subprocess.Popen(
                [os.fspath(program), *command.arguments], cwd=command.folder, stdin=subprocess.DEVNULL,
                stdout=self.files[0], stderr=self.files[1], creationflags=flags,
            )
        except OSError as err:
            self._close()
            raise ProgramFailed(f"{program} cannot be run: {err.strerror or err}") from err

    def poll(self) -> Output | None:
        """Returns the output if the run has ended."""
        if self.process.poll() is None:
            return None
        texts = []
        for file in self.files:
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
        self._close()
        return Output(self.process.returncode, *texts)

    def stop(self) -> None:
        """Ends the run."""
        self.process.terminate()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._close()

    def _close(self) -> None:
        for file in self.files:
            file.close()


class Job:
    """Runs steps one after the other. Each step is a command, and gets its output."""

    def __init__(self, program: Path, steps: Steps, done: Callable[[], None] = lambda: None) -> None:
        self.program = program
        self.steps = steps
        self.done = done
        self.started = time.monotonic()
        self.says = ""
        self.process: Process | None = None
        self._next(lambda: next(steps))

    def _next(self, advance: Callable[[], Command]) -> None:
        self.process = None
        try:
            command = advance()
        except StopIteration:
            self.done()
            return
        self.says = command.says
        self.process = Process(self.program, command)

    def poll(self) -> bool:
        """Goes on if the present run has ended, and reports whether all steps are done."""
        if self.process is None:
            return True
        output = self.process.poll()
        if output is not None:
            self._next(lambda: self.steps.send(output))
        return self.process is None

    def stop(self) -> None:
        """Stops the present run, and does no further step."""
        if self.process is not None:
            self.process.stop()
            self.process = None
        self.steps.close()

    def progress(self) -> str:
        """Says what is being done, and since when."""
        return f"{self.says}… {time.monotonic() - self.started:.0f} s"

    def wait(self) -> None:
        """Returns when all steps are done. For scripts: it blocks Blender."""
        while not self.poll():
            time.sleep(0.02)

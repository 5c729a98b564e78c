"""Runs the program and reads its report line by line."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

from meshcheck.errors import ProgramError, ProgramNotFound, UsageError
from meshcheck.parse import check_head, parse_summary
from meshcheck.program import executable
from meshcheck.report import Summary

_USAGE, _NOT_CHECKED = 2, 3
_REPORTED = (0, 1, _NOT_CHECKED)
_PREFIX = "meshcheck: "

# The corners of the triangles of findings are half of a long report, and nothing here needs them.
# A comma and a quote in a row are never within a text of JSON, where a quote has a backslash.
_NUMBERS = rb"\[[0-9.,eE+-]*\]"
_CORNERS = re.compile(rb',"corners":\[' + rb",".join([_NUMBERS] * 3) + rb"\]")


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the garbage collection, which takes more time than to read a long report."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Run:
    """A run of the program, whose report is read while it goes on."""

    def __init__(
        self,
        arguments: Sequence[str],
        stdin: Iterable[bytes | memoryview] = (),
        format: str = "ndjson",
    ) -> None:
        self.summary: Summary | None = None
        self.warnings: tuple[str, ...] = ()
        self._program = executable()
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        try:
            self._process = subprocess.Popen(
                [self._program, f"--format={format}", *arguments],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                bufsize=1 << 20,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            self._errors.close()
            raise ProgramNotFound(f"{self._program} cannot be started: {error}") from error
        self._writer = threading.Thread(target=self._write, args=(stdin,), daemon=True)
        self._writer.start()

    def _write(self, pieces: Iterable[bytes | memoryview]) -> None:
        """Write standard input. The program may end before it has read all of it."""
        to = self._process.stdin
        assert to is not None
        with contextlib.suppress(OSError, ValueError):
            for piece in pieces:
                to.write(piece)
        with contextlib.suppress(OSError):
            to.close()

    def files(self) -> Iterator[dict[str, Any]]:
        """Yield the files of the report as they come. At the end, raise what went wrong."""
        assert self._process.stdout is not None
        head = True
        for line in self._process.stdout:
            if not line.endswith(b"\n"):
                break  # the program ended in the middle of it
            value = self._parse(line)
            if head:
                check_head(value)
                head = False
            elif "summary" in value:
                self.summary = parse_summary(value["summary"])
            else:
                yield value
        self._finish()

    def document(self) -> dict[str, Any]:
        """Return a report that is one JSON document. At the end, raise what went wrong."""
        assert self._process.stdout is not None
        text = self._process.stdout.read()
        value: dict[str, Any] = {}
        if text and self._process.wait() in _REPORTED:
            value = check_head(self._parse(text))
            self.summary = parse_summary(value["summary"])
        self._finish()
        return value

    def _parse(self, text: bytes) -> Any:
        try:
            with _no_collection():
                return json.loads(_CORNERS.sub(b"", text))
        except ValueError as error:
            raise ProgramError(f"{self._program} printed no JSON: {text[:80]!r}") from error

    def _finish(self) -> None:
        """Wait for the program to end, and raise an exception unless the report is complete."""
        status = self._process.wait()
        messages = self._messages()
        self.warnings = tuple(_of_kind(messages, "warning: "))
        errors = _of_kind(messages, "error: ")
        hint = "; ".join(_of_kind(messages, "hint: "))
        if status == _USAGE:
            raise UsageError("; ".join(errors) or "\n".join(messages), hint)
        if self.summary is None:
            raise ProgramError(_ended(status, messages), status)
        if status == _NOT_CHECKED and self.summary.status != "not checked":
            raise ProgramError("; ".join(errors), status)  # a report was not written
        if status not in _REPORTED:
            raise ProgramError(_ended(status, messages), status)

    def _messages(self) -> list[str]:
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").splitlines()

    def close(self) -> None:
        """End the program if it has not ended, and free what belongs to it."""
        process = self._process
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                process.kill()
        process.wait()
        self._writer.join()
        if process.stdout is not None:
            process.stdout.close()
        self._errors.close()


def _of_kind(messages: Sequence[str], kind: str) -> list[str]:
    start = _PREFIX + kind
    return [m[len(start) :] for m in messages if m.startswith(start)]


def _ended(status: int, messages: Sequence[str]) -> str:
    last = f": {messages[-1]}" if messages else ""
    return f"meshcheck ended with status {status}{last}"


def several(paths: Iterable[str | os.PathLike[str]]) -> list[str | os.PathLike[str]]:
    """Return a list of paths. A single path would be a list of its letters."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        raise TypeError(f"a list of paths is needed, not the path {os.fspath(paths)!r}")
    return list(paths)


def file_list(paths: Iterable[str | os.PathLike[str]]) -> list[bytes]:
    """Return the list of files that the program reads from standard input."""
    names = [os.fsencode(path) for path in several(paths)]
    for name in names:
        if not name or b"\0" in name:
            raise UsageError(f"{os.fsdecode(name)!r} is no path")
    return [name + b"\0" for name in names]

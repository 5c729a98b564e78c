"""Checks of meshes and of many files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from meshcheck.arrays import Buffer, encode
from meshcheck.errors import NotChecked, ProgramError, UsageError
from meshcheck.options import arguments
from meshcheck.parse import check_head, parse_file, parse_summary
from meshcheck.report import FileResult, Report, Summary
from meshcheck.run import Run, file_list

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from meshcheck.options import Options

_ALL = 2**31 - 1


def check(mesh: Any, faces: Any = None, **options: Unpack[Options]) -> FileResult:
    """Check one file or one mesh in memory.

    ``mesh`` is a path, an array of vertices with the array ``faces`` beside it, a ``Trimesh`` or
    ``Scene`` of trimesh, or a ``TriangleMesh`` of Open3D. The coordinates of vertices are checked
    as they are, float32 or float64; those of a ``Scene`` are rounded to float32, as in GLB files.

    All findings are listed, unless ``max_findings`` says otherwise. A mesh that fails is a result:
    see ``FileResult.passed``. Exceptions are ``NotChecked`` for a model that could not be checked,
    ``UsageError`` for wrong arguments, and ``ProgramError`` if the program failed.

    >>> vertices = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0.5, 0.5, -1), (0.5, 0.5, 1), (3, 3, 0)]
    >>> result = check(vertices, [(0, 1, 2), (3, 4, 5)])
    >>> result.passed
    False
    >>> result.pairs["crossing"]
    array([[0, 1]])
    """
    options.setdefault("max_findings", _ALL)
    against = options.pop("against", None)
    command = arguments(options)
    if not isinstance(mesh, (str, os.PathLike)):
        if against is not None:
            raise UsageError("against belongs to the path of a file with collision hulls")
        return _one("-", [*command, "-"], encode(mesh, faces))
    if faces is not None:
        raise TypeError("faces belong to an array of vertices, not to a path")
    if against is not None:
        hulls = [f"--hulls={os.fspath(mesh)}", f"--against={os.fspath(against)}"]
        return _one(os.fspath(mesh), [*command, *hulls], ())
    return _one(os.fspath(mesh), [*command, "--files-from=-"], file_list([mesh]))


def _one(name: str, command: Sequence[str], stdin: Iterable[Buffer]) -> FileResult:
    """Run the program for one model."""
    run = Run(command, stdin)
    try:
        files = list(run.files())
    finally:
        run.close()
    if len(files) != 1:
        raise UsageError(f"{name} names {len(files)} files", "check_many checks any number")
    own = f"{files[0]['path']}: "
    result = parse_file(files[0], tuple(w for w in run.warnings if not w.startswith(own)))
    if result.status == "not checked":
        reasons = [f"{o}: {why}" for o, why in result.not_checked]
        hint = f" ({result.error.hint})" if result.error and result.error.hint else ""
        reason = str(result.error) if result.error else "; ".join(reasons)
        raise NotChecked(f"{result.path}: {reason}{hint}", result)
    return result


class Checker:
    """A run over many files, whose results come while it goes on.

    ``paths`` are files and folders. Iterate over the checker once; the results have the order of
    the paths. A file that could not be checked is a result as well, with the status
    ``not checked``. Leaving the context ends the program, whether it was done or not.

    >>> with Checker(["chair.glb", "no such file.glb"], unit="mm") as checker:
    ...     for result in checker:
    ...         print(result)
    chair.glb: fail
    no such file.glb: not checked no such file or directory
    >>> checker.summary.failed
    1
    """

    def __init__(self, paths: Iterable[str | os.PathLike[str]], **options: Unpack[Options]) -> None:
        self._run = Run([*arguments(options), "--files-from=-"], file_list(paths))
        self._results = self._read()

    def _read(self) -> Iterator[FileResult]:
        for f in self._run.files():
            yield parse_file(f)

    def __iter__(self) -> Iterator[FileResult]:
        return self._results

    def __enter__(self) -> Checker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program, if it has not ended."""
        self._run.close()

    @property
    def summary(self) -> Summary | None:
        """The summary of the run, once all results were read."""
        return self._run.summary

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the program warned of, once all results were read; those of files among them."""
        return self._run.warnings


def check_many(
    paths: Iterable[str | os.PathLike[str]], **options: Unpack[Options]
) -> Iterator[FileResult]:
    """Check files and folders in one run of the program, and yield the results as they come.

    At most 10,000 findings of a mesh are listed unless ``max_findings`` says otherwise.

    >>> for result in check_many(["chair.glb", "torus.stl"]):
    ...     print(result)
    chair.glb: fail
    torus.stl: pass
    """
    with Checker(paths, **options) as checker:
        yield from checker


def read(path: str | os.PathLike[str]) -> Report:
    """Read a report that the program wrote with ``-o report.json`` or ``-o report.ndjson``."""
    try:
        with Path(path).open("rb") as file:
            if Path(path).suffix == ".ndjson":
                head, *files, last = (json.loads(line) for line in file)
            else:
                head = last = json.load(file)
                files = head["files"]
        check_head(head)
        summary = parse_summary(last["summary"])
    except (ValueError, KeyError, TypeError) as error:
        raise ProgramError(f"{path}: this is no complete report of meshcheck") from error
    return Report(
        head["tool"]["version"], head["options"], tuple(parse_file(f) for f in files), summary
    )

"""One row for each file, as in the CSV of reports."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypedDict, cast, get_type_hints

from meshcheck.errors import ProgramError
from meshcheck.options import arguments
from meshcheck.run import Run, file_list

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from meshcheck.options import Options


class Row(TypedDict):
    """What a report of many files says of one: the columns of its CSV."""

    path: str
    status: str
    """pass, fail or not checked."""
    reason: str
    """Why the file, or some of its objects, could not be checked."""
    place: str
    """The worst place: what meets there, and how bad it is."""
    rule: str
    severity: str
    failing_places: int
    other_places: int
    failing_findings: int
    accepted: int
    triangles: int
    meshes: int
    objects: int
    format: str
    sha256: str


# How the program ends when it crashes or when the system is out of memory.
_CRASHED = (134, 137, 139, -6, -9, -11)

COLUMNS: dict[str, type] = get_type_hints(Row)
"""The names of the columns in order, each with its type: str or int."""


def rows(paths: Iterable[str | os.PathLike[str]], **options: Unpack[Options]) -> list[Row]:
    """Check files and folders in one run of the program, and return a row for each file.

    A file that could not be checked has a row as well, with the status ``not checked`` and the
    reason, even where the program crashed or was killed on it. The rows are those of
    ``meshcheck -o report.csv``, without its escapes for spreadsheets.

    >>> for row in rows(["chair.glb", "no such file.glb"]):
    ...     print(row["path"], row["status"], row["place"] or row["reason"], sep=": ")
    chair.glb: fail: seat ↔ back, 277 cm² shared, 70 mm wide
    no such file.glb: not checked: no such file or directory
    """
    named = list(paths)
    try:
        return _rows(named, options)
    except ProgramError as error:
        if error.status not in _CRASHED or "output" in options or not named:
            raise
        if len(named) == 1:
            lost = {"path": os.fspath(named[0]), "status": "not checked", "reason": str(error)}
            return [_row(lost)]
        middle = len(named) // 2  # the others have nothing to do with it
        return rows(named[:middle], **options) + rows(named[middle:], **options)


def _rows(paths: list[str | os.PathLike[str]], options: Options) -> list[Row]:
    """Run the program once."""
    run = Run([*arguments(options), "--files-from=-"], file_list(paths), "summary")
    try:
        return [_row(f) for f in run.document()["files"]]
    finally:
        run.close()


def _row(f: dict[str, Any]) -> Row:
    cells = {**f, **f.get("worst", {})}
    row = {name: cells.get(name, kind()) for name, kind in COLUMNS.items()}
    return cast("Row", row)

"""One row for each file, as in the CSV of reports."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypedDict, cast

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


COLUMNS = tuple(Row.__annotations__)
_NUMBERS = COLUMNS[COLUMNS.index("failing_places") : COLUMNS.index("format")]


def rows(paths: Iterable[str | os.PathLike[str]], **options: Unpack[Options]) -> list[Row]:
    """Check files and folders in one run of the program, and return a row for each file.

    A file that could not be checked has a row as well, with the status ``not checked`` and the
    reason. The rows are those of ``meshcheck -o report.csv``, without its escapes for spreadsheets.

    >>> for row in rows(["chair.glb", "no such file.glb"]):
    ...     print(row["path"], row["status"], row["place"] or row["reason"], sep=": ")
    chair.glb: fail: seat ↔ back, 277 cm² shared, 70 mm wide
    no such file.glb: not checked: no such file or directory
    """
    run = Run([*arguments(options), "--files-from=-"], file_list(paths), "summary")
    try:
        return [_row(f) for f in run.document()["files"]]
    finally:
        run.close()


def _row(f: dict[str, Any]) -> Row:
    cells = {**f, **f.get("worst", {})}
    row = {name: cells.get(name, 0 if name in _NUMBERS else "") for name in COLUMNS}
    return cast("Row", row)

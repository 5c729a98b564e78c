"""Exact check of 3D meshes for surfaces that cut or cover each other.

``check`` checks a file, arrays, or a mesh of trimesh or Open3D; ``check_many`` and ``Checker``
check many files; ``rows`` gives one row for each file. All of them run the program meshcheck.
"""

from meshcheck.checker import Checker, check, check_many, read
from meshcheck.errors import (
    MeshcheckError,
    NotChecked,
    ProgramError,
    ProgramNotFound,
    UsageError,
)
from meshcheck.findings import Findings
from meshcheck.options import Options
from meshcheck.program import executable
from meshcheck.report import (
    FileResult,
    Mesh,
    Object,
    ObjectPair,
    Part,
    Place,
    Problem,
    Region,
    Report,
    Summary,
)
from meshcheck.rows import COLUMNS, Row, rows

__all__ = [
    "COLUMNS",
    "Checker",
    "FileResult",
    "Findings",
    "Mesh",
    "MeshcheckError",
    "NotChecked",
    "Object",
    "ObjectPair",
    "Options",
    "Part",
    "Place",
    "Problem",
    "ProgramError",
    "ProgramNotFound",
    "Region",
    "Report",
    "Row",
    "Summary",
    "UsageError",
    "check",
    "check_many",
    "executable",
    "read",
    "rows",
]

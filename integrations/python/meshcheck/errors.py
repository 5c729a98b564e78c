"""The exceptions of this package.

A mesh that fails is a result, not an exception.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meshcheck.report import FileResult


class MeshcheckError(Exception):
    """The base of all exceptions of this package."""


class UsageError(MeshcheckError, ValueError):
    """An option, a path or an array is wrong, so that nothing was checked.

    ``hint`` says what may help; it may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        self.hint = hint


class NotChecked(MeshcheckError):
    """The model could not be checked, or some of its objects could not.

    ``result`` says why, and has what was found in the rest.
    """

    def __init__(self, message: str, result: FileResult) -> None:
        super().__init__(message)
        self.result = result


class ProgramError(MeshcheckError):
    """The program was ended, crashed, could not write a report or printed something unexpected.

    ``status`` is its exit status, or None if it has not ended.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class ProgramNotFound(ProgramError):
    """There is no program meshcheck, or it cannot be started."""

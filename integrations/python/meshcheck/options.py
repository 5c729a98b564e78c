"""The options of a check: keyword arguments named as the flags of the program."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, Union

from meshcheck.errors import UsageError

Path = Union[str, "os.PathLike[str]"]
Texts = Union[str, Sequence[str]]
Length = Union[float, str]


class Options(TypedDict, total=False):
    """What can be said about a check. ``meshcheck --help`` describes each flag.

    Lengths are numbers in the unit of the file, or text with a unit such as ``"0.5mm"``.
    """

    checks: Texts
    """Which checks to run: self, parts, clearance, hulls, uv, poses."""
    parts_of: str
    """What counts as an object: mesh, shell or primitive."""
    clearance: Length
    """The distance that objects must keep."""
    unit: str
    """The unit of files that have none, and of arrays: um, mm, cm, in, ft or m."""
    usd_root: Path
    """The folder below which the layers of USD files are read."""
    profile: str
    """The engine by whose rules collision hulls are judged."""
    hull_names: Texts
    """Globs for nodes that are collision hulls."""
    against: Path
    """The file with the meshes for which the checked file has the collision hulls."""
    hull_gap: Length
    """How far a mesh may reach out of its hulls."""
    hull_excess: Length
    """How far hulls may reach beyond their mesh."""
    uv_profile: str
    """The engine by whose rules UV sets are checked."""
    lightmap: int | str
    """The number or name of the UV set for light maps."""
    uv_unique: Texts
    """Globs for UV sheets in which nothing may overlap."""
    uv_padding: Texts
    """The distance that UV islands must keep, such as ``"4px@1024"``."""
    fps: float
    """The least number of samples in a second of an animation; 0 for its keys only."""
    clips: Texts
    """Globs for the names of the animations to check."""
    max_samples: int
    """Poses of files with more samples are not checked."""
    pose_tolerance: Length
    """How much deeper than at rest a contact may slide, such as ``"0.5%"``."""
    pose_near: int
    """A contact within so many edges along the surface is a fold."""
    pose_targets: bool
    """Whether each morph target is checked alone, too."""
    fail_on: Texts
    """What fails, such as ``"crossing:depth>0.5mm,degenerate"``."""
    policy: str
    """A set of rules: strict, game, print or collision."""
    tolerance: Length
    """Findings up to this depth are ignored."""
    allow: Texts
    """Pairs of objects that may cross, such as ``"Sword*:Belt*"``."""
    baseline: Path
    """The file of accepted findings."""
    config: Path
    """The configuration, in place of the .meshcheck.yaml of the working folder or above."""
    no_config: bool
    """Whether no configuration is used."""
    touch: bool
    """Whether touches are listed, too."""
    max_findings: int
    """How many findings of a mesh are listed at most. Counts stay exact."""
    max_triangles: int
    """Meshes with more triangles are not checked."""
    timeout: float | str
    """Seconds, or text such as ``"5m"``, after which a file is given up."""
    memory: int | str
    """Bytes, or text such as ``"4GB"``, that the program may use."""
    threads: int
    """How many threads the program uses. Results do not depend on it."""
    cache: Path
    """The folder in which results of unchanged files are kept."""
    exclude: Texts
    """Globs for files and folders to skip."""
    output: Path | Sequence[Path]
    """Reports to write; the ending of each path decides its format."""
    args: Sequence[str]
    """More arguments for the program, as they are."""


def _plain(value: Any) -> list[str]:
    """Write a number, a text or a path."""
    return [os.fspath(value) if isinstance(value, os.PathLike) else str(value)]


def _joined(value: Any) -> list[str]:
    """Write a list as one value with commas."""
    return [value if isinstance(value, str) else ",".join(value)]


def _repeated(value: Any) -> list[str]:
    """Write a list as several values."""
    items = [value] if isinstance(value, (str, os.PathLike)) else value
    return [os.fspath(item) for item in items]


def _seconds(value: Any) -> list[str]:
    return [value if isinstance(value, str) else f"{value:.9f}s"]


def _bytes(value: Any) -> list[str]:
    return [value if isinstance(value, str) else f"{value}B"]


_WRITERS: dict[str, Callable[[Any], list[str]]] = {
    **dict.fromkeys(Options.__annotations__, _plain),
    **dict.fromkeys(["checks", "fail_on", "uv_padding"], _joined),
    **dict.fromkeys(["hull_names", "uv_unique", "clips", "allow", "exclude", "output"], _repeated),
    "timeout": _seconds,
    "memory": _bytes,
}
del _WRITERS["args"]


def arguments(options: Mapping[str, Any]) -> list[str]:
    """Return the arguments of the program for options. None and False leave an option out."""
    command: list[str] = []
    for name, value in options.items():
        if value is None or value is False or name == "args":
            continue
        if name not in _WRITERS:
            raise TypeError(f"there is no option {name!r}")
        flag = "--" + name.replace("_", "-")
        if value is True:
            command.append(flag)
            continue
        try:
            command += [f"{flag}={text}" for text in _WRITERS[name](value)]
        except TypeError as error:
            raise UsageError(f"{name}: {value!r} is no value for it") from error
    return command + list(options.get("args") or ())

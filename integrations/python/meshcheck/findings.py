"""Findings about triangles, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

PAIR_KINDS = ("crossing", "overlap", "duplicate", "touch", "edge_crossing")
TRIANGLE_KINDS = ("degenerate", "nonfinite")
SEVERITIES = ("error", "warning", "info", "off")

# Rules in the order of reports, with the severity that each has without a policy.
DEFAULTS = {
    "crossing": "error",
    "overlap": "error",
    "duplicate": "error",
    "z_fighting": "error",
    "edge_crossing": "error",
    "nonfinite": "error",
    "degenerate": "warning",
    "open_edge_crossing": "warning",
    "crossing_within_precision": "warning",
    "overlap_within_precision": "warning",
    "touch": "info",
}
RULES = tuple(DEFAULTS)
_KINDS = np.array(
    [
        "crossing" if r in ("z_fighting", "crossing_within_precision") else
        "overlap" if r == "overlap_within_precision" else
        "edge_crossing" if r == "open_edge_crossing" else r
        for r in RULES
    ]
)  # fmt: skip
_RULE_NUMBER = {rule: i for i, rule in enumerate(RULES)}
_SEVERITY_NUMBER = {severity: i for i, severity in enumerate(SEVERITIES)}
_DEFAULT_NUMBERS = np.array([_SEVERITY_NUMBER[s] for s in DEFAULTS.values()], np.uint8)
_NO_FACE: dict[str, Any] = {}


@dataclass(frozen=True)
class Findings:
    """Findings of one mesh or one pair of objects; entry i of each array belongs to finding i.

    They stand in the order of the report: by region, within a region the worst first, those of
    single triangles last.
    """

    rule_numbers: npt.NDArray[np.uint8]
    """The rule of each, as an index into RULES."""
    severity_numbers: npt.NDArray[np.uint8]
    """The severity of each, as an index into SEVERITIES."""
    triangles: Ints
    """(n, 2): the triangles. The second is -1 for a finding about one triangle."""
    faces: Ints
    """(n, 2): the face of the file that each triangle was cut from, or -1 for a triangle."""
    parts: Ints
    """(n, 2): the part of the mesh that each triangle belongs to; -1 where there is no second."""
    region: Ints
    """The region of each, as an index into the regions, or -1."""
    depth: Floats
    """The length of the shortest move that separates the two; NaN where there is none."""
    area: Floats
    """The area that the two share; NaN where there is none."""
    segment: Floats
    """(n, 2, 3): the ends of the segment where the two meet; NaN where that is no segment."""
    polygons: Mapping[int, Floats] = field(repr=False)
    """The corners of the area that two triangles share, by the index of the finding."""
    around: Mapping[int, Ints] = field(repr=False)
    """For edge crossings all listed triangles at the edge, by the index of the finding."""

    def __len__(self) -> int:
        return len(self.rule_numbers)

    @property
    def rule(self) -> npt.NDArray[np.str_]:
        """The rule of each, such as crossing or overlap_within_precision."""
        return np.array(RULES)[self.rule_numbers]

    @property
    def kind(self) -> npt.NDArray[np.str_]:
        """The kind of each, such as crossing or overlap."""
        return _KINDS[self.rule_numbers]

    @property
    def severity(self) -> npt.NDArray[np.str_]:
        """The severity of each: error, warning, info or off."""
        return np.array(SEVERITIES)[self.severity_numbers]

    @property
    def pairs(self) -> dict[str, Ints]:
        """The pairs of triangles by kind, an array of shape (n, 2) for each kind."""
        kind = self.kind
        return {name: self.triangles[kind == name] for name in PAIR_KINDS}

    @property
    def single(self) -> dict[str, Ints]:
        """The triangles that take part in no pair by kind: degenerate and nonfinite."""
        kind = self.kind
        return {name: self.triangles[kind == name, 0] for name in TRIANGLE_KINDS}


def parse_findings(items: Sequence[dict[str, Any]]) -> Findings:
    """Read the list of findings of a mesh or a pair of objects."""
    first = [f["a"] for f in items]
    second = [f.get("b", _NO_FACE) for f in items]
    rules = np.array([_RULE_NUMBER[_rule(f)] for f in items], np.uint8)
    severities = _DEFAULT_NUMBERS[rules]
    segment = np.full((len(items), 2, 3), np.nan)
    with_segment = [i for i, f in enumerate(items) if "segment" in f]
    if with_segment:
        segment[with_segment] = [items[i]["segment"] for i in with_segment]
    for i, f in enumerate(items):
        if "severity" in f:
            severities[i] = _SEVERITY_NUMBER[f["severity"]]
    return Findings(
        rules,
        severities,
        _of_both(first, second, "triangle"),
        _of_both(first, second, "face"),
        _of_both(first, second, "part"),
        np.array([f.get("region", -1) for f in items], np.int64),
        np.array([f.get("depth", np.nan) for f in items], np.float64),
        np.array([f.get("area", np.nan) for f in items], np.float64),
        segment,
        {i: np.array(f["polygon"], np.float64) for i, f in enumerate(items) if "polygon" in f},
        {i: _around(f) for i, f in enumerate(items) if f["kind"] == "edge_crossing"},
    )


def _of_both(first: list[dict[str, Any]], second: list[dict[str, Any]], name: str) -> Ints:
    """Return a number of both triangles of each finding, -1 where there is none."""
    numbers = np.empty((len(first), 2), np.int64)
    numbers[:, 0] = [face.get(name, -1) for face in first]
    numbers[:, 1] = [face.get(name, -1) for face in second]
    return numbers


def _around(f: dict[str, Any]) -> Ints:
    faces = [f["a"], f["b"], *f.get("others", ())]
    return np.array([face["triangle"] for face in faces], np.int64)


def _rule(f: dict[str, Any]) -> str:
    """Return the rule of a finding, which is its kind but for what is counted apart."""
    kind: str = f["kind"]
    if "within_precision" in f:
        return kind + "_within_precision"
    if "z_fighting" in f:
        return "z_fighting"
    if "open" in f:
        return "open_edge_crossing"
    return kind

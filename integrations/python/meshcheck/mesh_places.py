"""The places to fix of a mesh: its regions, and what is outside of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from meshcheck.findings import DEFAULTS, RULES, SEVERITIES, Floats, Ints
from meshcheck.report import Mesh, Place, Region

# Rules of counts of a mesh that are counted under another kind as well.
_COUNTED_UNDER = {
    "z_fighting": "crossing",
    "crossing_within_precision": "crossing",
    "overlap_within_precision": "overlap",
    "open_edge_crossing": "edge_crossing",
}

# What findings of a rule are called, one and several.
_NOUNS = {
    "crossing": ("crossing", "crossings"),
    "overlap": ("overlap", "overlaps"),
    "duplicate": ("duplicate", "duplicates"),
    "z_fighting": ("z-fighting crossing", "z-fighting crossings"),
    "edge_crossing": ("edge crossing", "edge crossings"),
    "nonfinite": ("nonfinite triangle", "nonfinite triangles"),
    "degenerate": ("degenerate triangle", "degenerate triangles"),
    "open_edge_crossing": ("open edge crossing", "open edge crossings"),
    "crossing_within_precision": ("crossing within precision", "crossings within precision"),
    "overlap_within_precision": ("overlap within precision", "overlaps within precision"),
    "touch": ("touch", "touches"),
}


def quantity(value: float, unit: str) -> str:
    """Write a number with its unit, if it has one."""
    return f"{value:.4g} {unit}".rstrip()


def of_mesh(index: int, mesh: Mesh, unit: str) -> Iterator[Place]:
    """Yield the regions of a mesh, and a place for each rule with findings outside of them."""
    regions = mesh.findings.region
    order = np.argsort(regions, kind="stable")
    ends = np.searchsorted(regions[order], np.arange(-1, len(mesh.regions)), side="right")
    counts, failing = _apart(mesh.counts), _failing(mesh.counts)
    for i, region in enumerate(mesh.regions):
        apart, failed = _apart(region.counts), _failing(region.counts)
        counts -= apart
        failing -= failed
        judged = _judged(mesh, order[ends[i] : ends[i + 1]], apart, failed)
        if judged:
            place = _of_region(index, mesh, i, apart, judged)
            yield replace(place, text=f"{place.text}, {_size(place.rule, region, unit)}")
    for rule, found in _judged(mesh, order[: ends[0]], counts, failing).items():
        text = f"{_number(rule, counts[rule])}: {mesh.name}".removesuffix(": ")
        yield Place(
            rule, found.severity, mesh.name, counts[rule], text,
            points=_worst(mesh, found.first), mesh=index,
        )  # fmt: skip


def _of_region(
    index: int, mesh: Mesh, at: int, counts: Mapping[str, int], judged: Mapping[str, _Judged]
) -> Place:
    """Return the place of a region, with the gravest of its rules."""
    region = mesh.regions[at]
    name = " ↔ ".join(mesh.parts[i].name for i in region.parts) or mesh.name
    rule = min(judged, key=lambda r: SEVERITIES.index(judged[r].severity))
    listed = ", ".join(_number(r, counts[r]) for r in judged)
    return Place(
        rule, judged[rule].severity, name, sum(counts[r] for r in judged), f"{listed}: {name}",
        value=_value(rule, region), box=region.box, points=_worst(mesh, judged[rule].first),
        number=region.number, mesh=index, region=at,
    )  # fmt: skip


def _number(rule: str, count: int) -> str:
    return f"{count} {_NOUNS[rule][count > 1]}"


# Rules whose value is an area, and a length.
_FLAT = ("overlap", "duplicate", "z_fighting", "overlap_within_precision")
_ALONG = ("edge_crossing", "open_edge_crossing")


def _apart(counts: Mapping[str, int]) -> Counter[str]:
    """Return how many findings there are of each rule, each counted once."""
    apart = Counter({rule: counts.get(rule, 0) for rule in RULES})
    for rule, kind in _COUNTED_UNDER.items():
        apart[kind] -= apart[rule]
    return apart


def _failing(counts: Mapping[str, Any]) -> Counter[str]:
    """Return how many findings of each rule fail, each counted once."""
    failing = Counter({r: n if DEFAULTS[r] == "error" else 0 for r, n in _apart(counts).items()})
    for rule, kind in _COUNTED_UNDER.items():
        failing[kind] += failing[rule]
    failing.update(
        {rule: n - failing[rule] for rule, n in counts.get("failing", {}).items() if rule in RULES}
    )
    for rule, kind in _COUNTED_UNDER.items():
        failing[kind] -= failing[rule]
    return failing


class _Judged(NamedTuple):
    severity: str
    first: int
    """The first listed finding of the rule, or -1."""


def _judged(
    mesh: Mesh, listed: Ints, counts: Mapping[str, int], failing: Mapping[str, int]
) -> dict[str, _Judged]:
    """Return what a place says of each rule that has findings there, without those that are off.

    Not all findings need be listed. A rule without one has the severity that counts tell.
    """
    numbers, firsts = np.unique(mesh.findings.rule_numbers[listed], return_index=True)
    first = {RULES[r]: int(listed[i]) for r, i in zip(numbers, firsts)}
    judged = {}
    for rule in RULES:
        if counts[rule] <= 0:
            continue
        severity = "off" if rule == "touch" else DEFAULTS[rule]
        if failing[rule] > 0:
            severity = "error"
        elif rule in first:
            severity = SEVERITIES[mesh.findings.severity_numbers[first[rule]]]
        elif severity == "error":
            severity = "warning"  # by a policy
        if severity != "off":
            judged[rule] = _Judged(severity, first.get(rule, -1))
    return judged


def _value(rule: str, region: Region) -> float:
    if rule in _FLAT:
        return region.area
    if rule in _ALONG:
        return region.edge_length
    return region.crossing_depth or region.depth


def _size(rule: str, region: Region, unit: str) -> str:
    """Write the value of a region with its unit."""
    text = quantity(_value(rule, region), unit)
    if rule in _FLAT:
        return f"{text}² shared" if unit else f"{text} shared"
    return f"{text} long" if rule in _ALONG else f"{text} deep"


def _worst(mesh: Mesh, finding: int) -> Floats | None:
    """Return the middle of the place of a finding, if the report has one."""
    if finding < 0:
        return None
    corners = mesh.findings.polygons.get(finding, mesh.findings.segment[finding])
    middle: Floats = corners.mean(axis=0)
    return middle.reshape(1, 3) if np.isfinite(middle).all() else None

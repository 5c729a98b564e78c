"""The places to fix of a mesh: its regions, and what is outside of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

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
    for i, region in enumerate(mesh.regions):
        listed = order[ends[i] : ends[i + 1]]
        rule, severity, first = _gravest(
            mesh, listed, [r for r, n in _apart(region.counts).items() if n > 0]
        )
        if severity != "off":
            place = _of_region(index, mesh, i, (rule, severity, first))
            yield replace(place, text=f"{place.text}, {_size(rule, region, unit)}")
    yield from _outside(index, mesh, order[: ends[0]])


def _outside(index: int, mesh: Mesh, loose: Ints) -> Iterator[Place]:
    """Yield a place for each rule with findings outside of the listed regions.

    Not all of them need be listed: loose are those that are.
    """
    counts, failing = _apart(mesh.counts), _failing(mesh.counts)
    for region in mesh.regions:
        counts -= _apart(region.counts)
        failing -= _failing(region.counts)
    for rule in RULES:
        listed = loose[mesh.findings.rule_numbers[loose] == RULES.index(rule)]
        severity = "off" if rule == "touch" else DEFAULTS[rule]
        first = -1
        if len(listed) > 0:
            _, severity, first = _gravest(mesh, listed, [])
        elif severity == "error":
            severity = "warning"  # by a policy, or there is one that fails
        if failing[rule] > 0:
            severity = "error"
        if counts[rule] > 0 and severity != "off":
            noun = _NOUNS[rule][counts[rule] > 1]
            text = f"{counts[rule]} {noun}: {mesh.name}".removesuffix(": ")
            yield Place(
                rule, severity, mesh.name, counts[rule], text,
                points=_worst(mesh, first), mesh=index,
            )  # fmt: skip


def _of_region(index: int, mesh: Mesh, at: int, worst: tuple[str, str, int]) -> Place:
    """Return the place of a region with the rule, the severity and the finding that are gravest."""
    rule, severity, first = worst
    region = mesh.regions[at]
    name = " ↔ ".join(mesh.parts[i].name for i in region.parts) or mesh.name
    count = sum(region.counts.get(k, 0) for k in _REGIONAL)
    return Place(
        rule, severity, name, count, f"{count} {_NOUNS[rule][count > 1]}: {name}",
        value=_value(rule, region), box=region.box, points=_worst(mesh, first),
        number=region.number, mesh=index, region=at,
    )  # fmt: skip


# Rules whose value is an area, and a length.
_FLAT = ("overlap", "duplicate", "z_fighting", "overlap_within_precision")
_ALONG = ("edge_crossing", "open_edge_crossing")
_REGIONAL = ("crossing", "overlap", "duplicate", "edge_crossing")


def _apart(counts: Mapping[str, int]) -> Counter[str]:
    """Return how many findings there are of each rule, each counted once."""
    apart = Counter({rule: counts.get(rule, 0) for rule in RULES})
    for rule, kind in _COUNTED_UNDER.items():
        apart[kind] -= apart[rule]
    return apart


def _failing(counts: Mapping[str, Any]) -> Counter[str]:
    """Return how many findings of each rule fail."""
    apart, told = _apart(counts), counts.get("failing", {})
    return Counter(
        {
            rule: told.get(rule, apart[rule] if severity == "error" else 0)
            for rule, severity in DEFAULTS.items()
        }
    )


def _gravest(mesh: Mesh, listed: Ints, rules: Sequence[str]) -> tuple[str, str, int]:
    """Return the gravest rule of some findings, its severity and the first finding of it.

    Where none is listed, the rules are as grave as they are without a policy.
    """
    if len(listed) == 0:
        rule = min(rules, key=lambda r: SEVERITIES.index(DEFAULTS[r]))
        return rule, DEFAULTS[rule], -1
    severities = mesh.findings.severity_numbers[listed].astype(np.int64)
    numbers = mesh.findings.rule_numbers[listed]
    first = int(np.argmin(severities * len(RULES) + numbers))
    return RULES[numbers[first]], SEVERITIES[severities[first]], int(listed[first])


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

"""The places to fix of a file, put together from what all checks found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from meshcheck.findings import RULES, SEVERITIES
from meshcheck.mesh_places import of_mesh, quantity
from meshcheck.report import Mesh, ObjectPair, Place

Json = dict[str, Any]

# The rule of each verdict on a pair of objects, with the severity that it has without a policy.
VERDICTS = {
    "crossing": ("parts/crossing", "error"),
    "overlap": ("parts/overlap", "error"),
    "duplicate_instance": ("parts/duplicate_instance", "error"),
    "clearance": ("clearance", "error"),
    "contained": ("parts/contained", "info"),
    "undecided": ("parts/undecided", "warning"),
    "touch": ("parts/touch", "info"),
}


# The other rules in the order of reports.
_OTHER_RULES = (
    "parts/crossing", "parts/overlap", "parts/duplicate_instance", "clearance",
    "parts/contained", "parts/undecided", "parts/touch", "hull_orphan",
    "hull_not_closed", "hull_inverted", "hull_flat", "hull_not_convex",
    "hull_vertex_budget", "hull_self_overlap", "box_not_a_box", "sphere_not_a_sphere",
    "capsule_not_a_capsule", "moving_trimesh", "hull_scale", "hull_transform",
    "hulls_overlap", "hull_gap", "hull_excess", "uv_overlap",
    "uv_fold", "uv_stacked", "uv_flipped", "uv_padding",
    "uv_border", "uv_nonfinite", "uv_missing", "uv_singular_transform",
    "uv_degenerate", "uv_mirrored", "uv_out_of_range", "uv_crosses_tile",
    "pose_contact", "pose_fold", "pose_moved", "pose_crack",
    "empty", "nothing_to_compare",
)  # fmt: skip
_ORDER = {rule: i for i, rule in enumerate((*RULES, *_OTHER_RULES))}


def places(f: Json, meshes: Sequence[Mesh], between: Sequence[ObjectPair]) -> tuple[Place, ...]:
    """Return the places of a file, the worst first as in all reports."""
    found: list[Place] = []
    unit = f.get("unit", "")
    for i, mesh in enumerate(meshes):
        found += of_mesh(i, mesh, unit)
    found += [_of_pair(i, p, unit) for i, p in enumerate(between) if p.severity != "off"]
    for group in f.get("hulls", {}).get("groups", ()):
        found += [_of_hulls(group, x) for x in group["findings"]]
    if "uv" in f:
        found += _of_uv(f["uv"])
    for section in f.get("sections", ()):
        found += [_plain(x, _names(x)) for x in section["issues"]]
    found += [_of_pose(x, unit) for x in f.get("poses", {}).get("issues", ())]
    found += [_plain(x, "") for x in f.get("model", ())]
    return tuple(sorted(found, key=_rank))


def _rank(place: Place) -> tuple[float, ...]:
    """Order places by severity, then regions by number and the others by rule and size."""
    size = place.value or 0.0
    if place.rule == "uv_padding":
        size = -size  # nearer islands are worse
    elif place.rule == "clearance" or place.rule in RULES:
        size = 0.0
    return (
        SEVERITIES.index(place.severity),
        place.number or np.inf,
        _ORDER.get(place.rule, len(_ORDER)),
        -size,
        -place.count,
    )


def _of_pair(index: int, p: ObjectPair, unit: str) -> Place:
    rule = VERDICTS[p.verdict][0]
    name = f"{p.a} ↔ {p.b}"
    value = p.depth if p.distance is None else p.distance
    size = ""
    if value is not None:
        size = f", {quantity(value, unit)} {'deep' if p.distance is None else 'apart'}"
    words = p.verdict.replace("_", " ")
    points = p.nearest if p.nearest is not None else p.deepest
    boxes = [r.box for r in p.regions if r.box is not None]
    box = None
    if boxes:
        box = np.array([np.min(boxes, axis=0)[0], np.max(boxes, axis=0)[1]])
    elif p.nearest is not None:
        box = np.array([p.nearest.min(axis=0), p.nearest.max(axis=0)])
    return Place(
        rule, p.severity, name, 1, f"{words}: {name}{size}", value=value, box=box,
        points=None if points is None else points.reshape(-1, 3), pair=index, allowed=p.allowed,
    )  # fmt: skip


def _of_hulls(group: Json, x: Json) -> Place:
    hulls = [group["hulls"][x[k]] for k in ("hull", "other") if k in x]
    names = [h["object"]["path"] or h["object"]["name"] for h in hulls]
    return _plain(x, " ↔ ".join(names) or group["name"])


def _of_uv(uv: Json) -> Iterator[Place]:
    """Yield what breaks a rule in UV sheets, and the sets that parts lack."""
    for sheet in uv["sheets"]:
        for x in sheet["findings"]:
            yield _plain(x, sheet["name"])
    severities = uv["counts"].get("uv_missing", {})
    severity = next((s for s in SEVERITIES if severities.get(s)), "off")
    lacking: dict[tuple[Any, int], list[str]] = {}
    for m in uv["missing"] if severity != "off" else ():
        lacking.setdefault((m["image"], m["texcoord"]), []).append(m["name"])
    for names in lacking.values():
        reason = "1 part lacks the set" if len(names) == 1 else f"{len(names)} parts lack the set"
        x = {"rule": "uv_missing", "severity": severity, "count": len(names), "reason": reason}
        yield _plain(x, names[0])


def _of_pose(x: Json, unit: str) -> Place:
    extent = "wide" if x["rule"] == "pose_crack" else "deep"
    size = f"{quantity(x['value'], unit)} {extent}"
    return _plain({**x, "reason": ", ".join(filter(None, [size, x.get("reason")]))}, _names(x))


def _names(x: Json) -> str:
    return " ↔ ".join(s["path"] or s["name"] for s in x["subjects"]) or x.get("group", "")


def _plain(x: Json, name: str) -> Place:
    """Return the place of a finding that has its rule, severity and reason written down."""
    reason = x.get("reason", "")
    rule = x["rule"]
    text = ": ".join(filter(None, [rule.replace("_", " "), name, reason]))
    points, box = x.get("places"), x.get("box")
    return Place(
        rule, x["severity"], name, x.get("count", 1), text, value=x.get("value"),
        limit=x.get("limit"), allowed=x.get("allowed", ""),
        box=None if box is None else np.array(box, np.float64),
        points=None if points is None else np.array(points, np.float64),
    )  # fmt: skip

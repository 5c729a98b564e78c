"""Reads the JSON of reports of schema 1 into dataclasses."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from meshcheck.errors import ProgramError
from meshcheck.findings import Floats, parse_findings
from meshcheck.places import VERDICTS, places
from meshcheck.report import (
    FileResult,
    Mesh,
    Object,
    ObjectPair,
    Part,
    Problem,
    Region,
    Summary,
)

Json = dict[str, Any]

SCHEMA = 1


def check_head(head: object) -> Json:
    """Return the head of a report if this package reads it, else raise ProgramError."""
    tool = head.get("tool") if isinstance(head, dict) else None
    if not isinstance(head, dict) or not isinstance(tool, dict) or tool.get("name") != "meshcheck":
        raise ProgramError("this is no report of meshcheck")
    if head.get("schema") != SCHEMA:
        raise ProgramError(
            f"meshcheck {tool.get('version')} writes reports of schema {head.get('schema')}, "
            f"and this package reads schema {SCHEMA}: install the two in the same version"
        )
    return head


def parse_summary(s: Json) -> Summary:
    """Read the summary of a run."""
    return Summary(
        s["status"], s["files"], s["passed"], s["failed"], s["not_checked"], s["counts"],
        s.get("interrupted", False), s.get("unreached", 0),
    )  # fmt: skip


def parse_file(f: Json, warnings: tuple[str, ...] = ()) -> FileResult:
    """Read a file of a report and more warnings about it. Lists of findings are taken out of f."""
    error = Problem(**_known(Problem, f["error"])) if "error" in f else None
    meshes = tuple(_mesh(m) for m in f.get("meshes", ()))
    between = tuple(_pair(p) for p in f.get("between", ()))
    for holder in [*f.get("meshes", ()), *f.get("between", ())]:
        del holder["findings"]
    problems = [
        (_object(p["object"]), p["reason"])
        for section in _sections(f)
        for p in section.get("not_checked", ())
    ]
    return FileResult(
        path=f["path"], status=f["status"], format=f.get("format", ""), sha256=f.get("sha256", ""),
        unit=f.get("unit", ""), up=f.get("up", ""), error=error,
        warnings=(*f["warnings"], *warnings), checks=tuple(f.get("checks", ())),
        counts=f.get("counts", {}), meshes=meshes, between=between,
        not_checked=tuple(problems), places=places(f, meshes, between), data=f,
    )  # fmt: skip


def _sections(f: Json) -> list[Json]:
    """Return what each check has to say of the file as a whole."""
    own = [f[name] for name in ("objects", "hulls", "poses") if name in f]
    return [*own, *f.get("sections", ())]


def _known(cls: type, members: Json) -> Json:
    """Return the members that a dataclass has fields for: later minor versions may have more."""
    return {f.name: members[f.name] for f in fields(cls) if f.name in members}


def _points(value: Any) -> Floats | None:
    return None if value is None else np.array(value, np.float64)


def _mesh(m: Json) -> Mesh:
    return Mesh(
        index=m["index"], name=m["name"], triangles=m["triangles"], vertices=m["vertices"],
        shells=m["shells"], parts=tuple(Part(**_known(Part, p)) for p in m["parts"]),
        instances=tuple(m["instances"]), measured=m.get("measured", -1), box=_points(m.get("box")),
        counts=m["counts"], truncated=m["truncated"],
        regions=tuple(_region(r) for r in m["regions"]), region_count=m["region_count"],
        findings=parse_findings(m["findings"]),
    )  # fmt: skip


def _region(r: Json) -> Region:
    return Region(
        number=r.get("number", 0), counts=r["counts"], box=_points(r.get("box")),
        depth=r.get("depth", 0.0), crossing_depth=r.get("crossing_depth", 0.0),
        width=r.get("width", 0.0), area=r.get("area", 0.0), length=r.get("length", 0.0),
        edge_length=r.get("edge_length", 0.0),
        parts=tuple(r["parts"]), shells=tuple(r.get("shells", ())),
    )  # fmt: skip


def _object(o: Json) -> Object:
    return Object(**_known(Object, o))


def _pair(p: Json) -> ObjectPair:
    size, nearest = p["size"], p.get("nearest", {})
    return ObjectPair(
        a=_object(p["a"]), b=_object(p["b"]), verdict=p["verdict"],
        severity=p.get("severity", VERDICTS[p["verdict"]][1]),
        depth=size.get("depth"), depth_error=size.get("depth_error", 0.0),
        deepest=_points(size.get("deepest")), distance=nearest.get("distance"),
        nearest=_points(nearest.get("points")), inner=p.get("inner", ""),
        reason=p.get("reason", ""), allowed=p.get("allowed", ""), counts=p["counts"],
        truncated=p["truncated"], regions=tuple(_region(r) for r in p["regions"]),
        findings=parse_findings(p["findings"]),
    )  # fmt: skip

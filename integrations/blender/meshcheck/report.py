# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads reports: the JSON report has the triangles, SARIF the places in order, with their words and names."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import uv_report, words

ICONS = {
    "crossing": "MOD_BOOLEAN", "edge_crossing": "MOD_EDGESPLIT", "overlap": "MOD_SOLIDIFY", "duplicate": "DUPLICATE",
    "degenerate": "MOD_DECIM", "nonfinite": "ERROR", "clearance": "DRIVER_DISTANCE",
}


class ReportError(Exception):
    """A report cannot be read."""


@dataclass(frozen=True)
class Face:
    """A triangle of a mesh, shown by the instance with a number, -1 for any. corners are in the file's coordinates."""

    mesh: int
    triangle: int
    instance: int = -1
    corners: tuple[tuple[float, ...], ...] = ()


@dataclass
class Place:
    """A place to fix, or a warning."""

    id: str
    short: str
    rule: str
    level: str
    text: str
    accepted: bool
    faces: list[Face] = field(default_factory=list)
    instances: list[int] = field(default_factory=list)
    meshes: list[int] = field(default_factory=list)
    islands: bool = False  # faces stand for their UV islands
    uv_set: int = -1
    unlisted: int = 0  # how many of its findings the report leaves out

    @property
    def fails(self) -> bool:
        """Whether it fails the model."""
        return self.level == "error" and not self.accepted

    @property
    def icon(self) -> str:
        """The name of Blender's icon for the rule."""
        rule = self.rule.removeprefix("parts/").removeprefix("open_")
        if rule.startswith("uv_"):
            return "UV"
        if "hull" in rule or rule.endswith(("_box", "_sphere", "_capsule", "_trimesh")):
            return "MESH_ICOSPHERE"
        return ICONS.get(rule, "OBJECT_DATA" if "/" in self.rule else "INFO")


@dataclass
class Report:
    """The report on one model."""

    status: str
    places: list[Place]
    notes: list[str]
    unit: str
    up: str
    shown: list[list[str]]  # paths of the nodes that show each mesh
    measured: list[str]  # path of the one that shows it largest
    checks: list[str] = field(default_factory=list)  # those that were made
    uncompared: int = 0  # how many objects were not compared with each other

    @property
    def failing(self) -> list[Place]:
        """The places that fail."""
        return [place for place in self.places if place.fails]

    def verdict(self) -> str:
        """Says the verdict and the number of places in a few words."""
        if self.status == "not checked":
            return "Not checked"
        accepted = sum(place.accepted for place in self.places)
        count = len(self.failing)
        text = f"FAIL: {count} place{'s' if count != 1 else ''} to fix" if self.status == "fail" else "PASS"
        if self.status == "pass" and self.uncompared:
            text += ", objects not compared"
        return text + (f", {accepted} accepted" if accepted else "")

    def coverage(self) -> str:
        """Says what was checked, and what was not."""
        return words.coverage(self.checks, self.uncompared)


def read(json_path: Path, sarif_path: Path) -> Report:
    """Reads the two reports of a run on one file. Raises ReportError if they are not that."""
    try:
        document = json.loads(json_path.read_text(encoding="utf-8"))
        run = json.loads(sarif_path.read_text(encoding="utf-8"))["runs"][0]
        file = document["files"][0]
    except (OSError, ValueError, LookupError, TypeError) as err:
        raise ReportError(f"the report cannot be read: {err}") from err
    if len(document["files"]) > 1:
        raise ReportError("the report is on several files: open a report on one")
    places = [_place(file, result) for result in run["results"] if result.get("baselineState") != "absent"]
    for place, short in zip(places, _short_ids([place.id for place in places])):
        place.short = short
        if file.get("up", "y") == "y":
            place.text = words.upright(place.text)
    meshes = file.get("meshes", [])
    return Report(
        file["status"], places, _notes(file, run), file.get("unit", ""), file.get("up", "y"),
        [mesh["instances"] or [mesh["name"]] for mesh in meshes],
        [mesh["instances"][mesh["measured"]] if "measured" in mesh else "" for mesh in meshes],
        file.get("checks", []), file.get("not_compared", 0),
    )


def _notes(file: dict[str, Any], run: dict[str, Any]) -> list[str]:
    """Returns what there is to know beside the places."""
    notes = []
    for invocation in run.get("invocations", []):
        for note in invocation.get("toolExecutionNotifications", []):
            if note.get("descriptor", {}).get("id") != "not-compared":  # Report.coverage says it
                notes.append(note["message"]["text"])
    error = file.get("error", {})
    return notes + [error["hint"]] if "hint" in error else notes


def _short_ids(ids: list[str]) -> list[str]:
    """Returns the first four characters of each, more where several share these."""
    out = []
    for one in ids:
        length = 4
        while length < len(one) and any(other != one and other[:length] == one[:length] for other in ids):
            length += 1
        out.append(one[:length])
    return out


def _place(file: dict[str, Any], result: dict[str, Any]) -> Place:
    place = Place(
        id=result.get("partialFingerprints", {}).get("meshcheckRegion/v1", ""), short="", rule=result["ruleId"],
        level=result["level"], text=result["message"]["text"].removesuffix("."),
        accepted=any(s.get("status") == "accepted" for s in result.get("suppressions", [])),
    )
    properties = result.get("properties", {})
    where = properties.get("place", {})
    if "mesh" in where:
        _in_mesh(place, file["meshes"][where["mesh"]], where, properties["findings"])
    elif "pair" in where:
        _in_pair(place, file["between"][where["pair"]], properties["findings"])
    elif "group" in where:
        _in_hulls(place, file["hulls"]["groups"][where["group"]], where["finding"])
    elif "sheet" in where:
        sheet = file["uv"]["sheets"][where["sheet"]]
        rule = sheet["findings"][where["finding"]]["rule"]
        uv = uv_report.where(sheet, rule)
        place.faces = [Face(mesh, triangle) for mesh, triangle in uv.triangles]
        place.meshes, place.islands, place.uv_set = uv.meshes, uv.islands, sheet["texcoord"]
    elif "missing" in where:
        missing = file["uv"]["missing"][where["missing"]]
        place.meshes, place.uv_set = [missing["mesh"]], missing["texcoord"]
    elif "issue" in where:
        _in_section(place, _section(file, where["check"])["issues"][where["issue"]])
    return place


def _in_mesh(place: Place, mesh: dict[str, Any], where: dict[str, Any], total: int) -> None:
    place.meshes = [mesh["index"]]
    listed = 0
    for finding in mesh["findings"]:
        if "region" in where:
            wanted = finding.get("region") == where["region"]
        else:
            wanted = "region" not in finding and _rule(finding) == where["kind"]
        if wanted:
            listed += 1
            for part in _triangles(finding):
                place.faces.append(_face(part, mesh["index"], -1))
    place.unlisted = max(0, total - listed)


def _rule(finding: dict[str, Any]) -> str:
    """Returns the rule of a finding: what the program counts apart has a rule of its own."""
    if finding.get("within_precision"):
        return finding["kind"] + "_within_precision"
    if finding.get("z_fighting"):
        return "z_fighting"
    return "open_edge_crossing" if finding.get("open") else finding["kind"]


def _in_pair(place: Place, pair: dict[str, Any], total: int) -> None:
    _objects(place, [pair["a"], pair["b"]])
    if pair["truncated"]:
        place.unlisted = max(0, total - len(pair["findings"]))
    findings = list(pair["findings"])
    if "nearest" in pair:
        findings.append({"a": pair["nearest"]["a"], "b": pair["nearest"]["b"]})
    for finding in findings:
        for side in ("a", "b"):
            if side in finding:
                owner = pair[side]
                place.faces.append(_face(finding[side], owner.get("mesh", -1), owner.get("instance", -1)))


def _in_hulls(place: Place, group: dict[str, Any], number: int) -> None:
    finding = group["findings"][number]
    which = [finding[name] for name in ("hull", "other") if name in finding]
    hulls = [group["hulls"][i]["object"] for i in which] or [hull["object"] for hull in group["hulls"]] + group["visuals"]
    _objects(place, hulls)


def _section(file: dict[str, Any], check: str) -> dict[str, Any]:
    """Returns what a check found that has a list of issues."""
    if check in file:
        return file[check]
    return next(s for s in file["sections"] if s["check"] == check)


def _in_section(place: Place, issue: dict[str, Any]) -> None:
    subjects = issue["subjects"]
    _objects(place, subjects)
    for finding in issue.get("findings", []):
        for side, owner in (("a", subjects[0]), ("b", subjects[-1])):
            if side in finding:
                face = _face(finding[side], owner.get("mesh", -1), owner.get("instance", -1))
                if "pose" in issue:  # its corners are not where they are in the scene
                    face = Face(face.mesh, face.triangle, face.instance)
                place.faces.append(face)


def _objects(place: Place, objects: list[dict[str, Any]]) -> None:
    place.instances = [o["instance"] for o in objects if "instance" in o]
    place.meshes = [o["mesh"] for o in objects if "mesh" in o]


def _triangles(finding: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding[side] for side in ("a", "b") if side in finding] + finding.get("others", [])


def _face(part: dict[str, Any], mesh: int, instance: int) -> Face:
    corners = tuple(tuple(corner) for corner in part.get("corners", ()))
    return Face(mesh, part["triangle"], instance, corners)

"""Places compared with those that the program's own reports have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import meshcheck

LEVELS = {"error": "error", "warning": "warning", "note": "info"}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"checks": ["self", "parts", "hulls", "uv"], "uv_padding": "4px@512"},
        {"checks": "self,parts", "parts_of": "shell", "clearance": 0.01, "policy": "strict"},
        {"checks": "parts", "parts_of": "primitive", "allow": "*:*front*"},
        {"checks": "self,poses", "fps": 0, "pose_targets": True},
        {"fail_on": "crossing:depth>0.01,overlap:warning,degenerate"},
        {"max_findings": 2, "fail_on": "degenerate,overlap:warning"},
        {"profile": "unreal", "hull_excess": "2cm", "touch": True},
    ],
)
def test_places_are_those_of_sarif(options: Any, tmp_path: Path) -> None:
    """The places are the results of the SARIF report, in the same order with the same boxes."""
    path = tmp_path / "run.sarif"
    results = list(meshcheck.check_many(["."], output=path, **options))
    (run,) = json.loads(path.read_text())["runs"]
    files = [a["location"]["uri"] for a in run["artifacts"]]
    wanted: dict[str, list[Any]] = {f: [] for f in files}
    for r in run["results"]:
        if r["ruleId"] == "skipped":
            continue
        uri = files[r["locations"][0]["physicalLocation"]["artifactLocation"]["index"]]
        wanted[uri].append((r["ruleId"], LEVELS[r["level"]], _box(r["properties"].get("box"))))
    assert len(results) > 200
    for result in results:
        if result.status == "not checked":
            continue
        want = wanted.get(result.path, [])
        got = [
            (p.rule, p.severity, None if p.rule == "clearance" else _box(p.box))
            for p in result.places
            if not p.allowed
        ]
        assert got == want, result.path


def _box_of(low: tuple[float, ...]) -> tuple[Any, Any]:
    """Return a cube of edges 1."""
    corners = [(low[0] + x, low[1] + y, low[2] + z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return np.array(corners), np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


@pytest.mark.parametrize(
    "options", [{}, {"fail_on": "crossing:warning"}, {"fail_on": "crossing:off"}]
)
def test_limit_does_not_change_places(options: Any) -> None:
    """A region with several kinds is described alike, however few of its findings are listed."""
    (v, f), (w, g) = _box_of((0, 0, 0)), _box_of((0.25, 0.5, 0))
    arrays = np.concatenate([v, w]), np.concatenate([f, g + len(v)])
    (want,) = meshcheck.check(*arrays, **options).places
    counts = meshcheck.check(*arrays, **options).counts
    wanted = "overlap" if options else "crossing"
    assert (want.rule, want.severity) == (wanted, "error")
    assert f"{counts['overlap']} overlaps" in want.text
    for limit in (1, 2, 5, 10):
        (place,) = meshcheck.check(*arrays, max_findings=limit, **options).places
        assert (place.rule, place.severity, place.count, place.text) == (
            (want.rule, want.severity, want.count, want.text)
        )


def _box(box: Any) -> Any:
    return None if box is None else np.array(box, float).tolist()

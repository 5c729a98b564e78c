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


def _box(box: Any) -> Any:
    return None if box is None else np.array(box, float).tolist()

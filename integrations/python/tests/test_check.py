"""Checks of files and arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import meshcheck
from meshcheck.arrays import ply


def test_file() -> None:
    result = meshcheck.check("chair.glb")
    assert (result.status, result.passed, result.format, result.unit) == ("fail", False, "glb", "m")
    assert result.counts["crossing"] == len(result.pairs["crossing"]) == 26
    assert result.counts["overlap"] == len(result.pairs["overlap"]) == 41
    assert result.counts["touch"] == 125
    assert len(result.pairs["touch"]) == 0
    assert [(p.number, p.rule, p.name) for p in result.places] == [
        (1, "overlap", "seat ↔ back"),
        (2, "crossing", "seat ↔ leg_front_left"),
    ]
    assert result.places[1].text == "26 crossings: seat ↔ leg_front_left, 0.0042 m deep"
    assert result.mesh.parts[1] == meshcheck.Part("back", 44, 150)
    assert not result.truncated
    assert meshcheck.check(Path("clean/torus.stl")).passed


def test_findings() -> None:
    found = meshcheck.check("chair.glb", touch=True).findings
    assert len(found) == 26 + 41 + 125
    assert (found.triangles[:, 0] < found.triangles[:, 1]).all()
    assert set(found.kind[found.region < 0]) == {"touch"}
    assert set(found.severity[found.kind == "touch"]) == {"info"}
    assert np.isfinite(found.segment[found.kind == "crossing"]).all()
    area = found.area[found.kind == "overlap"].sum()
    assert area == pytest.approx(0.02772, rel=1e-4)
    first = int(np.flatnonzero(found.kind == "overlap")[0])
    assert found.polygons[first].shape[1] == 3


def test_single_triangles() -> None:
    kinds: set[str] = set()
    for result in meshcheck.check_many(["kinds", "gltf", "stl"]):
        for mesh in result.meshes:
            found = mesh.findings
            kinds |= set(found.kind)
            for i, around in found.around.items():
                assert found.triangles[i].tolist() == around[:2].tolist()
                assert len(around) >= 4
            for kind, triangles in found.single.items():
                assert len(triangles) == mesh.counts[kind]
    assert {"degenerate", "nonfinite", "duplicate"} <= kinds


def _wedge(*base: tuple[float, float]) -> tuple[Any, Any]:
    """Return a prism of height 1 over a triangle."""
    vertices = [(x, y, z) for z in (0, 1) for x, y in base]
    sides = [t for i, j in ((0, 1), (1, 2), (2, 0)) for t in ((i, j, j + 3), (i, j + 3, i + 3))]
    return np.array(vertices, float), np.array([*sides, (0, 2, 1), (3, 4, 5)])


def test_edge_crossing() -> None:
    """Two wedges pass through each other along the edge that both have."""
    (v, f), (w, g) = _wedge((0, 0), (4, 0), (0, 4)), _wedge((0, 0), (1, 1), (-1, 2))
    found = meshcheck.check(np.concatenate([v, w]), np.concatenate([f, g + 6])).findings
    ((i, around),) = found.around.items()
    assert found.rule[i] == "edge_crossing"
    assert len(around) == 4
    assert found.triangles[i].tolist() == around[:2].tolist()
    assert found.segment[i].tolist() == [[0, 0, 0], [0, 0, 1]]


@pytest.mark.parametrize("dtype", ["<f4", ">f4", "f8", "f2", "i4", "i8", "u1"])
def test_types_of_vertices(crossing: Any, dtype: str) -> None:
    vertices, faces = crossing
    vertices = (vertices * 2 + 2).astype(dtype)
    assert meshcheck.check(vertices, faces).pairs["crossing"].tolist() == [[0, 1]]


def test_arrays_are_exact() -> None:
    """A difference that only float64 has is not rounded away."""
    flat = np.array([(0, 0, 0), (2, 0, 0), (0, 2, 0)])
    above = flat + np.array([0.25, 0.25, 1e-12])
    faces = np.arange(6).reshape(2, 3)
    vertices = np.concatenate([flat, above])
    assert meshcheck.check(vertices, faces).passed
    assert len(meshcheck.check(vertices.astype(np.float32), faces).pairs["overlap"]) == 0
    assert len(meshcheck.check(np.round(vertices, 6), faces).pairs["overlap"]) == 1


@pytest.mark.parametrize("dtype", ["i4", "u4", "i8", "u8", "u2", ">i4"])
def test_types_of_faces(crossing: Any, dtype: str) -> None:
    vertices, faces = crossing
    assert not meshcheck.check(vertices, faces.astype(dtype)).passed


def test_views_and_empty_arrays(crossing: Any) -> None:
    vertices, faces = crossing
    padded = np.zeros((6, 4))
    padded[:, :3] = vertices
    assert not meshcheck.check(padded[:, :3], faces[::-1]).passed
    empty = meshcheck.check([], [])
    assert [p.rule for p in empty.places] == ["empty"]


@pytest.mark.parametrize(
    ("vertices", "faces", "text"),
    [
        ([(0, 0)], [(0, 0, 0)], "vertices: shape (n, 3) is needed, not (1, 2)"),
        ([(0, 0, 0)], [(0, 0)], "faces: shape (n, 3) is needed"),
        ([(0, 0, 0)], [(0, 0, 1)], "faces: there is no vertex 1 among the 1"),
        ([(0, 0, 0)], [(0, 0, -1)], "faces: there is no vertex -1 among the 1"),
        ([(0, 0, 0)], [(0, 0, 0.5)], "faces: indices are whole numbers"),
        ([(2**60 + 1, 0, 0)], [(0, 0, 0)], "vertices: values of type int64"),
        ([("a", "b", "c")], [(0, 0, 0)], "vertices: values of type <U1"),
    ],
)
def test_wrong_arrays(vertices: Any, faces: Any, text: str) -> None:
    with pytest.raises(meshcheck.UsageError) as error:
        meshcheck.check(vertices, faces)
    assert text in str(error.value)


def test_arrays_are_the_file(tmp_path: Path) -> None:
    """All findings of arrays are listed, and are those of the file with the same content."""
    n = 5000
    random = np.random.default_rng(1)
    vertices = (random.random((n, 1, 3)) + 0.2 * random.random((n, 3, 3))).astype(np.float32)
    vertices, faces = vertices.reshape(-1, 3), np.arange(3 * n).reshape(-1, 3)
    path = tmp_path / "soup.ply"
    path.write_bytes(b"".join(ply(vertices, faces)))
    here, there = meshcheck.check(vertices, faces), meshcheck.check(path)
    assert len(here.pairs["crossing"]) == here.counts["crossing"] > 10_000
    assert (here.findings.triangles == there.findings.triangles).all()
    assert here.sha256 == there.sha256
    (many,) = meshcheck.check_many([path])
    assert many.truncated
    assert many.counts == here.counts


def test_nonfinite(crossing: Any) -> None:
    vertices, faces = crossing
    vertices[0, 0] = np.nan
    assert meshcheck.check(vertices, faces).findings.single["nonfinite"].tolist() == [0]


def test_not_checked() -> None:
    with pytest.raises(meshcheck.NotChecked) as error:
        meshcheck.check("faults/binary_truncated.stl")
    assert "facet 5 (byte 354): the file ends here" in str(error.value)
    problem = error.value.result.error
    assert problem is not None
    assert (problem.kind, problem.place) == ("format", "facet 5 (byte 354)")
    with pytest.raises(meshcheck.NotChecked, match="no such file or directory"):
        meshcheck.check("no such file.glb")


def test_usage() -> None:
    with pytest.raises(meshcheck.UsageError, match=r"clean names \d+ files"):
        meshcheck.check("clean")
    with pytest.raises(meshcheck.UsageError, match="neither a length such as"):
        meshcheck.check("chair.glb", tolerance="7 parsecs")
    with pytest.raises(TypeError, match="there is no option 'polcy'"):
        meshcheck.check("chair.glb", polcy="strict")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="a mesh is a path"):
        meshcheck.check(7)
    with pytest.raises(TypeError, match="faces belong"):
        meshcheck.check("chair.glb", [(0, 1, 2)])
    with pytest.raises(meshcheck.UsageError, match="is no path"):
        meshcheck.check("a\0b.stl")


def test_hulls() -> None:
    result = meshcheck.check("hulls/bench.glb", profile="unreal", hull_excess="2cm")
    failing = [p.rule for p in result.places if p.fails]
    assert sorted(failing) == ["hull_excess", "hull_not_convex", "hull_orphan"]
    assert result.hulls is not None
    assert result.hulls["groups"][0]["name"] == "Bench"


def test_reports(tmp_path: Path, crossing: Any) -> None:
    page, report, lines = (tmp_path / f"report.{e}" for e in ("html", "json", "ndjson"))
    meshcheck.check(*crossing, output=[page, report, lines])
    assert b"<html" in page.read_bytes()
    for path in (report, lines):
        read = meshcheck.read(path)
        assert read.files[0].pairs["crossing"].tolist() == [[0, 1]]
        assert read.summary.failed == 1
    lines.write_bytes(lines.read_bytes().split(b"\n")[0])
    with pytest.raises(meshcheck.ProgramError, match="no complete report"):
        meshcheck.read(lines)
    with pytest.raises(meshcheck.MeshcheckError, match="no such file or directory"):
        meshcheck.check("chair.glb", output=tmp_path / "no folder" / "report.html")


def test_warnings_of_the_run() -> None:
    result = meshcheck.check("chair.glb", checks="hulls")
    assert "no collision hulls were found" in result.warnings

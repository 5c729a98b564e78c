"""Meshes and scenes of other libraries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import meshcheck

trimesh: Any = pytest.importorskip("trimesh")


@pytest.mark.parametrize("name", ["stl/binary.stl", "clean/torus.stl", "chair.glb"])
def test_trimesh_is_the_file(name: str, tmp_path: Path) -> None:
    """A mesh of trimesh has the pairs of the file that it writes."""
    mesh = trimesh.load(name, process=False, force="mesh")
    path = tmp_path / "mesh.ply"
    path.write_bytes(mesh.export(file_type="ply"))
    here, there = meshcheck.check(mesh), meshcheck.check(path)
    assert here.counts == there.counts
    for kind, pairs in here.pairs.items():
        assert pairs.tolist() == there.pairs[kind].tolist()
    assert here.passed == (name == "clean/torus.stl")


def test_trimesh_keeps_the_order_of_triangles() -> None:
    """The numbers in pairs are rows of the faces of trimesh."""
    sphere, box = trimesh.creation.icosphere(), trimesh.creation.box(bounds=[[0, 0, 0], [2, 2, 2]])
    both = trimesh.util.concatenate([sphere, box])
    pairs = meshcheck.check(both).pairs["crossing"]
    assert len(pairs) > 0
    assert (pairs[:, 0] < len(sphere.faces)).all()
    assert (pairs[:, 1] >= len(sphere.faces)).all()


def _two_boxes(distance: float) -> Any:
    scene, box = trimesh.Scene(), trimesh.creation.box()
    scene.add_geometry(box, node_name="one", geom_name="box")
    moved = trimesh.transformations.translation_matrix([distance, 0, 0])
    scene.graph.update("two", matrix=moved, geometry="box")
    return scene


def test_scene() -> None:
    """The nodes of a scene are objects, and a mesh that two nodes show is one mesh."""
    result = meshcheck.check(_two_boxes(0.5), checks="parts")
    (pair,) = result.between
    assert (pair.a.path, pair.b.path, pair.verdict) == ("/one", "/two", "overlap")
    assert pair.depth == pytest.approx(0.5)
    assert len(result.meshes) == 1
    assert result.unit == "m"
    assert meshcheck.check(_two_boxes(2), checks="parts").passed


def test_scene_is_the_file_of_trimesh(tmp_path: Path) -> None:
    scene = _two_boxes(0.75)
    scene.add_geometry(trimesh.creation.icosphere(), node_name="ball")
    scene.add_geometry(trimesh.points.PointCloud([[0, 0, 0]]))
    path = tmp_path / "scene.glb"
    path.write_bytes(scene.export(file_type="glb"))
    here = meshcheck.check(scene, checks="self,parts")
    there = meshcheck.check(path, checks="self,parts")

    def found(result: meshcheck.FileResult) -> Any:
        return sorted((str(p.a)[-4:], str(p.b)[-4:], p.verdict, p.depth) for p in result.between)

    assert len(here.between) == 3
    assert found(here) == found(there)
    assert here.counts == there.counts


def test_nested_nodes() -> None:
    """A node stands where the chain of its parents puts it."""
    scene, box = trimesh.Scene(), trimesh.creation.box()
    moved = trimesh.transformations.translation_matrix
    scene.graph.update("arm", "world", matrix=moved([3, 0, 0]))
    scene.add_geometry(box, node_name="hand", parent_node_name="arm", transform=moved([0, 2, 0]))
    scene.add_geometry(box, node_name="wall", transform=moved([3, 2.5, 0]))
    (pair,) = meshcheck.check(scene, checks="parts").between
    assert {str(pair.a), str(pair.b)} == {"/hand", "/wall"}
    assert pair.depth == pytest.approx(0.5)


def test_empty_scene() -> None:
    assert [p.rule for p in meshcheck.check(trimesh.Scene()).places] == ["empty"]


class _Tensor:
    """What Open3D has for arrays on some device."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def cpu(self) -> _Tensor:
        return self

    def numpy(self) -> Any:
        return self.values


class _OfDevice:
    """Has the members of a mesh of open3d.t.geometry."""

    def __init__(self, vertices: Any, faces: Any) -> None:
        self.vertex = {"positions": _Tensor(np.asarray(vertices, np.float32))}
        self.triangle = {"indices": _Tensor(np.asarray(faces))}


def test_mesh_of_tensors(crossing: Any) -> None:
    assert len(meshcheck.check(_OfDevice(*crossing)).pairs["crossing"]) == 1


def test_open3d(crossing: Any) -> None:
    o3d = pytest.importorskip("open3d", reason="Open3D is large, and not installed by the script")
    vertices, faces = crossing
    mesh = o3d.geometry.TriangleMesh(
        o3d.utility.Vector3dVector(vertices), o3d.utility.Vector3iVector(faces)
    )
    assert meshcheck.check(mesh).pairs["crossing"].tolist() == [[0, 1]]
    tensors = o3d.t.geometry.TriangleMesh.from_legacy(mesh)
    assert meshcheck.check(tensors).pairs["crossing"].tolist() == [[0, 1]]

"""Meshes in memory as the bytes of a file that the program reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from meshcheck.errors import UsageError
from meshcheck.glb import Shape, glb

Buffer = Union[bytes, memoryview]
Array = npt.NDArray[Any]

_FACE = np.dtype([("count", "u1"), ("corners", "<u4", (3,))])


def encode(mesh: Any, faces: Any = None) -> list[Buffer]:
    """Return the bytes of a file with a mesh, in pieces.

    The mesh is vertices, with the faces beside them, or an object of trimesh or Open3D.
    """
    if faces is None:
        if hasattr(mesh, "geometry") and hasattr(mesh, "graph"):
            return glb(_shapes(mesh))
        mesh, faces = _arrays_of(mesh)
    return ply(_vertices(mesh), _faces(faces, len(mesh)))


def ply(vertices: Array, faces: Array) -> list[Buffer]:
    """Return a binary PLY file. Vertices keep their type; the faces are not copied twice."""
    number = "float" if vertices.dtype == np.float32 else "double"
    header = (
        "ply\nformat binary_little_endian 1.0\n"
        f"element vertex {len(vertices)}\n"
        f"property {number} x\nproperty {number} y\nproperty {number} z\n"
        f"element face {len(faces)}\nproperty list uchar uint vertex_indices\nend_header\n"
    )
    rows = np.empty(len(faces), _FACE)
    rows["count"] = 3
    rows["corners"] = faces
    return [header.encode(), _bytes(vertices), _bytes(rows)]


def _bytes(array: Array) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _arrays_of(mesh: Any) -> tuple[Any, Any]:
    """Return the vertices and faces of a mesh of trimesh or Open3D."""
    if hasattr(mesh, "vertices") and hasattr(mesh, "faces"):  # trimesh.Trimesh
        return mesh.vertices, mesh.faces
    if hasattr(mesh, "vertices") and hasattr(mesh, "triangles"):  # open3d.geometry
        return np.asarray(mesh.vertices), np.asarray(mesh.triangles)
    if hasattr(mesh, "vertex") and hasattr(mesh, "triangle"):  # open3d.t.geometry
        return mesh.vertex["positions"].cpu().numpy(), mesh.triangle["indices"].cpu().numpy()
    raise TypeError(
        "a mesh is a path, vertices and faces, a mesh or scene of trimesh, or a mesh of Open3D, "
        f"not {type(mesh).__name__}"
    )


def _vertices(given: Any) -> Array:
    """Return vertices as little-endian float32 or float64, with the exact values given."""
    vertices = _table("vertices", given)
    kind, size = vertices.dtype.kind, vertices.dtype.itemsize
    if kind == "f" and size <= 8:
        return np.ascontiguousarray(vertices, "<f4" if size <= 4 else "<f8")
    if kind in "iu":
        exact = np.ascontiguousarray(vertices, "<f8")
        if size < 8 or np.abs(exact).max(initial=0) < 2**53:
            return exact
    raise UsageError(f"vertices: values of type {vertices.dtype} do not all fit float64")


def _faces(given: Any, vertices: int) -> Array:
    faces = _table("faces", given)
    if faces.dtype.kind not in "iu":
        if len(faces) > 0:
            raise UsageError(f"faces: indices are whole numbers, not {faces.dtype}")
        faces = faces.astype(np.uint32)
    if len(faces) > 0:
        least, greatest = faces.min(), faces.max()
        if least < 0 or greatest >= vertices:
            wrong = least if least < 0 else greatest
            raise UsageError(f"faces: there is no vertex {wrong} among the {vertices}")
    return faces


def _table(name: str, given: Any) -> Array:
    """Return rows of three numbers."""
    table: Array = np.asarray(given)
    if table.size == 0:
        table = table.reshape(0, 3)
    if table.ndim != 2 or table.shape[1] != 3:
        raise UsageError(f"{name}: shape (n, 3) is needed, not {table.shape}")
    return table


def _shapes(scene: Any) -> Sequence[Shape]:
    """Return the meshes of a trimesh scene at their places. What has no faces is left out."""
    shapes = []
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        mesh = scene.geometry[name]
        if hasattr(mesh, "faces"):
            vertices = _vertices(mesh.vertices)
            faces = _faces(mesh.faces, len(vertices))
            shapes.append(Shape(str(node), str(name), np.asarray(matrix), vertices, faces))
    return shapes

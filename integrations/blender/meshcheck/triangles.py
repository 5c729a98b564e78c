# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the triangles of a mesh as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from . import glb


@dataclass
class Surface:
    """The triangles of a mesh, sorted by material, and the face that each was cut from."""

    mesh: glb.Mesh
    faces: np.ndarray
    uv_names: list[str]


def read(mesh: bpy.types.Mesh, name: str, materials: list[int | None], with_uvs: bool) -> Surface | None:
    """Reads an evaluated mesh, None if it has no faces.

    materials are the numbers of the materials in its slots. Coordinates are turned as glTF has
    them, y up, which is exact.
    """
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    if count == 0:
        return None
    names = [layer.name for layer in mesh.uv_layers] if with_uvs else []
    positions = _positions(mesh)
    if names:
        corners = _ints(mesh.loop_triangles, "loops", 3 * count)
        positions = positions[_ints(mesh.loops, "vertex_index", len(mesh.loops))]
    else:
        corners = _ints(mesh.loop_triangles, "vertices", 3 * count)
    slots = _slots(mesh, count, len(materials))
    order, primitives = _primitives(corners.reshape(-1, 3), slots, materials)
    faces = _faces(mesh, count)
    uvs = [_uv(layer, len(mesh.loops)) for layer in mesh.uv_layers] if names else []
    return Surface(glb.Mesh(name, positions, uvs, primitives), faces if order is None else faces[order], names)


def _primitives(
    corners: np.ndarray, slots: np.ndarray | None, materials: list[int | None]
) -> tuple[np.ndarray | None, list[glb.Primitive]]:
    """Divides triangles by material slot, and returns their order if it changes."""
    corners = corners.astype(np.uint32)
    if slots is None:
        return None, [glb.Primitive(corners, materials[0] if materials else None)]
    order = np.argsort(slots, kind="stable")
    used, starts = np.unique(slots[order], return_index=True)
    pieces = np.split(corners[order], starts[1:])
    return order, [glb.Primitive(piece, materials[slot]) for piece, slot in zip(pieces, used)]


def _slots(mesh: bpy.types.Mesh, count: int, slots: int) -> np.ndarray | None:
    """Returns the material slot of each triangle, None if all have the first."""
    if slots < 2:
        return None
    values = _ints(mesh.loop_triangles, "material_index", count)
    # Blender draws a face whose slot is gone with the last one.
    values = np.clip(values, 0, slots - 1)
    return values if values.any() else None


def _faces(mesh: bpy.types.Mesh, count: int) -> np.ndarray:
    table = getattr(mesh, "loop_triangle_polygons", None)  # since 4.1, and faster
    if table is not None:
        return _ints(table, "value", count)
    return _ints(mesh.loop_triangles, "polygon_index", count)


def _positions(mesh: bpy.types.Mesh) -> np.ndarray:
    values = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", values)
    values = values.reshape(-1, 3)[:, (0, 2, 1)]
    values[:, 2] *= -1
    return np.ascontiguousarray(values) + np.float32(0)  # without negative zeros


def _uv(layer: bpy.types.MeshUVLoopLayer, loops: int) -> np.ndarray:
    """Returns a UV set with v down, computed as Blender's exporter of glTF does."""
    values = np.empty(2 * loops, dtype=np.float32)
    if hasattr(layer, "uv"):
        layer.uv.foreach_get("vector", values)
    else:
        layer.data.foreach_get("uv", values)
    values = values.reshape(-1, 2)
    values[:, 1] = 1 - values[:, 1]
    return values


def _ints(collection: bpy.types.bpy_prop_collection, name: str, length: int) -> np.ndarray:
    values = np.empty(length, dtype=np.int32)
    collection.foreach_get(name, values)
    return values

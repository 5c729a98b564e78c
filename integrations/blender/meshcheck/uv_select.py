# SPDX-License-Identifier: GPL-3.0-or-later
"""Selects UV islands in the UV editor."""

from __future__ import annotations

import bmesh
import bpy


def select(context: bpy.types.Context, objects: list[bpy.types.Object], layer: str, islands: bool) -> None:
    """Selects the UV coordinates of the selected faces in a UV layer, and makes that the active one.

    With islands, the selection grows to whole islands. It works with and without the selection of
    the UV editor being that of the mesh.
    """
    for mesh in {obj.data.name: obj.data for obj in objects}.values():
        edit = bmesh.from_edit_mesh(mesh)
        uv = edit.loops.layers.uv.get(layer) if layer else edit.loops.layers.uv.active
        if uv is None:
            continue
        if layer in mesh.uv_layers:
            mesh.uv_layers.active = mesh.uv_layers[layer]
        if islands:
            _grow(edit, uv)
        for face in edit.faces:
            for loop in face.loops:
                _select_loop(loop, uv, face.select)
        bmesh.update_edit_mesh(mesh, loop_triangles=False, destructive=False)


def _grow(edit: bmesh.types.BMesh, uv: bmesh.types.BMLayerItem) -> None:
    """Grows the selection over edges whose ends have the same UV coordinates on both sides."""
    open_faces = [face for face in edit.faces if face.select]
    while open_faces:
        face = open_faces.pop()
        for loop in face.loops:
            for other in loop.edge.link_loops:
                if not other.face.select and _joined(loop, other, uv):
                    other.face.hide_set(False)
                    other.face.select_set(True)
                    open_faces.append(other.face)


def _joined(a: bmesh.types.BMLoop, b: bmesh.types.BMLoop, uv: bmesh.types.BMLayerItem) -> bool:
    return _ends(a, uv) == _ends(b, uv)


def _ends(loop: bmesh.types.BMLoop, uv: bmesh.types.BMLayerItem) -> dict[int, tuple[float, float]]:
    following = loop.link_loop_next
    return {loop.vert.index: tuple(loop[uv].uv), following.vert.index: tuple(following[uv].uv)}


def _select_loop(loop: bmesh.types.BMLoop, uv: bmesh.types.BMLayerItem, on: bool) -> None:
    if hasattr(loop, "uv_select_vert"):  # since 5.0
        loop.uv_select_vert = loop.uv_select_edge = on
        return
    loop[uv].select = on
    if hasattr(loop[uv], "select_edge"):
        loop[uv].select_edge = on

# SPDX-License-Identifier: GPL-3.0-or-later
"""Selects faces and objects, and brings them into view."""

from __future__ import annotations

from collections.abc import Iterator

import bmesh
import bpy
import numpy as np

from . import sources, uv_select
from .mapping import Target


def apply(context: bpy.types.Context, target: Target) -> list[str]:
    """Selects a target, and returns what there is to say about it.

    Faces are selected in edit mode, in all objects that have some. Without faces, objects are
    selected in object mode.
    """
    notes = list(target.notes)
    faces = {_object(key): faces for key, faces in target.faces.items()}
    objects = [_object(key) for key in target.objects]
    if None in faces or None in objects:
        notes.append("an object is gone: check again")
    faces = {obj: chosen for obj, chosen in faces.items() if obj is not None and _reveal(context, obj, notes)}
    objects = [obj for obj in objects if obj is not None and _reveal(context, obj, notes)]
    _object_mode(context)
    if faces:
        _select_objects(context, list(faces))
        _select_faces(context, faces)
        if target.islands or target.uv_layer:
            uv_select.select(context, list(faces), target.uv_layer, target.islands)
    else:
        _select_objects(context, objects)
    if faces or objects:
        frame(context)
    return list(dict.fromkeys(notes))


def _object(key: sources.Key) -> bpy.types.Object | None:
    return sources.find(bpy.data.objects, key)


def _reveal(context: bpy.types.Context, obj: bpy.types.Object, notes: list[str]) -> bool:
    """Shows an object, and reports whether that was possible."""
    if obj.name not in context.view_layer.objects:
        notes.append(f"{obj.name} is not in this view layer")
        return False
    if not obj.visible_get():
        obj.hide_viewport = False
        obj.hide_set(False)
    if not obj.visible_get():
        notes.append(f"{obj.name} is in a hidden collection: show that to see it")
        return False
    return True


def _object_mode(context: bpy.types.Context) -> None:
    active = context.view_layer.objects.active
    if active is not None and active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")


def _select_objects(context: bpy.types.Context, objects: list[bpy.types.Object]) -> None:
    for obj in context.view_layer.objects:
        if obj.select_get():
            obj.select_set(False)
    for obj in objects:
        obj.select_set(True)
    if objects:
        context.view_layer.objects.active = objects[0]


def _select_faces(context: bpy.types.Context, chosen: dict[bpy.types.Object, np.ndarray]) -> None:
    by_mesh: dict[bpy.types.Mesh, np.ndarray] = {}
    for obj, faces in chosen.items():  # objects may share a mesh
        by_mesh[obj.data] = np.union1d(by_mesh.get(obj.data, faces), faces)
    context.tool_settings.mesh_select_mode = (False, False, True)
    bpy.ops.object.mode_set(mode="EDIT")
    for mesh, faces in by_mesh.items():
        edit = bmesh.from_edit_mesh(mesh)
        _clear(edit)
        edit.faces.ensure_lookup_table()
        for number in faces:
            edit.faces[number].hide_set(False)
            edit.faces[number].select_set(True)
        edit.faces.active = edit.faces[int(faces[0])]
        bmesh.update_edit_mesh(mesh, loop_triangles=False, destructive=False)


def _clear(edit: bmesh.types.BMesh) -> None:
    for element in (*edit.verts, *edit.edges, *edit.faces):
        if element.select:
            element.select = False
    edit.select_history.clear()


def frame(context: bpy.types.Context) -> None:
    """Brings the selection into all 3D views and UV editors. Without windows there is nothing to do."""
    for window, area, region in _regions(context):
        with context.temp_override(window=window, area=area, region=region):
            if area.type == "VIEW_3D" and bpy.ops.view3d.view_selected.poll():
                bpy.ops.view3d.view_selected()
            elif area.type == "IMAGE_EDITOR" and bpy.ops.image.view_selected.poll():
                bpy.ops.image.view_selected()


def _regions(context: bpy.types.Context) -> Iterator[tuple[bpy.types.Window, bpy.types.Area, bpy.types.Region]]:
    if bpy.app.background:
        return
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in {"VIEW_3D", "IMAGE_EDITOR"}:
                for region in area.regions:
                    if region.type == "WINDOW":
                        yield window, area, region
                        break

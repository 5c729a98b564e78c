# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects are checked, and the state of Blender while they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import bpy

SELECTION, VISIBLE, SCENE = "SELECTION", "VISIBLE", "SCENE"

Wanted = Callable[[bpy.types.Object], bool]


def wanted(context: bpy.types.Context, scope: str) -> Wanted:
    """Returns whether an object, or the object that shows an instance, is to be checked."""
    if scope == SCENE:
        return lambda _: True
    if scope == VISIBLE:
        # The evaluated scene may still have what was hidden a moment ago.
        return lambda obj: obj.visible_get(view_layer=context.view_layer)
    chosen = {o.name_full for o in context.view_layer.objects if o.select_get()}
    # The object that is edited is meant even if its selection was cleared.
    chosen |= {o.name_full for o in context.view_layer.objects if o.mode == "EDIT"}
    return lambda o: o.name_full in chosen


@contextmanager
def readable(context: bpy.types.Context, scope: str) -> Iterator[None]:
    """Makes the meshes of a scope readable: leaves edit mode, and shows what is hidden if the whole scene is meant.

    Everything is as before afterwards.
    """
    with ExitStack() as stack:
        stack.enter_context(_object_mode(context))
        if scope == SCENE:
            stack.enter_context(_all_shown(context.view_layer))
        yield


@contextmanager
def _object_mode(context: bpy.types.Context) -> Iterator[None]:
    active = context.view_layer.objects.active
    mode = active.mode if active else "OBJECT"
    if mode == "OBJECT":
        yield
        return
    bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        bpy.ops.object.mode_set(mode=mode)


@contextmanager
def _all_shown(layer: bpy.types.ViewLayer) -> Iterator[None]:
    undo: list[Callable[[], None]] = []
    for collection in _collections(layer.layer_collection):
        _show(collection, "hide_viewport", undo)
        _show(collection.collection, "hide_viewport", undo)
    for obj in layer.objects:
        _show(obj, "hide_viewport", undo)
        if obj.hide_get(view_layer=layer):
            obj.hide_set(False, view_layer=layer)
            undo.append(lambda o=obj: o.hide_set(True, view_layer=layer))
    try:
        yield
    finally:
        for step in reversed(undo):
            step()


def _show(thing: bpy.types.bpy_struct, name: str, undo: list[Callable[[], None]]) -> None:
    if getattr(thing, name):
        setattr(thing, name, False)
        undo.append(lambda: setattr(thing, name, True))


def _collections(root: bpy.types.LayerCollection) -> Iterator[bpy.types.LayerCollection]:
    yield root
    for child in root.children:
        if not child.exclude:
            yield from _collections(child)

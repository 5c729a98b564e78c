# SPDX-License-Identifier: GPL-3.0-or-later
"""Collision hulls: which objects are marked as hulls, and the names that say so in the file.

An engine finds hulls by their names, and so does meshcheck. An object that is marked as a hull, and
has no name of a hull, gets one in the file that is checked; in Blender it keeps its own.
"""

from __future__ import annotations

import re

import bpy

PREFIXES = {"CONVEX": "UCX", "BOX": "UBX", "SPHERE": "USP", "CAPSULE": "UCP"}

_RIGID_BODY = {"CONVEX_HULL": "CONVEX", "BOX": "BOX", "SPHERE": "SPHERE", "CAPSULE": "CAPSULE"}
_UNREAL = re.compile(r"^(UCX|MCDCX|UBX|USP|UCP)_", re.IGNORECASE)
_GODOT = re.compile(r"[-_$](col|colonly|convcol|convcolonly)[\d.]*$", re.IGNORECASE)
_COLLIDER = re.compile(r"_?collider$", re.IGNORECASE)


def shape_of(obj: bpy.types.Object) -> str:
    """Returns the shape that an object is marked as: CONVEX, BOX, SPHERE, CAPSULE or NONE.

    An object that is not rendered, below a mesh and with a rigid body, is marked by the collision
    shape of that body.
    """
    settings = getattr(obj, "meshcheck", None)
    if settings is not None and settings.hull != "NONE":
        return settings.hull
    body = obj.rigid_body
    if body is not None and obj.hide_render and _is_mesh(obj.parent):
        return _RIGID_BODY.get(body.collision_shape, "NONE")
    return "NONE"


def owner_of(obj: bpy.types.Object) -> bpy.types.Object | None:
    """Returns the object that a hull stands for: the one that was chosen, or else its parent."""
    settings = getattr(obj, "meshcheck", None)
    if settings is not None and settings.hull_of is not None:
        return settings.hull_of
    return obj.parent if _is_mesh(obj.parent) else None


def _is_mesh(obj: bpy.types.Object | None) -> bool:
    return obj is not None and obj.type == "MESH"


def has_hull_name(name: str, profile: str) -> bool:
    """Reports whether the profile takes an object with this name for a hull."""
    if profile == "unreal":
        return bool(_UNREAL.search(name))
    if profile == "godot":
        return bool(_GODOT.search(name))
    return any(pattern.search(name) for pattern in (_UNREAL, _GODOT, _COLLIDER))


def names(objects: list[bpy.types.Object], profile: str) -> dict[str, str]:
    """Returns the names in the file for the marked objects that need another one, by full name in Blender."""
    taken = {obj.name for obj in objects}
    out: dict[str, str] = {}
    for obj in objects:
        shape = shape_of(obj)
        if shape == "NONE" or has_hull_name(obj.name, profile):
            continue
        owner = owner_of(obj)
        name = _free(owner.name if owner else obj.name, shape, profile, taken)
        taken.add(name)
        out[obj.name_full] = name
    return out


def _free(owner: str, shape: str, profile: str, taken: set[str]) -> str:
    for number in range(1, len(taken) + 2):
        if profile == "godot":
            name = f"{owner}-convcolonly{number}"
        else:
            name = f"{PREFIXES[shape]}_{owner}_{number:02}"
        if name not in taken:
            return name
    raise AssertionError("one of more names than objects is free")

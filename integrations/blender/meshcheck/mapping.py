# SPDX-License-Identifier: GPL-3.0-or-later
"""Maps a place of a report to the faces and objects of Blender."""

from __future__ import annotations

from dataclasses import dataclass, field

import bpy
import numpy as np

from . import sources
from .export import Exported
from .report import Face, Place, Report
from .sources import Key


@dataclass
class Target:
    """What to select for a place: faces of objects, or whole objects. notes say what is special about it."""

    faces: dict[Key, np.ndarray] = field(default_factory=dict)
    objects: list[Key] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    islands: bool = False
    uv_layer: str = ""

    def add_faces(self, obj: Key, faces: np.ndarray) -> None:
        """Adds faces of an object."""
        self.faces[obj] = np.union1d(self.faces.get(obj, np.empty(0, dtype=np.int64)), faces)

    def add_object(self, obj: Key) -> None:
        """Adds an object as a whole."""
        if obj not in self.objects:
            self.objects.append(obj)


class Mapper:
    """Maps the places of a report on an exported model."""

    def __init__(self, exported: Exported, report: Report, layer: bpy.types.ViewLayer) -> None:
        self.exported = exported
        self.report = report
        self.layer = layer

    def target(self, place: Place) -> Target:
        """Returns what to select for a place."""
        target = Target(islands=place.islands)
        made = total = 0
        for (mesh, instance), triangles in _grouped(place.faces).items():
            origin = self.exported.origins[mesh]
            made += int(origin.made[triangles].sum())
            total += len(triangles)
            self._add(target, self._instance(mesh, instance), origin.numbers[triangles])
        if made:
            target.notes.append(
                f"{made} of {total} triangles are on faces that modifiers made: the faces that they come from are selected"
            )
        if not target.faces:
            self._add_objects(target, place)
        if place.uv_set >= 0 and place.meshes:
            names = self.exported.origins[place.meshes[0]].uv_names
            target.uv_layer = names[place.uv_set] if place.uv_set < len(names) else ""
        return target

    def _add(self, target: Target, shown: int, numbers: np.ndarray) -> None:
        instance = self.exported.instances[shown]
        for mesh, faces in self.exported.numbers.split(numbers).items():
            obj = self._editable(mesh, instance.object)
            if obj is None:
                target.add_object(instance.shown_by)
                target.notes.append(f"the faces are in {instance.object[0]}, which cannot be edited here")
                continue
            if len(obj.data.polygons) != self.exported.numbers.size(mesh):
                target.add_object(sources.key_of(obj))
                target.notes.append(f"{obj.name} was changed since the check: check again to select its faces")
                continue
            target.add_faces(sources.key_of(obj), faces)
        if not (numbers > 0).all():
            target.add_object(instance.shown_by)
            target.notes.append(f"some triangles of {instance.object[0]} come from no face: the object is selected")

    def _editable(self, mesh: Key, preferred: Key) -> bpy.types.Object | None:
        """Returns an object of the view layer with a mesh that can be edited, if possible the preferred one."""
        users = [
            obj for obj in self.layer.objects
            if obj.type == "MESH" and obj.library is None and obj.data.library is None and sources.key_of(obj.data) == mesh
        ]
        for obj in users:
            if sources.key_of(obj) == preferred:
                return obj
        return users[0] if users else None

    def _instance(self, mesh: int, instance: int) -> int:
        """Returns the number of the instance that a triangle is meant at, the measured one if none is named."""
        if instance >= 0:
            return instance
        shown = [i for i, one in enumerate(self.exported.instances) if one.mesh == mesh]
        path = self.report.measured[mesh] if mesh < len(self.report.measured) else ""
        return next((i for i in shown if self.exported.instances[i].path == path), shown[0])

    def _add_objects(self, target: Target, place: Place) -> None:
        for instance in place.instances or [self._instance(mesh, -1) for mesh in place.meshes]:
            target.add_object(self.exported.instances[instance].shown_by)


def _grouped(faces: list[Face]) -> dict[tuple[int, int], np.ndarray]:
    groups: dict[tuple[int, int], list[int]] = {}
    for face in faces:
        groups.setdefault((face.mesh, face.instance), []).append(face.triangle)
    return {key: np.unique(triangles) for key, triangles in groups.items()}

# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what is shown, with modifiers and instances, as a model, and remembers where each triangle comes from."""

from __future__ import annotations

from dataclasses import dataclass, field

import bpy
import numpy as np

from . import glb, hulls, scope, sources, triangles
from .nodes import Tree
from .sources import Key


class NothingToCheck(Exception):
    """No object in the scope has faces."""


@dataclass
class Instance:
    """A place where the model shows a mesh.

    object is the object with the mesh, and shown_by the one that shows it: another one if an
    instancer does.
    """

    object: Key
    shown_by: Key
    mesh: int
    path: str


@dataclass
class Origin:
    """Where the triangles of a mesh of the model come from.

    numbers has the number of the source face of each triangle (see sources), 0 if there is none.
    made tells the triangles that a modifier made.
    """

    numbers: np.ndarray
    made: np.ndarray
    uv_names: list[str]


@dataclass
class Exported:
    """A model with the origin of everything in it. renamed has the names in Blender by those in the model."""

    model: glb.Model
    instances: list[Instance]
    origins: list[Origin]
    numbers: sources.Numbers
    renamed: dict[str, str] = field(default_factory=dict)

    @property
    def triangles(self) -> int:
        """The number of triangles in all meshes."""
        return sum(len(origin.numbers) for origin in self.origins)


def export(context: bpy.types.Context, which: str, profile: str = "none", with_uvs: bool = True) -> Exported:
    """Reads the selection, what is visible, or the whole scene.

    Raises NothingToCheck if that has no faces.
    """
    want = scope.wanted(context, which)
    with scope.readable(context, which):
        layer = context.view_layer
        mark = any(len(obj.modifiers) > 0 for obj in layer.objects)
        with sources.numbered(_meshes(layer), mark) as numbers:
            reader = _Reader(context, numbers, profile, with_uvs)
            reader.read(want)
    if not reader.instances:
        raise NothingToCheck(_nothing(which))
    return reader.result()


def _nothing(which: str) -> str:
    if which == scope.SELECTION:
        return "nothing to check: no selected object has faces"
    return "nothing to check: no visible object has faces" if which == scope.VISIBLE else "nothing to check: the scene has no faces"


def _meshes(layer: bpy.types.ViewLayer) -> list[bpy.types.Mesh]:
    """Returns the meshes that can be shown in a layer, also by instances, each once."""
    objects = list(layer.objects)
    for obj in bpy.data.objects:
        if obj.instance_type == "COLLECTION" and obj.instance_collection is not None:
            objects.extend(obj.instance_collection.all_objects)
    objects.extend(obj for obj in bpy.data.objects if obj.type == "MESH")
    return list({obj.data.as_pointer(): obj.data for obj in objects if obj.type == "MESH"}.values())


class _Reader:
    """Collects the meshes and nodes of a model."""

    def __init__(self, context: bpy.types.Context, numbers: sources.Numbers, profile: str, with_uvs: bool) -> None:
        self.depsgraph = context.evaluated_depsgraph_get()
        self.numbers = numbers
        self.with_uvs = with_uvs
        self.names = hulls.names(list(context.view_layer.objects), profile)
        self.tree = Tree(self.depsgraph, self.names, context.scene.unit_settings.scale_length)
        self.meshes: list[glb.Mesh] = []
        self.origins: list[Origin] = []
        self.materials: dict[str, int] = {}
        self.known: dict[tuple[int, tuple[int | None, ...]], int | None] = {}
        self.instances: list[Instance] = []

    def read(self, want: scope.Wanted) -> None:
        """Reads all instances that are wanted."""
        self.depsgraph.update()
        for shown in self.depsgraph.object_instances:
            obj = shown.object
            by = shown.parent.original if shown.is_instance else obj.original
            if obj.type != "MESH" or not shown.show_self or not want(by):
                continue
            mesh = self._mesh(obj)
            if mesh is not None:
                node = self.tree.add(obj.original, by, np.array(shown.matrix_world, dtype=np.float64), mesh)
                self.instances.append(Instance(sources.key_of(obj.original), sources.key_of(by), mesh, node.path))

    def _mesh(self, obj: bpy.types.Object) -> int | None:
        """Returns the number of the mesh of an evaluated object, None if it has no faces."""
        slots = tuple(self._material(slot.material) for slot in obj.material_slots)
        key = (obj.data.as_pointer(), slots)
        if key not in self.known:
            self.known[key] = self._read_mesh(obj, list(slots))
        return self.known[key]

    def _read_mesh(self, obj: bpy.types.Object, slots: list[int | None]) -> int | None:
        original = obj.original.data
        surface = triangles.read(obj.data, original.name if original else obj.data.name, slots, self.with_uvs)
        if surface is None:
            return None
        self.meshes.append(surface.mesh)
        self.origins.append(Origin(*self._origin(obj, surface.faces), surface.uv_names))
        return len(self.meshes) - 1

    def _origin(self, obj: bpy.types.Object, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the number of the source face of each triangle, and which triangles modifiers made."""
        by_face = sources.numbers_in(obj.data)
        if by_face is None:
            original = obj.original.data
            first = self.numbers.first_of(original) if isinstance(original, bpy.types.Mesh) else None
            if first is None or len(original.polygons) != len(obj.data.polygons):
                return np.zeros(len(faces), dtype=np.int32), np.ones(len(faces), dtype=bool)
            by_face = first + np.arange(len(original.polygons), dtype=np.int32)
        # Modifiers that add faces keep the original ones first.
        made = np.ones(len(by_face), dtype=bool)
        made[np.unique(by_face, return_index=True)[1]] = False
        made |= by_face == 0
        return by_face[faces], made[faces]

    def _material(self, material: bpy.types.Material | None) -> int | None:
        if material is None:
            return None
        return self.materials.setdefault(material.name, len(self.materials))

    def result(self) -> Exported:
        """Returns the model. Instances have the order in which the program visits nodes."""
        nodes, roots, order = self.tree.flat()
        model = glb.Model(nodes, roots, self.meshes, list(self.materials))
        renamed = {new: old for old, new in self.names.items()}
        return Exported(model, [self.instances[i] for i in order], self.origins, self.numbers, renamed)

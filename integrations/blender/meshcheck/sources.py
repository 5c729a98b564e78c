# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the face that each face of an evaluated mesh comes from.

Modifiers copy the attributes of faces to the faces that they make. So each face gets a number in a
temporary attribute before the evaluation. The numbers differ between meshes, because a Boolean
modifier brings faces of another mesh along.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import bpy
import numpy as np

ATTRIBUTE = "meshcheck_face"

Key = tuple[str, str | None]


def key_of(datablock: bpy.types.ID) -> Key:
    """Names an object or mesh for good: references to it do not survive an undo, and names may be equal in libraries."""
    return datablock.name, datablock.library.filepath if datablock.library else None


def find(collection: bpy.types.bpy_prop_collection, key: Key) -> bpy.types.ID | None:
    """Returns the object or mesh with a key, if it still exists."""
    return collection.get(key)


@dataclass
class Numbers:
    """Which numbers the faces of each mesh have. Number 0 is for faces that come from none."""

    meshes: list[Key] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    places: dict[Key, int] = field(default_factory=dict)
    next: int = 1

    def add(self, mesh: bpy.types.Mesh) -> int:
        """Gives numbers to the faces of a mesh, and returns that of its first face."""
        self.places[key_of(mesh)] = len(self.meshes)
        self.meshes.append(key_of(mesh))
        self.first.append(self.next)
        self.sizes.append(len(mesh.polygons))
        self.next += len(mesh.polygons)
        return self.first[-1]

    def first_of(self, mesh: bpy.types.Mesh) -> int | None:
        """Returns the number of the first face of a mesh, None if its faces have none."""
        place = self.places.get(key_of(mesh))
        return None if place is None else self.first[place]

    def split(self, numbers: np.ndarray) -> dict[Key, np.ndarray]:
        """Returns the faces that have some of the numbers, by mesh and ascending."""
        numbers = np.unique(numbers[numbers > 0])
        owner = np.searchsorted(self.first, numbers, side="right") - 1
        return {self.meshes[m]: numbers[owner == m] - self.first[m] for m in np.unique(owner)}

    def size(self, key: Key) -> int:
        """Returns how many faces a mesh had."""
        return self.sizes[self.places[key]]


@contextmanager
def numbered(meshes: Iterable[bpy.types.Mesh], mark: bool) -> Iterator[Numbers]:
    """Numbers the faces of meshes and, if mark is set, stores the numbers in them meanwhile.

    A mesh that cannot be changed keeps its numbers without the attribute.
    """
    numbers, marked = Numbers(), []
    try:
        for mesh in meshes:
            first = numbers.add(mesh)
            if mark and _mark(mesh, first):
                marked.append(mesh)
        yield numbers
    finally:
        for mesh in marked:
            _unmark(mesh)


def _mark(mesh: bpy.types.Mesh, first: int) -> bool:
    active = mesh.attributes.active_index
    _unmark(mesh)
    try:
        attribute = mesh.attributes.new(ATTRIBUTE, "INT", "FACE")
    except (RuntimeError, AttributeError, TypeError):
        return False
    if attribute is None:
        return False
    # The attribute may have another name where a vertex group has this one already.
    values = np.arange(first, first + len(mesh.polygons), dtype=np.int32)
    attribute.data.foreach_set("value", values)
    mesh.attributes.active_index = active
    return True


def _unmark(mesh: bpy.types.Mesh) -> None:
    attribute = mesh.attributes.get(ATTRIBUTE)
    if attribute is not None:
        active = mesh.attributes.active_index
        mesh.attributes.remove(attribute)
        if active < len(mesh.attributes):
            mesh.attributes.active_index = active


def numbers_in(mesh: bpy.types.Mesh) -> np.ndarray | None:
    """Returns the number of each face of an evaluated mesh, None if it has no numbers."""
    attribute = mesh.attributes.get(ATTRIBUTE)
    if attribute is None or attribute.domain != "FACE" or attribute.data_type != "INT":
        return None
    values = np.empty(len(mesh.polygons), dtype=np.int32)
    attribute.data.foreach_get("value", values)
    return values

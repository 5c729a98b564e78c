# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the tree of nodes of a model from objects, their parents and their instances."""

from __future__ import annotations

from dataclasses import dataclass, field

import bpy
import numpy as np

from . import glb

# Blender's z points up, that of glTF to the viewer: (x, y, z) becomes (x, z, -y).
_UPRIGHT = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]], dtype=np.float64)


@dataclass
class Place:
    """A node before it has a number. world is its matrix in the world, in metres and y up."""

    name: str
    path: str
    world: np.ndarray
    mesh: int | None = None
    instance: int | None = None
    children: list[Place] = field(default_factory=list)


class Tree:
    """The nodes of a model. Nodes of objects have their names and parents, as in an export."""

    def __init__(self, depsgraph: bpy.types.Depsgraph, names: dict[str, str], scale: float) -> None:
        self.depsgraph = depsgraph
        self.names = names
        self.scale = scale
        self.roots: list[Place] = []
        self.places: dict[str, Place] = {}
        self.count = 0

    def add(self, obj: bpy.types.Object, by: bpy.types.Object, matrix: np.ndarray, mesh: int) -> Place:
        """Adds a place where an object shows a mesh. Instances stand below the object by that shows them."""
        if obj == by and (obj.name_full not in self.places or self.places[obj.name_full].mesh is None):
            place = self._of(obj)
        else:
            place = self._attach(self._of(by), self._name(obj), self._world(matrix))
        place.world = self._world(matrix)
        place.mesh, place.instance = mesh, self.count
        self.count += 1
        return place

    def _of(self, obj: bpy.types.Object) -> Place:
        """Returns the node of an object, below those of its parents."""
        place = self.places.get(obj.name_full)
        if place is None:
            above = self._of(obj.parent) if obj.parent is not None else None
            world = np.array(obj.evaluated_get(self.depsgraph).matrix_world, dtype=np.float64)
            place = self.places[obj.name_full] = self._attach(above, self._name(obj), self._world(world))
        return place

    def _attach(self, above: Place | None, name: str, world: np.ndarray) -> Place:
        """Adds a node below another, or as a root if that one would flatten it."""
        if above is None or np.linalg.matrix_rank(above.world) < 4:
            place = Place(name, f"/{name}", world)
            self.roots.append(place)
            return place
        place = Place(name, f"{above.path}/{name}", world)
        above.children.append(place)
        return place

    def _name(self, obj: bpy.types.Object) -> str:
        return self.names.get(obj.name_full, obj.name)

    def _world(self, matrix: np.ndarray) -> np.ndarray:
        world = _UPRIGHT @ matrix @ _UPRIGHT.T
        world[:3] *= self.scale
        return world

    def flat(self) -> tuple[list[glb.Node], list[int], list[int]]:
        """Returns all nodes depth first, the numbers of the roots, and the order of the instances."""
        nodes: list[glb.Node] = []
        order: list[int] = []

        def visit(place: Place, above: np.ndarray) -> int:
            number = len(nodes)
            nodes.append(glb.Node(place.name, np.linalg.solve(above, place.world), place.mesh))
            if place.instance is not None:
                order.append(place.instance)
            for child in sorted(place.children, key=lambda c: c.name):
                nodes[number].children.append(visit(child, place.world))
            return number

        roots = [visit(place, np.eye(4)) for place in sorted(self.roots, key=lambda r: r.name)]
        return nodes, roots, order

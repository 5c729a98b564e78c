# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the report on a file that was exported from the scene or imported into it.

The numbers of triangles need not be those of Blender's faces. So objects are found by their names,
and faces by the corners of the triangles.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from . import report, sources
from .mapping import Target
from .program import Command, ProgramFailed, Steps
from .report import Face, Place, Report

METRES = {"um": 1e-6, "mm": 1e-3, "cm": 1e-2, "in": 0.0254, "ft": 0.3048, "m": 1.0, "": 1.0}

# What corners may differ by, as a share of the size of the coordinates: rounding to float32 by an
# exporter and an importer.
SLACK = 2.0**-18

_COPY = re.compile(r"\.\d{3}$")


def read(path: Path, folder: Path, done: Callable[[Report], None]) -> Steps:
    """Reads a JSON report with the help of the program, and passes the report on."""
    sarif = folder / "opened.sarif"
    output = yield Command(["view", str(path.resolve()), "-o", str(sarif)], path.resolve().parent, "reading the report")
    if not sarif.is_file():
        raise ProgramFailed(output.words())
    done(report.read(path, sarif))


def page(path: Path, folder: Path, done: Callable[[Path], None]) -> Steps:
    """Writes the page of a JSON report, and passes its path on."""
    out = folder / "report.html"
    output = yield Command(["view", str(path.resolve()), "-o", str(out)], path.resolve().parent, "writing the page")
    if not out.is_file():
        raise ProgramFailed(output.words())
    done(out)


class Matcher:
    """Maps the places of a report to faces by names and corners."""

    def __init__(self, found: Report, context: bpy.types.Context) -> None:
        self.report = found
        self.layer = context.view_layer
        self.scale = _metres(found.unit) / context.scene.unit_settings.scale_length
        self.surfaces: dict[str, _Surface] = {}

    def target(self, place: Place) -> Target:
        """Returns what to select for a place."""
        target = Target()
        corners = [self._corners(face) for face in place.faces if face.corners]
        if corners:
            self._add_faces(target, place, corners)
        if not target.faces:
            for obj in self._named(place):
                target.add_object(sources.key_of(obj))
            if corners and target.objects:
                target.notes.append("no face has the corners that the report names: the objects with its names are selected")
        if not target.faces and not target.objects:
            target.notes.append("no object here has a name or a place of the report: import the file that it is on")
        return target

    def _add_faces(self, target: Target, place: Place, corners: list[np.ndarray]) -> None:
        left = corners
        for obj in self._named(place) + [o for o in self._meshes() if o.visible_get()]:
            surface = self._surface(obj)
            rest = []
            for triangle in left:
                faces = surface.find(triangle)
                if faces:
                    target.add_faces(sources.key_of(obj), np.array(faces))
                else:
                    rest.append(triangle)
            left = rest
            if not left:
                return
        target.notes.append(f"{len(left)} of {len(corners)} triangles were not found: the model was changed since")

    def _corners(self, face: Face) -> np.ndarray:
        corners = np.array(face.corners) * self.scale
        return corners if self.report.up == "z" else corners[:, (0, 2, 1)] * (1, -1, 1)

    def _named(self, place: Place) -> list[bpy.types.Object]:
        """Returns the meshes of the view layer whose names the place has: of its nodes, or else of its meshes."""
        names = {part for path in self._paths(place) for part in path.split("/")[-1:]}
        return [o for o in self._meshes() if _COPY.sub("", o.name) in names or o.name in names]

    def _paths(self, place: Place) -> list[str]:
        return [path for mesh in place.meshes if mesh < len(self.report.shown) for path in self.report.shown[mesh]]

    def _meshes(self) -> list[bpy.types.Object]:
        return [o for o in self.layer.objects if o.type == "MESH"]

    def _surface(self, obj: bpy.types.Object) -> _Surface:
        if obj.name_full not in self.surfaces:
            self.surfaces[obj.name_full] = _Surface(obj)
        return self.surfaces[obj.name_full]


def _metres(unit: str) -> float:
    return METRES[unit] if unit in METRES else float(unit.split()[0])


class _Surface:
    """The faces of an object in the world."""

    def __init__(self, obj: bpy.types.Object) -> None:
        mesh = obj.data
        positions = np.empty(3 * len(mesh.vertices), dtype=np.float32)
        mesh.vertices.foreach_get("co", positions)
        matrix = np.array(obj.matrix_world)
        self.at = positions.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        self.polygons = [polygon.vertices[:] for polygon in mesh.polygons]
        self.tree = BVHTree.FromPolygons(self.at.tolist(), self.polygons) if self.polygons else None
        self.size = float(np.abs(self.at).max()) if len(self.at) else 0.0

    def find(self, corners: np.ndarray) -> list[int]:
        """Returns the faces that have all corners of a triangle among theirs."""
        if self.tree is None:
            return []
        slack = max(self.size, float(np.abs(corners).max())) * SLACK
        middle = Vector(corners.mean(axis=0))
        hits = self.tree.find_nearest_range(middle, 2 * slack)
        return [polygon for _, _, polygon, _ in hits if self._has(polygon, corners, slack)]

    def _has(self, polygon: int, corners: np.ndarray, slack: float) -> bool:
        own = self.at[list(self.polygons[polygon])]
        apart = np.linalg.norm(corners[:, None] - own[None], axis=2)
        return bool((apart.min(axis=1) <= slack).all())

# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes for tests, and a base class that runs the extension as a user does."""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import bmesh
import bpy

import meshcheck
from meshcheck.session import session

PROGRAM = os.environ["MESHCHECK_PROGRAM"]
ROOT = Path(__file__).resolve().parents[3]

logging.disable(logging.INFO)


def add_mesh(name: str, vertices: list, faces: list, collection: bpy.types.Collection | None = None) -> bpy.types.Object:
    """Adds an object with a mesh of its own."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    obj = bpy.data.objects.new(name, mesh)
    (collection or bpy.context.scene.collection).objects.link(obj)
    return obj


def box(name: str, low: tuple, high: tuple) -> bpy.types.Object:
    """Adds a box of quads."""
    (a, b, c), (d, e, f) = low, high
    corners = [(a, b, c), (d, b, c), (d, e, c), (a, e, c), (a, b, f), (d, b, f), (d, e, f), (a, e, f)]
    sides = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return add_mesh(name, corners, sides)


def join(name: str, *objects: bpy.types.Object) -> bpy.types.Object:
    """Joins objects into one mesh, with their faces in order."""
    vertices, faces = [], []
    for obj in objects:
        first = len(vertices)
        vertices += [(obj.matrix_world @ v.co)[:] for v in obj.data.vertices]
        faces += [[first + v for v in p.vertices] for p in obj.data.polygons]
        bpy.data.objects.remove(obj)
    return add_mesh(name, vertices, faces)


def selected_faces(obj: bpy.types.Object) -> list[int]:
    """Returns the faces of an object that are selected in edit mode."""
    if obj.mode != "EDIT":
        return []
    return [face.index for face in bmesh.from_edit_mesh(obj.data).faces if face.select]


class Case(unittest.TestCase):
    """A test with an empty scene, the extension, and a folder."""

    def setUp(self) -> None:
        """Empties Blender and registers the extension."""
        bpy.ops.wm.read_factory_settings(use_empty=True)
        meshcheck.register()
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(meshcheck.unregister)
        bin_folder = str(Path(PROGRAM).parent)
        path = os.environ["PATH"]
        os.environ["PATH"] = bin_folder + os.pathsep + path
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        self.settings = bpy.context.scene.meshcheck
        self.settings.scope = "SCENE"

    def check(self, *checks: str, **settings: str) -> list:
        """Checks with the operator, and returns the places."""
        self.settings.own_settings = bool(checks)
        if checks:
            self.settings.checks = set(checks)
        for name, value in settings.items():
            setattr(self.settings, name, value)
        bpy.ops.meshcheck.check()
        self.assertEqual(session.error, "")
        return session.report.places

    def document(self) -> dict:
        """Returns the JSON report on the model."""
        return json.loads(session.run.workspace.report(".json").read_text(encoding="utf-8"))["files"][0]

    def select(self, index: int = 0) -> list[str]:
        """Selects a place by the list, and returns the notes."""
        bpy.context.window_manager.meshcheck.active = index
        return session.notes

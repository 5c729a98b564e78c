# SPDX-License-Identifier: GPL-3.0-or-later
"""A model from elsewhere: the faces of the first place are those of the report of the file itself."""

from __future__ import annotations

import json
import os
import subprocess
import unittest
from pathlib import Path

import bpy
import numpy as np
from scenes import PROGRAM, ROOT, Case, selected_faces

from meshcheck.session import session

CORPUS = Path(os.environ.get("MESHCHECK_CORPUS", ROOT.parent / "shared/corpus"))
MODEL = CORPUS / "boolean.glb"


def corners_of(obj: bpy.types.Object, face: int) -> frozenset:
    """Returns the corners of a face in the world, y up, rounded to what matrices leave of float32."""
    out = set()
    for vertex in obj.data.polygons[face].vertices:
        x, y, z = obj.matrix_world @ obj.data.vertices[vertex].co
        out.add(tuple(np.round((x, z, -y), 4) + 0.0))
    return frozenset(out)


@unittest.skipUnless(MODEL.is_file(), f"there is no {MODEL}")
class Boolean(Case):
    """boolean.glb has 28 objects that cut each other."""

    def test_first_place(self) -> None:
        """The first place selects the faces that the program names for the file, in two objects."""
        path = self.folder / "file.json"
        subprocess.run([PROGRAM, "-q", "--no-config", "--checks", "self,parts", "-o", path, MODEL], check=False)
        pair = json.loads(path.read_text(encoding="utf-8"))["files"][0]["between"][0]
        want = {side: set() for side in "ab"}
        for finding in pair["findings"]:
            for side in "ab":
                want[side].add(frozenset(tuple(np.round(c, 4) + 0.0) for c in finding[side]["corners"]))
        bpy.ops.import_scene.gltf(filepath=str(MODEL))
        self.check("self", "parts")
        self.select()
        self.assertEqual(session.notes, [])
        selected = {o: selected_faces(o) for o in bpy.context.objects_in_mode}
        bpy.ops.object.mode_set(mode="OBJECT")
        got = {o.name: {corners_of(o, face) for face in faces} for o, faces in selected.items()}
        names = {side: pair[side]["path"].split("/")[-1] for side in "ab"}
        self.assertEqual(got, {names[side]: want[side] for side in "ab"})

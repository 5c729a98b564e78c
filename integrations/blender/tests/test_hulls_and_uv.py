# SPDX-License-Identifier: GPL-3.0-or-later
"""Collision hulls by name and by mark, and UV maps."""

from __future__ import annotations

import bmesh
import bpy
from scenes import ROOT, Case, add_mesh, box, selected_faces

from meshcheck.session import session


class Hulls(Case):
    """Hulls of the fixture, and hulls that are marked."""

    def test_names(self) -> None:
        """Hulls are found by their names, and a fault selects the hull."""
        bpy.ops.import_scene.gltf(filepath=str(ROOT / "fixtures/hulls/bench.glb"))
        places = self.check("hulls", profile="unreal")
        self.assertEqual({p.rule for p in places if p.fails}, {"hull_orphan", "hull_not_convex"})
        concave = next(i for i, p in enumerate(places) if p.rule == "hull_not_convex")
        self.select(concave)
        self.assertEqual([o.name for o in bpy.context.selected_objects], ["UCX_Bench_01"])

    def test_marks(self) -> None:
        """An object that is marked as a hull gets a name for the check, and keeps its own."""
        body = box("Body", (0, 0, 0), (2, 2, 2))
        hull = box("shape", (0, 0, 0), (2, 2, 2))
        hull.data.vertices[6].co = (0.9, 0.9, 1.2)
        hull.meshcheck.hull, hull.meshcheck.hull_of = "CONVEX", body
        hull.hide_set(True)
        places = self.check("hulls", profile="unreal")
        self.assertIn("/UCX_Body_01", {i.path for i in session.exported.instances})
        concave = next(p for p in places if p.rule == "hull_not_convex")
        self.assertIn("/shape", concave.text)
        self.assertEqual(hull.name, "shape")
        self.select(places.index(concave))
        self.assertEqual([o.name for o in bpy.context.selected_objects], ["shape"])

    def test_rigid_body(self) -> None:
        """A rigid body that is not rendered is a hull of the mesh above it."""
        body = box("Body", (0, 0, 0), (2, 2, 2))
        hull = box("shape", (0, 0, 0), (2, 2, 2))
        hull.parent, hull.hide_render = body, True
        bpy.ops.rigidbody.world_add()
        bpy.context.view_layer.objects.active = hull
        bpy.ops.rigidbody.object_add()
        hull.rigid_body.collision_shape = "BOX"
        self.check("hulls", profile="unreal")
        self.assertEqual(self.document()["hulls"]["groups"][0]["hulls"][0]["shape"], "box")


class UV(Case):
    """Places in UV maps."""

    def test_overlap(self) -> None:
        """Islands that overlap are selected as a whole, in the map of the place."""
        squares = [(x + a, b, 0) for x in (0, 2) for b in (0, 1, 2) for a in (0, 1)]
        faces = [(k, k + 1, k + 3, k + 2) for k in (0, 2, 6, 8)]
        sheet = add_mesh("sheet", squares, faces)
        sheet.data.uv_layers.new(name="first")
        second = sheet.data.uv_layers.new(name="second")
        for index, layer in enumerate(sheet.data.uv_layers):
            for loop in sheet.data.loops:
                x, y, _ = sheet.data.vertices[loop.vertex_index].co
                layer.data[loop.index].uv = (x / 8 if index == 0 or x < 2 else (x - 1.5) / 8, y / 8)
        sheet.data.uv_layers.active = sheet.data.uv_layers["first"]
        places = self.check("uv", uv_padding="4px@512")
        overlap = next(i for i, p in enumerate(places) if p.rule == "uv_overlap")
        self.assertIn("sheet, second", places[overlap].text)
        self.select(overlap)
        self.assertEqual(selected_faces(sheet), [0, 1, 2, 3])
        self.assertEqual(sheet.data.uv_layers.active.name, second.name)
        edit = bmesh.from_edit_mesh(sheet.data)
        layer = edit.loops.layers.uv["second"]
        self.assertTrue(all(loop[layer].select for face in edit.faces for loop in face.loops))

# SPDX-License-Identifier: GPL-3.0-or-later
"""Triangles of reports are mapped to the faces of Blender exactly."""

from __future__ import annotations

import bpy
import numpy as np
from exact import cross, triangle
from scenes import ROOT, Case, add_mesh, box, join, selected_faces

from meshcheck import export
from meshcheck.mapping import Mapper
from meshcheck.session import session


class Mapping(Case):
    """Modifiers, instances, materials, and faces with many corners."""

    def crossing_faces(self, place: int = 0) -> dict[str, list[int]]:
        """Selects a place, and returns the selected faces of each object."""
        self.select(place)
        return {o.name: selected_faces(o) for o in bpy.context.objects_in_mode if selected_faces(o)}

    def test_report_faces(self) -> None:
        """In a file from elsewhere, the faces of the first place are those of its triangles."""
        bpy.ops.import_scene.gltf(filepath=str(ROOT / "fixtures/chair.glb"))
        places = self.check("self")
        self.assertEqual([p.rule for p in places], ["overlap", "crossing"])
        self.assertEqual(len(places[0].short), 4)
        chair = bpy.data.objects["chair"]
        findings = [f for f in self.document()["meshes"][0]["findings"] if f["region"] == 1]
        want = set()
        for finding in findings:
            for side in "ab":
                want.add(self.face_at(chair, finding[side]["corners"]))
        self.assertEqual(self.crossing_faces(1), {"chair": sorted(want)})

    def face_at(self, obj: bpy.types.Object, corners: list) -> int:
        """Returns the face with some corners, which have y up."""
        want = {(np.float32(x), np.float32(-z), np.float32(y)) for x, y, z in corners}
        for polygon in obj.data.polygons:
            own = {tuple(np.float32(x) for x in obj.data.vertices[v].co) for v in polygon.vertices}
            if want == own:
                return polygon.index
        raise AssertionError(f"no face has the corners {corners}")

    def test_selected_triangles_cross(self) -> None:
        """Each pair of triangles in a report crosses in Blender's own coordinates."""
        a, b = box("a", (0, 0, 0), (2, 2, 2)), box("b", (1, 1, 1), (3, 3, 3))
        b.rotation_euler = (0.3, 0.2, 0.1)
        bpy.context.view_layer.update()
        mixed = join("mixed", a, b)
        self.check("self")
        exported = session.exported
        mixed.data.calc_loop_triangles()
        findings = [f for f in self.document()["meshes"][0]["findings"] if f["kind"] == "crossing"]
        self.assertGreater(len(findings), 4)
        for finding in findings:
            pair = []
            for side in "ab":
                face = exported.origins[0].numbers[finding[side]["triangle"]] - exported.numbers.first[0]
                cuts = [t for t in mixed.data.loop_triangles if t.polygon_index == face]
                pair.append([triangle([mixed.data.vertices[v].co for v in t.vertices]) for t in cuts])
            self.assertTrue(any(cross(t, u) for t in pair[0] for u in pair[1]))
        self.assertTrue(self.crossing_faces())

    def test_ngons_and_mirror(self) -> None:
        """Faces that a mirror makes are mapped to the faces that they come from."""
        corners = [(np.cos(k), np.sin(k), 0.5) for k in np.linspace(0, 2 * np.pi, 8)[:-1]]
        disc = add_mesh("disc", corners, [tuple(range(7))])
        wall = add_mesh("wall", [(0.2, -2, 0), (0.2, 2, 0), (0.2, 2, 1), (0.2, -2, 1)], [(0, 1, 2, 3)])
        whole = join("whole", disc, wall)
        mirror = whole.modifiers.new("mirror", "MIRROR")
        mirror.use_axis = (False, False, True)
        self.check("self")
        self.assertEqual([p.rule for p in session.report.places].count("crossing"), 2)
        made = 0
        for index in range(2):
            self.assertEqual(self.crossing_faces(index), {"whole": [0, 1]})
            made += any("modifiers made" in note for note in session.notes)
        self.assertEqual(made, 1)
        self.assertNotIn("meshcheck_face", whole.data.attributes)

    def test_array_and_subdivision(self) -> None:
        """After an array and a subdivision, source faces are selected."""
        cube = box("cube", (0, 0, 0), (1, 1, 1))
        array = cube.modifiers.new("array", "ARRAY")
        array.relative_offset_displace[0] = 0.9
        subdivision = cube.modifiers.new("subdivision", "SUBSURF")
        subdivision.subdivision_type, subdivision.levels = "SIMPLE", 1
        self.check("self")
        faces = self.crossing_faces()["cube"]
        self.assertTrue(faces)
        self.assertTrue(all(0 <= face < 6 for face in faces))
        self.assertIn("modifiers made", " ".join(session.notes))

    def test_boolean_names_the_cutter(self) -> None:
        """Faces that a Boolean takes from another object are mapped to that object."""
        base, cutter = box("base", (0, 0, 0), (2, 2, 2)), box("cutter", (1, 1, 1), (3, 3, 3))
        cutter.hide_set(True)
        boolean = base.modifiers.new("boolean", "BOOLEAN")
        boolean.object, boolean.operation, boolean.solver = cutter, "DIFFERENCE", "EXACT"
        exported = export.export(bpy.context, "VISIBLE")
        owners = exported.numbers.split(exported.origins[0].numbers)
        self.assertEqual({key[0] for key in owners}, {"base", "cutter"})
        self.assertEqual(len(owners["cutter", None]), 3)

    def test_materials(self) -> None:
        """Faces of several materials are sorted into parts, and mapped back."""
        whole = join("whole", box("a", (0, 0, 0), (2, 2, 2)), box("b", (1, 1, 1), (3, 3, 3)))
        for name in ("red", "green", "blue"):
            whole.data.materials.append(bpy.data.materials.new(name))
        for polygon in whole.data.polygons:
            polygon.material_index = (polygon.index * 7) % 3
        self.check("self")
        parts = [p["name"] for p in self.document()["meshes"][0]["parts"]]
        self.assertEqual(parts, ["red", "green", "blue"])
        self.assertEqual(self.crossing_faces(), {"whole": [1, 3, 4, 6, 8, 11]})

    def test_linked_duplicates(self) -> None:
        """Objects that share a mesh are one mesh with two instances."""
        one = box("one", (0, 0, 0), (1, 1, 1))
        two = bpy.data.objects.new("two", one.data)
        two.location = (0.5, 0.5, 0.5)
        bpy.context.scene.collection.objects.link(two)
        places = self.check("parts")
        self.assertEqual(len(self.document()["meshes"]), 1)
        self.assertEqual(places[0].rule, "parts/crossing")
        self.select()
        self.assertTrue(selected_faces(one))
        self.assertEqual(one.mode, "EDIT")

    def test_two_objects_in_edit_mode(self) -> None:
        """A place between two objects selects faces of both."""
        one, two = box("one", (0, 0, 0), (1, 1, 1)), box("two", (0.5, 0.5, 0.5), (2, 2, 2))
        self.check("parts")
        self.assertEqual(self.crossing_faces(), {"one": [1, 3, 4], "two": [0, 2, 5]})
        self.assertEqual({one.mode, two.mode}, {"EDIT"})

    def test_collection_instance(self) -> None:
        """What a collection instance shows is checked at its place, and the instancer is selected."""
        hidden = bpy.data.collections.new("library")
        part = box("part", (0, 0, 0), (1, 1, 1))
        bpy.context.scene.collection.objects.unlink(part)
        hidden.objects.link(part)
        shown = bpy.data.objects.new("shown", None)
        shown.instance_type, shown.instance_collection = "COLLECTION", hidden
        shown.location = (0.5, 0.5, 0.5)
        bpy.context.scene.collection.objects.link(shown)
        box("other", (0, 0, 0), (1, 1, 1))
        self.check("parts")
        self.assertEqual({i.path for i in session.exported.instances}, {"/other", "/shown/part"})
        notes = self.select()
        self.assertIn("cannot be edited here", " ".join(notes))
        self.assertTrue(selected_faces(bpy.data.objects["other"]))

    def test_scales(self) -> None:
        """Uneven and negative scales, parents and units do not move anything."""
        parent = bpy.data.objects.new("parent", None)
        parent.scale, parent.rotation_euler = (-2, 1, 3), (0.1, 0.2, 0.3)
        bpy.context.scene.collection.objects.link(parent)
        child = box("child", (0, 0, 0), (1, 1, 1))
        child.parent, child.scale = parent, (1, -0.5, 2)
        bpy.context.scene.unit_settings.scale_length = 0.01
        self.check("self")
        file = self.document()
        low, high = np.array(file["meshes"][0]["box"]) * 100
        corners = np.array([child.matrix_world @ v.co for v in child.data.vertices])
        np.testing.assert_allclose(low, (corners[:, 0].min(), corners[:, 2].min(), -corners[:, 1].max()), atol=1e-5)
        np.testing.assert_allclose(high, (corners[:, 0].max(), corners[:, 2].max(), -corners[:, 1].min()), atol=1e-5)

    def test_shape_keys(self) -> None:
        """The shape that is shown is checked."""
        whole = join("whole", box("a", (0, 0, 0), (1, 1, 1)), box("b", (2, 0, 0), (3, 1, 1)))
        whole.shape_key_add(name="Basis")
        key = whole.shape_key_add(name="into")
        for vertex in range(8, 16):
            key.data[vertex].co.x -= 1.5
            key.data[vertex].co.y += 0.5
            key.data[vertex].co.z += 0.5
        self.assertEqual(self.check("self"), [])
        key.value = 1
        self.assertEqual(self.check("self")[0].rule, "crossing")
        self.assertEqual(self.crossing_faces(), {"whole": [1, 3, 4, 6, 8, 11]})

    def test_changed_since(self) -> None:
        """A mesh that was changed since the check is not selected by wrong numbers."""
        whole = join("whole", box("a", (0, 0, 0), (2, 2, 2)), box("b", (1, 1, 1), (3, 3, 3)))
        self.check("self")
        whole.data.clear_geometry()
        self.assertIn("check again", " ".join(self.select()))

    def test_mapper_keeps_instances_in_order(self) -> None:
        """The program numbers instances as the extension does, with parents and odd names."""
        names = ["ü/ä", "a b", 'quote"', "z", "🙂", "A" * 63]
        above = None
        for place, name in enumerate(names):
            obj = box(name, (place, 0, 0), (place + 0.9, 1, 1))
            if place % 2:
                obj.parent = above
            above = obj
        box("cut", (3.2, 0.2, 0.2), (3.5, 3, 0.5))
        self.check("parts")
        place = next(p for p in session.report.places if p.rule == "parts/crossing")
        target = Mapper(session.exported, session.report, bpy.context.view_layer).target(place)
        self.assertEqual({key[0] for key in target.faces}, {"z", "cut"})

# SPDX-License-Identifier: GPL-3.0-or-later
"""What is checked: selection, what is visible, the whole scene."""

from __future__ import annotations

import bpy
from scenes import Case, box

from meshcheck import export
from meshcheck.session import session


class Scope(Case):
    """Hidden and excluded objects, edit mode, libraries, other kinds of objects."""

    def paths(self, which: str) -> set[str]:
        """Returns the paths of what is checked."""
        return {i.path for i in export.export(bpy.context, which).instances}

    def test_hidden(self) -> None:
        """The scene has hidden objects, and stays as it is; excluded collections are left out."""
        for name in ("shown", "eye", "screen", "inner", "out"):
            box(name, (0, 0, 0), (1, 1, 1))
        objects = bpy.data.objects
        objects["eye"].hide_set(True)
        objects["screen"].hide_viewport = True
        for name, collection in (("inner", bpy.data.collections.new("hidden")), ("out", bpy.data.collections.new("excluded"))):
            bpy.context.scene.collection.children.link(collection)
            bpy.context.scene.collection.objects.unlink(objects[name])
            collection.objects.link(objects[name])
        children = bpy.context.view_layer.layer_collection.children
        children["hidden"].hide_viewport = True
        children["excluded"].exclude = True
        self.assertEqual(self.paths("VISIBLE"), {"/shown"})
        self.assertEqual(self.paths("SCENE"), {"/shown", "/eye", "/screen", "/inner"})
        self.assertTrue(objects["eye"].hide_get() and objects["screen"].hide_viewport)
        self.assertTrue(children["hidden"].hide_viewport and children["excluded"].exclude)
        self.assertEqual(self.paths("VISIBLE"), {"/shown"})

    def test_selection(self) -> None:
        """Only selected objects are checked, below their parents."""
        one, two = box("one", (0, 0, 0), (1, 1, 1)), box("two", (0, 0, 0), (1, 1, 1))
        two.parent = one
        two.select_set(True)
        self.assertEqual(self.paths("SELECTION"), {"/one/two"})
        two.select_set(False)
        with self.assertRaisesRegex(export.NothingToCheck, "no selected object"):
            self.paths("SELECTION")

    def test_edit_mode(self) -> None:
        """A check in edit mode sees the present mesh, and stays in edit mode."""
        cube = box("cube", (0, 0, 0), (1, 1, 1))
        bpy.context.view_layer.objects.active = cube
        cube.select_set(True)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="SELECT")
        bpy.ops.mesh.subdivide()
        self.assertEqual(export.export(bpy.context, "SELECTION").triangles, 48)
        self.assertEqual(cube.mode, "EDIT")

    def test_curves_and_texts(self) -> None:
        """What becomes a mesh is checked as well, and selected as an object."""
        bpy.ops.object.text_add()
        bpy.ops.curve.primitive_bezier_circle_add()
        bpy.context.object.data.bevel_depth = 0.1
        box("wall", (0.2, -1, -1), (0.3, 1, 1))
        places = self.check("parts")
        self.assertTrue(places)
        self.select()
        self.assertTrue(session.notes)

    def test_equal_names_in_libraries(self) -> None:
        """Objects with equal names from a library and from here are told apart."""
        box("thing", (0, 0, 0), (1, 1, 1))
        path = str(self.folder / "library.blend")
        bpy.data.libraries.write(path, {bpy.data.objects["thing"]})
        with bpy.data.libraries.load(path, link=True) as (there, here):
            here.objects = ["thing"]
        linked = here.objects[0]
        bpy.context.scene.collection.objects.link(linked)
        bpy.data.objects["thing", None].location = (0.5, 0.5, 0.5)
        bpy.context.view_layer.update()
        self.check("parts")
        self.assertEqual(len(session.exported.instances), 2)
        notes = self.select()
        self.assertIn("cannot be edited here", " ".join(notes))
        self.assertEqual([o.library for o in bpy.context.objects_in_mode], [None])
        self.assertTrue(session.report.places[0].fails)

    def test_nothing(self) -> None:
        """An empty scene is an error in words."""
        with self.assertRaisesRegex(RuntimeError, "the scene has no faces"):
            bpy.ops.meshcheck.check()
        self.assertIn("no faces", session.error)

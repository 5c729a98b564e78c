# SPDX-License-Identifier: GPL-3.0-or-later
"""What users do: check, cancel, go through places, accept, open and save reports."""

from __future__ import annotations

import json
import os
import subprocess
import unittest
from pathlib import Path

import bpy
from scenes import PROGRAM, ROOT, Case, box, join, selected_faces

import meshcheck
from meshcheck import program
from meshcheck.session import session


class Panel(Case):
    """The operators, without windows."""

    def two_boxes(self, saved: bool = True) -> bpy.types.Object:
        """Makes a mesh with one place, and saves the file."""
        whole = join("whole", box("a", (0, 0, 0), (2, 2, 2)), box("b", (1, 1, 1), (3, 3, 3)))
        if saved:
            (self.folder / "art").mkdir(exist_ok=True)
            bpy.ops.wm.save_as_mainfile(filepath=str(self.folder / "art/two.blend"))
        return whole

    def test_register_twice(self) -> None:
        """The extension can be switched off and on."""
        meshcheck.unregister()
        self.assertFalse(hasattr(bpy.types.Scene, "meshcheck"))
        meshcheck.register()
        self.assertTrue(hasattr(bpy.types.Scene, "meshcheck"))

    def test_steps(self) -> None:
        """Next and previous go around."""
        bpy.ops.import_scene.gltf(filepath=str(ROOT / "fixtures/chair.glb"))
        self.check("self")
        state = bpy.context.window_manager.meshcheck
        self.assertEqual([item.short for item in state.places], ["5be4", "bf09"])
        seen = []
        for direction in ("NEXT", "NEXT", "NEXT", "PREVIOUS", "PREVIOUS"):
            bpy.ops.meshcheck.step(direction=direction)
            seen.append(state.active)
        self.assertEqual(seen, [0, 1, 0, 1, 0])

    def test_accept(self) -> None:
        """An accepted place passes, and the next check knows it."""
        self.two_boxes()
        self.assertEqual(session.report, None)
        self.check("self")
        self.assertEqual(session.report.status, "fail")
        bpy.context.window_manager.meshcheck.active = 0
        bpy.ops.meshcheck.accept(reason="meant so")
        self.assertEqual((session.error, session.report.status), ("", "pass"))
        self.assertEqual(session.report.verdict(), "PASS, 1 accepted")
        line = (self.folder / "art/.meshcheck-baseline").read_text(encoding="utf-8")
        self.assertIn("\ntwo.glb region ", line)
        self.assertIn("# meant so", line)
        self.check("self")
        self.assertEqual(session.report.verdict(), "PASS, 1 accepted")

    def test_accept_before_saving(self) -> None:
        """Without a folder there is no baseline."""
        self.two_boxes(saved=False)
        self.check("self")
        bpy.context.window_manager.meshcheck.active = 0
        with self.assertRaisesRegex(RuntimeError, "save the .blend file first"):
            bpy.ops.meshcheck.accept(reason="x")

    def test_configuration(self) -> None:
        """The configuration above the file, its overrides and its baseline count as for an export there."""
        self.two_boxes()
        (self.folder / ".meshcheck.yaml").write_text(
            "baseline: lists/known\noverrides:\n  - files: art/two.glb\n    fail-on: [none]\n", encoding="utf-8"
        )
        (self.folder / "lists").mkdir()
        (self.folder / "lists/known").write_text("# nothing\n", encoding="utf-8")
        self.check()
        self.assertEqual([p.level for p in session.report.places], ["warning"])
        self.assertEqual(session.run.workspace.project.baseline, self.folder / "lists/known")
        (self.folder / ".meshcheck.yaml").write_text("tolerence: 1\n", encoding="utf-8")
        with self.assertRaisesRegex(RuntimeError, 'did you mean "tolerance"'):
            bpy.ops.meshcheck.check()

    def test_engine_of_the_configuration(self) -> None:
        """Marked hulls get names for the engine that the configuration names."""
        hull = box("shape", (0, 0, 0), (2, 2, 2))
        hull.meshcheck.hull, hull.meshcheck.hull_of = "CONVEX", self.two_boxes()
        (self.folder / "art/.meshcheck.yaml").write_text("checks: hulls\nprofile: godot\n", encoding="utf-8")
        self.check()
        self.assertIn("/whole-convcolonly1", {i.path for i in session.exported.instances})
        self.assertNotIn("hull_orphan", {p.rule for p in session.report.places})

    def test_clearance_without_a_distance(self) -> None:
        """A check that needs a number asks for it."""
        self.two_boxes()
        self.settings.own_settings, self.settings.checks = True, {"clearance"}
        with self.assertRaisesRegex(RuntimeError, "needs a distance"):
            bpy.ops.meshcheck.check()

    def test_no_program(self) -> None:
        """Without the program, the message says what to do."""
        self.two_boxes()
        os.environ["PATH"] = str(self.folder)
        with self.assertRaisesRegex(RuntimeError, "download it, and choose it in the preferences"):
            bpy.ops.meshcheck.check()
        with self.assertRaisesRegex(program.ProgramNotFound, "there is no program at"):
            program.find(str(self.folder / "gone"))
        self.assertEqual(program.find(PROGRAM), Path(PROGRAM))

    def test_cancel(self) -> None:
        """A cancelled check leaves neither the program nor files behind."""
        self.two_boxes()
        slow = self.folder / "slow"
        slow.write_text("#!/bin/sh\necho policy: game\n[ \"$1\" = config ] || exec sleep 600\n", encoding="utf-8")
        slow.chmod(0o755)
        session.check(slow, "SCENE", self.settings.options(), ("", ""))
        while session.job.says != "checking":
            session.poll()
        process = session.job.process.process
        bpy.ops.meshcheck.cancel()
        self.assertIsNone(session.job)
        self.assertIsNotNone(process.returncode)
        self.assertEqual((session.report, session.run), (None, None))

    def test_objects_not_compared(self) -> None:
        """Objects that were not compared are no full pass, and a button compares them."""
        for i in range(3):
            box(f"box {i}", (i, i, i), (i + 2, i + 2, i + 2))
        self.settings.policy, self.settings.tolerance = "strict", "1m"  # not in use, as the checks are not chosen here
        self.assertFalse(bpy.ops.meshcheck.compare.poll())
        self.assertEqual(self.check(), [])
        self.assertEqual(session.report.verdict(), "PASS, objects not compared")
        self.assertEqual(session.report.coverage(), "Checked each mesh with itself. 3 objects were not compared with each other.")
        self.assertEqual(session.report.notes, [])
        bpy.ops.meshcheck.compare()
        self.assertEqual((self.settings.own_settings, self.settings.checks), (True, {"self", "parts"}))
        self.assertEqual((self.settings.policy, self.settings.tolerance), ("default", ""))
        self.assertEqual(session.report.verdict(), "FAIL: 2 places to fix")
        self.assertEqual(session.report.coverage(), "Checked each mesh with itself and objects with each other.")
        self.assertFalse(bpy.ops.meshcheck.compare.poll())

    @unittest.skipIf(os.name == "nt", "Windows has no limit on the size of files")
    def test_save_without_room(self) -> None:
        """A report that cannot be written leaves the file of before, and is not said to be saved."""
        self.two_boxes()
        self.check("self")
        target = self.folder / "saved.html"
        target.write_text("before", encoding="utf-8")
        limited = self.folder / "limited"
        limited.write_text(f"#!/bin/sh\nulimit -f 8\ntrap '' XFSZ\nexec '{PROGRAM}' \"$@\"\n", encoding="utf-8")
        limited.chmod(0o755)
        session.save(limited, target)
        session.wait()
        self.assertRegex(session.error, "error: cannot write .*saved.html: ")
        self.assertEqual(target.read_text(encoding="utf-8"), "before")

    def test_save_of_a_failed_check(self) -> None:
        """A report of a check that fails the second time is written, and the panel says what it says."""
        self.two_boxes()
        self.check("self")
        session.run.workspace.model.write_bytes(b"glTF")
        with self.assertRaisesRegex(RuntimeError, "saved.html is written, but says that the model was not checked: "):
            bpy.ops.meshcheck.save(filepath=str(self.folder / "saved.html"))
        self.assertTrue((self.folder / "saved.html").is_file())

    def test_save_and_open(self) -> None:
        """A saved report can be opened again, and selects the same faces by their corners."""
        whole = self.two_boxes()
        self.check("self")
        self.select()
        before = selected_faces(whole)
        bpy.ops.meshcheck.save(filepath=str(self.folder / "saved.json"))
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.meshcheck.open_report(filepath=str(self.folder / "saved.json"))
        self.assertIsNone(session.exported)
        self.select()
        self.assertEqual(selected_faces(whole), before)

    def test_open_another_file(self) -> None:
        """What is no report of the program is an error, also after one that was opened."""
        self.two_boxes()
        self.check("self")
        saved, other = self.folder / "saved.json", self.folder / "other.json"
        bpy.ops.meshcheck.save(filepath=str(saved))
        bpy.ops.meshcheck.open_report(filepath=str(saved))
        document = json.loads(saved.read_text(encoding="utf-8"))
        other.write_text(json.dumps({**document, "schema": 99}), encoding="utf-8")
        with self.assertRaisesRegex(RuntimeError, "99"):
            bpy.ops.meshcheck.open_report(filepath=str(other))

    def test_report_on_centimetres(self) -> None:
        """The report on a file in another unit, with z up, finds its faces."""
        whole = self.two_boxes()
        path = self.folder / "whole.stl"
        whole.data.calc_loop_triangles()
        lines = ["solid whole"]
        for cut in whole.data.loop_triangles:
            lines.append("facet normal 0 0 0\nouter loop")
            lines += ["vertex %r %r %r" % tuple(100 * x for x in whole.data.vertices[v].co) for v in cut.vertices]
            lines.append("endloop\nendfacet")
        path.write_text("\n".join([*lines, "endsolid"]), encoding="utf-8")
        report = self.folder / "whole.json"
        subprocess.run([PROGRAM, "-q", "--unit", "cm", "-o", report, path], check=False)
        self.assertEqual(json.loads(report.read_text())["files"][0]["unit"], "cm")
        bpy.ops.meshcheck.open_report(filepath=str(report))
        self.select()
        self.assertEqual(selected_faces(whole), [1, 3, 4, 6, 8, 11])

    def test_page(self) -> None:
        """The page shows the same places."""
        self.two_boxes()
        self.check("self")
        pages = []
        session.write_page(Path(PROGRAM), pages.append)
        session.wait()
        self.assertIn(session.report.places[0].id, pages[0].read_text(encoding="utf-8"))

    def test_new_file_forgets(self) -> None:
        """A report is about one file."""
        self.two_boxes()
        self.check("self")
        root = session.run.workspace.root
        bpy.ops.wm.read_homefile(use_empty=True)
        self.assertIsNone(session.report)
        self.assertFalse(root.exists())

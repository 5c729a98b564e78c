"""Tests the validator with the real program, which the variable MESHCHECK names, and a stand-in for Unreal."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parents[2] / "fixtures"
SCENE = FIXTURES / "exported" / "scene.fbx"
sys.path[:0] = [str(HERE), str(HERE.parent / "Content" / "Python")]

import meshcheck_program  # noqa: E402
import meshcheck_validator  # noqa: E402
import unreal  # noqa: E402


class ValidatorTest(unittest.TestCase):
    """Each test has a project with settings that name the program."""

    def setUp(self) -> None:
        """Make a project."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Path(folder.name)
        unreal.Paths.project = str(self.project)
        self.configure()

    def configure(self, **settings: object) -> None:
        """Write the settings of the project."""
        path = self.project / meshcheck_program.SETTINGS_FILE
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"program": os.environ["MESHCHECK"], **settings}), encoding="utf-8")

    def validate(self, source: Path | None) -> tuple[unreal.DataValidationResult, list[tuple[str, str]]]:
        """Validate a mesh that is exported as a file."""
        validator = meshcheck_validator.MeshcheckValidator()
        result = validator.k2_validate_loaded_asset(unreal.StaticMesh("SM_Bench", source and str(source)))
        return result, validator.said

    def test_finds(self) -> None:
        """A mesh with faults is invalid, and each fault is a message with its rule."""
        result, said = self.validate(SCENE)
        self.assertEqual(result, unreal.DataValidationResult.INVALID)
        errors = [text for kind, text in said if kind == "error"]
        self.assertTrue(errors)
        self.assertTrue(any("(hull_not_convex)" in text for text in errors), errors)
        self.assertNotIn(("passes", ""), said)

    def test_passes(self) -> None:
        """A mesh without faults is valid."""
        result, said = self.validate(FIXTURES / "clean" / "cube.stl")
        self.assertEqual(result, unreal.DataValidationResult.VALID)
        self.assertEqual(said, [("passes", "")])

    def test_policy(self) -> None:
        """The configuration of the project decides what fails."""
        (self.project / ".meshcheck.yaml").write_text("fail-on: [none]\n", encoding="utf-8")
        result, said = self.validate(SCENE)
        self.assertEqual(result, unreal.DataValidationResult.VALID)
        self.assertIn("warning", [kind for kind, _ in said])

    def test_settings(self) -> None:
        """Settings become arguments."""
        self.configure(checks="self", profile="", arguments=["--fail-on=none"])
        result, said = self.validate(FIXTURES / "chair.glb")
        self.assertEqual(result, unreal.DataValidationResult.VALID)
        self.assertEqual([kind for kind, _ in said], ["warning", "warning", "passes"])

    def test_not_checked(self) -> None:
        """A mesh that cannot be checked never passes."""
        for settings, source, says in (
            ({}, None, "could not export"),
            ({}, FIXTURES / "faults" / "binary_truncated.stl", "Not checked"),
            ({"program": "no-such-program"}, SCENE, "cannot run no-such-program"),
            ({"arguments": ["--no-such-flag"]}, SCENE, "no-such-flag"),
            ({"prgram": ""}, SCENE, "may only have the settings"),
        ):
            with self.subTest(says):
                self.configure(**settings)
                result, said = self.validate(source)
                self.assertEqual(result, unreal.DataValidationResult.INVALID)
                self.assertEqual([kind for kind, _ in said], ["error"])
                self.assertIn(says, said[0][1])

    def test_which_assets(self) -> None:
        """Static meshes are validated, on saving only if that is wanted."""
        validator = meshcheck_validator.MeshcheckValidator()
        self.assertTrue(validator.k2_can_validate_asset(unreal.StaticMesh("SM_A", None)))
        self.assertFalse(validator.k2_can_validate_asset(unreal.Texture2D("T_A")))
        self.assertTrue(validator.k2_can_validate(unreal.DataValidationUsecase.MANUAL))
        self.assertFalse(validator.k2_can_validate(unreal.DataValidationUsecase.SAVE))
        self.configure(on_save=True)
        self.assertTrue(validator.k2_can_validate(unreal.DataValidationUsecase.SAVE))

    def test_registers(self) -> None:
        """Starting the editor adds the validator."""
        import init_unreal

        self.assertEqual(unreal.EditorValidatorSubsystem.validators, [init_unreal.meshcheck])


if __name__ == "__main__":
    unittest.main()

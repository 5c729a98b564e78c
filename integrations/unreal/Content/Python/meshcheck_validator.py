"""Checks static meshes with meshcheck when Unreal validates assets.

The mesh is exported as the editor has it, with its collision, and the program checks the export.
"""

from __future__ import annotations

import os
import tempfile

import meshcheck_program
import unreal

MOST_MESSAGES = 20
"""How many findings of one mesh are listed."""


@unreal.uclass()
class MeshcheckValidator(unreal.EditorValidatorBase):
    """Validates static meshes by meshcheck."""

    @unreal.ufunction(override=True)
    def k2_can_validate(self, usecase: unreal.DataValidationUsecase) -> bool:
        """Return whether assets are validated now."""
        try:
            settings = meshcheck_program.load_settings(unreal.Paths.project_dir())
        except meshcheck_program.MeshcheckError:
            return True  # the validation of the asset says why
        return settings.on_save or usecase != unreal.DataValidationUsecase.SAVE

    @unreal.ufunction(override=True)
    def k2_can_validate_asset(self, asset: unreal.Object) -> bool:
        """Return whether the asset is a static mesh."""
        return isinstance(asset, unreal.StaticMesh)

    @unreal.ufunction(override=True)
    def k2_validate_loaded_asset(self, asset: unreal.Object) -> unreal.DataValidationResult:
        """Check the mesh and report what is to be fixed."""
        try:
            found = check_mesh(asset)
        except meshcheck_program.MeshcheckError as error:
            self.asset_fails(asset, unreal.Text(f"meshcheck could not check this mesh: {error}"))
            return unreal.DataValidationResult.INVALID
        for finding in found[:MOST_MESSAGES]:
            say = self.asset_fails if finding.fails else self.asset_warning
            if finding.fails or finding.severity != "info":
                say(asset, unreal.Text(f"{finding.text} ({finding.rule})"))
        if len(found) > MOST_MESSAGES:
            self.asset_warning(asset, unreal.Text(f"meshcheck found {len(found) - MOST_MESSAGES} more places"))
        if any(finding.fails for finding in found):
            return unreal.DataValidationResult.INVALID
        self.asset_passes(asset)
        return unreal.DataValidationResult.VALID


def check_mesh(mesh: unreal.StaticMesh) -> list[meshcheck_program.Finding]:
    """Export a static mesh and check the export."""
    project = unreal.Paths.convert_relative_path_to_full(unreal.Paths.project_dir())
    settings = meshcheck_program.load_settings(project)
    with tempfile.TemporaryDirectory(prefix="meshcheck-") as folder:
        path = os.path.join(folder, f"{mesh.get_name()}.fbx")
        export(mesh, path)
        return meshcheck_program.check(path, settings, project)


def export(mesh: unreal.StaticMesh, path: str) -> None:
    """Write the first level of detail of a mesh as FBX, with its collision as UCX_ and similar meshes."""
    options = unreal.FbxExportOption()
    options.set_editor_property("collision", True)
    options.set_editor_property("level_of_detail", False)
    task = unreal.AssetExportTask()
    task.set_editor_property("object", mesh)
    task.set_editor_property("filename", path)
    task.set_editor_property("exporter", unreal.StaticMeshExporterFBX())
    task.set_editor_property("options", options)
    task.set_editor_property("automated", True)
    task.set_editor_property("prompt", False)
    task.set_editor_property("replace_identical", True)
    if not unreal.Exporter.run_asset_export_task(task) or not os.path.exists(path):
        raise meshcheck_program.MeshcheckError("Unreal could not export it as FBX")


def register() -> MeshcheckValidator:
    """Add the validator to the editor. The caller keeps it, so that it is not collected."""
    validator = MeshcheckValidator()
    unreal.get_editor_subsystem(unreal.EditorValidatorSubsystem).add_validator(validator)
    return validator

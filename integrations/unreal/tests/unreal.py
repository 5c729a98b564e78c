"""Stands in for Unreal's module: as much of its interface as the validator uses."""

from __future__ import annotations

import enum
import shutil
from collections.abc import Callable


class DataValidationUsecase(enum.Enum):
    """Why assets are validated."""

    MANUAL = 1
    SAVE = 2


class DataValidationResult(enum.Enum):
    """The outcome of one validator."""

    INVALID = 0
    VALID = 1
    NOT_VALIDATED = 2


class Text(str):
    """A text for people."""


class Object:
    """An object of the editor."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.properties: dict[str, object] = {}

    def get_name(self) -> str:
        """Return the name of the object."""
        return self.name

    def set_editor_property(self, name: str, value: object) -> None:
        """Set a property."""
        self.properties[name] = value


class StaticMesh(Object):
    """A mesh, whose export is a file of the fixtures, or fails."""

    def __init__(self, name: str, source: str | None) -> None:
        super().__init__(name)
        self.source = source


class Texture2D(Object):
    """Another asset."""


class FbxExportOption(Object):
    """Options of the export."""


class StaticMeshExporterFBX(Object):
    """The exporter of static meshes."""


class AssetExportTask(Object):
    """What is to be exported."""


class Exporter:
    """Exports assets."""

    @staticmethod
    def run_asset_export_task(task: AssetExportTask) -> bool:
        """Copy the file that stands for the export."""
        p = task.properties
        assert p["automated"] and not p["prompt"] and isinstance(p["exporter"], StaticMeshExporterFBX)
        assert p["options"].properties["collision"] is True
        if p["object"].source is None:
            return False
        shutil.copyfile(p["object"].source, p["filename"])
        return True


class EditorValidatorBase(Object):
    """Collects what a validator says."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, str]] = []

    def asset_fails(self, asset: Object, message: Text) -> None:
        """Note an error."""
        assert isinstance(message, Text)
        self.said.append(("error", message))

    def asset_warning(self, asset: Object, message: Text) -> None:
        """Note a warning."""
        assert isinstance(message, Text)
        self.said.append(("warning", message))

    def asset_passes(self, asset: Object) -> None:
        """Note that the asset was checked."""
        self.said.append(("passes", ""))


class EditorValidatorSubsystem:
    """Holds the validators."""

    validators: list[EditorValidatorBase] = []

    def add_validator(self, validator: EditorValidatorBase) -> None:
        """Add a validator."""
        self.validators.append(validator)


def get_editor_subsystem(kind: type) -> EditorValidatorSubsystem:
    """Return the subsystem."""
    return kind()


def uclass() -> Callable[[type], type]:
    """Decorate a class."""
    return lambda cls: cls


def ufunction(override: bool) -> Callable[[Callable], Callable]:
    """Decorate a method."""
    assert override
    return lambda function: function


class Paths:
    """Paths of the project."""

    project = ""

    @classmethod
    def project_dir(cls) -> str:
        """Return the folder of the project."""
        return cls.project

    @staticmethod
    def convert_relative_path_to_full(path: str) -> str:
        """Return an absolute path."""
        return path

# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings in the scene, marks of objects, the list in the panel, and the preferences."""


import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from . import program, scope, words
from .check import Options
from .session import session

CHECKS = [
    ("self", "Each Mesh", "Triangles of one mesh that cut or cover each other"),
    ("parts", "Object against Object", "Objects that cut, cover or contain each other"),
    ("clearance", "Clearance", "Objects that are too close to each other"),
    ("hulls", "Collision Hulls", "Faults of collision hulls, and how well they fit"),
    ("uv", "UV Maps", "UV islands that overlap, fold or are too close"),
]

PROFILES = [
    ("none", "No Engine", "All names of hulls, no limits of an engine"),
    ("unreal", "Unreal", "UCX_, UBX_, USP_ and UCP_ names, and the limits of Unreal"),
    ("unity", "Unity", "The limits of Unity"),
    ("godot", "Godot", "-col and -convcol names"),
    ("physx", "PhysX", "The limits of PhysX"),
    ("bullet", "Bullet", "The limits of Bullet"),
]

POLICIES = [
    ("default", "Default", "What fails without a policy"),
    ("strict", "Strict", "Almost everything that can be found fails"),
    ("game", "Game", "What flickers or breaks an importer fails"),
    ("print", "3D Print", "What has no clear inside fails"),
    ("collision", "Collision", "Only collision hulls are checked"),
]

SHAPES = [
    ("NONE", "No Hull", "The object is no collision hull, unless its name says so"),
    ("CONVEX", "Convex", "A convex hull, such as UCX_"),
    ("BOX", "Box", "A box, such as UBX_"),
    ("SPHERE", "Sphere", "A sphere, such as USP_"),
    ("CAPSULE", "Capsule", "A capsule, such as UCP_"),
]


class ObjectSettings(bpy.types.PropertyGroup):
    """Whether an object is a collision hull."""

    hull: EnumProperty(name="Shape", items=SHAPES, description="Check this object as a collision hull of this shape")
    hull_of: PointerProperty(
        name="Hull of", type=bpy.types.Object, description="The object that the hull stands for; its parent if none is chosen"
    )


class SceneSettings(bpy.types.PropertyGroup):
    """What to check in a scene."""

    scope: EnumProperty(
        name="Check",
        items=[
            (scope.SELECTION, "Selection", "Check the selected objects"),
            (scope.VISIBLE, "Visible", "Check what the view layer shows"),
            (scope.SCENE, "Scene", "Check all objects of the view layer, also hidden ones such as collision hulls"),
        ],
        default=scope.VISIBLE,
    )
    own_settings: BoolProperty(
        name="Choose Checks Here",
        description="Choose the checks here. Otherwise .meshcheck.yaml beside the .blend file or above it decides",
    )
    checks: EnumProperty(name="Checks", items=CHECKS, options={"ENUM_FLAG"}, default={"self", "parts"})
    policy: EnumProperty(name="What Fails", items=POLICIES)
    profile: EnumProperty(name="Engine", items=PROFILES)
    clearance: StringProperty(name="Clearance", description="The distance that objects must keep, such as 0.5mm")
    tolerance: StringProperty(name="Tolerance", description="Ignore findings up to this depth, such as 0.1mm or 0.01%")
    uv_padding: StringProperty(name="UV Padding", description="The distance that UV islands must keep, such as 4px@1024")
    config: StringProperty(
        name="Configuration", subtype="FILE_PATH",
        description="The configuration; if empty, .meshcheck.yaml beside the .blend file or above it",
    )
    baseline: StringProperty(
        name="Baseline", subtype="FILE_PATH",
        description="The file of accepted places; if empty, that of the configuration, or .meshcheck-baseline beside the .blend file",
    )

    def options(self) -> Options:
        """Returns the options of the program that are chosen here."""
        if not self.own_settings:
            return Options()
        checks = [name for name, _, _ in CHECKS if name in self.checks]
        return Options(
            checks, "" if self.policy == "default" else self.policy,
            self.clearance if "clearance" in self.checks else "", "" if self.profile == "none" else self.profile,
            self.tolerance, self.uv_padding if "uv" in self.checks else "",
        )

    def add_checks(self, made: list[str], added: str) -> None:
        """Chooses checks that were made, and another one."""
        if not self.own_settings:  # what was chosen here before does not come back with them
            for name in ("policy", "profile", "clearance", "tolerance", "uv_padding"):
                self.property_unset(name)
        self.own_settings, self.checks = True, {*made, added}

    def files(self) -> tuple[str, str]:
        """Returns the paths of the chosen configuration and baseline, empty if none is chosen."""
        return tuple(bpy.path.abspath(path) if path else "" for path in (self.config, self.baseline))


class PlaceItem(bpy.types.PropertyGroup):
    """A row of the list."""

    text: StringProperty()
    short: StringProperty()
    icon: StringProperty(default="INFO")
    level: StringProperty()
    accepted: BoolProperty()


def _select_active(self: "ListState", context: bpy.types.Context) -> None:
    if not session.filling and session.report is not None and 0 <= self.active < len(session.report.places):
        self.shown = session.report.places[self.active].id
        session.select(context, self.active)


class ListState(bpy.types.PropertyGroup):
    """The list of places. It belongs to the window manager, so that no file has it."""

    places: CollectionProperty(type=PlaceItem)
    active: IntProperty(name="Place", default=-1, update=_select_active, description="Select the faces of this place")
    shown: StringProperty()  # the fingerprint of the active place

    def fill(self) -> None:
        """Shows the places of the report. The active place stays active if it is still there."""
        before = self.shown
        self.places.clear()
        places = session.report.places if session.report else []
        for place in places:
            item = self.places.add()
            item.text, item.short, item.icon = words.title(place.text), place.short, place.icon
            item.level, item.accepted = place.level, place.accepted
        session.filling = True
        self.active = next((i for i, place in enumerate(places) if before and place.id == before), -1)
        session.filling = False


class Preferences(bpy.types.AddonPreferences):
    """The preferences of the extension."""

    bl_idname = __package__

    program: StringProperty(
        name="Program", subtype="FILE_PATH",
        description="The program meshcheck; if empty, the one on the PATH",
    )
    author: StringProperty(name="Your Name", description="Stands in the baseline beside the places that you accept")

    def draw(self, _context: bpy.types.Context) -> None:
        """Draws the preferences."""
        self.layout.prop(self, "program")
        try:
            self.layout.label(text=f"Found: {program.find(bpy.path.abspath(self.program))}", icon="CHECKMARK")
        except program.ProgramNotFound as err:
            self.layout.label(text=str(err), icon="ERROR")
        self.layout.prop(self, "author")


def preferences(context: bpy.types.Context) -> Preferences | None:
    """Returns the preferences, None if the extension was registered by a script."""
    addon = context.preferences.addons.get(__package__)
    return addon.preferences if addon else None


CLASSES = (ObjectSettings, SceneSettings, PlaceItem, ListState, Preferences)


def register() -> None:
    """Registers the classes and adds the settings to scenes, objects and the window manager."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Scene.meshcheck = PointerProperty(type=SceneSettings)
    bpy.types.Object.meshcheck = PointerProperty(type=ObjectSettings)
    bpy.types.WindowManager.meshcheck = PointerProperty(type=ListState)


def unregister() -> None:
    """Takes back what register did. The settings in files stay."""
    del bpy.types.WindowManager.meshcheck
    del bpy.types.Object.meshcheck
    del bpy.types.Scene.meshcheck
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)

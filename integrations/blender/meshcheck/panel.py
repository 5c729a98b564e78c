# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel in the sidebar of the 3D view."""

import textwrap

import bpy

from . import hulls
from .operators import Compare, program_path
from .program import ProgramNotFound
from .session import session

_LEVEL_ICONS = {"error": "CANCEL", "warning": "ERROR", "note": "INFO"}


def wrapped(layout: bpy.types.UILayout, context: bpy.types.Context, text: str, icon: str = "NONE") -> None:
    """Draws a text over as many lines as the width of the panel asks for."""
    scale = context.preferences.system.ui_scale
    columns = max(20, int(context.region.width / (7 * scale)) - 9)
    column = layout.column(align=True)
    column.scale_y = 0.75
    lines = [line for paragraph in text.splitlines() for line in textwrap.wrap(paragraph, columns) or [""]]
    for number, line in enumerate(lines):
        column.label(text=line, icon=icon if number == 0 else ("BLANK1" if icon != "NONE" else "NONE"))


class PlaceList(bpy.types.UIList):
    """The places, worst first."""

    bl_idname = "MESHCHECK_UL_places"

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0, _flag=0) -> None:  # noqa: ANN001
        """Draws a row: icon, what meets there, and the short name."""
        row = layout.row(align=True)
        row.active = not item.accepted
        row.label(text="", icon="CHECKMARK" if item.accepted else _LEVEL_ICONS.get(item.level, "INFO"))
        row.label(text=item.text, icon=item.icon)
        end = row.row()
        end.alignment = "RIGHT"
        end.label(text=item.short)

    def filter_items(self, _context, data, name):  # noqa: ANN001, ANN201
        """Filters by the text of the places."""
        items = getattr(data, name)
        if not self.filter_name:
            return [], []
        wanted = self.filter_name.lower()
        flags = [self.bitflag_filter_item if wanted in f"{i.text} {i.short}".lower() else 0 for i in items]
        return flags, []


class _Sidebar:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "meshcheck"


class Main(_Sidebar, bpy.types.Panel):
    """The check and its places."""

    bl_idname = "MESHCHECK_PT_main"
    bl_label = "meshcheck"

    def draw(self, context: bpy.types.Context) -> None:
        """Draws the check, the verdict and the list."""
        layout = self.layout
        try:
            program_path(context)
        except ProgramNotFound as err:
            wrapped(layout.box(), context, str(err), "ERROR")
        layout.row().prop(context.scene.meshcheck, "scope", expand=True)
        self._draw_check(layout)
        if session.error:
            wrapped(layout.box(), context, session.error, "CANCEL")
        if session.report is not None:
            self._draw_report(context, layout)

    def _draw_check(self, layout: bpy.types.UILayout) -> None:
        if session.job is None:
            row = layout.row()
            row.scale_y = 1.4
            row.operator("meshcheck.check", icon="VIEWZOOM")
            return
        row = layout.row()
        row.scale_y = 1.4
        row.operator("meshcheck.cancel", icon="X", text="Cancel (Esc)")
        layout.label(text=session.job.progress(), icon="SORTTIME")

    def _draw_report(self, context: bpy.types.Context, layout: bpy.types.UILayout) -> None:
        report, state = session.report, context.window_manager.meshcheck
        icon = {"pass": "ERROR" if report.uncompared else "CHECKMARK", "fail": "CANCEL"}.get(report.status, "ERROR")
        wrapped(layout, context, report.verdict(), icon)
        wrapped(layout, context, report.coverage(), "BLANK1")
        if Compare.poll(context):
            layout.operator(Compare.bl_idname, icon="MOD_BOOLEAN")
        for note in report.notes:
            wrapped(layout, context, note, "INFO")
        if not report.places:
            return
        layout.template_list(PlaceList.bl_idname, "", state, "places", state, "active", rows=6)
        row = layout.row(align=True)
        row.operator("meshcheck.step", text="Previous", icon="TRIA_LEFT").direction = "PREVIOUS"
        row.operator("meshcheck.step", text="Next", icon="TRIA_RIGHT").direction = "NEXT"
        if 0 <= state.active < len(report.places):
            self._draw_place(context, layout.box(), report.places[state.active])

    def _draw_place(self, context: bpy.types.Context, box: bpy.types.UILayout, place) -> None:  # noqa: ANN001
        wrapped(box, context, place.text, place.icon)
        if place.accepted:
            box.label(text="Accepted by the baseline", icon="CHECKMARK")
        for note in session.notes:
            wrapped(box, context, note, "INFO")
        row = box.row(align=True)
        row.operator("meshcheck.step", text="Select", icon="RESTRICT_SELECT_OFF").direction = "SAME"
        row.operator("meshcheck.accept", text="Accept…", icon="CHECKMARK")


class Settings(_Sidebar, bpy.types.Panel):
    """What to check, and what fails."""

    bl_idname = "MESHCHECK_PT_settings"
    bl_label = "Settings"
    bl_parent_id = Main.bl_idname
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        """Draws the settings."""
        layout, settings = self.layout, context.scene.meshcheck
        layout.prop(settings, "own_settings")
        layout.use_property_split = True
        layout.use_property_decorate = False
        column = layout.column()
        column.active = settings.own_settings
        column.column(align=True).prop(settings, "checks")
        for name in ("policy", "profile", "tolerance"):
            column.prop(settings, name)
        for name, wanted in (("clearance", "clearance"), ("uv_padding", "uv")):
            if wanted in settings.checks:
                column.prop(settings, name)
        layout.prop(settings, "config")
        layout.prop(settings, "baseline")


class Hulls(_Sidebar, bpy.types.Panel):
    """Whether the active object is a collision hull."""

    bl_idname = "MESHCHECK_PT_hulls"
    bl_label = "Collision Hull"
    bl_parent_id = Main.bl_idname
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Reports whether the active object is a mesh."""
        return context.object is not None and context.object.type == "MESH"

    def draw(self, context: bpy.types.Context) -> None:
        """Draws the mark of the active object."""
        layout, obj = self.layout, context.object
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.label(text=obj.name, icon="OBJECT_DATA")
        if hulls.has_hull_name(obj.name, "none"):
            layout.label(text="Its name says that it is a hull", icon="INFO")
            return
        layout.prop(obj.meshcheck, "hull")
        if hulls.shape_of(obj) != "NONE":
            layout.prop(obj.meshcheck, "hull_of")
            owner = hulls.owner_of(obj)
            text = f"Checked as a hull of {owner.name}" if owner else "Choose what it is a hull of"
            layout.label(text=text, icon="INFO" if owner else "ERROR")


class Reports(_Sidebar, bpy.types.Panel):
    """Reports: the page, files, and reports from elsewhere."""

    bl_idname = "MESHCHECK_PT_reports"
    bl_label = "Reports"
    bl_parent_id = Main.bl_idname
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, _context: bpy.types.Context) -> None:
        """Draws the operators for reports."""
        column = self.layout.column(align=True)
        page = column.column(align=True)
        page.enabled = session.report is not None
        page.operator("meshcheck.page", icon="URL")
        save = column.column(align=True)
        save.enabled = session.run is not None
        save.operator("meshcheck.save", icon="FILE_TICK")
        column.operator("meshcheck.open_report", icon="FILEBROWSER")


CLASSES = (PlaceList, Main, Settings, Hulls, Reports)

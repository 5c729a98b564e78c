# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators: check, open a report, go through places, accept, save."""

from pathlib import Path

import bpy
from bpy.props import EnumProperty, StringProperty

from . import program
from .properties import preferences
from .session import ERRORS, session

INTERVAL = 0.1  # seconds between looks at the program


def program_path(context: bpy.types.Context) -> Path:
    """Returns the program. Raises program.ProgramNotFound."""
    chosen = preferences(context)
    return program.find(bpy.path.abspath(chosen.program) if chosen and chosen.program else "")


def start_check(context: bpy.types.Context) -> None:
    """Writes the model and starts the program."""
    settings = context.scene.meshcheck
    session.check(program_path(context), settings.scope, settings.options(), settings.files())


def redraw(context: bpy.types.Context) -> None:
    """Draws all 3D views again."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


class _Background:
    """An operator that starts something and waits for it, while Blender stays alive. Esc cancels."""

    timer: bpy.types.Timer | None = None

    def start(self, context: bpy.types.Context) -> None:
        """Starts the work of the operator."""
        raise NotImplementedError

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Starts the work. Without windows, it waits until that is done."""
        try:
            self.start(context)
        except ERRORS as err:
            session.fail(err)
            self.report({"ERROR"}, str(err))
            return {"CANCELLED"}
        if bpy.app.background:
            session.wait()
            return self.finish(context)
        self.timer = context.window_manager.event_timer_add(INTERVAL, window=context.window)
        context.window_manager.modal_handler_add(self)
        redraw(context)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Looks after the work."""
        if session.job is None:  # the button cancelled it
            return self._end(context, {"CANCELLED"})
        if event.type == "ESC":
            session.cancel()
            return self._end(context, {"CANCELLED"})
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        if not session.poll():
            redraw(context)
            return {"PASS_THROUGH"}
        return self._end(context, self.finish(context))

    def _end(self, context: bpy.types.Context, result: set[str]) -> set[str]:
        context.window_manager.event_timer_remove(self.timer)
        redraw(context)
        return result

    def finish(self, context: bpy.types.Context) -> set[str]:
        """Shows the result."""
        if session.error:
            self.report({"ERROR"}, session.error)
            return {"CANCELLED"}
        self.shown(context)
        return {"FINISHED"}

    def shown(self, context: bpy.types.Context) -> None:
        """Says what came out."""
        context.window_manager.meshcheck.fill()
        report = session.report
        self.report({"WARNING" if report.uncompared else "INFO"}, f"{report.verdict()}. {report.coverage()}".strip())


class Check(_Background, bpy.types.Operator):
    """Check the selection, what is visible, or the whole scene"""

    bl_idname = "meshcheck.check"
    bl_label = "Check"

    def start(self, context: bpy.types.Context) -> None:
        """Starts the check."""
        start_check(context)


class Compare(_Background, bpy.types.Operator):
    """Choose the check of objects in addition to those that were made, and check again"""

    bl_idname = "meshcheck.compare"
    bl_label = "Compare Objects Too"

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        """Reports whether the last check left objects uncompared."""
        return session.run is not None and session.job is None and session.report.uncompared > 0

    def start(self, context: bpy.types.Context) -> None:
        """Sets the checks and starts the program."""
        context.scene.meshcheck.add_checks(session.report.checks, "parts")
        start_check(context)


class Cancel(bpy.types.Operator):
    """Stop the check"""

    bl_idname = "meshcheck.cancel"
    bl_label = "Cancel"

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Stops what is going on."""
        session.cancel()
        redraw(context)
        return {"FINISHED"}


class OpenReport(_Background, bpy.types.Operator):
    """Open the JSON report on a file that was exported from here, or imported"""

    bl_idname = "meshcheck.open_report"
    bl_label = "Open Report"

    filepath: StringProperty(subtype="FILE_PATH")
    filter_glob: StringProperty(default="*.json", options={"HIDDEN"})

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Asks for the file."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def start(self, context: bpy.types.Context) -> None:
        """Starts to read the report."""
        session.open(program_path(context), Path(bpy.path.abspath(self.filepath)))


class Page(_Background, bpy.types.Operator):
    """Write the page of the report, and open it in the browser"""

    bl_idname = "meshcheck.page"
    bl_label = "Open Page"

    def start(self, context: bpy.types.Context) -> None:
        """Starts to write the page."""
        session.open_page(program_path(context))

    def shown(self, _context: bpy.types.Context) -> None:
        """Says that the page is there."""
        self.report({"INFO"}, "the page is open in the browser")


class Save(_Background, bpy.types.Operator):
    """Save the report: the ending of the name decides on the format, such as .html, .json, .csv or .sarif"""

    bl_idname = "meshcheck.save"
    bl_label = "Save Report"

    filepath: StringProperty(subtype="FILE_PATH", default="//report.html")

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Asks for the file."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def start(self, context: bpy.types.Context) -> None:
        """Starts to write the report."""
        session.save(program_path(context), Path(bpy.path.abspath(self.filepath)).resolve())

    def shown(self, _context: bpy.types.Context) -> None:
        """Says where the report is."""
        self.report({"INFO"}, f"saved {self.filepath}")


class Accept(_Background, bpy.types.Operator):
    """Accept this place: it does not fail any more unless it gets worse"""

    bl_idname = "meshcheck.accept"
    bl_label = "Accept Place"

    reason: StringProperty(name="Reason", description="Why this place may stay as it is")

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Reports whether the active place fails."""
        index = context.window_manager.meshcheck.active
        return session.run is not None and 0 <= index < len(session.report.places) and session.report.places[index].fails

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Asks for the reason."""
        return context.window_manager.invoke_props_dialog(self, width=400)

    def start(self, context: bpy.types.Context) -> None:
        """Starts to add the place to the baseline."""
        chosen = preferences(context)
        place = session.report.places[context.window_manager.meshcheck.active]
        session.accept(program_path(context), place, self.reason, chosen.author if chosen else "")


class Step(bpy.types.Operator):
    """Go to another place, and select its faces"""

    bl_idname = "meshcheck.step"
    bl_label = "Next Place"

    direction: EnumProperty(items=[("NEXT", "Next", ""), ("PREVIOUS", "Previous", ""), ("SAME", "Select", "")])

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        """Reports whether there are places."""
        return session.report is not None and len(session.report.places) > 0

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Makes the place active, which selects it."""
        state = context.window_manager.meshcheck
        count = len(session.report.places)
        move = {"NEXT": 1, "PREVIOUS": -1, "SAME": 0}[self.direction]
        if state.active < 0:
            state.active = count - 1 if move < 0 else 0
        else:
            state.active = (state.active + move) % count
        return {"FINISHED"}


CLASSES = (Check, Compare, Cancel, OpenReport, Page, Save, Accept, Step)


# SPDX-License-Identifier: GPL-3.0-or-later
"""meshcheck for Blender: finds surfaces that cut or cover each other, and selects them."""

import bpy
from bpy.app.handlers import persistent

from . import operators, panel, properties
from .session import session

# For versions of Blender before 4.2, which know no manifest.
bl_info = {
    "name": "meshcheck",
    "description": "Find surfaces that cut or cover each other, and select them",
    "author": "The meshcheck authors",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > meshcheck",
    "category": "Mesh",
}

_CLASSES = (*operators.CLASSES, *panel.CLASSES)


@persistent
def _forget(*_: object) -> None:
    """Forgets the report, which is about another file."""
    session.reset()
    bpy.context.window_manager.meshcheck.fill()


def register() -> None:
    """Registers the extension."""
    properties.register()
    for cls in _CLASSES:
        bpy.utils.register_class(cls)
    bpy.app.handlers.load_post.append(_forget)


def unregister() -> None:
    """Unregisters the extension, and deletes its temporary files."""
    bpy.app.handlers.load_post.remove(_forget)
    session.reset()
    for cls in reversed(_CLASSES):
        bpy.utils.unregister_class(cls)
    properties.unregister()

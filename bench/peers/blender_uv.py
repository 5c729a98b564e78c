"""blender_uv.py FILE.glb: Blender selects the UVs that overlap, by uv.select_overlap.

Runs in Blender, or in Python with the module bpy. The line of JSON has the number of triangles
that are selected.
"""

import json
import sys
import time

import bpy
import bmesh  # stands in bpy's own folder


def main(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    times = [time.perf_counter()]
    bpy.ops.import_scene.gltf(filepath=path)
    times.append(time.perf_counter())
    things = [o for o in bpy.context.scene.objects if o.type == "MESH"]
    for o in things:
        o.select_set(True)
    bpy.context.view_layer.objects.active = things[0]
    # With selections in step, UVs that are selected are faces that are.
    bpy.context.scene.tool_settings.use_uv_select_sync = True
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_mode(type="FACE")
    bpy.ops.mesh.select_all(action="DESELECT")
    bpy.ops.uv.select_overlap()
    times.append(time.perf_counter())
    found = sum(sum(f.select for f in bmesh.from_edit_mesh(o.data).faces) for o in things)
    print(json.dumps({
        "peer": "blender_uv", "version": bpy.app.version_string, "load_s": times[1] - times[0], "weld_s": 0,
        "build_s": 0, "check_s": times[2] - times[1], "findings": found,
    }))


main(sys.argv[-1])

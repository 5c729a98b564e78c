"""blender_formats.py FILE: Blender imports a model with its own importer, and finds pairs of
faces that overlap by its BVHTree, as blender.py does.

Runs in Python with the module bpy. Blender has no importer for OFF and 3MF.
"""

import json
import os
import sys
import time

import bpy
from mathutils.bvhtree import BVHTree


def main(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    importer = {
        ".obj": bpy.ops.wm.obj_import, ".ply": bpy.ops.wm.ply_import, ".stl": bpy.ops.wm.stl_import,
        ".glb": bpy.ops.import_scene.gltf,
    }[os.path.splitext(path)[1]]
    times = [time.perf_counter()]
    importer(filepath=path)
    times.append(time.perf_counter())
    thing = next(o for o in bpy.context.scene.objects if o.type == "MESH")
    tree = BVHTree.FromObject(thing, bpy.context.evaluated_depsgraph_get())
    times.append(time.perf_counter())
    pairs = {(min(p), max(p)) for p in tree.overlap(tree)}
    times.append(time.perf_counter())
    print(json.dumps({
        "peer": "blender_formats", "version": bpy.app.version_string, "load_s": times[1] - times[0], "weld_s": 0,
        "build_s": times[2] - times[1], "check_s": times[3] - times[2], "findings": len(pairs),
    }))


main(sys.argv[-1])

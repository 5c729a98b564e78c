"""blender -b --factory-startup -t THREADS --python blender.py -- FILE: pairs of
faces that overlap, by Blender's BVHTree, as its print toolbox finds them.

Blender's own importer for STL takes tens of seconds for a million triangles, so
the file is read and welded with numpy here. The test has a tolerance, and pairs
that share an edge are skipped. GLB files are not read.
"""

import json
import sys
import time

import bpy
import numpy as np
from mathutils.bvhtree import BVHTree

FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def weld(corners):
    """Return the points and, three for each triangle, their indices."""
    corners = np.ascontiguousarray(corners.reshape(-1, 3) + np.float32(0))  # -0 is 0
    keys = corners.view(np.dtype((np.void, 12))).ravel()
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    return corners[first], index.ravel()


def main(path):
    times = [time.perf_counter()]
    corners = np.fromfile(path, FACET, offset=84)["corners"]
    times.append(time.perf_counter())
    points, index = weld(corners)
    times.append(time.perf_counter())
    mesh = bpy.data.meshes.new("mesh")
    n = len(index) // 3
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", points.ravel())
    mesh.loops.add(len(index))
    mesh.loops.foreach_set("vertex_index", index.astype(np.int32))
    mesh.polygons.add(n)
    mesh.polygons.foreach_set("loop_start", np.arange(0, 3 * n, 3, dtype=np.int32))
    mesh.polygons.foreach_set("loop_total", np.full(n, 3, dtype=np.int32))
    mesh.update()
    thing = bpy.data.objects.new("thing", mesh)
    bpy.context.collection.objects.link(thing)
    tree = BVHTree.FromObject(thing, bpy.context.evaluated_depsgraph_get())
    times.append(time.perf_counter())
    pairs = tree.overlap(tree)
    times.append(time.perf_counter())
    load, weld_s, build, check = np.diff(times)
    print(json.dumps({
        "peer": "blender", "version": bpy.app.version_string, "load_s": load, "weld_s": weld_s,
        "build_s": build, "check_s": check, "findings": len({(min(p), max(p)) for p in pairs}),
    }))


main(sys.argv[-1])

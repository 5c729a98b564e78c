"""pypi.py PEER FILE: self-intersections by a package from PyPI.

Each peer is a function that yields after each phase and returns its version and
findings. Where a phase is part of another it takes no time here.

trimesh only reads: its CollisionManager, with python-fcl, tests objects against
one another and has no test of a mesh against itself.
"""

import json
import sys
import time
from importlib.metadata import version


def meshlib(path):
    """Pairs in plain float64; pairs that share an edge are skipped, touches too."""
    from meshlib import mrmeshpy

    yield "start"
    if path.endswith((".glb", ".3mf")):  # scenes, which have one mesh here
        thing = mrmeshpy.loadSceneFromAnySupportedFormat(path).obj
        while not isinstance(thing, mrmeshpy.ObjectMesh):
            thing = thing.children()[0]
        mesh = thing.meshPtr()
    else:
        mesh = mrmeshpy.loadMesh(path)  # welds as it reads
    yield "load_s"
    mesh.getAABBTree()
    yield "build_s"
    found = len(mrmeshpy.findSelfCollidingTriangles(mrmeshpy.MeshPart(mesh)))
    yield "check_s"
    return version("meshlib"), found


def pymeshlab(path):
    """Faces, not pairs, on one thread; pairs that share an edge are skipped."""
    import pymeshlab

    yield "start"
    meshes = pymeshlab.MeshSet(verbose=False)
    glb = path.endswith(".glb")
    meshes.load_new_mesh(path, **({} if glb else {"unify_vertices": False}))
    yield "load_s"
    meshes.meshing_remove_duplicate_vertices()
    yield "weld_s"
    meshes.compute_selection_by_self_intersections_per_face()
    found = meshes.current_mesh().selected_face_number()
    yield "check_s"
    return version("pymeshlab"), found


def open3d(path):
    """Pairs in plain float64, each with each; pairs that share a vertex are skipped."""
    import open3d

    yield "start"
    mesh = open3d.io.read_triangle_mesh(path)
    yield "load_s"
    mesh.remove_duplicated_vertices()
    yield "weld_s"
    found = len(mesh.get_self_intersecting_triangles())
    yield "check_s"
    return version("open3d"), found


def trimesh(path):
    """Reads only: see above."""
    import trimesh

    yield "start"
    trimesh.load(path, process=False)
    yield "load_s"
    return version("trimesh"), 0


def main(name, path):
    line = {"peer": name, "version": "", "load_s": 0.0, "weld_s": 0.0, "build_s": 0.0, "check_s": 0.0}
    run = {"meshlib": meshlib, "pymeshlab": pymeshlab, "open3d": open3d, "trimesh": trimesh}[name](path)
    next(run)  # imports
    last = time.perf_counter()
    while True:
        try:
            phase = next(run)
        except StopIteration as end:
            line["version"], line["findings"] = end.value
            break
        now = time.perf_counter()
        line[phase], last = now - last, now
    print(json.dumps(line))


main(*sys.argv[1:])

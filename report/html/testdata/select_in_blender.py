"""Runs a copied script in Blender as its console does, line by line, and prints the
corners of the faces that are selected then.

blender -b --factory-startup --python select_in_blender.py -- MODEL SCRIPT
"""
import code
import json
import sys

import bpy
import numpy

# Importers of Blender 3 name what newer NumPy, which distributions pair them with,
# has no more.
if "bool" not in vars(numpy):
    numpy.bool = bool

model, script = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
if model.endswith(".stl"):
    bpy.ops.import_mesh.stl(filepath=model)
elif model.endswith(".fbx"):
    bpy.ops.import_scene.fbx(filepath=model)
else:
    bpy.ops.import_scene.gltf(filepath=model)

console = code.InteractiveConsole({"__name__": "__main__"})
with open(script, encoding="utf-8") as lines:
    for line in lines.read().split("\n"):
        console.push(line)

bpy.ops.object.mode_set(mode="OBJECT")
selected = []
for obj in bpy.context.view_layer.objects:
    if obj.type == "MESH" and obj == bpy.context.object:
        for face in obj.data.polygons:
            if face.select:
                selected.append([list(obj.matrix_world @ obj.data.vertices[v].co) for v in face.vertices])
print("SELECTED " + json.dumps(selected))

import { sub } from "./math.js";

// trianglesOf returns the numbers of all triangles in some findings, ascending.
export function trianglesOf(findings) {
  const numbers = new Set(findings.flatMap((f) => [f.a, f.b, ...f.others]).filter((t) => t >= 0));
  return Uint32Array.from(numbers).sort();
}

// ranges writes ascending numbers, runs of them as "first:last".
export function ranges(numbers) {
  const out = [];
  for (let i = 0; i < numbers.length; ) {
    let last = i;
    while (numbers[last + 1] === numbers[last] + 1) last++;
    out.push(last > i ? `${numbers[i]}:${numbers[last]}` : `${numbers[i]}`);
    i = last + 1;
  }
  return out;
}

// mayaScript selects faces by number, in the selected mesh or in the only one with as many faces as
// the file has triangles.
export function mayaScript(model, numbers) {
  const list = ranges(numbers).map((r) => `'f[${r}]'`);
  return `# meshcheck: ${numbers.length} triangles to look at. Python, for Maya's script editor.
import maya.cmds as cmds
total = ${model.facts.triangles}
faces = [${wrap(list)}]
meshes = cmds.ls(selection=True, dag=True, type='mesh', long=True, noIntermediate=True) or cmds.ls(type='mesh', long=True, noIntermediate=True)
fits = [m for m in meshes if cmds.polyEvaluate(m, face=True) == total]
if len(fits) == 1:
    cmds.select([fits[0] + '.' + f for f in faces])
else:
    cmds.warning('meshcheck: select the one mesh that has %d triangles; %d fit' % (total, len(fits)))

`;
}

// blenderScript selects faces in the selected objects or, if none is selected, in any. Importers
// drop duplicate and collapsed faces, and in the scene that a file was exported from faces are
// polygons. So the number of a triangle counts only if the face with that number has the same
// corners; otherwise the script finds the face by its corners. Some importers turn the file's unit
// into metres, and some do not, so the script tries both. Blocks contain no empty line and end with
// one, for interactive consoles.
export function blenderScript(model, numbers, upright) {
  const step = stepFor(model, numbers);
  const digits = Math.max(0, Math.min(24, -Math.floor(Math.log10(step))));
  const rows = Array.from(numbers, (n) => `${n}: (${cornersOf(model, n, upright).map((x) => plain(x, digits)).join(", ")})`);
  return `# meshcheck: ${numbers.length} triangles to look at. For Blender's Python console or text editor.
import bpy, bmesh
from mathutils import Vector
from mathutils.bvhtree import BVHTree
total = ${model.facts.triangles}
slack = ${(4 * step).toPrecision(3)}
scales = ${model.facts.metres ? `(${model.facts.metres}, 1)` : "(1,)"}
corners = {}
${blocks(rows, 40).map((block) => `corners.update({${block.join(", ")}})`).join("\n")}
def meshcheck_find(obj, scale):
    mesh = obj.data
    near = slack * scale
    at = [obj.matrix_world @ v.co for v in mesh.vertices]
    tree = BVHTree.FromPolygons(at, [p.vertices[:] for p in mesh.polygons])
    def misfit(polygon, places):
        own = [at[v] for v in mesh.polygons[polygon].vertices]
        return max(min((p - q).length for q in own) for p in places)
    found = {}
    for number, c in corners.items():
        if not c: # left out of the page: only the number tells
            found[number] = [number] if len(mesh.polygons) == total else []
            continue
        places = [Vector(c[k:k + 3]) * scale for k in (0, 3, 6)]
        if len(mesh.polygons) == total and misfit(number, places) <= near:
            found[number] = [number]
            continue
        middle = (places[0] + places[1] + places[2]) / 3
        fits = [(misfit(hit[2], places), hit[2]) for hit in tree.find_nearest_range(middle, 2 * near)]
        fits = [fit for fit in fits if fit[0] <= near]
        if fits:
            found[number] = [polygon for away, polygon in fits if away <= 2 * min(fits)[0] + 1e-9]
    return {number: some for number, some in found.items() if some}

def meshcheck_select(obj, polygons):
    for other in bpy.context.selected_objects:
        other.select_set(False)
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode='EDIT')
    bpy.context.tool_settings.mesh_select_mode = (False, False, True)
    bpy.ops.mesh.reveal(select=False)
    bpy.ops.mesh.select_all(action='DESELECT')
    edit = bmesh.from_edit_mesh(obj.data)
    edit.faces.ensure_lookup_table()
    for polygon in polygons:
        edit.faces[polygon].select_set(True)
    bmesh.update_edit_mesh(obj.data)

def meshcheck():
    if bpy.context.object and bpy.context.object.mode != 'OBJECT':
        bpy.ops.object.mode_set(mode='OBJECT')
    meshes = [o for o in bpy.context.selected_objects if o.type == 'MESH']
    meshes = meshes or [o for o in bpy.context.view_layer.objects if o.type == 'MESH' and o.visible_get()]
    found = [(meshcheck_find(o, scale), o) for o in meshes for scale in scales]
    best, obj = max(found, key=lambda pair: len(pair[0]), default=({}, None))
    if not best:
        same = [o for o in meshes if len(o.data.polygons) == total]
        if len(same) != 1:
            print('meshcheck: no object has these triangles; select the one that was imported from the file')
            return
        print('meshcheck: the object was moved or changed, so the faces are selected by number alone')
        best, obj = {n: [n] for n in corners}, same[0]
    meshcheck_select(obj, sorted({p for some in best.values() for p in some}))
    print('meshcheck: found %d of %d triangles in %s' % (len(best), len(corners), obj.name))

meshcheck()
`;
}

// stepFor returns the step to which coordinates are rounded: a little finer than they are stored,
// so that every float32 is found again.
function stepFor(model, numbers) {
  const reach = Math.max(...model.box.max.map(Math.abs), ...model.box.min.map(Math.abs));
  const wide = Math.max(...sub(model.box.max, model.box.min));
  return Math.max(reach * 2 ** -22, wide * 2 ** -20) || 1e-9;
}

// cornersOf returns the corners of a triangle as in Blender: glTF importers turn y up into z up.
function cornersOf(model, number, upright) {
  const place = model.places.get(number);
  if (place === undefined) return [];
  const out = [];
  for (let k = 0; k < 9; k += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => model.world(model.corners[9 * place + k + axis], axis));
    out.push(...(upright === 2 ? [x, y, z] : [x, -z, y]));
  }
  return out;
}

// plain writes a number without a superfluous sign or zeros.
const plain = (x, digits) => String(Number(x.toFixed(digits)) || 0);

function blocks(list, length) {
  const out = [];
  for (let i = 0; i < list.length; i += length) out.push(list.slice(i, i + length));
  return out;
}

const wrap = (list) => blocks(list, 12).map((row) => row.join(", ")).join(",\n  ");

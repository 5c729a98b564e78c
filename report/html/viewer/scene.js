import { ballAround } from "./math.js";

// drawnOut returns a decoded scene with the triangles of each place, as Model takes it: corners are in
// the units of the scene, objects are the places, triangles have no numbers, and from has
// for each its place in the scene.
export function drawnOut(scene) {
  const spans = spansOf(scene.owners, scene.objects.length);
  const n = scene.placed.reduce((sum, p) => sum + spans[p.object].count, 0);
  const out = {
    ...scene,
    objects: scene.placed.map(({ object, instance, name }) => ({ ...scene.objects[object], first: 0, instance, name })),
    corners: new Float32Array(9 * n),
    triangles: new Uint32Array(3 * n),
    owners: new Uint16Array(n),
    parts: new Uint32Array(n),
    shells: new Uint32Array(n),
    faces: new Int32Array(n).fill(-1),
    detail: new Uint8Array(n),
    from: new Uint32Array(n),
  };
  let to = 0;
  scene.placed.forEach((place, i) => {
    const { first, count } = spans[place.object];
    for (const name of ["parts", "shells"]) out[name].set(scene[name].subarray(first, first + count), to);
    out.triangles.set(scene.triangles.subarray(3 * first, 3 * (first + count)), 3 * to);
    out.owners.fill(i, to, to + count);
    for (let k = 0; k < count; k++) out.from[to + k] = first + k;
    placeCorners(scene, place, 3 * first, 3 * (first + count), out.corners.subarray(9 * to));
    to += count;
  });
  out.ball = ballAround(out.corners);
  return out;
}

// spansOf returns where the triangles of each object are; they are in order.
function spansOf(owners, objects) {
  const spans = Array.from({ length: objects }, () => ({ first: 0, count: 0 }));
  owners.forEach((k, i) => {
    if (spans[k].count++ === 0) spans[k].first = i;
  });
  return spans;
}

// placeCorners writes corners of a scene, from one to before another, as a place shows them.
function placeCorners({ positions, triangles }, { axes: [x, y, z], at }, from, end, out) {
  for (let c = from; c < end; c++) {
    const v = 3 * triangles[c];
    for (let k = 0; k < 3; k++) {
      out[3 * (c - from) + k] = x[k] * positions[v] + y[k] * positions[v + 1] + z[k] * positions[v + 2] + at[k];
    }
  }
}

// surroundingsOf returns what a drawn-out scene has beside a stage: the corners of its triangles, the
// ball around the scene, and how these are on the stage: factor·p + move. It returns null if there is
// nothing, and if the stage is not in the scene: in another one of the file, or of no node.
export function surroundingsOf(scene, stage) {
  const whole = scene.objects.some((o) => o.instance < 0); // a format without nodes
  const shown = new Set(scene.objects.map((o) => o.instance));
  if (!whole && stage.group < 0 && !stage.objects.some((o) => shown.has(o.instance))) return null;
  const own = ownPieces(stage, whole);
  const rest = [];
  for (let i = 0; i < scene.owners.length; i++) {
    const { instance } = scene.objects[scene.owners[i]];
    if (!own.has(`${instance}`) && !own.has(`${instance} ${scene.parts[i]} ${scene.shells[i]}`)) rest.push(i);
  }
  if (!rest.length) return null;
  const corners = new Float32Array(9 * rest.length);
  rest.forEach((place, i) => corners.set(scene.corners.subarray(9 * place, 9 * place + 9), 9 * i));
  return {
    corners,
    ball: scene.ball,
    factor: scene.scale / stage.scale,
    move: scene.origin.map((x, k) => (x - stage.origin[k]) / stage.scale),
  };
}

// ownPieces names the pieces of the scene that are on a stage: instances, or shells of parts of them.
// The surfaces of hulls are cut into others, so their instances count as a whole.
function ownPieces(stage, whole) {
  const own = new Set();
  for (let i = 0, last = ""; i < stage.owners.length; i++) {
    const { instance } = stage.objects[stage.owners[i]];
    const name = stage.group >= 0 ? `${instance}` : `${whole ? -1 : instance} ${stage.parts[i]} ${stage.shells[i]}`;
    if (name !== last) own.add((last = name));
  }
  return own;
}

import { readGLB } from "./glb.js";

// readStage reads what a page has of a stage, a mesh, a pair of objects, a group of collision hulls or
// the scene: a GLB, compressed, in base64. It resolves to an object with
//   mesh, pair, group   index of the mesh, of the pair or of the group of hulls in the
//                       file's result, the others -1; all are -1 for the scene
//   objects             [{role, seeThrough, mesh, first, instance}]: role in words, the index of the
//                       mesh, the number on the stage of its first triangle, and the
//                       number of the instance, -1 for none
//   box {min, max}      of all of it, in the world
//   origin, scale       a position p below is at origin + scale·p in the world;
//                       scale is 1 but for models of astronomic or atomic size
//   positions           Float32Array, 3 for each vertex
//   triangles           Uint32Array, 3 vertex numbers for each triangle
//   faces               Int32Array, number of each triangle on the stage: that in the
//                       report, plus first of its object; -1 for a stand-in made by
//                       decimation
//   owners              Uint16Array, of each triangle its place in objects
//   parts, shells       Uint32Array, of each triangle, in its mesh
//   detail              Uint8Array, 1 near a finding, else 0
//   omitted             triangles that are not embedded unchanged,
//   nonfinite           those of them that cannot be drawn,
//   omittedFindings     findings of the list that are not embedded
//   findings            [{kind, rule, a, b, others, objects, region, sameShell, area, arrow, points}],
//                       in the order of the list; kind in words, b and region -1 where
//                       there is none; points a Float32Array: two points are a line,
//                       more a polygon; a and b are numbers on the stage; objects those
//                       that a finding about hulls is of
//   spots               Float32Array of further points of a pair: none, the deepest
//                       place or the two nearest points
//   gap, excess, far    of a group of hulls: far is a Float32Array, of each vertex its distance
//                       from 0 to 1 as a share of gap for visuals and of excess
//                       for hulls; these are 0 if not measured
//   colors              base colours, as skinOf reads them, or null: runs, [number of triangles,
//                       number of their paint or -1, …]; uvs and uvOf, the coordinates of textures
//                       and which of them each corner of a triangle with a texture has; low, size;
//                       tints and tintOf, likewise, of colours of vertices
//   motion              of the stage of poses: what Motion takes; null for others. The findings of its
//                       places are among findings, with the number of their place as region
//   placed              of the scene: [{object, instance, name, axes, at}], the places of its objects.
//                       There a position p of the object is at
//                       axes[0]·p[0] + axes[1]·p[1] + axes[2]·p[2] + at, in the units of
//                       positions; null for other stages
// and rejects with an Error if the text is damaged.
export async function readStage(base64) {
  const { doc, accessor } = readGLB(await unpack(base64));
  const { accessors, objects, findings, runs, placed, motion, colors = null, ...stage } = doc.scenes[0].extras;
  const points = (name) => (name in accessors ? accessor(accessors[name]) : new Float32Array(0));
  const meshes = objects.map((_, k) => doc.meshes?.[doc.nodes[k].mesh]?.primitives[0]);
  const { POSITION, _FAR } = meshes.find(Boolean).attributes;
  const triangles = joined(meshes.map((m) => (m ? accessor(m.indices) : new Uint32Array(0))));
  return {
    ...stage,
    positions: accessor(POSITION),
    triangles,
    ...triangleFacts(runs, triangles.length / 3),
    objects: objects.map((o) => ({ seeThrough: false, ...o })),
    findings: motion ? findingsOf(motion, points("placePoints")) : pointed(findings, points("points")),
    spots: points("spots"),
    colors: colors && { ...colors, ...Object.fromEntries(["uvs", "uvOf", "tints", "tintOf"].filter((name) => name in accessors).map((name) => [name, accessor(accessors[name])])) },
    far: _FAR === undefined ? null : Float32Array.from(accessor(_FAR), (x) => x / 1000),
    placed: placed ? placesOf(placed, ["x", "y", "z", "at"].map(points)) : null,
    motion: motion ? motionOf(motion, (name) => (name in accessors ? accessor(accessors[name]) : [])) : null,
  };
}

// findingsOf returns the findings of all places, in order.
function findingsOf({ places }, points) {
  return pointed(places.flatMap(({ index, findings }) => findings.map((f) => ({ ...f, region: index }))), points);
}

// motionOf gives a motion its numbers.
function motionOf({ targets, clips, ...motion }, numbers) {
  const [moved, deltas] = [numbers("targetPoints"), numbers("targets")];
  let at = 0;
  return {
    ...motion,
    ...Object.fromEntries(["stored", "joints", "weights", "rest"].map((name) => [name, numbers(name)])),
    targets: targets.map((count) => ({ points: moved.slice(at, at + count), deltas: deltas.slice(3 * at, 3 * (at += count)) })),
    clips: clips.map((clip, k) => ({ ...clip, matrices: numbers(`clip${k}`), mix: numbers(`mix${k}`) })),
  };
}

// placesOf gives the places of a scene their axes and positions.
function placesOf({ objects, instances, names }, columns) {
  return objects.map((object, i) => {
    const [x, y, z, at] = columns.map((column) => Array.from(column.subarray(3 * i, 3 * i + 3)));
    return { object, instance: instances[i], name: names[i], axes: [x, y, z], at };
  });
}

async function unpack(base64) {
  let packed;
  try {
    packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    throw new Error("not base64");
  }
  try {
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch {
    throw new Error("it cannot be decompressed");
  }
}

function joined(lists) {
  const out = new Uint32Array(lists.reduce((n, list) => n + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

// triangleFacts expands runs to their triangles.
function triangleFacts(runs, n) {
  const out = { faces: new Int32Array(n), owners: new Uint16Array(n), parts: new Uint32Array(n), shells: new Uint32Array(n), detail: new Uint8Array(n) };
  let at = 0;
  for (let i = 0; i < runs.length; i += 6) {
    const [count, face, owner, part, shell, detail] = runs.slice(i, i + 6);
    for (let j = 0; j < count; j++) out.faces[at + j] = face < 0 ? -1 : face + j;
    out.owners.fill(owner, at, at + count);
    out.parts.fill(part, at, at + count);
    out.shells.fill(shell, at, at + count);
    out.detail.fill(detail, at, at + count);
    at += count;
  }
  return out;
}

// pointed adds their points to findings, and the members that they omit.
function pointed(findings, points) {
  let at = 0;
  return findings.map((f) => ({
    rule: "", others: [], objects: [], sameShell: false, area: 0, arrow: false,
    ...f,
    points: points.slice(at, (at += 3 * (f.points || 0))),
  }));
}

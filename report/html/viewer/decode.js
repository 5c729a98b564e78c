// Decodes what a page has of a stage, a mesh, a pair of objects or a group of collision
// hulls: the other end of excerpt_encode.go.

// decode resolves to an object with
//   mesh, pair, group   index of the mesh, of the pair or of the group of hulls in the
//                       file's result, the others -1
//   objects             [{role, seeThrough, mesh, first}]: role in words, the index of the
//                       mesh, and the number on the stage of its first triangle
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
//   detail              Uint8Array, 1 in the neighbourhood of a finding, else 0
//   omitted             triangles that are not embedded as they are,
//   nonfinite           those of them that cannot be drawn,
//   omittedFindings     findings of the list that are not embedded
//   findings            [{kind, a, b, others, region, sameShell, throughEdge, depth, area,
//                       points}], in the order of the list; kind in words, b and
//                       region -1 where there is none; points a Float32Array: two
//                       points are a line, more a polygon; a and b are numbers on
//                       the stage
//   spots               Float32Array: what else is to be seen of a pair. Nothing, the
//                       deepest place or the two points that are nearest
//   hulls               {gap, excess, far, marks} of a group of hulls, else null: far is
//                       a Float32Array, of each vertex its distance from 0 to 1 as a
//                       share of gap for what hulls stand for and of excess for hulls,
//                       which are 0 where it was not measured; marks are [{severity,
//                       hull, other, arrow, points}], one for each finding: hull and
//                       other are numbers of hulls, -1 for none, points a Float32Array
// and rejects with an Error where the text is damaged.
export async function decode(base64) {
  const r = excerptReader(await excerptBytes(base64));
  r.magic("mcx3");
  const head = excerptHead(r);
  const shape = excerptShape(r, head);
  const findings = excerptFindings(r, head.findings);
  const spots = new Float32Array(3 * head.spots);
  const store = excerptFloats(r, spots);
  for (let k = 0; k < 3; k++) r.differences(head.spots, (i, order) => store(3 * i + k, order));
  const hulls = head.group < 0 ? null : excerptHulls(r, head.vertices + head.clusters, head.objects);
  r.end();
  const { mesh, pair, group, objects, box, origin, scale, omitted, nonfinite, omittedFindings } = head;
  return { mesh, pair, group, objects, box, origin, scale, ...shape, omitted, nonfinite, omittedFindings, findings, spots, hulls };
}

async function excerptBytes(base64) {
  let packed;
  try {
    packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  } catch {
    throw new Error("excerpt: not base64");
  }
  try {
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch {
    throw new Error("excerpt: cannot be decompressed");
  }
}

// excerptReader reads numbers from bytes and throws where they do not fit.
function excerptReader(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const fail = (what) => {
    throw new Error("excerpt: " + what);
  };
  // 53 bits, which is more than shifts can do.
  const unsigned = () => {
    let n = 0;
    for (let factor = 1; ; factor *= 128) {
      if (at >= bytes.length) fail("cut short");
      const byte = bytes[at++];
      n += (byte & 127) * factor;
      if (n > Number.MAX_SAFE_INTEGER) fail("number out of range");
      if (byte < 128) return n;
    }
  };
  const signed = () => {
    const n = unsigned();
    return n % 2 ? -(n + 1) / 2 : n / 2;
  };
  const float = () => {
    if (at + 8 > bytes.length) fail("cut short");
    at += 8;
    return view.getFloat64(at - 8, true);
  };
  return {
    fail,
    unsigned,
    signed,
    float,
    // A number of items that take at least so many bytes each.
    count(size) {
      const n = unsigned();
      if (n * size > bytes.length - at) fail("cut short");
      return n;
    },
    // Calls set(i, number) for numbers that are stored as differences.
    differences(n, set) {
      for (let i = 0, last = 0; i < n; i++) set(i, (last += signed()));
    },
    within(n, low, high) {
      if (!(low <= n && n < high)) fail("number out of range");
      return n;
    },
    magic(word) {
      for (const c of word) if (bytes[at++] !== c.charCodeAt(0)) fail("unknown format");
    },
    end() {
      if (at !== bytes.length) fail("bytes left over");
    },
  };
}

function excerptHead(r) {
  const number = () => r.within(r.signed(), -1, 2 ** 31);
  const head = { mesh: number(), pair: number(), group: number(), objects: [], box: { min: [], max: [] }, origin: [], low: [], step: [] };
  for (let n = r.within(r.count(3), 1, 2 ** 16); n > 0; n--) head.objects.push(excerptObject(r));
  for (let k = 0; k < 3; k++) {
    for (const list of [head.box.min, head.box.max, head.origin, head.low, head.step]) list.push(r.float());
  }
  head.scale = r.float();
  head.omitted = r.unsigned();
  head.nonfinite = r.unsigned();
  head.omittedFindings = r.unsigned();
  head.vertices = r.count(3);
  head.clusters = r.count(3);
  head.triangles = r.count(7);
  head.findings = r.count(21);
  head.spots = r.count(3);
  return head;
}

function excerptObject(r) {
  const roles = ["alone", "first", "second", "visual", "hull"];
  const look = r.unsigned();
  return {
    role: roles[r.within(Math.floor(look / 2), 0, roles.length)],
    seeThrough: look % 2 === 1,
    mesh: r.within(r.unsigned(), 0, 2 ** 31),
    first: r.within(r.unsigned(), 0, 2 ** 31),
  };
}

function excerptShape(r, { objects, vertices, clusters, triangles: n, low, step }) {
  const positions = new Float32Array(3 * (vertices + clusters));
  const store = excerptFloats(r, positions);
  for (let k = 0; k < 3; k++) r.differences(vertices, (i, order) => store(3 * i + k, order));
  for (let k = 0; k < 3; k++) {
    r.differences(clusters, (i, q) => {
      positions[3 * (vertices + i) + k] = low[k] + step[k] * r.within(q, 0, 65536);
    });
  }
  const triangles = new Uint32Array(3 * n);
  r.differences(n, (i, v) => (triangles[3 * i] = r.within(v, 0, vertices + clusters)));
  for (let k = 1; k < 3; k++) {
    for (let i = 0; i < n; i++) {
      triangles[3 * i + k] = r.within(triangles[3 * i + k - 1] + r.signed(), 0, vertices + clusters);
    }
  }
  const faces = new Int32Array(n);
  const detail = new Uint8Array(n);
  for (let i = 0, last = -1; i < n; i++) {
    const code = r.unsigned();
    detail[i] = code % 2;
    if (code > 1) last += Math.floor(code / 2);
    faces[i] = code > 1 ? r.within(last, 0, 2 ** 31) : -1;
  }
  const owners = new Uint16Array(n);
  r.differences(n, (i, k) => (owners[i] = r.within(k, 0, objects.length)));
  const parts = new Uint32Array(n);
  const shells = new Uint32Array(n);
  for (const list of [parts, shells]) r.differences(n, (i, x) => (list[i] = r.within(x, 0, 2 ** 32)));
  return { positions, triangles, faces, owners, parts, shells, detail };
}

// excerptFloats returns a function that stores in list at i the float32 with a
// place in the ascending order of them all, where 0 is at 0.
function excerptFloats(r, list) {
  const bits = new Uint32Array(list.buffer, list.byteOffset, list.length);
  const infinity = 0x7f800000;
  return (i, order) => {
    r.within(order, -infinity + 1, infinity);
    bits[i] = order < 0 ? 2 ** 31 - order : order;
  };
}

function excerptFindings(r, n) {
  const kinds = [
    "crossing", "overlap", "duplicate", "z_fighting", "edge_crossing", "nonfinite", "degenerate",
    "open_edge_crossing", "crossing_within_precision", "overlap_within_precision", "touch",
  ];
  const findings = [];
  for (let i = 0; i < n; i++) {
    const flags = r.unsigned();
    findings.push({
      kind: kinds[r.within(Math.floor(flags / 4), 0, kinds.length)],
      a: 0, b: -1, others: [], region: -1,
      sameShell: (flags & 1) !== 0, throughEdge: (flags & 2) !== 0,
      depth: 0, area: 0, points: null,
    });
  }
  r.differences(n, (i, a) => (findings[i].a = r.within(a, 0, 2 ** 31)));
  for (const f of findings) f.b = r.within(r.unsigned() - 1, -1, 2 ** 31);
  for (const f of findings) {
    f.others = Array.from({ length: r.count(1) }, () => r.within(r.unsigned(), 0, 2 ** 31));
  }
  r.differences(n, (i, region) => (findings[i].region = r.within(region, -1, 2 ** 31)));
  for (const f of findings) f.depth = r.float();
  for (const f of findings) f.area = r.float();
  for (const f of findings) f.points = new Float32Array(3 * r.count(3));
  for (let k = 0; k < 3; k++) {
    let last = 0;
    for (const f of findings) {
      const store = excerptFloats(r, f.points);
      for (let i = k; i < f.points.length; i += 3) store(i, (last += r.signed()));
    }
  }
  return findings;
}

function excerptHulls(r, vertices, objects) {
  const count = objects.filter((o) => o.role === "hull").length;
  const steps = 1000;
  const hulls = { gap: r.float(), excess: r.float(), far: new Float32Array(vertices), marks: [] };
  r.differences(vertices, (i, step) => (hulls.far[i] = r.within(step, 0, steps + 1) / steps));
  for (let n = r.count(4); n > 0; n--) {
    const look = r.unsigned();
    const mark = {
      severity: ["error", "warning", "info"][r.within(Math.floor(look / 2), 0, 3)],
      arrow: look % 2 === 1,
      hull: r.within(r.unsigned() - 1, -1, count),
      other: r.within(r.unsigned() - 1, -1, count),
      points: new Float32Array(3 * r.within(r.count(3), 0, 3)),
    };
    const store = excerptFloats(r, mark.points);
    for (let i = 0; i < mark.points.length; i++) store(i, r.signed());
    hulls.marks.push(mark);
  }
  return hulls;
}

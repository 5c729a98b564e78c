// readGLB reads a GLB. It returns the document, and accessor, a function that returns the numbers
// of an accessor as a typed array. It supports what package glb writes for pages: one accessor per
// buffer view, whole numbers, pairs and quads of them, and vectors of three floats, compressed with EXT_meshopt_compression
// in its plainest form. It throws an Error for anything else.
export function readGLB(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fail = (what) => {
    throw new Error("GLB: " + what);
  };
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) fail("unknown format");
  if (view.getUint32(8, true) !== bytes.length) fail("of another length");
  const jsonEnd = 20 + view.getUint32(12, true);
  const doc = JSON.parse(new TextDecoder().decode(bytes.subarray(20, jsonEnd)));
  const binary = bytes.subarray(jsonEnd + 8);
  return {
    doc,
    accessor(number) {
      const { bufferView, componentType, type, count } = doc.accessors[number];
      const packed = doc.bufferViews[bufferView].extensions?.EXT_meshopt_compression || fail("not compressed");
      const data = binary.subarray(packed.byteOffset || 0, (packed.byteOffset || 0) + packed.byteLength);
      if (data.length !== packed.byteLength || packed.count !== count) fail("cut short");
      if (packed.mode === "INDICES") return unpackIndices(data, count) || fail("damaged indices");
      const out = unpackAttributes(data, count, packed.byteStride) || fail("damaged attributes");
      if (componentType === 5126 && type === "VEC3") return new Float32Array(out.buffer);
      if (componentType === 5123 && type === "VEC2") return new Uint16Array(out.buffer);
      if (componentType === 5121 && type === "VEC4") return out;
      return componentType === 5123 && type === "SCALAR" ? Uint32Array.from(new Uint32Array(out.buffer)) : fail("unknown accessor");
    },
  };
}

// unpackIndices reads a sequence of indices of version 1, each as the difference from the one
// before, or returns null if the data is anything else.
function unpackIndices(data, count) {
  const out = new Uint32Array(count);
  let at = 1;
  for (let i = 0, last = 0; i < count; i++) {
    let code = 0;
    for (let factor = 1, byte = 128; byte > 127; factor *= 128) {
      byte = data[at++];
      code += (byte & 127) * factor;
    }
    code = Math.floor(code / 2); // the last bit selects one of two baselines; only the first is used
    last += code % 2 ? -(code + 1) / 2 : code / 2;
    out[i] = last;
  }
  return data[0] === 0xd1 && at === data.length - 4 ? out : null;
}

// unpackAttributes reads attributes of version 1 with unpacked differences: for each block, the
// first byte of all elements, then the second, and so on. It returns null if the data is anything
// else.
function unpackAttributes(data, count, stride) {
  const out = new Uint8Array(count * stride);
  const last = new Uint8Array(stride);
  const most = Math.min(Math.floor(8192 / stride) & ~15, 256);
  let at = 1;
  for (let from = 0; from < count; from += most) {
    const end = Math.min(from + most, count);
    for (let k = 0; k < stride / 4; k++) if (data[at++] !== 0xff) return null;
    for (let k = 0; k < stride; k++) {
      for (let i = from; i < end; i++) {
        const code = data[at++];
        last[k] += (code >> 1) ^ -(code & 1);
        out[i * stride + k] = last[k];
      }
    }
  }
  return data[0] === 0xa1 && at === data.length - Math.max(stride + stride / 4, 24) ? out : null;
}

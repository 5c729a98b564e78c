// Encodes the meshes of the file that is named first with Google's encoder, as their options say,
// decodes them with its decoder, and writes both to the file that is named second.
'use strict';
const fs = require('fs');
const draco3d = require('draco3dgltf');

const [input, output] = process.argv.slice(2);

function bytes(text, type) {
  const b = Buffer.from(text, 'base64');
  return new type(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength));
}

const base64 = (a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength).toString('base64');

const kinds = ['POSITION', 'NORMAL', 'COLOR', 'TEX_COORD', 'GENERIC'];

const types = {
  f32: {add: 'AddFloatAttribute', array: Float32Array, data: 'DT_FLOAT32'},
  i8: {add: 'AddInt8Attribute', array: Int8Array, data: 'DT_INT8'},
  u8: {add: 'AddUInt8Attribute', array: Uint8Array, data: 'DT_UINT8'},
  i16: {add: 'AddInt16Attribute', array: Int16Array, data: 'DT_INT16'},
  u16: {add: 'AddUInt16Attribute', array: Uint16Array, data: 'DT_UINT16'},
  u32: {add: 'AddUInt32Attribute', array: Uint32Array, data: 'DT_UINT32'},
};

function encode(m, c) {
  const builder = new m.MeshBuilder();
  const mesh = new m.Mesh();
  const faces = bytes(c.faces, Uint32Array);
  builder.AddFacesToMesh(mesh, faces.length / 3, faces);
  const ids = c.attributes.map((a) => builder[types[a.type].add](
      mesh, m[kinds[a.kind]], c.vertices, a.components, bytes(a.values, types[a.type].array)));
  const encoder = new m.ExpertEncoder(mesh);
  encoder.SetEncodingMethod(c.sequential ? m.MESH_SEQUENTIAL_ENCODING : m.MESH_EDGEBREAKER_ENCODING);
  encoder.SetSpeedOptions(c.encodingSpeed, c.decodingSpeed);
  c.attributes.forEach((a, i) => {
    if (a.bits > 0) encoder.SetAttributeQuantization(ids[i], a.bits);
  });
  const out = new m.DracoInt8Array();
  const n = encoder.EncodeToDracoBuffer(c.deduplicate, out);
  const data = new Int8Array(n);
  for (let i = 0; i < n; i++) data[i] = out.GetValue(i);
  for (const x of [out, encoder, mesh, builder]) m.destroy(x);
  return data;
}

function decode(m, data, attributes) {
  const decoder = new m.Decoder();
  const mesh = new m.Mesh();
  const status = decoder.DecodeArrayToMesh(data, data.length, mesh);
  if (!status.ok()) throw new Error(status.error_msg());
  const read = (size, type, call) => {
    const at = m._malloc(Math.max(size, 1) * type.BYTES_PER_ELEMENT);
    if (!call(size * type.BYTES_PER_ELEMENT, at)) throw new Error('nothing to read');
    const a = new type(m.HEAPU8.buffer, at, size).slice();
    m._free(at);
    return base64(a);
  };
  const points = mesh.num_points();
  const out = {points, faces: read(3 * mesh.num_faces(), Uint32Array, (n, at) => decoder.GetTrianglesUInt32Array(mesh, n, at)), attributes: []};
  for (let i = 0; i < mesh.num_attributes(); i++) {
    const a = decoder.GetAttribute(mesh, i);
    const t = types[attributes[a.unique_id()].type];
    out.attributes.push({
      id: a.unique_id(),
      values: read(points * a.num_components(), t.array, (n, at) => decoder.GetAttributeDataArrayForAllPoints(mesh, a, m[t.data], n, at)),
    });
  }
  for (const x of [mesh, decoder]) m.destroy(x);
  return out;
}

(async () => {
  const encoder = await draco3d.createEncoderModule({});
  const decoder = await draco3d.createDecoderModule({});
  const answers = JSON.parse(fs.readFileSync(input, 'utf8')).map((c) => {
    const data = encode(encoder, c);
    return data.length === 0 ? {data: ''} : {data: base64(data), ...decode(decoder, data, c.attributes)};
  });
  fs.writeFileSync(output, JSON.stringify(answers));
})();

// Encodes the cases of the file that is named first with meshoptimizer's encoder, where they are not
// encoded yet, decodes them with its portable decoder and the one with SIMD instructions, and
// writes all three to the file that is named second.
import fs from 'node:fs';

const [input, output] = process.argv.slice(2);
const folder = new URL('node_modules/meshoptimizer/', import.meta.url);

// The instance of the encoder, of which the library does not export all functions.
let instance;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...args) => {
  const result = await instantiate(...args);
  instance ??= result.instance;
  return result;
};
const {MeshoptEncoder: encoder} = await import(new URL('meshopt_encoder.js', folder));
await encoder.ready;

const {MeshoptDecoder: simd} = await import(new URL('meshopt_decoder.mjs', folder));
WebAssembly.validate = () => false; // as where there are no SIMD instructions
const {MeshoptDecoder: portable} = await import(new URL('meshopt_decoder.mjs?portable', folder));
await simd.ready;
await portable.ready;

function filtered(c, values) {
  const floats = new Float32Array(values.buffer.slice(values.byteOffset, values.byteOffset + values.byteLength));
  switch (c.filter) {
    case 'OCTAHEDRAL': return encoder.encodeFilterOct(floats, c.count, c.stride, c.bits);
    case 'QUATERNION': return encoder.encodeFilterQuat(floats, c.count, c.stride, c.bits);
    case 'EXPONENTIAL': return encoder.encodeFilterExp(floats, c.count, c.stride, c.bits, c.exponents);
    case 'COLOR': return encoder.encodeFilterColor(floats, c.count, c.stride, c.bits);
  }
  return values;
}

function encode(c) {
  const values = new Uint8Array(Buffer.from(c.values, 'base64'));
  if (c.mode === 'ATTRIBUTES') {
    return encoder.encodeVertexBufferLevel(c.raw ? values : filtered(c, values), c.count, c.stride, c.level, c.version);
  }
  instance.exports.meshopt_encodeIndexVersion(c.version);
  return c.mode === 'TRIANGLES' ? encoder.encodeIndexBuffer(values, c.count, c.stride) : encoder.encodeIndexSequence(values, c.count, c.stride);
}

function decode(decoder, c, data) {
  const out = new Uint8Array(c.count * c.stride);
  decoder.decodeGltfBuffer(out, c.count, c.stride, data, c.mode, c.filter);
  return Buffer.from(out).toString('base64');
}

// fastest returns the nanoseconds of the fastest of the rounds of a case.
function fastest(decoder, c, data) {
  const out = new Uint8Array(c.count * c.stride);
  let least = Infinity;
  for (let i = 0; i < c.rounds; i++) {
    const begin = process.hrtime.bigint();
    decoder.decodeGltfBuffer(out, c.count, c.stride, data, c.mode, c.filter);
    least = Math.min(least, Number(process.hrtime.bigint() - begin));
  }
  return least;
}

const answers = JSON.parse(fs.readFileSync(input, 'utf8')).map((c) => {
  const data = c.data ? new Uint8Array(Buffer.from(c.data, 'base64')) : encode(c);
  const answer = {data: Buffer.from(data).toString('base64'), portable: decode(portable, c, data), simd: decode(simd, c, data)};
  if (c.rounds) Object.assign(answer, {portableTime: fastest(portable, c, data), simdTime: fastest(simd, c, data)});
  return answer;
});
fs.writeFileSync(output, JSON.stringify(answers));

// auditor.mjs FOLDER FILE.glb: the Khronos glTF Asset Auditor, installed in FOLDER/node_modules,
// asked for overlapping UVs alone. The line of JSON has the number of triangles that overlap.
import fs from 'fs';
import os from 'os';
import path from 'path';
import { pathToFileURL } from 'url';

const [folder, file] = process.argv.slice(2);
const home = path.resolve(folder, 'node_modules/@khronosgroup/gltf-asset-auditor');
const { Auditor } = await import(pathToFileURL(path.join(home, 'dist/index.js')).href).catch(() =>
  import(pathToFileURL(path.join(home, 'dist/Auditor.js')).href),
);
const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json')));
const schema = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'auditor-')), 'schema.json');
fs.writeFileSync(schema, JSON.stringify({ version: '1.0.0', uvs: { requireNotOverlapping: true, requireNotInverted: false } }));

const auditor = new Auditor();
const start = performance.now();
await auditor.schema.loadFromFileSystem(schema);
await auditor.model.loadFromFileSystem([file]);
auditor.generateReport();
console.log(
  JSON.stringify({
    peer: 'auditor', version, load_s: 0, weld_s: 0, build_s: 0, check_s: (performance.now() - start) / 1000,
    findings: auditor.model.overlappingUvCount.value,
  }),
);
process.exit(0);

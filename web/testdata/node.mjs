// Runs the program as the page does, in Node: node node.mjs SITE < REQUESTS. Each line of standard input is a
// request in JSON: files by their path in the working folder, and arguments. Each line of standard output is
// the answer: the exit status, what the program printed, and the reports in base64 by their names.
import fs from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const node = globalThis.process;
const site = node.argv[2];
createRequire(import.meta.url)(site + "/wasm_exec.js");
const { run } = await import(pathToFileURL(site + "/program.js"));
const module = new WebAssembly.Module(gunzipSync(fs.readFileSync(site + "/meshcheck.wasm.gz")));

// source returns a file of this machine as the page gives files to the program.
function source(path) {
  const { size, mtimeMs } = fs.statSync(path);
  return {
    size,
    modified: mtimeMs,
    read(begin, end) {
      const bytes = new Uint8Array(end - begin);
      const file = fs.openSync(path);
      const count = fs.readSync(file, bytes, 0, bytes.length, begin);
      fs.closeSync(file);
      return bytes.subarray(0, count);
    },
  };
}

// A timer of a run that has ended finds its program gone.
node.on("uncaughtException", (error) => {
  if (error.message === "Go program has already exited") return;
  console.error(error);
  node.exit(1);
});

for await (const line of createInterface({ input: node.stdin })) {
  const request = JSON.parse(line);
  const printed = { out: [], err: [] };
  let told = 0;
  const began = performance.now();
  const { status, reports } = await run(module, request.args, {
    files: Object.entries(request.files).map(([path, from]) => [path, source(from)]),
    out: (bytes) => printed.out.push(bytes.slice()),
    err: (bytes) => printed.err.push(bytes.slice()),
    progress: () => told++,
  });
  const text = (parts) => Buffer.concat(parts).toString("base64");
  const answer = {
    status, progress: told, seconds: (performance.now() - began) / 1000, out: text(printed.out), err: text(printed.err),
    reports: Object.fromEntries(reports.map(([name, parts]) => [name, text(parts)])),
  };
  globalThis.process = node;
  await new Promise((done) => node.stdout.write(JSON.stringify(answer) + "\n", done));
}

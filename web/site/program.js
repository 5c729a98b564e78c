// One run of the program on files in memory, in a worker or in Node. Go's wasm_exec.js has been loaded.
import { Memory } from "./memory.js";

// REPORTS is the folder for reports.
export const REPORTS = "/reports";

// FOLDER is the working folder, which has the files.
export const FOLDER = "/models";

// run runs the compiled program with arguments. files are pairs of a path, relative to the working
// folder, and a source (see Dropped in entries.js). out and err are called with the bytes that the program
// prints, progress with what progress_js.go says. The result is the exit status, and the reports as pairs
// of a name and its bytes in parts.
export async function run(module, args, { files, out, err, progress }) {
  const memory = new Memory(FOLDER, out, err);
  memory.makeFolders(REPORTS);
  for (const [path, source] of files) memory.add(FOLDER + "/" + path, source);
  globalThis.fs = memory.fs();
  globalThis.process = memory.process();
  globalThis.path = { resolve: (path) => memory.resolve(path) };
  globalThis.meshcheckProgress = progress;
  const go = new Go();
  go.argv = ["meshcheck", ...args];
  go.env = { TMPDIR: "/tmp", HOME: "/tmp" };
  let status = 0;
  go.exit = (code) => {
    status = code;
  };
  await go.run(await WebAssembly.instantiate(module, go.importObject));
  return { status, reports: memory.written(REPORTS).map(([path, parts]) => [path.slice(REPORTS.length + 1), parts]) };
}

// The worker in which one check runs.
import "./wasm_exec.js";
import { REPORTS, run } from "./program.js";
import { argumentsFor } from "./settings.js";

onmessage = async ({ data: { module, options, inputs, files } }) => {
  const reader = new FileReaderSync();
  const source = (file) => ({
    size: file.size,
    modified: file.lastModified,
    read: (begin, end) => new Uint8Array(reader.readAsArrayBuffer(file.slice(begin, end))),
  });
  const printing = (stream) => {
    const decoder = new TextDecoder();
    return (bytes) => postMessage({ stream, text: decoder.decode(bytes, { stream: true }) });
  };
  try {
    const { status, reports } = await run(module, argumentsFor(options, inputs, REPORTS), {
      files: files.map(([path, file]) => [path, source(file)]),
      out: printing("out"),
      err: printing("err"),
      progress: (file, of, path, phase, done, total) => postMessage({ progress: { file, of, path, phase, done, total } }),
    });
    postMessage({ status, reports: reports.map(([name, parts]) => [name, new Blob(parts)]) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};

// The worker in which the program runs once.
import "./wasm_exec.js";
import { run } from "./program.js";

onmessage = async ({ data: { module, args, files } }) => {
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
    const { status, reports } = await run(module, args, {
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

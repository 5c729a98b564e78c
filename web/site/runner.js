// Runs checks, each in a worker of its own, with the program compiled once.

let compiled;

// program returns the compiled program.
function program() {
  compiled ??= compile().catch((error) => {
    compiled = undefined; // so that the next check tries again
    throw error;
  });
  return compiled;
}

async function compile() {
  const response = await fetch("meshcheck.wasm.gz");
  if (!response.ok) throw new Error(`the checker cannot be loaded (status ${response.status})`);
  const bytes = await response.arrayBuffer();
  const packed = new Uint8Array(bytes, 0, 2)[0] === 0x1f; // some servers unpack it
  const body = new Blob([bytes]).stream();
  const stream = packed ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

// prepare loads the program before it is needed.
export function prepare() {
  program().catch(() => {});
}

// Run is one check.
export class Run {
  // start runs the program on files, pairs of a path and a File. progress is called with how far it is.
  // The result has the exit status, the reports as pairs of a name and a Blob, and what was printed; null if
  // the check was cancelled.
  async start({ options, inputs, files }, progress) {
    const module = await program();
    if (this.cancelled) return null;
    const printed = { out: "", err: "" };
    return new Promise((done) => {
      this.end = done;
      const end = (result) => {
        this.worker.terminate();
        done(result);
      };
      this.worker = new Worker("worker.js", { type: "module" });
      this.worker.onerror = (event) => end({ failed: event.message || "the worker does not start", ...printed });
      this.worker.onmessage = ({ data }) => {
        if (data.progress) progress(data.progress);
        else if (data.stream) printed[data.stream] += data.text;
        else end({ ...data, ...printed });
      };
      this.worker.postMessage({ module, options, inputs, files });
    });
  }

  cancel() {
    this.cancelled = true;
    this.worker?.terminate();
    this.end?.(null);
  }
}

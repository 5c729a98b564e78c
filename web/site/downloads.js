// The reports to save. A check writes the page and the JSON report; the program makes the others from that when
// they are asked for.
import { Run } from "./runner.js";
import { viewArguments } from "./settings.js";

const NAMES = {
  html: "Page", json: "JSON", "summary.json": "Summary (JSON)", ndjson: "NDJSON", csv: "CSV", sarif: "SARIF", xml: "JUnit (XML)", md: "Markdown",
  "codequality.json": "Code quality (JSON)", glb: "Marked model (GLB)", svg: "UV sets (SVG)", txt: "Text",
};

const TYPES = { html: "text/html", svg: "image/svg+xml", glb: "model/gltf-binary", json: "application/json" };

// Downloads offers reports in an element. made are those that exist: Blobs by the endings of their names.
export class Downloads {
  constructor(box, status, { name, made, files }) {
    Object.assign(this, { box, status, name, made, files });
    this.addresses = [];
    this.queue = Promise.resolve(); // one at a time, as memory is short
  }

  // show shows a button for each format.
  async show() {
    const json = this.made.get("json");
    const head = json ? await json.slice(0, 1 << 16).text() : "";
    const endings = Object.keys(NAMES).filter((ending) => {
      if (ending === "txt" || !json) return this.made.has(ending);
      return ending !== "svg" || /"checks": ?\[[^\]]*"uv"/.test(head);
    });
    this.box.replaceChildren(this.box.firstElementChild, ...endings.map((ending) => this.button(ending)));
    this.box.hidden = !endings.length;
  }

  button(ending) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = NAMES[ending];
    button.dataset.ending = ending;
    button.addEventListener("click", () => {
      button.disabled = true;
      this.queue = this.queue.then(() => this.save(ending)).catch((error) => this.failed(ending, error.message));
      this.queue = this.queue.finally(() => (button.disabled = false));
    });
    return button;
  }

  async save(ending) {
    const blob = this.made.get(ending) ?? (await this.make(ending));
    if (!blob) return;
    const link = document.createElement("a");
    link.href = this.addressOf(blob, ending);
    link.download = `${this.name}.${ending === "glb" ? "marked.glb" : ending}`;
    link.click();
  }

  // make makes a report, or says why it cannot.
  async make(ending) {
    if (this.closed) return undefined;
    this.status.textContent = `making ${NAMES[ending]}`;
    this.run = new Run();
    const result = await this.run.start(viewArguments(ending), [...this.files, ["../reports/report.json", this.made.get("json")]]);
    if (!result) return undefined; // another check has begun
    const blob = result.reports?.find(([, report]) => report.size)?.[1];
    if (!blob) return this.failed(ending, result.failed || result.err);
    this.status.textContent = "";
    this.made.set(ending, blob);
    return blob;
  }

  failed(ending, why) {
    this.status.textContent = `${NAMES[ending]} cannot be made: ${why}`;
  }

  addressOf(blob, ending) {
    const address = URL.createObjectURL(blob.slice(0, blob.size, TYPES[ending.split(".").at(-1)] ?? "text/plain"));
    this.addresses.push(address);
    return address;
  }

  // close ends what is being made and frees the memory.
  close() {
    this.closed = true;
    this.run?.cancel();
    this.addresses.forEach((address) => URL.revokeObjectURL(address));
    this.box.hidden = true;
    this.status.textContent = "";
  }
}

// Shows the result of a check.

const element = (id) => document.getElementById(id);

const VERDICTS = [
  ["pass", "PASS", "Nothing fails"],
  ["fail", "FAIL", "There are places to fix"],
  ["unchecked", "NOT CHECKED", "The program does not understand the options"],
  ["unchecked", "NOT CHECKED", "Not everything could be checked"],
];

const NAMES = {
  html: "Page", json: "JSON", "summary.json": "Summary (JSON)", ndjson: "NDJSON", csv: "CSV", sarif: "SARIF", xml: "JUnit (XML)", md: "Markdown",
  "codequality.json": "Code quality (JSON)", svg: "UV sets (SVG)", glb: "Marked model (GLB)", txt: "Text",
};

const TYPES = { html: "text/html", svg: "image/svg+xml", glb: "model/gltf-binary", json: "application/json" };

let addresses = []; // of Blobs

function addressOf(blob, ending) {
  const address = URL.createObjectURL(blob.slice(0, blob.size, TYPES[ending.split(".").at(-1)] ?? "text/plain"));
  addresses.push(address);
  return address;
}

// clear hides the result of the last check and frees its memory.
export function clear() {
  for (const id of ["result", "page"]) element(id).hidden = true;
  element("page").replaceChildren();
  addresses.forEach((address) => URL.revokeObjectURL(address));
  addresses = [];
}

// show shows a result. name is for the files to save; framed is called with the window of the report when it is there.
export function show({ status, failed, reports = [], out, err }, { name, seconds, framed }) {
  const crashed = failed !== undefined || /^(panic|fatal error|runtime): /m.test(err);
  const [kind, word, text] = crashed ? ["unchecked", "NOT CHECKED", reason(failed, err)] : VERDICTS[status];
  const verdict = element("verdict");
  verdict.className = kind;
  const [badge, note] = [document.createElement("b"), document.createElement("small")];
  badge.textContent = word;
  note.textContent = ` ${seconds.toFixed(1)} s` + (crashed ? "" : `, exit status ${status}`);
  verdict.replaceChildren(badge, text, note);
  fill("errors", "errors", failed && !err ? failed : err);
  fill("text", "printed", out);
  const all = reports.filter(([, blob]) => blob.size).map(([path, blob]) => [path.slice("report.".length), blob]);
  if (out) all.push(["txt", new Blob([out])]);
  offer(crashed ? [] : all, name);
  element("result").hidden = false;
  const page = crashed ? undefined : all.find(([ending]) => ending === "html");
  if (page) frame(page[1], framed);
  verdict.focus({ preventScroll: true });
  element("result").scrollIntoView({ block: "start" });
}

function fill(box, place, text) {
  element(place).textContent = text;
  element(box).hidden = !text;
}

// reason says why a run ended without a verdict.
function reason(failed, err) {
  if (/out of memory|cannot allocate/i.test((failed ?? "") + err)) return "The check needs more memory than a browser gives it. The program in a terminal has no such limit";
  return failed === undefined ? "The program crashed" : "The check did not run";
}

// offer lists reports to save.
function offer(reports, name) {
  const links = reports.map(([ending, blob]) => {
    const link = document.createElement("a");
    link.href = addressOf(blob, ending);
    link.download = `${name}.${ending === "glb" ? "marked.glb" : ending}`;
    link.textContent = NAMES[ending] ?? ending;
    return link;
  });
  const nav = element("downloads");
  nav.replaceChildren(nav.firstElementChild, ...links);
  nav.hidden = !links.length;
}

// frame shows the page of the program. Its address has the policy of this page, which allows the script of
// the page by its hash, and its origin, so that decisions are kept.
function frame(blob, framed) {
  const view = document.createElement("iframe");
  view.title = "Report";
  view.sandbox = "allow-scripts allow-same-origin allow-downloads";
  view.allow = "clipboard-write";
  view.addEventListener("load", () => framed(view.contentWindow));
  view.src = addressOf(blob, "html");
  element("page").replaceChildren(view);
  element("page").hidden = false;
}

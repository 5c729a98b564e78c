// Shows the result of a check.
import { Downloads } from "./downloads.js";

const element = (id) => document.getElementById(id);

const VERDICTS = [
  ["pass", "PASS", "Nothing fails"],
  ["fail", "FAIL", "There are places to fix"],
  ["unchecked", "NOT CHECKED", "The program does not understand the options"],
  ["unchecked", "NOT CHECKED", "Not everything could be checked"],
];
const USAGE = 2; // the exit status for wrong options, and of a crash
const NOTHING = ["unchecked", "NOT CHECKED", "No model was checked"];

let downloads = null;
let address = ""; // of the page

// clear hides the result of the last check and frees its memory.
export function clear() {
  for (const id of ["result", "page"]) element(id).hidden = true;
  element("page").replaceChildren();
  URL.revokeObjectURL(address);
  downloads?.close();
  downloads = null;
}

// show shows a result. name is for the files to save, and files are what was checked; framed is called with the
// window of the report when it is there.
export function show({ status, failed, reports = [], out, err }, { name, files, seconds, framed }) {
  const crashed = failed !== undefined || !VERDICTS[status] || (status === USAGE && /^(panic|fatal error|runtime): /m.test(err));
  const made = new Map(crashed ? [] : reports.filter(([, blob]) => blob.size).map(([path, blob]) => [path.slice("report.".length), blob]));
  const page = made.get("html");
  const [kind, word, text] = crashed ? ["unchecked", "NOT CHECKED", reason(failed, err)] : page || status >= USAGE ? VERDICTS[status] : NOTHING;
  const verdict = element("verdict");
  verdict.className = kind;
  const [badge, note] = [document.createElement("b"), document.createElement("small")];
  badge.textContent = word;
  note.textContent = ` ${seconds.toFixed(1)} s` + (crashed ? "" : `, exit status ${status}`);
  verdict.replaceChildren(badge, " " + text, note);
  fill("errors", "errors", failed && !err ? failed : err);
  fill("text", "printed", out);
  if (out && !crashed) made.set("txt", new Blob([out]));
  downloads = new Downloads(element("downloads"), element("saving"), { name, made, files });
  downloads.show();
  element("result").hidden = false;
  if (page) frame(page, framed);
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

// frame shows the page of the program. Its address has the policy of this page, which allows the script of
// the page by its hash, and its origin, so that decisions are kept.
function frame(blob, framed) {
  const view = document.createElement("iframe");
  view.title = "Report";
  view.sandbox = "allow-scripts allow-same-origin allow-downloads allow-forms"; // decisions are forms, which nobody sends
  view.allow = "clipboard-write";
  view.addEventListener("load", () => framed(view.contentWindow));
  address = URL.createObjectURL(blob.slice(0, blob.size, "text/html"));
  view.src = address;
  element("page").replaceChildren(view);
  element("page").hidden = false;
}

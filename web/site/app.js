// The page: files in, a check, its result out.
import { fromDrop, fromList, inputsOf, isModel } from "./dropped.js";
import { clear, show } from "./results.js";
import { prepare, Run } from "./runner.js";
import { commandFor, optionsOf } from "./settings.js";

const element = (id) => document.getElementById(id);
const form = element("settings");

let dropped = null; // what to check
let run = null; // the check that runs

function state(name) {
  document.body.dataset.state = name;
}

// take takes new files, and checks them at once.
function take(found) {
  if (!found.files.size) {
    element("chosen").textContent = "There are no files in it.";
    return;
  }
  dropped = found;
  element("chosen").textContent = description(found);
  element("check").disabled = false;
  command();
  check();
}

function description({ folder, folders, files }) {
  const names = [...files.keys()];
  const models = names.filter(isModel);
  const bytes = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  const shown = folder || (models.length === 1 ? models[0] : names.length === 1 ? names[0] : "");
  const others = names.length - models.length;
  const counts = [count(models.length, "model"), others ? count(others, "other file") : "", size(bytes)].filter(Boolean).join(", ");
  return shown ? `${shown}${folders ? "/" : ""}: ${counts}` : counts;
}

function count(n, word) {
  return `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

// command shows what to type in a terminal.
function command() {
  element("command").textContent = commandFor(optionsOf(form), dropped ? inputsOf(dropped) : [], dropped?.folder);
  element("copy").textContent = "Copy";
}

async function check() {
  run?.cancel();
  const mine = (run = new Run());
  const began = performance.now();
  clear();
  state("running");
  element("running").hidden = false;
  const clock = watch(began);
  const request = { options: optionsOf(form), inputs: inputsOf(dropped), files: [...dropped.files] };
  let result;
  try {
    result = await mine.start(request, clock.progress);
  } catch (error) {
    result = { failed: error.message, out: "", err: "" };
  }
  clock.stop();
  if (run !== mine) return;
  run = null;
  element("running").hidden = true;
  state(result ? "done" : "ready");
  if (result) show(result, { name: nameOf(dropped), seconds: (performance.now() - began) / 1000, framed: acceptDrops });
  else element("chosen").textContent = description(dropped) + ". The check was cancelled.";
}

// nameOf returns a name for reports.
function nameOf({ folder, files }) {
  const models = [...files.keys()].filter(isModel);
  return folder || (models.length === 1 ? models[0].replace(/^.*\/|\.[^.]*$/g, "") : "report");
}

// watch shows the progress and the time of a check until it is stopped.
function watch(began) {
  const bar = element("bar");
  bar.removeAttribute("value");
  let text = "loading the checker";
  const draw = () => {
    element("phase").textContent = `${text} · ${Math.floor((performance.now() - began) / 1000)} s`;
  };
  draw();
  const timer = setInterval(draw, 500);
  return {
    stop: () => clearInterval(timer),
    progress({ file, of, path, phase, done, total }) {
      const unit = phase === "checking" ? " triangles" : "";
      text = (of > 1 ? `${file + 1} of ${of}: ` : "") + `${phase} ${path}`;
      if (total > 0 && unit) text += `, ${done.toLocaleString("en")} of ${total.toLocaleString("en")}${unit}`;
      if (total > 0 && of === 1) bar.value = Math.min(1, done / total);
      else if (of > 1) bar.value = file / of;
      else bar.removeAttribute("value");
      draw();
    },
  };
}

// acceptDrops lets files be dropped anywhere in a window: this one, or that of the report.
function acceptDrops(window) {
  const drop = element("drop");
  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) drop.classList.remove("over");
  });
  window.addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    element("chosen").textContent = "reading the names of the files";
    try {
      take(await fromDrop(event.dataTransfer));
    } catch (error) {
      element("chosen").textContent = "The browser cannot read what was dropped: " + error.message;
    }
  });
}

// listen connects the elements of the page.
function listen() {
  acceptDrops(window);
  for (const id of ["files", "folder"]) {
    const input = element(id);
    element("choose-" + id).addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      if (input.files.length) take(fromList(input.files));
      input.value = ""; // so that the same files can be chosen again
    });
  }
  form.addEventListener("input", command);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (dropped) check();
  });
  element("cancel").addEventListener("click", () => run?.cancel());
  element("copy").addEventListener("click", copy);
}

async function copy() {
  try {
    await navigator.clipboard.writeText(element("command").textContent);
    element("copy").textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(element("command"));
  }
}

// serve keeps the site for use without a network. Browsers allow it only for https and localhost.
async function serve() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("offline.js");
    await navigator.serviceWorker.ready;
    element("offline").textContent = "This page now works without a network.";
  } catch {} // the page works with a network
}

listen();
command();
state("ready");
prepare();
serve();

// The settings of a check, as arguments of the program.
import { REPORTS } from "./program.js";

// optionsOf returns the options that the form says. What is not set is left to the configuration.
export function optionsOf(form) {
  const data = new FormData(form);
  const options = [];
  const checks = data.getAll("check").join(",");
  if (checks !== "self") options.push("--checks", checks);
  for (const name of ["policy", "unit", "clearance", "profile", "fail-on"]) {
    const value = data.get(name).trim();
    if (value) options.push("--" + name, value);
  }
  return [...options, ...words(data.get("more"))];
}

// words splits a text at spaces as a shell does, with both kinds of quotes.
export function words(text) {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, a, b) => a ?? b));
}

// checkArguments returns the arguments of a check that writes the page and the JSON report.
export function checkArguments(options, inputs) {
  return [...options, "-o", `${REPORTS}/report.html`, "-o", `${REPORTS}/report.json`, "--", ...inputs];
}

// viewArguments returns the arguments that make another report from the JSON report.
export function viewArguments(ending) {
  return ["view", "-q", "-o", `${REPORTS}/report.${ending}`, `${REPORTS}/report.json`];
}

// commandFor returns what to type in a terminal for the same page.
export function commandFor(options, inputs, folder) {
  const paths = inputs.length ? inputs : ["model.glb"];
  const dashes = paths.some((path) => path.startsWith("-")) ? ["--"] : [];
  const command = ["meshcheck", ...options, "-o", "report.html", ...dashes, ...paths].map(quoted).join(" ");
  return folder ? `cd ${quoted(folder)} && ${command}` : command;
}

// quoted writes a word for a POSIX shell.
function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

// The settings of a check, as options of the program.

// ENDINGS are those of the reports that each check writes.
const ENDINGS = ["html", "json", "summary.json", "ndjson", "csv", "sarif", "xml", "md", "codequality.json", "glb"];

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

// argumentsFor returns the arguments of a run that writes all reports into a folder.
export function argumentsFor(options, inputs, folder) {
  const drawn = /\buv\b/.test(options[options.lastIndexOf("--checks") + 1]) ? ["svg"] : []; // an error without the check
  return [...options, ...[...ENDINGS, ...drawn].flatMap((ending) => ["-o", `${folder}/report.${ending}`]), "--", ...inputs];
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

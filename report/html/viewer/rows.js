import { build } from "./elements.js";
import { VERDICTS } from "./files.js";
import { grouped } from "./math.js";

// The elements of the index. Text from files is only ever text, and isolated from the writing direction
// of what surrounds it.

// verdictClass returns the class of a verdict.
export const verdictClass = (word) => ({ failed: "fail", "not checked": "unchecked", passed: "pass" })[word];

// share returns a part of the bar of verdicts: a button with a number of files.
export function share(word, wanted, n, part, clicked) {
  const className = `share ${verdictClass(word) ?? ""}`.trim();
  const button = build("button", { type: "button", className, dataset: { word: wanted }, onclick: clicked }, `${grouped(n)} ${word}`);
  button.style.flexGrow = part;
  return button;
}

// folderHead returns the heading of a folder, with the shares of its verdicts.
export function folderHead({ folder, counts }) {
  const outcomes = counts.map(([word, n]) => build("span", { className: "outcome " + verdictClass(word) }, `${grouped(n)} ${word}`));
  return build("li", { className: "head" }, isolated("b", folder || "./"), sharesOf(counts), ...outcomes);
}

// groupHead returns the heading of a group, which opens and closes it.
export function groupHead({ title, more, status, open }, clicked) {
  const button = build("button", { type: "button", ariaExpanded: String(open), onclick: clicked }, title);
  const e = build("li", { className: "head " + verdictClass(status) }, button);
  if (more) e.append(isolated("span", more, "cause"));
  return e;
}

// sharesOf returns a small picture of the shares of verdicts.
function sharesOf(counts) {
  const parts = counts.map(([word, n]) => {
    const part = build("i", { className: verdictClass(word) });
    part.style.flexGrow = n;
    return part;
  });
  return build("span", { className: "shares-of", ariaHidden: "true" }, ...parts);
}

// putAt puts an item at its place in the list.
export function putAt(e, { top, height }) {
  e.style.transform = `translateY(${top}px)`;
  e.style.height = `${height}px`;
}

// rowOf returns the row of a file, with the number of decisions about it, and with its folder if that
// does not stand above.
export function rowOf(row, decisions, withFolder) {
  const e = build("li", { className: "row " + verdictClass(VERDICTS[row.status]) });
  if (row.picture) e.append(build("img", { className: "picture", alt: "", decoding: "async", loading: "lazy", src: row.picture }));
  const name = build(row.href ? "a" : "span", { className: "name" }, isolated("b", row.name));
  if (row.href) name.href = row.href;
  if (row.folder && withFolder) name.append(" ", isolated("small", row.folder, "folder"));
  const worst = build("span", { className: "worst" });
  if (row.kind) worst.append(iconOf(...row.kind));
  if (row.worst) worst.append(isolated("span", row.worst));
  const more = build("span", { className: "more-of" });
  if (row.places) more.append(build("span", { className: "n" }, `${grouped(row.places)} ${row.places === 1 ? "place" : "places"}`));
  for (const [word, n] of row.changes) more.append(badge(`${grouped(n)} ${word}`, word));
  if (decisions) more.append(badge(`${grouped(decisions)} decided here`, "here-badge"));
  more.append(...row.badges.map((text) => badge(text)));
  e.append(name, worst, more);
  return e;
}

const badge = (text, what = "") => build("small", { className: ("badge " + what).trim() }, text);

// iconOf returns the picture of a kind in its colour.
function iconOf(name, color) {
  const { namespaceURI } = document.querySelector("svg.symbols");
  const svg = document.createElementNS(namespaceURI, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(namespaceURI, "use");
  use.setAttribute("href", "#icon-" + name);
  svg.append(use);
  return build("span", { className: "kind " + color }, svg);
}

// isolated returns an element with text from a file, whose writing direction affects nothing else.
const isolated = (tag, text, className = "") => build(tag, className ? { className } : {}, build("bdi", {}, text));

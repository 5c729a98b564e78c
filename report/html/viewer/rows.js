import { VERDICTS } from "./files.js";
import { grouped } from "./math.js";

// The elements of the index. Text from files is only ever text, and isolated from the writing direction
// of what surrounds it.

// verdictClass returns the class of a verdict.
export const verdictClass = (word) => ({ failed: "fail", "not checked": "unchecked", passed: "pass" })[word];

// share returns a part of the bar of verdicts: a button with a number of files.
export function share(word, wanted, n, part, clicked) {
  const button = worded("button", "share " + (verdictClass(word) ?? ""), `${grouped(n)} ${word}`);
  button.type = "button";
  button.dataset.word = wanted;
  button.style.flexGrow = part;
  button.addEventListener("click", clicked);
  return button;
}

// folderHead returns the heading of a folder, with the shares of its verdicts.
export function folderHead({ folder, counts }) {
  const e = made("li", "head");
  e.append(isolated("b", folder || "./"), sharesOf(counts), ...counts.map(([word, n]) => worded("span", "outcome " + verdictClass(word), `${grouped(n)} ${word}`)));
  return e;
}

// groupHead returns the heading of a group, which opens and closes it.
export function groupHead({ title, more, status, open }, clicked) {
  const e = made("li", "head " + verdictClass(status));
  const button = worded("button", "", title);
  button.type = "button";
  button.setAttribute("aria-expanded", String(open));
  button.addEventListener("click", clicked);
  e.append(button);
  if (more) e.append(isolated("span", more, "cause"));
  return e;
}

// sharesOf returns a small picture of the shares of verdicts.
function sharesOf(counts) {
  const e = made("span", "shares-of");
  e.setAttribute("aria-hidden", "true");
  for (const [word, n] of counts) {
    const part = made("i", verdictClass(word));
    part.style.flexGrow = n;
    e.append(part);
  }
  return e;
}

// putAt puts an item at its place in the list.
export function putAt(e, { top, height }) {
  e.style.transform = `translateY(${top}px)`;
  e.style.height = `${height}px`;
}

// rowOf returns the row of a file, with the number of decisions about it, and with its folder if that
// does not stand above.
export function rowOf(row, decisions, withFolder) {
  const e = made("li", "row " + verdictClass(VERDICTS[row.status]));
  const link = made(row.href ? "a" : "span", "name");
  if (row.href) link.href = row.href;
  if (row.picture) {
    const picture = made("img", "picture");
    picture.src = row.picture;
    picture.alt = "";
    picture.decoding = "async";
    picture.loading = "lazy";
    e.append(picture);
  }
  link.append(isolated("b", row.name));
  if (row.folder && withFolder) link.append(" ", isolated("small", row.folder, "folder"));
  e.append(link);
  const worst = made("span", "worst");
  if (row.kind) worst.append(iconOf(...row.kind));
  if (row.worst) worst.append(isolated("span", row.worst));
  e.append(worst);
  const more = made("span", "more-of");
  if (row.places) more.append(worded("span", "n", `${grouped(row.places)} ${row.places === 1 ? "place" : "places"}`));
  for (const [word, n] of row.changes) more.append(worded("small", "badge " + word, `${grouped(n)} ${word}`));
  if (decisions) more.append(worded("small", "badge here-badge", `${grouped(decisions)} decided here`));
  for (const badge of row.badges) more.append(worded("small", "badge", badge));
  e.append(more);
  return e;
}

// iconOf returns the picture of a kind in its colour.
function iconOf(name, color) {
  const e = made("span", "kind " + color);
  const { namespaceURI } = document.querySelector("svg.symbols");
  const svg = document.createElementNS(namespaceURI, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(namespaceURI, "use");
  use.setAttribute("href", "#icon-" + name);
  svg.append(use);
  e.append(svg);
  return e;
}

function made(name, classes) {
  const e = document.createElement(name);
  if (classes) e.className = classes.trim();
  return e;
}

function worded(name, classes, content) {
  const e = made(name, classes);
  e.textContent = content;
  return e;
}

// isolated returns an element with text from a file, whose writing direction affects nothing else.
function isolated(name, content, classes = "") {
  const e = made(name, classes);
  e.append(worded("bdi", "", content));
  return e;
}

import { build } from "./elements.js";
import { grouped } from "./math.js";
import { parsed } from "./stow.js";

const FAILED = 0; // verdicts in the data of the index
const NOT_CHECKED = 1;
const PASSED = 2;
export const VERDICTS = { [FAILED]: "failed", [NOT_CHECKED]: "not checked", [PASSED]: "passed" };

// indexData returns the data about all files of the report, null for a page of one file. A report in a
// folder has them in a script beside its pages, because a page opened from disk can load nothing else.
export function indexData() {
  const inPage = document.getElementById("index-data");
  const data = inPage ? JSON.parse(inPage.textContent) : globalThis.meshcheckIndex;
  if (!data) return null;
  const rows = data.rows.map(([status, folder, name, places, worst, kind, href = "", picture = "", badges = "", changes], number) => ({
    number, status, folder: data.folders[folder], name, path: data.shared + data.folders[folder] + name, places, href, picture, changes: changesOf(changes),
    worst: status === NOT_CHECKED ? data.causes[worst] : worst,
    kind: status === NOT_CHECKED || !worst ? null : data.kinds[kind],
    badges: badges ? badges.split("\n") : [],
  }));
  return { rows, shared: data.shared };
}

// CHANGES are what may have become of places since an earlier report.
export const CHANGES = ["new", "worse", "better", "fixed"];

// changesOf returns those that a file has, as [word, number].
const changesOf = (numbers = []) => CHANGES.map((word, i) => [word, numbers[i]]).filter(([, n]) => n > 0);

// Files are the sections of a page of several files. They are text until they are opened, one at a time.
export class Files {
  constructor(element) {
    this.element = element;
    this.sections = new Map([...element.querySelectorAll("noscript.file")].map((e) => [e.dataset.named, e]));
    this.current = null; // ID of the file that is open
  }

  // named returns the ID of the file with an ID or with a place that has it, or null.
  named(id) {
    const own = /^file-[^-]+/.exec(id)?.[0];
    if (own && this.sections.has(own)) return own;
    const byPath = "file-" + id.slice(id.lastIndexOf("-") + 1);
    return this.sections.has(byPath) ? byPath : null;
  }

  // of returns the ID of the file with a path, or null.
  of(path) {
    return [...this.sections].find(([, e]) => e.dataset.path === path)?.[0] ?? null;
  }

  open(id) {
    this.current = id;
    this.element.append(parsed(this.sections.get(id).textContent));
    return this.element.lastElementChild;
  }

  close() {
    this.current = null;
    this.element.querySelector("article.file").remove();
  }
}

// Others is the bar above a file that leads to the index and to the files beside it that fail.
export class Others {
  // page is the address of this page in a report in a folder, undefined in one page for all.
  constructor({ rows }, page) {
    this.rows = rows;
    this.page = page;
  }

  // show puts the bar above the section of a file. Order are the rows in the order of the index, if it
  // is in the page.
  show(article, order = this.rows) {
    const here = this.page ?? "#" + article.id;
    const failing = order.filter((row) => row.href && (row.status === FAILED || row.href === here));
    const at = failing.findIndex((row) => row.href === here);
    const beside = (by) => failing[at + by];
    this.bar = build("nav", { className: "others-bar", ariaLabel: "Files" }, link("← All files", this.page ? "../index.html" : "#" + (this.back ?? ""), "all"));
    const failed = failing.filter((row) => row.status === FAILED);
    const place = failed.indexOf(failing[at]) + 1;
    if (place > 0) this.bar.append(build("p", {}, `${grouped(place)} of ${grouped(failed.length)} failed`));
    if (beside(-1)) this.bar.append(link("Previous failing", this.address(beside(-1)), "previous"));
    if (beside(1)) this.bar.append(link("Next failing (n)", this.address(beside(1)), "next"));
    article.prepend(this.bar);
  }

  address(row) {
    return this.page ? "../" + row.href : row.href;
  }

  // key handles "n" and "p", which go to the next and the previous file that fails, and "u", which goes
  // to the index.
  key({ key }) {
    const there = this.bar?.isConnected && this.bar.querySelector(`[data-to=${{ n: "next", p: "previous", u: "all" }[key] ?? "none"}]`);
    if (!there) return false;
    there.click();
    return true;
  }
}

const link = (text, href, to) => build("a", { href, dataset: { to } }, text);

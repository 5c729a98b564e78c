import { build } from "./elements.js";
import { CHANGES, VERDICTS } from "./files.js";
import { grouped } from "./math.js";
import { parsed } from "./stow.js";
import { folderHead, groupHead, putAt, rowOf, share } from "./rows.js";

const MARGIN = 600; // pixels above and below the window in which rows are built as well

// Index is the list of all files of a report: search, filter by verdict, order, folders. It builds the
// rows in sight only.
export class Index {
  constructor(element, { rows }, triage) {
    this.element = element;
    this.rows = rows;
    this.triage = triage;
    triage.watchers.push(() => this.apply(false));
    this.opened = new Set(); // groups that are open: "passed" and causes
    this.built = new Map(); // item -> element
    this.items = [];
    this.scroll = 0;
    this.make();
    addEventListener("scroll", () => this.render(), { passive: true });
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.element.querySelector(".printed")?.remove());
    addEventListener("resize", () => this.lay());
  }

  make() {
    const { element } = this;
    element.append(document.getElementById("index").content.cloneNode(true));
    this.search = element.querySelector("[type=search]");
    this.select = element.querySelector("select");
    this.list = element.querySelector(".rows");
    this.search.addEventListener("input", () => this.apply());
    this.search.addEventListener("keydown", (event) => event.key === "Enter" && this.first());
    this.select.addEventListener("change", () => this.apply());
    const bar = element.querySelector(".shares");
    for (const [status, word] of Object.entries(VERDICTS)) {
      const n = this.rows.filter((row) => row.status === Number(status)).length;
      if (n) bar.append(share(word, token(word), n, n / this.rows.length, () => this.toggle(token(word), Object.values(VERDICTS))));
    }
    for (const word of CHANGES) {
      const n = this.rows.filter((row) => row.changes.some(([w]) => w === word)).length;
      if (n) element.querySelector(".since").append(share("with " + word, token(word), n, 0, () => this.toggle(token(word), CHANGES)));
    }
    this.read();
  }

  // toggle filters by a verdict or a change, or by none of their kind if it does already.
  toggle(word, kind) {
    const words = this.words().filter((w) => !kind.map(token).includes(w));
    if (!this.words().includes(word)) words.push(word);
    this.search.value = words.join(" ");
    this.apply();
  }

  // read takes the search and the order from the URL.
  read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    this.search.value = wanted.get("q") ?? "";
    this.select.value = wanted.get("by") ?? "worst";
    if (!this.select.value) this.select.value = "worst";
    this.apply(false);
  }

  // address returns what read takes from the URL.
  address() {
    const wanted = new URLSearchParams();
    if (this.search.value.trim()) wanted.set("q", this.search.value.trim());
    if (this.select.value !== "worst") wanted.set("by", this.select.value);
    return wanted.toString();
  }

  words() {
    return this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  }

  // matching returns the rows that have all words of the search in their texts, and of the verdicts and
  // changes that it names, such as "s:failed" and "s:new", one each.
  matching() {
    const named = (words) => words.map(token).filter((word) => this.words().includes(word));
    const [verdicts, changes] = [named(Object.values(VERDICTS)), named(CHANGES)];
    const words = this.words().filter((word) => !verdicts.includes(word) && !changes.includes(word));
    return this.rows.filter((row) => {
      if (verdicts.length && !verdicts.includes(token(VERDICTS[row.status]))) return false;
      if (changes.length && !row.changes.some(([word]) => changes.includes(token(word)))) return false;
      if (!words.length) return true;
      row.text ??= [row.folder + row.name, row.worst, ...row.badges].join(" ").toLowerCase();
      return words.every((word) => row.text.includes(word));
    });
  }

  // order returns the rows that match, in the order of the list.
  order() {
    const rows = this.matching();
    const by = this.select.value;
    if (by === "name") rows.sort((a, b) => ORDER.compare(a.name, b.name) || ORDER.compare(a.folder, b.folder));
    if (by === "places") rows.sort((a, b) => b.places - a.places || a.number - b.number);
    return rows;
  }

  // apply fills the list by the search and the order.
  apply(remember = true) {
    const rows = this.order();
    const active = this.words().length > 0;
    this.items = this.select.value === "folder" ? byFolder(rows) : this.byVerdict(rows, active);
    for (const button of this.element.querySelectorAll(".share")) {
      button.setAttribute("aria-pressed", String(this.words().includes(button.dataset.word)));
    }
    this.element.querySelector("[role=status]").textContent = active ? `${grouped(rows.length)} of ${grouped(this.rows.length)} files` : "";
    for (const e of this.built.values()) e.remove();
    this.built.clear();
    this.lay();
    if (!remember) return;
    try {
      history.replaceState(history.state, "", "#" + this.address());
    } catch {} // browsers may refuse it if it changes very often
  }

  // byVerdict returns failing files, then those that were not checked, by cause, then those that passed.
  // Groups are closed unless something is searched.
  byVerdict(rows, active) {
    const of = (status) => rows.filter((row) => row.status === status).map((row) => ({ row }));
    const [failed, unchecked, passed] = [0, 1, 2].map(of);
    const items = [...failed];
    const group = (key, title, more, members, status) => {
      const open = active || this.opened.has(key) || !failed.length;
      items.push({ key, title, more, status, open });
      if (open) items.push(...members);
    };
    for (const [cause, members] of byCause(unchecked)) {
      if (members.length === 1) {
        items.push(...members);
        continue;
      }
      group("cause " + cause, `${grouped(members.length)} not checked`, cause, members, "not checked");
    }
    if (passed.length) group("passed", `${grouped(passed.length)} passed`, "", passed, "passed");
    return items;
  }

  // lay gives each item its place, in the heights of the style sheet.
  lay() {
    const style = getComputedStyle(this.list);
    const high = (name) => parseFloat(style.getPropertyValue(name));
    const [row, bare, head] = [high("--row"), high("--bare"), high("--head")];
    this.list.classList.toggle("pictured", this.items.some((item) => item.row?.picture));
    let top = 0;
    for (const item of this.items) {
      item.top = top;
      item.height = item.row ? (item.row.picture ? row : bare) : head;
      top += item.height;
    }
    this.list.style.height = `${top}px`;
    for (const [item, e] of this.built) putAt(e, item);
    this.render();
  }

  // render builds the items in sight, and drops all others but the one with the focus.
  render() {
    if (this.element.hidden) return;
    const above = -this.list.getBoundingClientRect().top;
    const [from, to] = [above - MARGIN, above + innerHeight + MARGIN];
    for (const [item, e] of this.built) {
      if ((item.top + item.height >= from && item.top <= to) || e.contains(document.activeElement)) continue;
      e.remove();
      this.built.delete(item);
    }
    let after = null; // the order of the elements is that of the list
    for (let i = firstFrom(this.items, from); i < this.items.length && this.items[i].top <= to; i++) {
      const item = this.items[i];
      let e = this.built.get(item);
      if (!e) {
        e = item.row ? rowOf(item.row, this.triage.decidedOn(item.row.path), this.select.value !== "folder") : this.head(item);
        putAt(e, item);
        if (after) after.after(e);
        else this.list.prepend(e);
        this.built.set(item, e);
        e.setAttribute("aria-setsize", this.items.length);
        e.setAttribute("aria-posinset", i + 1);
      }
      after = e;
    }
  }

  // head returns the heading of a group or a folder.
  head(item) {
    if (item.counts) return folderHead(item);
    return groupHead(item, () => {
      if (!this.opened.delete(item.key)) this.opened.add(item.key);
      this.apply();
      [...this.built].find(([it]) => it.key === item.key)?.[1].querySelector("button").focus();
    });
  }

  // print adds the table of all files for browsers without scripts, as only rows in sight are there.
  print() {
    if (this.element.hidden || this.element.querySelector(".printed")) return;
    this.element.append(build("div", { className: "printed" }, parsed(this.element.querySelector("noscript").textContent)));
  }

  // show shows or hides the index, where it was before.
  show(shown) {
    if (this.element.hidden === !shown) return shown && this.read();
    if (!shown) this.scroll = scrollY;
    this.element.hidden = !shown;
    if (!shown) return;
    this.read();
    scrollTo({ top: this.scroll, behavior: "instant" });
    this.render();
  }

  // first opens the first file of the list that has details.
  first() {
    const row = this.order().find((r) => r.href);
    if (row) location.assign(row.href);
  }

  // key handles "/", which goes to the search, and "n", which goes to the first file that fails.
  key({ key }) {
    if (this.element.hidden) return false;
    const failing = this.order().find((row) => row.status === 0 && row.href);
    if (key === "/") this.search.focus();
    else if (key === "n" && failing) location.assign(failing.href);
    else return false;
    return true;
  }
}

const ORDER = new Intl.Collator("en", { numeric: true });

// token returns the word of the search for a verdict.
const token = (word) => "s:" + word.replace(" ", "-");

// byCause returns items in groups of equal causes, the largest first.
function byCause(items) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(item.row.worst)) groups.set(item.row.worst, []);
    groups.get(item.row.worst).push(item);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

// byFolder returns the rows below a heading for each folder, in the order of their first rows.
function byFolder(rows) {
  const folders = new Map();
  for (const row of rows) {
    if (!folders.has(row.folder)) folders.set(row.folder, []);
    folders.get(row.folder).push({ row });
  }
  return [...folders].flatMap(([folder, members]) => {
    const counts = Object.entries(VERDICTS).map(([status, word]) => [word, members.filter(({ row }) => row.status === Number(status)).length]);
    return [{ folder, counts: counts.filter(([, n]) => n > 0) }, ...members];
  });
}

// firstFrom returns the number of the first item that ends below a height.
function firstFrom(items, from) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].top + items[middle].height < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { parseLine, readDecisions, sameness, writeDecisions } from "./decisions.js";
import { isEmpty, keyOf, merge } from "./merging.js";

const PERSON = "meshcheck-person"; // the name of who decides, in the browser

// Store keeps the decisions about the places of a report in the browser, as the text that is exported. A browser
// that keeps nothing for the page leaves them in memory.
export class Store {
  constructor(key) {
    this.name = "meshcheck-decisions " + key;
    this.decisions = new Map(); // by keyOf
    this.lasting = true;
    this.typed = "";
    this.changed = () => {};
    try {
      this.keep(this.load()); // some browsers can read, but not write
    } catch {
      this.lasting = false;
    }
    addEventListener("storage", (event) => {
      if (event.key !== this.name) return;
      this.load(); // another page has decided something, and would answer if this one wrote
      this.changed();
    });
  }

  // load reads the decisions and returns their text.
  load() {
    const text = localStorage.getItem(this.name) || "";
    this.decisions = new Map(readDecisions(text).decisions.map((d) => [keyOf(d), d]));
    return text;
  }

  save() {
    try {
      this.keep(this.decisions.size ? writeDecisions([...this.decisions.values()]) : "");
    } catch {
      this.lasting = false;
    }
    this.changed();
  }

  keep(text) {
    localStorage.setItem(this.name, text);
    if (!text) localStorage.removeItem(this.name);
  }

  // of returns the decision about a place { path, place, line }, or undefined. One from a baseline is known by
  // its line only.
  of({ path, place, line }) {
    return (place && this.decisions.get(path + "\n" + place)) || this.decisions.get(path + "\n" + sameness(line));
  }

  // decide changes the decision about a place.
  decide(place, change) {
    const had = this.of(place);
    const { path, line, place: name } = place;
    const now = { ...(had || { path, place: name, line: line.head, state: "", reason: "", until: "", person: "", time: "", model: "", comments: [] }), ...change };
    if (had) this.decisions.delete(keyOf(had));
    if (!isEmpty(now)) this.decisions.set(keyOf(now), now);
    this.save();
  }

  remove(decision) {
    this.decisions.delete(keyOf(decision));
    this.save();
  }

  clear() {
    this.decisions.clear();
    this.save();
  }

  // add merges the decisions of somebody else, and returns the numbers of merge.
  add(decisions) {
    const latest = stamp();
    const count = merge(this.decisions, decisions.map((d) => (d.time > latest ? { ...d, time: latest } : d))); // a clock may be wrong
    this.save();
    return count;
  }

  // person returns or sets the name of who decides here.
  get person() {
    try {
      return localStorage.getItem(PERSON) || this.typed;
    } catch {
      return this.typed;
    }
  }

  set person(name) {
    this.typed = name;
    try {
      localStorage.setItem(PERSON, name);
    } catch {}
  }
}

// stamp returns the present time as decisions have it.
export const stamp = () => new Date().toISOString().replace(/\.\d+Z$/, "Z");

// dayOf returns the day of a time where the reader is, such as 2026-11-26.
export function dayOf(time) {
  const date = new Date(time);
  const two = (n) => String(n).padStart(2, "0");
  return Number.isNaN(date.getTime()) ? "" : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// nameInID returns the word and the fingerprint in the ID of a place, without what tells files apart, or "".
export const nameInID = (id) => /^\w+-[0-9a-f]{32}/.exec(id)?.[0] || "";

// placeOf returns the place that an element of the page is, with the line that accepts it.
export function placeOf(element, text, section) {
  const line = parseLine(text);
  const place = nameInID(element.id);
  return { element, id: element.id, place, path: line.path, line, model: section.dataset.model || "" };
}

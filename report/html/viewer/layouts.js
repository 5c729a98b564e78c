import { grouped } from "./math.js";

const CLOSEST = 1 / 12; // of a sheet: the smallest part that is shown
const AROUND = 1.5; // times the size of the selection

// Layouts are the pictures of the UV sheets of a file. Selected islands have the colours of a pair
// of objects, as in the 3D view.
export class Layouts {
  // events has selected(sheet, islands), for islands that were chosen in a picture, or none.
  constructor(work, events) {
    this.events = events;
    this.sheets = new Map(); // number of a sheet -> Sheet
    for (const element of work.querySelectorAll(".sheet")) {
      if (element.querySelector("svg.layout")) this.sheets.set(Number(element.dataset.sheet), new Sheet(element, events));
    }
  }

  // light selects islands of a sheet and deselects all others. It reports whether the sheet has a
  // picture.
  light(number, islands) {
    for (const sheet of this.sheets.values()) if (sheet.number !== number) sheet.light([]);
    this.current = islands.length ? number : null;
    this.sheets.get(number)?.light(islands);
    return this.sheets.has(number);
  }

  clear() {
    for (const sheet of this.sheets.values()) sheet.light([]);
    this.current = null;
  }

  reveal(number) {
    this.sheets.get(number)?.reveal();
  }
}

// Sheet is one of the pictures.
class Sheet {
  constructor(element, events) {
    this.element = element;
    this.number = Number(element.dataset.sheet);
    this.events = events;
    this.svg = element.querySelector("svg.layout");
    this.whole = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.text = Number(this.svg.getAttribute("font-size"));
    this.paths = new Map([...this.svg.querySelectorAll("[data-island]")].map((path) => [Number(path.dataset.island), path]));
    this.islands = [];
    this.listen();
  }

  listen() {
    const { svg } = this;
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-label", svg.getAttribute("aria-label") + ". Up and down arrow keys step through the islands.");
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    this.element.querySelector(".zoom").hidden = false;
    this.button = this.element.querySelector("[data-zoom]");
    this.button.addEventListener("click", () => this.show(this.whole));
  }

  // click selects the island at a point, and cycles through them if there are several.
  click({ clientX, clientY }) {
    const here = document.elementsFromPoint(clientX, clientY).filter((e) => this.svg.contains(e) && e.dataset.island !== undefined);
    const numbers = here.map((e) => Number(e.dataset.island));
    const next = numbers.length ? numbers[(numbers.indexOf(this.islands[0]) + 1) % numbers.length] : undefined;
    this.events.selected(this.number, next === undefined ? [] : [next]);
  }

  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key !== "Escape" && (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)) return;
    event.preventDefault();
    if (!by) return this.events.selected(this.number, []);
    const all = [...this.paths.keys()].sort((a, b) => a - b);
    const at = all.indexOf(this.islands[0]);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    if (all.length) this.events.selected(this.number, [all[next]]);
  }

  // light selects islands: it draws copies of their outlines on top, so that the order of the
  // islands does not change.
  light(islands) {
    this.svg.querySelector(".chosen")?.remove();
    this.islands = islands;
    const said = this.element.querySelector(".lit");
    said.hidden = islands.length === 0;
    said.textContent = islands.map((n) => `Island ${grouped(n)}`).join(" and ") + (islands.every((n) => this.paths.has(n)) ? "" : ", not in the picture");
    this.svg.dataset.islands = islands.join(" ");
    const group = document.createElementNS(this.svg.namespaceURI, "g");
    group.setAttribute("class", "chosen");
    islands.forEach((n, i) => {
      const copy = this.paths.get(n)?.cloneNode();
      if (!copy) return;
      copy.removeAttribute("data-island");
      copy.removeAttribute("fill");
      copy.setAttribute("class", i ? "second" : "first");
      group.append(copy);
    });
    if (!group.childElementCount) return this.show(this.whole);
    this.svg.append(group);
    this.show(this.around(group.getBBox()));
  }

  // around returns a box of the sheet's shape around another one, large enough to be useful, or
  // the whole sheet if that is about as large.
  around({ x, y, width, height }) {
    const [left, top, wide, high] = this.whole;
    const part = Math.max((AROUND * width) / wide, (AROUND * height) / high, CLOSEST);
    if (part > 0.7) return this.whole;
    const within = (from, to, low, size) => Math.min(Math.max((from + to) / 2 - (part * size) / 2, low), low + (1 - part) * size);
    return [within(x, x + width, left, wide), within(y, y + height, top, high), part * wide, part * high];
  }

  // show shows a part of the sheet. The size of text does not change.
  show(box) {
    this.svg.setAttribute("viewBox", box.map((x) => x.toFixed(2)).join(" "));
    this.svg.setAttribute("font-size", ((this.text * box[2]) / this.whole[2]).toFixed(3));
    this.button.disabled = box === this.whole;
  }

  reveal() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.element.querySelector(".drawing").scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }
}

// IslandMap knows which triangles of the model belong to which islands. sheets comes from the page:
// index and runs, four numbers each: mesh, first triangle, number of triangles, island.
export class IslandMap {
  constructor(sheets) {
    this.runs = new Map(sheets.map(({ index, runs }) => [index, runs]));
  }

  // at returns the sheet and the island of a triangle of a mesh, or null. It prefers the given
  // sheet.
  at(mesh, triangle, preferred) {
    const order = [...this.runs.keys()].sort((a, b) => (b === preferred) - (a === preferred));
    for (const sheet of order) {
      const runs = this.runs.get(sheet);
      for (let i = 0; i < runs.length; i += 4) {
        if (runs[i] === mesh && runs[i + 1] <= triangle && triangle < runs[i + 1] + runs[i + 2]) return { sheet, island: runs[i + 3] };
      }
    }
    return null;
  }

  // meshOf returns the mesh of an island, or -1 if it is not known.
  meshOf(sheet, island) {
    const runs = this.runs.get(sheet) || [];
    for (let i = 0; i < runs.length; i += 4) if (runs[i + 3] === island) return runs[i];
    return -1;
  }

  // members returns a Map from the triangles of a mesh that belong to the given islands to the
  // position of their island in the list, from 1.
  members(sheet, islands, mesh) {
    const out = new Map();
    const runs = this.runs.get(sheet) || [];
    for (let i = 0; i < runs.length; i += 4) {
      const which = islands.indexOf(runs[i + 3]) + 1;
      if (runs[i] === mesh && which > 0) for (let t = 0; t < runs[i + 2]; t++) out.set(runs[i + 1] + t, which);
    }
    return out;
  }
}

// placesIn returns the two places of a pair of islands: mesh, triangle and coordinates in the
// world.
export function placesIn(text) {
  const numbers = text.split(" ").map(Number);
  return [0, 5].map((i) => ({ mesh: numbers[i], triangle: numbers[i + 1], at: numbers.slice(i + 2, i + 5) }));
}

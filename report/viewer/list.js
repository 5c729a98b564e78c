import { openFilter, passesElement } from "./filter.js";
import { grouped } from "./math.js";

// List is what the page says of one file: its regions, the rows of their findings
// and the filters above them. All of it stands in the page already; List brings it
// to life.
export class List {
  // events has select(mesh, region, pair) with pair {a, b} or null, and
  // filtered(filter).
  constructor(work, events) {
    this.work = work;
    this.events = events;
    this.regions = [...work.querySelectorAll(".region")];
    this.chosen = null;
    this.filter = openFilter([...work.querySelectorAll("[name=kind]:checked")].map((box) => box.value));
    this.listen();
  }

  listen() {
    const { work } = this;
    work.addEventListener("click", (event) => {
      const pick = event.target.closest(".pick");
      const row = event.target.closest("tr[data-a]");
      if (pick && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        this.choose(pick.closest(".region"));
      } else if (row && !getSelection().toString()) this.chooseRow(row);
    });
    for (const details of work.querySelectorAll(".findings")) {
      details.addEventListener("toggle", () => details.open && addButtons(details), { once: true });
      if (details.open) addButtons(details);
    }
    const filters = work.querySelector(".filters");
    if (filters) {
      filters.hidden = false;
      filters.addEventListener("change", () => this.refilter(filters));
    }
  }

  choose(region) {
    this.events.select(Number(region.dataset.mesh), Number(region.dataset.region), null);
  }

  chooseRow(row) {
    const { mesh, region, a, b } = row.dataset;
    this.events.select(Number(mesh), Number(region), { a: Number(a), b: Number(b) });
  }

  // mark shows which region is selected, and which row if there is one for it.
  mark(mesh, region, finding) {
    const is = (e) => Number(e.dataset.mesh) === mesh && Number(e.dataset.region) === region;
    this.chosen = (region >= 0 && this.regions.find(is)) || null;
    for (const r of this.regions) {
      if (r === this.chosen) r.setAttribute("aria-current", "true");
      else r.removeAttribute("aria-current");
    }
    for (const row of this.work.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
    if (!finding) return;
    const row = this.work.querySelector(`tr[data-mesh="${mesh}"][data-a="${finding.a}"][data-b="${finding.b}"]`);
    row?.setAttribute("aria-current", "true");
  }

  // unfold opens a region's findings where there is no model to show it on.
  unfold(mesh, region, pair) {
    this.mark(mesh, region, pair);
    const details = this.chosen?.querySelector("details");
    if (details) details.open = true;
  }

  // stacked reports whether the list stands below the view, as on narrow screens.
  stacked() {
    const [view, list] = [".view", ".regions"].map((s) => this.work.querySelector(s)?.getBoundingClientRect());
    return Boolean(view && list) && list.left < view.right;
  }

  // reveal scrolls the selected region into sight if it is not. Below the view that
  // would take the view out of sight, which shows the region as well.
  reveal() {
    if (this.stacked()) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.chosen?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }

  visible() {
    return this.regions.filter((r) => !r.hidden);
  }

  // step selects the next region that the filter leaves, round and round.
  step(by) {
    const list = this.visible();
    if (!list.length) return;
    const at = list.indexOf(this.chosen);
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
    this.choose(list[next]);
    this.reveal();
  }

  refilter(filters) {
    const boxes = [...filters.querySelectorAll("[name=kind]")];
    const value = (name) => filters.querySelector(`[name=${name}]`)?.value || "";
    this.filter = {
      kinds: new Set(boxes.filter((box) => box.checked).map((box) => box.value)),
      scope: value("scope"),
      part: value("part"),
    };
    for (const e of [...this.regions, ...this.work.querySelectorAll(".regions tr[data-a]")]) {
      e.hidden = !passesElement(this.filter, e);
    }
    this.work.querySelector(".matching").textContent = matching(this.visible().length, this.regions.length);
    this.events.filtered(this.filter);
  }
}

// matching says how many regions a filter leaves, where it leaves out any.
function matching(shown, all) {
  if (shown === all) return "";
  if (all === 1) return "The only region here does not match";
  return `${grouped(shown)} of the ${grouped(all)} regions here ${shown === 1 ? "matches" : "match"}`;
}

// addButtons makes the rows of a table reachable by keyboard. A page may have ten
// thousand of them, so this waits until a table is opened.
function addButtons(details) {
  for (const cell of details.querySelectorAll("tr[data-a] > th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "show";
    button.title = "Show in the 3D view";
    button.append(...cell.childNodes);
    cell.append(button);
  }
}

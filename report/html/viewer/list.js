import { openFilter, passesElement } from "./filter.js";
import { grouped } from "./math.js";

// Elements that are selected: of a group of hulls itself and what is wrong with them, of UV sheets
// pairs of islands.
const PLACES = ".region, .pair, .body, .fault, .islandpair";

// List is what the page says of one file: its regions, pairs of objects and collision hulls, the rows of
// their findings and the filters above them. All of it stands in the page already; List brings it
// to life.
export class List {
  // events has select(stage, region, pair) with pair {a, b} or null, islands(element) for a pair
  // of islands, and filtered(filter).
  constructor(work, events) {
    this.work = work;
    this.events = events;
    this.places = [...work.querySelectorAll(PLACES)];
    this.chosen = null;
    this.filter = openFilter(kindsOf(work));
    this.listen();
  }

  listen() {
    const { work } = this;
    work.addEventListener("click", (event) => {
      const pick = event.target.closest(".pick");
      const row = event.target.closest("tr[data-a]");
      if (pick && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        this.choose(pick.closest(PLACES));
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
      filters.querySelector(".reset").addEventListener("click", () => this.reset(filters));
    }
  }

  // reset puts the filters back to what they were when the page was opened.
  reset(filters) {
    for (const box of filters.querySelectorAll("input")) box.checked = box.defaultChecked;
    for (const choice of filters.querySelectorAll("select")) choice.selectedIndex = 0;
    this.refilter(filters);
    filters.querySelector("input:not([hidden]), select")?.focus();
  }

  choose(place) {
    if (place.matches(".islandpair")) return this.events.islands(place);
    this.events.select(stageOf(place), regionOf(place), null);
  }

  chooseRow(row) {
    const { a, b } = row.dataset;
    this.events.select(stageOf(row), regionOf(row), { a: Number(a), b: Number(b) });
  }

  // mark shows which place is selected, and which row if there is one for the numbers
  // {a, b} of a finding.
  mark(stage, region, finding) {
    this.point(this.places.find((e) => stageOf(e) === stage && regionOf(e) === region) || null);
    if (!finding) return;
    const rows = this.work.querySelectorAll(`tr[data-a="${finding.a}"][data-b="${finding.b}"]`);
    const row = [...rows].find((r) => stageOf(r) === stage);
    row?.setAttribute("aria-current", "true");
  }

  // point shows that a place is selected, or none.
  point(place) {
    this.chosen = place;
    for (const r of this.places) {
      if (r === this.chosen) r.setAttribute("aria-current", "true");
      else r.removeAttribute("aria-current");
    }
    const others = this.chosen?.closest(".others");
    if (others) others.open = true;
    for (const row of this.work.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
  }

  // unfold opens a place's findings where there is no model to show it on.
  unfold(stage, region, pair) {
    this.mark(stage, region, pair);
    const details = this.chosen?.querySelector("details");
    if (details) details.open = true;
  }

  // stacked reports whether the list stands below the view, as on narrow screens.
  stacked() {
    const [view, list] = [".view", ".places"].map((s) => this.work.querySelector(s)?.getBoundingClientRect());
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
    return this.places.filter((r) => !r.hidden);
  }

  // step selects the next place that the filter leaves, round and round.
  step(by) {
    const list = this.visible();
    if (!list.length) return;
    const at = list.indexOf(this.chosen);
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
    this.choose(list[next]);
    this.reveal();
  }

  // word says what the places of the file are.
  word(n) {
    const of = (name) => this.places.every((e) => e.dataset[name] !== undefined);
    const word = this.places.length && of("pair") ? "pair" : this.places.every((e) => e.matches(".region")) ? "region" : "place";
    return n === 1 ? word : word + "s";
  }

  // hide hides what the filter leaves out, and folded regions of which it leaves none.
  hide() {
    for (const e of [...this.places, ...this.work.querySelectorAll(":is(.regions, .pairs) tr[data-a], .breach")]) {
      e.hidden = !passesElement(this.filter, e);
    }
    for (const e of this.work.querySelectorAll(".fold, .others")) e.hidden = !e.querySelector(".region:not([hidden])");
  }

  refilter(filters) {
    const value = (name) => filters.querySelector(`[name=${name}]`)?.value || "";
    this.filter = {
      kinds: new Set(kindsOf(filters)),
      scope: value("scope"),
      part: value("part"),
      severities: new Set([...filters.querySelectorAll("[name=severity]")].filter((box) => box.checked).map((box) => box.value)),
    };
    this.hide();
    const altered =
      [...filters.querySelectorAll("input")].some((box) => box.checked !== box.defaultChecked) ||
      [...filters.querySelectorAll("select")].some((choice) => choice.selectedIndex > 0);
    filters.querySelector(".reset").hidden = !altered;
    this.work.querySelector(".matching").textContent = matching(this.visible().length, this.places.length, this.word(1), this.word(2));
    this.events.filtered(this.filter);
  }
}

// kindsOf returns the kinds and verdicts that the boxes let through; a box may be for several.
const kindsOf = (element) => [...element.querySelectorAll("[name=kind]:checked")].flatMap((box) => box.value.split(" "));

// stageOf returns which stage shows a place or a row of the page.
const stageOf = ({ dataset: { mesh, pair, group } }) =>
  group !== undefined ? `hulls-${group}` : pair === undefined ? `mesh-${mesh}` : `pair-${pair}`;

// regionOf returns the region of its mesh that it is of, or the number of a finding about
// hulls; pairs are not selected by region.
const regionOf = ({ dataset: { region } }) => (region === undefined ? -1 : Number(region));

// matching says how many places a filter leaves, where it leaves out any.
function matching(shown, all, one, several) {
  if (shown === all) return "";
  if (all === 1) return `The only ${one} here does not match`;
  return `${grouped(shown)} of the ${grouped(all)} ${several} here ${shown === 1 ? "matches" : "match"}`;
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

import { openFilter, passesElement } from "./filter.js";
import { copyLines } from "./lines.js";
import { grouped } from "./math.js";
import { Stow } from "./stow.js";

// Elements that can be selected: for hulls the group and its findings, for UV sheets pairs of
// islands.
export const PLACES = ".region, .pair, .body, .fault, .islandpair, .pose";

// List is the part of the page about one file: its regions, pairs of objects and collision hulls,
// the rows of their findings and the filters above them. List makes it interactive.
export class List {
  // events has select(stage, region, pair), where pair is {a, b} or null, islands(element) for a
  // pair of islands, and filtered(filter).
  constructor(work, events) {
    this.work = work;
    this.events = events;
    this.places = [...work.querySelectorAll(PLACES)];
    this.byName = new Map(); // the first place of each stage and region
    for (const e of this.places.toReversed()) this.byName.set(`${stageOf(e)} ${regionOf(e)}`, e);
    this.folds = [...work.querySelectorAll(".fold, .others")].map((fold) => [fold, [...fold.querySelectorAll(".region, .pose")]]);
    this.chosen = null;
    this.found = null; // the finding whose row is marked
    this.filters = work.closest(".file").querySelector(".filters");
    this.filter = openFilter(offOf(this.filters));
    copyLines(work);
    this.stow = new Stow(work, (details) => this.opened(details));
    this.listen();
    this.hide();
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
    const { filters } = this;
    if (filters) {
      filters.classList.add("live");
      filters.querySelector(".more").hidden = false;
      filters.addEventListener("change", () => this.refilter());
      filters.querySelector(".reset").addEventListener("click", () => this.reset());
    }
  }

  // opened makes what has come into the document interactive.
  opened(details) {
    if (details.matches(".findings") && !details.querySelector(".show")) {
      addButtons(details);
      copyLines(details);
    }
    this.hideRows(details);
    this.markRow();
  }

  // find returns the place with an ID, whether or not it is in the document.
  find(id) {
    return this.places.find((place) => place.id === id);
  }

  // reset restores the filters as they were when the page was opened.
  reset() {
    const { filters } = this;
    for (const box of filters.querySelectorAll("input")) box.checked = box.defaultChecked;
    for (const choice of filters.querySelectorAll("select")) choice.selectedIndex = 0;
    this.refilter();
    filters.querySelector("input, select")?.focus();
  }

  // choose selects a place, and is done when the view shows it.
  choose(place) {
    if (place.matches(".islandpair")) return this.events.islands(place);
    return this.events.select(stageOf(place), regionOf(place), null);
  }

  chooseRow(row) {
    const { a, b } = row.dataset;
    this.events.select(stageOf(row), regionOf(row), { a: Number(a), b: Number(b) });
  }

  // mark shows which place is selected, and the row for the numbers {a, b} of a finding, if any.
  mark(stage, region, finding) {
    this.point(this.at(stage, region));
    this.found = finding && { stage, ...finding };
    this.markRow();
  }

  markRow() {
    if (!this.found) return;
    const { stage, a, b } = this.found;
    const rows = this.work.querySelectorAll(`tr[data-a="${a}"][data-b="${b}"]`);
    const row = [...rows].find((r) => stageOf(r) === stage);
    row?.setAttribute("aria-current", "true");
  }

  // at returns the place of a region on a stage, or null.
  at(stage, region) {
    return this.byName.get(`${stage} ${region}`) || null;
  }

  // point marks a place as selected, or none.
  point(place) {
    this.chosen = place;
    this.found = null;
    for (const r of this.places) {
      if (r === this.chosen) r.setAttribute("aria-current", "true");
      else r.removeAttribute("aria-current");
    }
    if (this.chosen) this.stow.reveal(this.chosen);
    for (const row of this.work.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
  }

  // unfold opens the findings of a place if there is no model to show it on.
  unfold(stage, region, pair) {
    this.mark(stage, region, pair);
    const details = this.chosen?.querySelector("details");
    if (details) this.stow.open(details);
  }

  // stacked reports whether the list is below the view, as on narrow screens.
  stacked() {
    const [view, list] = [".view", ".places"].map((s) => this.work.querySelector(s)?.getBoundingClientRect());
    return Boolean(view && list) && list.left < view.right;
  }

  // reveal scrolls the selected region into view. It does not do so if the list is below the 3D
  // view, which shows the region and would scroll away.
  reveal() {
    if (this.stacked()) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.chosen?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }

  visible() {
    return this.places.filter((r) => !r.hidden);
  }

  // total returns how many places there are: those in sight or, if the filters hide none, also those
  // that are not on the page.
  total() {
    const seen = this.visible().length;
    return seen < this.places.length ? seen : seen + Number(this.work.querySelector("[data-left]")?.dataset.left || 0);
  }

  // step selects the next place that passes the filter, cyclically.
  step(by) {
    const list = this.visible();
    if (!list.length) return;
    const at = list.indexOf(this.chosen);
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
    this.choose(list[next]);
    this.reveal();
  }

  // word returns the noun for n places of the file.
  word(n) {
    const of = (name) => this.places.every((e) => e.dataset[name] !== undefined);
    const word = this.places.length && of("pair") ? "pair" : this.places.every((e) => e.matches(".region")) ? "region" : "place";
    return n === 1 ? word : word + "s";
  }

  // hide hides what the filter excludes, and folds without any remaining regions.
  hide() {
    for (const e of [...this.places, ...this.work.querySelectorAll(".breach")]) e.hidden = !passesElement(this.filter, e);
    // Findings in the 3D view do not know what has become of their regions.
    this.filter.regions = new Set(this.places.filter((e) => e.hidden && e.matches(".region, .pose")).map((e) => `${stageOf(e)} ${regionOf(e)}`));
    for (const [fold, regions] of this.folds) fold.hidden = regions.every((r) => r.hidden);
    this.hideRows(this.work);
  }

  // hideRows hides the findings in part of the list that the filter excludes.
  hideRows(part) {
    for (const row of part.querySelectorAll(":is(.regions, .pairs) tr[data-a]")) row.hidden = !passesElement(this.filter, row);
  }

  refilter() {
    const { filters } = this;
    const value = (name) => filters.querySelector(`[name=${name}]`)?.value || "";
    this.filter = { off: offOf(filters), scope: value("scope"), part: value("part"), since: value("since") };
    this.hide();
    const altered =
      [...filters.querySelectorAll("input")].some((box) => box.checked !== box.defaultChecked) ||
      [...filters.querySelectorAll("select")].some((choice) => choice.selectedIndex > 0);
    filters.querySelector(".reset").hidden = !altered;
    filters.querySelector(".matching").textContent = matching(this.visible().length, this.places.length, this.word(1), this.word(2));
    this.events.filtered(this.filter);
  }
}

// offOf returns the rules of the boxes that are not checked. A box may have several.
const offOf = (filters) =>
  new Set([...(filters?.querySelectorAll("[name=kind]:not(:checked)") || [])].flatMap((box) => box.value.split(" ")));

// stageOf returns the stage that shows a place or a row of the page.
export const stageOf = ({ dataset: { mesh, pair, group, pose } }) =>
  pose !== undefined ? "poses" : group !== undefined ? `hulls-${group}` : pair === undefined ? `mesh-${mesh}` : `pair-${pair}`;

// regionOf returns the number of a region in its mesh, or of a finding about hulls, or -1: pairs
// are not selected by region.
export const regionOf = ({ dataset: { region } }) => (region === undefined ? -1 : Number(region));

// matching says how many places pass a filter, unless all do.
function matching(shown, all, one, several) {
  if (shown === all) return "";
  if (all === 1) return `The only ${one} here does not match`;
  return `${grouped(shown)} of the ${grouped(all)} ${several} here ${shown === 1 ? "matches" : "match"}`;
}

// addButtons makes the rows of a table accessible by keyboard. A page may have ten thousand of
// them, so this waits until a table is opened.
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

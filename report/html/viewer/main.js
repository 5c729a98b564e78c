import { Copier } from "./copy.js";
import { labelOf } from "./kinds.js";
import { Index } from "./index.js";
import { IslandMap, Layouts, placesIn } from "./layouts.js";
import { copyLines } from "./lines.js";
import { List, stageOf } from "./list.js";
import { grouped } from "./math.js";
import { Panel } from "./panel.js";
import { readStage } from "./stage.js";
import { Triage } from "./triage.js";
import { View } from "./view.js";

// Page makes the report interactive: a list for each file, and one view for all of them, because
// browsers allow only a few WebGL contexts. The view moves to the file in use.
class Page {
  constructor() {
    this.excerpts = new Map(); // excerpt ID -> decoded stage, once needed
    this.works = new Map([...document.querySelectorAll(".work")].map((work) => [work.dataset.file, work]));
    this.lists = new Map();
    this.layouts = new Map(); // by file
    this.maps = new Map(); // island map by file, once needed
    for (const [file, work] of this.works) {
      this.lists.set(file, this.listOf(file, work));
      this.layouts.set(file, new Layouts(work, { selected: (sheet, islands) => this.island(file, sheet, islands) }));
    }
    const index = document.querySelector(".index");
    this.index = index && new Index(index);
    this.file = null;
    this.turn = 0;
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    this.waiting()?.classList.add("coming");
    // ready is done when the view shows what the URL names, or the worst place.
    this.ready = new Promise((done) => afterPaint(() => this.begin().finally(done)));
  }

  listOf(file, work) {
    const slot = work.querySelector(".slot");
    if (slot) {
      slot.hidden = false;
      work.classList.add("split");
      slot.querySelector("button").addEventListener("click", () => this.first(file));
      const picture = work.querySelector(".picture");
      if (picture) slot.querySelector("button").prepend(poster(picture));
    }
    return new List(work, {
      select: (stage, region, pair) => this.select(file, stage, region, pair),
      islands: (place) => this.islands(file, place),
      filtered: (filter) => this.file === file && this.filter(filter),
    });
  }

  // waiting returns the slot for the view if there is only one, which then need not be requested.
  waiting() {
    const slots = document.querySelectorAll(".slot");
    return slots.length === 1 ? slots[0] : null;
  }

  // begin opens the view unless the user was faster.
  async begin() {
    if (this.turn > 0 || (await this.follow())) return;
    const file = this.waiting()?.closest(".work").dataset.file;
    if (file !== undefined) await this.first(file);
  }

  // first opens the stage of the worst place without scrolling, or else the first stage.
  async first(file) {
    const worst = this.lists.get(file).visible()[0];
    const opened = (stage) => this.open(file, stage);
    if (!(worst && (await opened(stageOf(worst)))) && !(await opened(document.querySelector(`.excerpt[data-file="${file}"]`)?.dataset.stage))) return;
    if (this.view.model.isPair) this.view.frame();
  }

  // follow selects what the URL names: a region, a pair, hulls or a finding about them.
  async follow() {
    const id = location.hash.slice(1).replace(/-findings$/, "");
    const place = document.getElementById(id);
    if (!place?.matches(".region, .pair, .body, .fault, .islandpair")) return false;
    await this.lists.get(place.closest(".work").dataset.file).choose(place);
    return true;
  }

  factsOf(file) {
    return JSON.parse(document.getElementById(`file-${file}-facts`).textContent);
  }

  decoded(file, stage) {
    const id = `file-${file}-${stage}-excerpt`;
    const source = document.getElementById(id);
    if (source && !this.excerpts.has(id)) this.excerpts.set(id, readStage(source.textContent.trim()));
    return this.excerpts.get(id);
  }

  // open shows a stage in the view, and reports whether it exists.
  async open(file, stage) {
    const slot = this.works.get(file)?.querySelector(".slot");
    if (!slot || !document.getElementById(`file-${file}-${stage}-excerpt`)) return false;
    this.view ||= this.makeView();
    if (slot !== this.view.element.parentElement) {
      for (const other of document.querySelectorAll(".slot > button")) other.hidden = false;
      slot.querySelector("button").hidden = true;
      this.cover(slot);
      slot.append(this.view.element);
      slot.classList.remove("coming");
    }
    if (this.file === file && this.view.model?.stage === stage) return true;
    const turn = ++this.turn;
    try {
      const excerpt = await this.decoded(file, stage);
      if (turn !== this.turn) return false; // something else was requested meanwhile
      const facts = this.factsOf(file);
      this.file = file;
      const about = excerpt.group < 0 ? facts.pairs.find((p) => p.index === excerpt.pair) : facts.hulls.find((g) => g.index === excerpt.group);
      this.view.show(excerpt, facts.meshes, about, facts.upright);
      this.view.element.querySelector(".omitted").textContent = omitted(excerpt);
      this.filter(this.lists.get(file).filter);
      this.mark(-1, null, false);
      if (this.view.painter) afterPaint(() => afterPaint(() => this.uncover()));
      return true;
    } catch (error) {
      this.view.say("The model in this page cannot be shown: " + error.message);
      this.view.element.dataset.state = "failed";
      return false;
    }
  }

  // cover shows the picture of the worst place of a file until the view has drawn something, and where
  // it never can.
  cover(slot) {
    this.uncover();
    const picture = slot.querySelector(".poster");
    if (!picture) return;
    const copy = poster(picture);
    copy.classList.add("cover");
    this.view.element.querySelector(".screen").prepend(copy);
  }

  uncover() {
    this.view.element.querySelector(".cover")?.remove();
  }

  makeView() {
    const element = document.getElementById("view").content.firstElementChild.cloneNode(true);
    document.body.append(element); // shaders need a canvas that is laid out
    const view = new View(element, {
      selected: (region, finding) => this.choose(region, finding),
      touched: (mesh, triangle) => this.touched(mesh, triangle),
      step: (by) => this.lists.get(this.file).step(by),
      dark,
    });
    this.copier = new Copier(element.querySelector(".copy"), view);
    return view;
  }

  async select(file, stage, region, pair) {
    if (!(await this.open(file, stage))) {
      this.lists.get(file).unfold(stage, region, pair);
      address(this.lists.get(file).chosen);
      return;
    }
    const finding = pair && this.view.model.between(pair.a, pair.b);
    this.choose(region, finding);
    this.bringIntoSight();
  }

  mapOf(file) {
    if (!this.maps.has(file)) {
      const facts = document.getElementById(`file-${file}-facts`);
      this.maps.set(file, new IslandMap(facts ? this.factsOf(file).sheets : []));
    }
    return this.maps.get(file);
  }

  // islands selects a pair of islands in the layout, and in the model the triangles at which they
  // meet. If the islands are in two meshes, the view shows the first, and the second when the pair
  // is selected again.
  async islands(file, element) {
    const list = this.lists.get(file);
    const sheet = Number(element.closest(".sheet").dataset.sheet);
    const islands = element.dataset.islands.split(" ").map(Number);
    const places = placesIn(element.dataset.places);
    const meshes = [...new Set(places.map((p) => p.mesh))].filter((m) => document.getElementById(`file-${file}-mesh-${m}-excerpt`));
    const again = list.chosen === element && this.file === file && this.view.model.mesh === meshes[0];
    const mesh = meshes[again ? meshes.length - 1 : 0] ?? -1;
    await this.light(file, sheet, islands, mesh, places.filter((p) => p.mesh === mesh));
    list.point(element);
    address(element);
    if (!list.stacked()) this.layouts.get(file).reveal(sheet);
    if (this.file !== file || mesh < 0) return;
    this.say(file, meshes.length > 1 ? "; the other one is in another mesh: select the pair again to see it" : "");
    this.bringIntoSight();
  }

  // island selects an island that was chosen in a layout, or nothing.
  async island(file, sheet, islands) {
    const mesh = islands.length ? this.mapOf(file).meshOf(sheet, islands[0]) : -1;
    this.lists.get(file).point(null);
    address(null);
    if (islands.length) await this.light(file, sheet, islands, mesh, []);
    else this.unlight(file);
    if (this.file === file) this.say(file);
  }

  // touched selects the island of a triangle in the layout.
  touched(mesh, triangle) {
    const { file } = this;
    const layouts = this.layouts.get(file);
    const found = this.mapOf(file).at(mesh, triangle, layouts.current);
    if (!found) return;
    this.island(file, found.sheet, [found.island]);
    layouts.reveal(found.sheet);
  }

  // light selects islands in their layout and, in one mesh, in the 3D view.
  async light(file, sheet, islands, mesh, places) {
    this.layouts.get(file).light(sheet, islands);
    if (mesh < 0 || !(await this.open(file, `mesh-${mesh}`))) return;
    this.view.select(-1, null);
    this.view.light(this.mapOf(file).members(sheet, islands, mesh), places);
    this.view.element.dataset.islands = islands.join(" ");
  }

  unlight(file) {
    this.layouts.get(file).clear();
    if (this.file !== file || !this.view?.lit) return;
    this.view.light(new Map(), []);
    this.view.element.dataset.islands = "";
  }

  // say describes the selection below the view.
  say(file, more = "") {
    const list = this.lists.get(file);
    const { element } = this.view;
    const { current } = this.layouts.get(file);
    const lit = current === null || current === undefined ? "" : element.dataset.islands;
    element.querySelector(".stepper").hidden = !list.places.length && !lit;
    for (const button of element.querySelectorAll(".stepper button")) button.hidden = !list.places.length;
    element.querySelector(".now").textContent = list.chosen || !lit ? caption(list) + more : `Island ${lit.replace(" ", " and ")}`;
    this.copier.update("");
  }

  // bringIntoSight scrolls to the picture if less than two thirds of it are visible.
  bringIntoSight() {
    const { top, bottom } = this.view.element.querySelector(".screen").getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (seen < (Math.min(bottom - top, innerHeight) * 2) / 3) this.view.element.scrollIntoView({ block: "start" });
  }

  choose(region, finding) {
    this.unlight(this.file);
    this.view.select(region, finding);
    this.mark(region, finding);
    address(this.lists.get(this.file).chosen);
  }

  mark(region, finding, reveal = true) {
    const list = this.lists.get(this.file);
    const { model } = this.view;
    list.mark(model.stage, region, finding && { a: model.own(finding.a), b: model.own(finding.b) });
    if (reveal && list.chosen && !this.inSight(list.chosen)) list.reveal();
    this.view.element.querySelector(".stepper").hidden = !list.places.length && !finding;
    for (const button of this.view.element.querySelectorAll(".stepper button")) button.hidden = !list.places.length;
    this.view.element.querySelector(".now").textContent = finding
      ? `${labelOf(finding.kind)}: triangle ${model.own(finding.a)}` + (finding.b >= 0 ? ` with ${model.own(finding.b)}` : "")
      : caption(list);
    this.copier.update(region >= 0 ? list.chosen?.querySelector(".pick").textContent : "");
  }

  inSight(element) {
    const box = element.getBoundingClientRect();
    return box.top < innerHeight && box.bottom > 0;
  }

  filter(filter) {
    if (!this.view?.model) return;
    const { view } = this;
    view.filterBy(filter);
    const list = this.lists.get(this.file);
    const gone = view.finding && !view.shown.includes(view.finding);
    if (list.chosen?.hidden || (gone && view.region < 0)) {
      view.select(-1, null);
      view.command("whole");
    } else if (gone) view.select(view.region, null);
    this.mark(view.region, view.finding, false);
  }

  // key steps through the places and moves the view, wherever the focus is. It ignores keys with a
  // meaning of their own: letters in text fields, arrows in whatever scrolls or has choices.
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("select, textarea, input:not([type=checkbox])")) return;
    if (this.step(event) || this.index?.key(event) || this.view?.press(event)) event.preventDefault();
  }

  step({ key, shiftKey, target }) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!by || shiftKey || target.closest?.("input, .scroll")) return false;
    const file = target.closest?.(".work")?.dataset.file ?? this.file;
    if (file === null || !this.lists.has(file)) return false;
    this.lists.get(file).step(by);
    return true;
  }
}

// poster returns a picture of a place to look at until the view has taken its place.
function poster(picture) {
  const copy = new Image();
  copy.className = "poster";
  copy.src = picture.src;
  copy.alt = picture.alt;
  return copy;
}

// caption names the selected place, or says how many there are.
function caption(list) {
  const all = list.visible().length;
  const at = list.visible().indexOf(list.chosen) + 1;
  if (at > 0) return `${named(list.chosen)}, ${grouped(at)} of ${grouped(all)}`;
  return all === 0 && list.places.length ? "Nothing matches the filters" : `${grouped(all)} ${list.word(all)}`;
}

// named returns the name of a place, and for a pair how deep or how close it is.
function named(place) {
  const size = place.matches(".pair, .fault, .islandpair") ? place.querySelector(".size")?.textContent : "";
  return place.querySelector(".pick").textContent + (size ? ", " + size : "");
}

// address sets the URL of the page to that of a place, or of the page alone for null. Browsers may
// refuse it, for instance if it changes very often.
export function address(place) {
  try {
    history.replaceState(history.state, "", place ? "#" + place.id : location.pathname + location.search);
  } catch {}
}

// afterPaint calls something slow after the page has been painted, so that the list can be read
// before the view appears.
function afterPaint(call) {
  requestAnimationFrame(() => setTimeout(call));
}

// omitted says what part of a mesh is not in the page.
function omitted({ omitted: triangles, omittedFindings: findings }) {
  const count = (n, thing) => `${grouped(n)} ${thing}${n === 1 ? "" : "s"}`;
  const notes = [];
  if (triangles) notes.push(`${count(triangles, "triangle")} of the model, away from any findings, ${triangles === 1 ? "is" : "are"} simplified or left out`);
  if (findings) notes.push(`${count(findings, "finding")} of the list not drawn`);
  return notes.join("; ");
}

// dark reports whether the page is dark, by its button or by the system setting.
function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const THEME = "meshcheck-theme"; // stored in the browser: "light" or "dark"

// theme lets the button switch between dark and light, and stores the choice. Browsers may store
// nothing for pages opened from disk.
function theme(page) {
  const button = document.querySelector(".theme");
  const { dataset } = document.documentElement;
  const follow = () => {
    button.textContent = dark() ? "Light" : "Dark";
    page.view?.redraw();
  };
  try {
    const kept = localStorage.getItem(THEME);
    if (kept === "light" || kept === "dark") dataset.theme = kept;
  } catch {}
  button.hidden = false;
  button.addEventListener("click", () => {
    dataset.theme = dark() ? "light" : "dark";
    try {
      localStorage.setItem(THEME, dataset.theme);
    } catch {}
    follow();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
  follow();
}

copyLines();
export const page = new Page();
page.triage = new Triage();
for (const file of document.querySelectorAll(".file")) page.triage.attach(file);
new Panel(document.getElementById("decisions"), page.triage);
theme(page);

import { Colours } from "./colors.js";
import { Copier } from "./copy.js";
import { labelOf } from "./kinds.js";
import { Index } from "./index.js";
import { Files, Others, indexData } from "./files.js";
import { IslandMap, Layouts, placesIn } from "./layouts.js";
import { List, regionOf, stageOf } from "./list.js";
import { grouped } from "./math.js";
import { drawnOut } from "./scene.js";
import { Panel } from "./panel.js";
import { readStage } from "./stage.js";
import { Triage } from "./triage.js";
import { View } from "./view.js";

// Page makes the report interactive: the index of its files, the list of the file that is open, and
// one view for all of them, because browsers allow only a few WebGL contexts.
class Page {
  constructor() {
    this.excerpts = new Map(); // excerpt ID -> decoded stage, once needed
    this.colours = new Map(); // by file, once needed
    this.facts = new Map(); // by file, once needed
    this.sceneries = new Map(); // by file, the decoded scene, once it is there
    this.works = new Map(); // of the file that is open, by its number
    this.lists = new Map();
    this.layouts = new Map(); // by file
    this.maps = new Map(); // island map by file, once needed
    this.file = null;
    this.turn = 0;
    this.files = new Files(document.getElementById("files"));
    const data = indexData();
    this.triage = new Triage(data);
    new Panel(document.getElementById("decisions"), this.triage);
    const index = document.querySelector(".index");
    this.index = index && new Index(index, data, this.triage);
    this.others = data && new Others(data, document.body.dataset.page);
    for (const article of document.querySelectorAll("article.file")) this.enter(article);
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeprint", () => this.lists.forEach((list) => list.stow.print()));
    // ready is done when the view shows what the URL names, or the worst place.
    this.ready = new Promise((done) => afterPaint(() => this.begin().finally(done)));
  }

  // enter makes the section of a file interactive, which is in the page.
  enter(article) {
    this.triage.attach(article); // before anything of it leaves the document
    for (const work of article.querySelectorAll(".work")) {
      const { file } = work.dataset;
      this.works.set(file, work);
      this.lists.set(file, this.listOf(file, work));
      this.layouts.set(file, new Layouts(work, { selected: (sheet, islands) => this.island(file, sheet, islands) }));
    }
    this.slot()?.classList.add("coming");
    this.others?.show(article, this.index?.order());
  }

  // leave drops the section that is open.
  leave() {
    this.turn++;
    this.file = null;
    for (const all of [this.excerpts, this.facts, this.colours, this.sceneries, this.works, this.lists, this.layouts, this.maps]) all.clear();
    this.view?.element.remove();
    this.files.close();
  }

  listOf(file, work) {
    const slot = work.querySelector(".slot");
    if (slot) {
      slot.hidden = false;
      work.classList.add("split");
      slot.querySelector("button").addEventListener("click", () => this.first(file));
      const picture = work.querySelector(".picture");
      if (picture && !slot.querySelector(".poster")) slot.querySelector("button").prepend(poster(picture));
    }
    return new List(work, {
      select: (stage, region, pair) => this.select(file, stage, region, pair),
      islands: (place) => this.islands(file, place),
      filtered: (filter) => this.file === file && this.filter(filter),
    });
  }

  // slot returns the room for the view, undefined if nothing here has a model.
  slot() {
    return [...this.works.values()].map((work) => work.querySelector(".slot")).find(Boolean);
  }

  // begin opens the view unless the user was faster.
  async begin() {
    if (this.turn === 0 && !(await this.follow())) await this.worst();
  }

  // worst opens the worst place of the file that is open, if it has a model.
  async worst() {
    const file = this.slot()?.closest(".work").dataset.file;
    if (file !== undefined) await this.first(file);
  }

  // first opens the stage of the worst place without scrolling, or else the first stage, unless
  // something else is requested meanwhile.
  async first(file) {
    let { turn } = this;
    const opened = async (stage) => {
      if (turn !== this.turn) return true;
      const done = this.open(file, stage);
      turn = this.turn;
      return (await done) || turn !== this.turn;
    };
    const list = this.lists.get(file);
    const pin = this.factsOf(file).pins.find((p) => list.at(p.stage, p.region)?.hidden === false);
    const [place] = list.visible();
    const worst = pin?.stage || (place && stageOf(place));
    if (!(worst && (await opened(worst))) && !(await opened("scene")) && !(await opened(document.querySelector(`.excerpt[data-file="${file}"]`)?.dataset.stage))) return;
    if (turn === this.turn && this.view.model?.isPair) this.view.frame();
    if (turn === this.turn && this.view.model?.isPosed) this.settle(pin?.region ?? regionOf(place));
  }

  // settle shows a place in its pose.
  settle(region) {
    this.view.select(region, null);
    this.mark(region, null, false);
  }

  // follow shows what the URL names: the index, a file, or a place in one, which is a region, a pair,
  // hulls or a finding about them. It reports whether there is such a place.
  async follow() {
    const id = location.hash.slice(1).replace(/-findings$/, "");
    if (this.index) {
      const file = this.files.named(id);
      const there = file ? null : document.getElementById(id);
      if (there && (there.id === "files" || !there.closest("main"))) return true; // not about a file
      this.visit(file);
    }
    for (const list of this.lists.values()) {
      const place = list.find(id);
      if (!place) continue;
      await list.choose(place);
      return true;
    }
    if (!this.index) return false;
    await this.worst();
    return true;
  }

  // visit opens a file, or the index for null, if it is not open already.
  visit(file) {
    if (file && file === this.files.current) return;
    if (this.files.current) this.leave();
    else this.others.back = this.index.address();
    this.index.show(!file);
    document.body.classList.toggle("reading", Boolean(file));
    if (!file) return;
    this.enter(this.files.open(file));
    scrollTo({ top: 0, behavior: "instant" });
  }

  factsOf(file) {
    if (!this.facts.has(file)) this.facts.set(file, JSON.parse(document.getElementById(`file-${file}-facts`).textContent));
    return this.facts.get(file);
  }

  decoded(file, stage) {
    const id = `file-${file}-${stage}-excerpt`;
    const source = document.getElementById(id);
    if (source && !this.excerpts.has(id)) {
      const read = readStage(source.textContent.trim());
      this.excerpts.set(id, stage === "scene" ? read.then(drawnOut) : read);
    }
    return this.excerpts.get(id);
  }

  // coloursOf returns the base colours of a file's model, or null.
  coloursOf(file, { colours }) {
    if (!colours) return null;
    const textOf = (k) => document.getElementById(`file-${file}-texture-${k}-excerpt`)?.textContent.trim();
    if (!this.colours.has(file)) this.colours.set(file, new Colours(colours, textOf));
    return this.colours.get(file);
  }

  // open shows a stage in the view, and reports whether it exists.
  async open(file, stage) {
    const slot = this.works.get(file)?.querySelector(".slot");
    if (!slot || !document.getElementById(`file-${file}-${stage}-excerpt`)) return false;
    this.view ||= this.makeView();
    if (slot !== this.view.element.parentElement) {
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
      if (stage === "scene") this.sceneries.set(file, excerpt);
      const about = excerpt.motion ? facts.poses : excerpt.group < 0 ? facts.pairs.find((p) => p.index === excerpt.pair) : facts.hulls.find((g) => g.index === excerpt.group);
      this.view.show(excerpt, facts.meshes, about, facts.upright, this.sceneOf(file), this.coloursOf(file, facts));
      this.view.element.querySelector(".omitted").textContent = omitted(excerpt, excerpt.colors ? facts.colours.note : "");
      this.filter(this.lists.get(file).filter);
      this.mark(-1, null, false);
      if (this.view.painter) afterPaint(() => afterPaint(() => this.drawn(file)));
      return true;
    } catch (error) {
      this.view.say("The model in this page cannot be shown: " + error.message);
      this.view.element.dataset.state = "failed";
      return false;
    }
  }

  // sceneOf returns the scene of a file: undefined if it has none, null if it is not read yet.
  sceneOf(file) {
    return document.getElementById(`file-${file}-scene-excerpt`) ? this.sceneries.get(file) || null : undefined;
  }

  // drawn is called once a stage has been drawn: only then is there time to read the scene.
  async drawn(file) {
    this.uncover();
    if (this.sceneOf(file) !== null) return;
    try {
      const scenery = await this.decoded(file, "scene");
      this.sceneries.set(file, scenery);
      if (this.file === file && !this.view.model.isScene) this.view.surround(scenery);
    } catch {
      // The stage is there all the same, and asking for the scene says what is wrong with it.
    }
  }

  // whole shows the scene of the file, and reports whether there is one.
  whole() {
    const { file } = this;
    if (this.sceneOf(file) === undefined) return false;
    this.unlight(file);
    this.open(file, "scene").then(() => this.file === file && address(null));
    return true;
  }

  // pins shows pins for the places that pass the filter: all on the scene, and on a mesh its own.
  pins() {
    const { model } = this.view;
    const list = this.lists.get(this.file);
    const here = (pin) => model.isScene || (model.mesh >= 0 && pin.stage === model.stage);
    this.view.setPins(this.factsOf(this.file).pins.filter((p) => here(p) && list.at(p.stage, p.region)?.hidden === false));
  }

  // title describes the place of a pin.
  title({ stage, region }) {
    const place = this.lists.get(this.file).at(stage, region);
    const text = (selector) => place.querySelector(selector)?.textContent || "";
    return { part: place.querySelector(".pick").textContent, number: text(".size") , notes: text(".severity") };
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
      pinned: ({ stage, region }) => this.select(this.file, stage, region, null),
      title: (pin) => this.title(pin),
      whole: () => this.whole(),
      step: (by) => this.lists.get(this.file).step(by),
      timeline: (clip) => this.works.get(this.file).querySelector(`.clip[data-clip="${clip}"] .timeline`),
      dark,
    });
    this.copier = new Copier(element.querySelector(".copy"), view);
    return view;
  }

  async select(file, stage, region, pair) {
    const opened = await this.open(file, stage);
    if (!this.lists.has(file)) return; // another file was opened
    if (!opened) {
      this.lists.get(file).unfold(stage, region, pair);
      address(this.lists.get(file).chosen);
      return;
    }
    const finding = pair && this.view.model.between(pair.a, pair.b, region);
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
    if (!this.lists.has(file)) return; // another file was opened
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
    this.pins();
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
    if (this.step(event) || this.others?.key(event) || this.index?.key(event) || (this.file !== null && this.view?.press(event))) event.preventDefault();
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
  const [seen, all] = [list.visible().length, list.total()];
  const at = list.visible().indexOf(list.chosen) + 1;
  if (at > 0) return `${named(list.chosen)}, ${grouped(at)} of ${grouped(all)}`;
  if (seen === 0 && list.places.length) return "Nothing matches the filters";
  return `${seen < all ? `${grouped(seen)} of ` : ""}${grouped(all)} ${list.word(all)}`;
}

// named returns the name of a place, and for a pair how deep or how close it is.
function named(place) {
  const size = place.matches(".pair, .fault, .islandpair, .pose") ? place.querySelector(".size")?.textContent : "";
  return place.querySelector(".pick").textContent + (size ? ", " + size : "");
}

// address sets the URL of the page to that of a place, or of the page alone for null. Browsers may
// refuse it, for instance if it changes very often.
export function address(place) {
  try {
    const id = place?.id ?? page.files.current; // the file that is open on a page of several
    history.replaceState(history.state, "", id ? "#" + id : location.pathname + location.search);
  } catch {}
}

// afterPaint calls something slow after the page has been painted, so that the list can be read
// before the view appears.
function afterPaint(call) {
  requestAnimationFrame(() => setTimeout(call));
}

// omitted says what part of a mesh, or of the scene, is not in the page. uncoloured says it of its
// colours.
function omitted({ omitted: triangles, omittedFindings: findings, placed, missing }, uncoloured) {
  const count = (n, thing) => `${grouped(n)} ${thing}${n === 1 ? "" : "s"}`;
  const notes = [];
  const colours = uncoloured ? ["not in its colours: " + uncoloured] : [];
  if (placed) {
    if (triangles) notes.push("The whole model is simplified; its places are not");
    if (missing) notes.push(`${count(missing, "object")} left out`);
    return [...notes, ...colours].join("; ");
  }
  if (triangles) notes.push(`${count(triangles, "triangle")} of the model, away from any findings, ${triangles === 1 ? "is" : "are"} simplified or left out`);
  if (findings) notes.push(`${count(findings, "finding")} of the list not drawn`);
  return [...notes, ...colours].join("; ");
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

export const page = new Page();
theme(page);

import { Camera } from "./camera.js";
import { move, steer } from "./controls.js";
import { passes } from "./filter.js";
import { describeHulls, frameOfHulls } from "./hulls.js";
import { labelOf } from "./kinds.js";
import { ballAround, grouped } from "./math.js";
import { Model } from "./model.js";
import { Painter } from "./painter.js";
import { Rays } from "./picking.js";
import { pinAt, pinLines } from "./pins.js";
import { Posing } from "./posing.js";
import { surroundingsOf } from "./scene.js";
import { bestSide } from "./sight.js";

const FLIGHT = 450; // milliseconds
const AROUND_PLACE = 0.38; // of the size of the model: enough to recognise what moves
const FEW = 300; // the most findings that are drawn with bold lines
const COLOURS = "meshcheck-colours"; // stored in the browser: "on" or "off"

// View is the 3D view of one mesh, one pair of objects, one group of hulls or the scene at a time:
// the selection, the camera, and the buttons beside the picture. Data attributes of its element
// publish what it shows: state, stage, region, finding, eye, target, focus (where the selection, or
// the first pin, is in the picture, in CSS pixels), hover, pins (their number) and around (how many
// triangles the surroundings have).
export class View {
  // events has selected(region, finding), touched(mesh, triangle) for a triangle without findings,
  // pinned(pin), title(pin), whole(), which reports whether there is a scene to show instead of the
  // stage, step(by), dark(), and timeline(clip), the drawing of a clip in the page.
  constructor(element, events) {
    this.element = element;
    this.events = events;
    this.canvas = element.querySelector("canvas");
    this.tip = element.querySelector(".tip");
    this.measure = element.querySelector(".measure");
    this.isolate = true;
    this.xray = false;
    this.colours = coloursKept() !== "off";
    this.background = true;
    this.pins = [];
    this.camera = new Camera(2);
    this.posing = new Posing(this, events.timeline);
    this.pending = false;
    try {
      this.painter = new Painter(this.canvas);
    } catch (error) {
      this.painter = null;
      this.say("This browser offers no WebGL 2 (" + error.message + "), so there is no 3D view. The pictures and the list have the same places.");
      element.dataset.state = "unavailable";
    }
    this.listen();
  }

  say(text) {
    const place = this.element.querySelector(".trouble");
    place.textContent = text;
    place.hidden = text === "";
  }

  listen() {
    for (const button of this.element.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.command(button.dataset.do));
    }
    if (!this.painter) return;
    steer(this.canvas, () => this.camera, {
      changed: () => this.redraw(),
      hover: (x, y) => this.hover(x, y),
      pick: (x, y) => this.pick(x, y),
      key: (key) => this.key(key),
    });
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.painter.restart();
      this.redraw();
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  // press handles a key pressed while the focus is elsewhere, and reports whether it did. Arrows
  // and Home scroll the page then.
  press(event) {
    if (event.key === " " && !this.takesSpace(event.target)) return false;
    if (!this.painter || !this.model || event.key.startsWith("Arrow") || event.key === "Home") return false;
    if (!move(this.camera, event) && !this.key(event.key)) return false;
    this.redraw();
    return true;
  }

  // takesSpace reports whether a space plays and pauses: not where it activates or scrolls something, nor
  // while the player is out of sight.
  takesSpace(target) {
    const { top, bottom } = this.element.querySelector(".player").getBoundingClientRect();
    return !target.closest?.("button, a, summary, [role=slider], .scroll") && bottom > 0 && top < innerHeight;
  }

  key(key) {
    if (this.posing.player.key(key)) return true;
    const commands = {
      f: "frame", x: "xray", c: "colours", i: "isolate", b: "background", Home: "whole", 0: "whole", ",": "earlier", ".": "later", Escape: "clear", "?": "help",
    };
    const command = commands[key] || commands[key.toLowerCase()];
    if (command) this.command(command);
    return Boolean(command);
  }

  command(name) {
    const commands = {
      xray: () => this.toggle("xray"),
      colours: () => this.recolour(),
      isolate: () => this.toggle("isolate"),
      background: () => this.toggle("background"),
      whole: () => (!this.model.isScene && this.events.whole()) || this.wide(),
      frame: () => this.frame(),
      previous: () => this.events.step(-1),
      next: () => this.events.step(1),
      earlier: () => this.stepFinding(-1),
      later: () => this.stepFinding(1),
      clear: () => this.events.selected(-1, null),
      help: () => this.help(),
    };
    if (this.model) commands[name]?.();
  }

  // help shows or hides the list of keys.
  help() {
    const keys = this.element.querySelector(".keys");
    keys.open = !keys.open;
    if (keys.open) keys.scrollIntoView({ block: "nearest" });
  }

  // recolour switches between the base colours and grey, and stores the choice.
  recolour() {
    if (!this.model.skin) return;
    this.toggle("colours");
    keepColours(this.colours ? "on" : "off");
  }

  toggle(name) {
    this[name] = !this[name];
    this.tell(name);
    this.repaint();
  }

  // tell shows on its button whether something is on.
  tell(name) {
    this.element.querySelector(`[data-do=${name}]`).setAttribute("aria-pressed", String(this[name]));
    this.element.dataset[name] = String(this[name]);
  }

  // show takes a decoded stage, and what the page says about its meshes and about the pair or the
  // hulls. upright is the number of the axis that points up. The camera stays where it is in the
  // world if it comes from another stage of the same scene: scenery, as drawnOut returns it, null if
  // it is not known yet, undefined if there is none. colours are
  // those of the file, if any.
  show(excerpt, meshes, about, upright, scenery, colours) {
    const before = scenery && this.scenery === scenery && this.painter ? this.whereabouts() : null;
    this.model = new Model(excerpt, meshes, about, colours);
    this.about = about;
    this.posing.player.close();
    this.rays = null;
    this.camera = new Camera(upright);
    this.camera.setWorld(this.model.ball);
    this.pins = [];
    this.scenery = scenery;
    this.region = -1;
    this.finding = null;
    this.lit = null;
    this.shown = this.model.findings;
    this.element.dataset.stage = this.model.stage;
    this.explain();
    this.painter?.upload(this.model, () => this.redraw());
    this.resize();
    if (before) this.resume(before);
    else this.camera.fly(this.model.ball, null, 0, 0);
    this.surround(scenery);
    this.repaint();
    if (this.painter) this.element.dataset.state = "ready";
  }

  // sight returns the rays of the model.
  sight() {
    this.rays ||= new Rays(this.model.corners);
    return this.rays;
  }

  // whereabouts returns where the camera is in the world.
  whereabouts() {
    const { state } = this.camera;
    return { ...state, target: state.target.map((x, axis) => this.model.world(x, axis)), distance: state.distance * this.model.scale };
  }

  // resume puts the camera where it was, and flies on to all of the stage.
  resume(before) {
    this.camera.state = { ...before, target: this.model.here(before.target), distance: before.distance / this.model.scale };
    this.wide();
  }

  // wide shows all of the stage, and a scene from above.
  wide() {
    const { yaw, pitch } = this.camera.state;
    this.fly(this.model.ball, this.model.isScene ? this.camera.directionOf({ yaw, pitch: Math.max(pitch, 0.4) }) : null);
  }

  // surround shows the rest of the scene behind the stage, as drawnOut returns it.
  surround(scenery) {
    this.scenery = scenery;
    const rest = scenery && !this.model.isScene ? surroundingsOf(scenery, this.model) : null;
    this.element.querySelector("[data-do=background]").hidden = !rest;
    this.element.dataset.around = String(rest ? rest.corners.length / 9 : 0);
    this.painter?.surround(rest);
    this.redraw();
  }

  // setPins shows pins on the whole model, the worst first.
  setPins(pins) {
    this.pins = pins;
    this.painter?.pin(pinLines(pins, this.model));
    this.redraw();
  }

  // shownPins returns the pins while nothing is selected.
  shownPins() {
    return this.region < 0 && !this.finding && !this.lit ? this.pins : [];
  }

  // pinUnder returns the pin at (x, y), or null.
  pinUnder(x, y) {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const pixel = ([x, y]) => [((x + 1) / 2) * w, ((1 - y) / 2) * h];
    const spot = (at) => {
      const p = this.camera.project(this.model.here(at));
      return p && pixel(p);
    };
    return pinAt(this.shownPins(), spot, ...pixel([x, y]));
  }

  // explain names the objects of a pair in their colours, and the distances for the colours of
  // hulls.
  explain() {
    const { isPair, findings } = this.model;
    this.element.querySelector("[data-do=isolate]").hidden = isPair || this.model.isPosed || !findings.length;
    this.element.querySelector("[data-do=frame]").hidden = !findings.length && !isPair;
    this.element.querySelector("[data-do=colours]").hidden = !this.model.skin;
    this.tell("colours");
    this.nameObjects();
    for (const scale of this.element.querySelectorAll(".scale")) {
      const end = this.model.isHulls && this.model[scale.dataset.of] > 0 ? this.about[scale.dataset.of] : "";
      scale.hidden = end === "";
      scale.querySelector("b").textContent = end;
    }
  }

  // nameObjects names two objects in their colours.
  nameObjects() {
    const { isPair, objects } = this.model;
    const names = isPair ? objects.map((o) => o.name) : this.posing.factsOf(this.region)?.names || [];
    const legend = this.element.querySelector(".legend");
    legend.hidden = names.length !== 2;
    if (!legend.hidden) legend.querySelectorAll("bdi").forEach((name, i) => (name.textContent = names[i]));
  }

  filterBy(filter) {
    if (!this.model) return;
    this.shown = this.model.findings.filter((f) => passes(filter, f) && !filter.regions.has(`${this.model.stage} ${f.region}`));
    this.repaint();
  }

  // chosen returns the selected findings, or null if nothing is selected. A pair of objects on
  // stage is always selected.
  chosen() {
    if (this.finding) return [this.finding];
    if (this.model.isPair) return this.shown;
    if (this.region < 0) return null;
    return this.shown.filter((f) => f.region === this.region);
  }

  // select moves the camera to a region, or to one finding. -1 and null select nothing and leave
  // the camera alone.
  select(region, finding) {
    if (!this.model) return;
    if (this.lit) this.light(new Map(), []);
    this.region = region;
    this.finding = finding;
    if (this.model.isPosed) {
      this.posing.open(region);
      this.nameObjects();
    }
    this.repaint();
    if (region >= 0 || finding || this.model.isPair || this.model.isHulls) this.frame();
  }

  // light gives triangles of the mesh the colours of a pair's objects, and flies to the given
  // places: their corners, or points in the world. An empty Map ends that.
  light(members, places) {
    if (!this.model) return;
    const all = this.model.light(members);
    const corners = (list) => list.flatMap((place) => this.model.cornersOf(place));
    const points = places.flatMap(({ triangle, at }) => {
      const place = this.model.places.get(triangle);
      return place === undefined ? this.model.here(at) : this.model.cornersOf(place);
    });
    this.lit = all.length || points.length ? { points: points.length ? points : corners(all), all: new Set(all) } : null;
    if (this.lit) this.lit.around = all.length ? ballAround(corners(all)).radius : this.model.ball.radius / 4;
    this.element.querySelector("[data-do=frame]").hidden = !this.lit && !this.model.findings.length && !this.model.isPair;
    this.repaint();
    if (this.lit) this.frame();
  }

  // frameLit flies to the highlighted triangles.
  frameLit() {
    const { points, all, around } = this.lit;
    const ball = ballAround(points);
    ball.radius = Math.max(1.3 * ball.radius, Math.min(around, 3 * ball.radius), around / 12, this.model.ball.radius * 1e-3);
    const hides = (place) => this.tags[3 * place + 1] > 0 && !all.has(place);
    this.fly(ball, bestSide(this.camera, this.sight(), [], points, hides, [], this.scenery !== undefined));
  }

  stepFinding(by) {
    if (this.model.isHulls) return; // these are places
    const list = this.model.isPair ? this.shown : this.shown.filter((f) => f.region === this.region);
    if (!list.length) return;
    const at = list.indexOf(this.finding);
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
    this.events.selected(this.region, list[next]);
  }

  // frame flies to the selection. A cut may be short on triangles that are long, so the ball is
  // around the cuts and some of their surroundings.
  frame() {
    if (this.lit && this.painter) return this.frameLit();
    const chosen = this.chosen();
    const points = this.focusPoints();
    if (!points.length || (this.model.isHulls && this.region < 0)) return this.fly(this.model.ball, null);
    const ball = ballAround(points);
    const around = ballAround((chosen || []).flatMap((f) => this.model.placesOf(f)).flatMap((p) => this.model.cornersOf(p)));
    ball.radius = Math.max(ball.radius * 1.1, Math.min(around.radius, ball.radius * 2.2), around.radius / 12, this.model.ball.radius * 1e-5) * 1.15;
    if (this.model.isHulls) ball.radius = frameOfHulls(this.model, ballAround(points));
    if (this.model.isPair && !this.finding) ball.radius = Math.max(ball.radius, this.model.surroundings());
    if (this.model.isPosed && !this.finding) ball.radius = Math.max(ball.radius, AROUND_PLACE * this.model.ball.radius);
    if (!this.painter) return;
    const own = new Set((chosen || []).flatMap((f) => this.model.placesOf(f)));
    const hides = (place) => this.tags[3 * place + 1] > 0 && !own.has(place) && !this.model.veiled(place);
    const bodies = (this.model.isPair || this.model.apart) && !this.finding ? this.model.bodiesIn(ball) : [];
    this.fly(ball, bestSide(this.camera, this.sight(), chosen || [], points, hides, bodies, this.scenery !== undefined));
  }

  // focusPoints returns the points of the selection, or of everything shown.
  focusPoints() {
    const { model } = this;
    if (this.lit) return this.lit.points;
    const [pin] = this.shownPins();
    if (pin && model.isScene) return model.here(pin.at);
    return model.isPair && !this.finding ? model.heart(this.shown) : model.pointsOf(this.chosen() || this.shown);
  }

  fly(ball, direction) {
    if (!this.painter) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.camera.fly(ball, direction, still ? 0 : FLIGHT, performance.now());
    this.element.dataset.flying = "true";
    this.redraw();
  }

  // repaint updates colours to the selection and the filter.
  repaint() {
    if (!this.model) return;
    const chosen = this.chosen();
    this.chosenFew = this.model.isHulls || (chosen !== null && chosen.length <= FEW);
    // A row of the page may be selected although the filter excludes its kind.
    const shown = this.finding && !this.shown.includes(this.finding) ? [...this.shown, this.finding] : this.shown;
    this.tags = this.model.paint(shown, chosen, this.isolate);
    this.painter?.retag(this.tags, this.model.marks(shown, chosen, this.isolate));
    const { dataset } = this.element;
    dataset.region = String(this.region);
    dataset.finding = this.finding ? `${this.model.own(this.finding.a)} ${this.model.own(this.finding.b)}` : "";
    this.redraw();
  }

  resize() {
    if (!this.painter) return;
    const { canvas } = this;
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    const wide = Math.max(1, Math.round(canvas.clientWidth * this.ratio));
    const high = Math.max(1, Math.round(canvas.clientHeight * this.ratio));
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    this.camera.aspect = wide / high;
    this.redraw();
  }

  redraw() {
    if (this.pending || !this.painter) return;
    this.pending = true;
    requestAnimationFrame((now) => {
      this.pending = false;
      if (!this.model) return;
      const flying = this.camera.advance(now);
      const { xray, ratio, background } = this;
      const pins = this.shownPins().length > 0;
      this.painter.draw(this.camera, { xray, coloured: this.colours, dark: this.events.dark(), ratio, bold: this.chosenFew, background, pins });
      this.publish(flying);
      if (flying) this.redraw();
    });
  }

  // publish describes the view in data attributes of the element.
  publish(flying) {
    const { dataset } = this.element;
    dataset.pins = String(this.shownPins().length);
    const words = (p) => p.map((x) => x.toPrecision(7)).join(" ");
    dataset.eye = words(this.camera.eye());
    dataset.target = words(this.camera.state.target);
    dataset.flying = String(flying);
    const spot = this.camera.project(ballAround(this.focusPoints()).centre);
    dataset.focus = spot
      ? `${(((spot[0] + 1) / 2) * this.canvas.clientWidth).toFixed(1)} ${(((1 - spot[1]) / 2) * this.canvas.clientHeight).toFixed(1)}`
      : "";
    this.label(spot);
  }

  // label writes the size of the selected finding of a hull beside it.
  label(spot) {
    const { measure } = this;
    const fault = this.model.isHulls && this.region >= 0 && this.model.findings[this.region];
    const text = fault && spot && fault.points.length ? this.about.sizes[this.region] : "";
    measure.hidden = text === "";
    measure.textContent = text;
    if (text === "") return;
    const right = ((spot[0] + 1) / 2) * this.canvas.clientWidth + 12;
    const down = ((1 - spot[1]) / 2) * this.canvas.clientHeight - 30;
    measure.style.transform = `translate(${right}px, ${down}px)`;
  }

  // at returns the place of the visible triangle at (x, y), or null.
  at(x, y) {
    const seen = (place) => (this.xray ? this.tags[3 * place] > 0 && this.tags[3 * place + 1] > 1 : this.tags[3 * place + 1] > 0);
    const hit = this.model && this.sight().first(this.camera.ray(x, y), Infinity, seen);
    return hit ? hit.place : null;
  }

  hover(x, y) {
    this.pointer = x === undefined || this.camera.flight ? null : [x, y];
    if (this.hovering) return;
    this.hovering = true;
    requestAnimationFrame(() => {
      this.hovering = false;
      const pin = this.pointer && this.model && this.pinUnder(...this.pointer);
      if (pin) return this.describeAt(this.events.title(pin));
      const place = this.pointer ? this.at(...this.pointer) : null;
      this.name(place);
    });
  }

  // name shows beside the pointer which triangle is under it.
  name(place) {
    this.tip.hidden = place === null;
    this.element.dataset.hover = place === null ? "" : String(this.model.own(this.model.faces[place]));
    if (place !== null) this.describeAt(this.describe(place));
  }

  // describeAt writes beside the pointer.
  describeAt({ part, number, notes }) {
    this.tip.hidden = false;
    this.tip.querySelector("bdi").textContent = part;
    this.tip.querySelector("b").textContent = number;
    this.tip.querySelector("small").textContent = notes;
    const [x, y] = this.pointer;
    const right = ((x + 1) / 2) * this.canvas.clientWidth;
    const down = ((1 - y) / 2) * this.canvas.clientHeight;
    const flip = right > this.canvas.clientWidth * 0.6;
    this.tip.style.transform = `translate(${flip ? right - 14 : right + 14}px, ${down + 12}px) translateX(${flip ? "-100%" : "0"})`;
  }

  describe(place) {
    if (this.model.isHulls) return describeHulls(this.model, place, this.about);
    if (this.model.isScene) return { part: this.model.objects[this.model.owners[place]].name, number: "", notes: "" };
    const face = this.model.faces[place];
    const { model } = this;
    const object = model.objects[model.owners[place]];
    const part = object.facts.parts[model.parts[place]];
    const name = [object.name, part?.name].filter(Boolean).join(": ");
    if (face < 0) return { part: name, number: "simplified here", notes: "" };
    const own = model.own(face);
    const inPart = part && part.first > 0 ? ` (#${own - part.first} in its part)` : "";
    const found = this.model.of(place).filter((f) => this.shown.includes(f));
    const other = found[0] && (found[0].a === face ? found[0].b : found[0].a);
    const notes = found.length
      ? labelOf(found[0].kind) + (other >= 0 ? ` with triangle ${model.own(other)}` : "") + (found.length > 1 ? `, and ${grouped(found.length - 1)} more` : "")
      : "";
    return { part: name, number: `triangle ${own}${inPart}`, notes };
  }

  // pick selects the place of a pin, or the region of a triangle, and within the selected region
  // a finding.
  pick(x, y) {
    const pin = this.model && this.pinUnder(x, y);
    if (pin) return this.events.pinned(pin);
    const place = this.at(x, y);
    if (this.model?.isHulls) return this.pickHull(place);
    const found = place === null ? [] : this.model.of(place).filter((f) => this.shown.includes(f));
    const f = found.find((g) => g.region === this.region) || found.find((g) => g.region >= 0) || found[0];
    if (!f) return this.touch(place);
    if (this.model.isPair) return this.events.selected(-1, f);
    this.events.selected(f.region, f.region < 0 || f.region === this.region ? f : null);
  }

  // touch reports a click on a triangle of a mesh without findings.
  touch(place) {
    const { model } = this;
    if (place !== null && !model.isPair && model.faces[place] >= 0) this.events.touched(model.mesh, model.own(model.faces[place]));
  }

  // pickHull selects the first finding about the hull at a place.
  pickHull(place) {
    const f = place !== null && this.shown.find((g) => g.objects.includes(this.model.owners[place]));
    if (f) this.events.selected(f.region, null);
  }
}

// coloursKept and keepColours read and store whether models have their base colours. Browsers may store nothing for
// pages opened from disk.
function coloursKept() {
  try {
    return localStorage.getItem(COLOURS);
  } catch {
    return null;
  }
}

function keepColours(choice) {
  try {
    localStorage.setItem(COLOURS, choice);
  } catch {}
}

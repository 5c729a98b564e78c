import { skinOf } from "./colors.js";
import { linesOfHulls, markHulls, paintHulls } from "./hulls.js";
import { KINDS, bodyOf, classOf } from "./kinds.js";
import { ballAround, size, sub } from "./math.js";
import { Motion } from "./motion.js";

// Model is a stage (a mesh, a pair of objects, a group of hulls or what moves) as readStage returns it, or
// the scene as drawnOut returns it, with what the view needs to know about it. It holds no state of the view
// but the pose of what moves, and does not use the graphics card.
export class Model {
  // meshes describes the meshes on the stage: index, parts, number of triangles. about describes
  // the pair (kind, names) or the group of hulls (names), if any. colours are those of the file, or
  // null.
  constructor(excerpt, meshes, about, colours) {
    Object.assign(this, excerpt);
    this.isPair = this.pair >= 0;
    this.isHulls = this.group >= 0;
    this.isPosed = Boolean(excerpt.motion);
    this.isScene = !this.isPair && !this.isHulls && !this.isPosed && this.mesh < 0;
    this.stage = this.isPosed ? "poses" : this.isPair ? `pair-${this.pair}` : this.isHulls ? `hulls-${this.group}` : this.isScene ? "scene" : `mesh-${this.mesh}`;
    this.objects = excerpt.objects.map((o, i) => ({
      ...o, facts: meshes.find((m) => m.index === o.mesh), name: o.name || about?.names[i] || "",
    }));
    this.facts = this.objects[0].facts;
    this.striped = about?.kind === "duplicate_instance";
    this.count = this.faces.length;
    this.bodies = Uint8Array.from(this.owners, (k) => bodyOf(this.objects[k].role));
    this.places = new Map(); // number of a triangle on the stage -> its place here
    this.faces.forEach((face, i) => face >= 0 && this.places.set(face, i));
    this.findings.forEach((f, i) => {
      f.index = i;
      f.parts = [f.a, f.b, ...f.others].filter((t) => t >= 0).map((t) => this.partNameOf(t));
    });
    this.corners = excerpt.corners || this.expand();
    this.far = Float32Array.from(this.triangles, (v) => (excerpt.far ? excerpt.far[v] : 0));
    this.skin = skinOf(excerpt, colours);
    this.ball = ballAround(this.corners);
    if (this.isPosed) this.motion = new Motion(excerpt.motion);
    this.still = false; // in the pose in which its findings are
    if (this.isPair) this.smallest = Math.min(...this.objects.map((_, k) => ballAround(this.cornersOfObject(k)).radius));
  }

  // light gives triangles of a mesh the colours of the first and second object of a pair. members
  // is a Map from their numbers to 1 or 2. It returns their places.
  light(members) {
    const lit = [];
    this.faces.forEach((face, place) => {
      const which = face < 0 ? 0 : members.get(this.own(face)) || 0;
      this.bodies[place] = which ? bodyOf(["first", "second"][which - 1]) : bodyOf(this.objects[this.owners[place]].role);
      if (which) lit.push(place);
    });
    return lit;
  }

  // here is the inverse of world for a point.
  here(point) {
    return point.map((x, axis) => (x - this.origin[axis]) / this.scale);
  }

  // pose moves the triangles to a sample of a clip of its motion. still says that the findings to show
  // are in this pose.
  pose(clip, at, still) {
    this.still = still;
    this.motion.pose(clip, at, this.positions);
    this.expand(this.corners);
  }

  // take gives the two objects of a place the colours of those of a pair.
  take(place) {
    const [a, b] = place ? place.objects : [0, 0];
    this.apart = a !== b && [a, b];
    const role = (k) => (a === b ? "" : k === a ? "first" : k === b ? "second" : "");
    this.owners.forEach((k, i) => (this.bodies[i] = bodyOf(role(k) || this.objects[k].role)));
  }

  // rest moves the triangles back to the pose of the file.
  rest() {
    this.still = false;
    this.motion.rests(this.positions);
    this.expand(this.corners);
  }

  // expand gives every triangle corners of its own: the graphics card identifies triangles by them.
  expand(out = new Float32Array(9 * this.count)) {
    const { triangles, positions } = this;
    for (let c = 0; c < triangles.length; c++) {
      const v = 3 * triangles[c];
      out[3 * c] = positions[v];
      out[3 * c + 1] = positions[v + 1];
      out[3 * c + 2] = positions[v + 2];
    }
    return out;
  }

  cornersOf(place) {
    return Array.from(this.corners.subarray(9 * place, 9 * place + 9));
  }

  // world converts a coordinate along an axis from the model's own origin to the world.
  world(x, axis) {
    return this.origin[axis] + this.scale * x;
  }

  // objectOf returns the object of a triangle with a number on the stage.
  objectOf(face) {
    return this.objects.findLast((o) => o.first <= face);
  }

  // own returns the number of a triangle in its mesh, or -1 for none.
  own(face) {
    return face < 0 ? -1 : face - this.objectOf(face).first;
  }

  cornersOfObject(k) {
    const out = [];
    for (let place = 0; place < this.count; place++) if (this.owners[place] === k) out.push(...this.cornersOf(place));
    return out;
  }

  // partNameOf returns the name that filters use for the part of a triangle.
  partNameOf(face) {
    const { mesh, facts } = this.objectOf(face);
    return `${mesh}:${this.partOf(this.own(face), facts)}`;
  }

  // partOf returns the number of the part of a triangle of a mesh.
  partOf(face, { parts }) {
    let low = 0;
    for (let high = parts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (parts[middle].first <= face) low = middle;
      else high = middle;
    }
    return low;
  }

  // placesOf returns the places of those triangles of a finding that are here.
  placesOf(f) {
    return [f.a, f.b, ...f.others].map((face) => this.places.get(face)).filter((place) => place !== undefined);
  }

  // between returns the finding of two triangles by their numbers in their meshes, or of one
  // triangle if b is -1. In several poses, it is the one in a region.
  between(a, b, region) {
    return this.findings.find((f) => this.own(f.a) === a && this.own(f.b) === b && (!this.isPosed || f.region === region)) || null;
  }

  // of returns the findings at a place of the model, the worst kind first.
  of(place) {
    const face = this.faces[place];
    if (face < 0) return [];
    return this.findings
      .filter((f) => f.a === face || f.b === face || f.others.includes(face))
      .sort((f, g) => KINDS.indexOf(f.kind) - KINDS.indexOf(g.kind));
  }

  // pointsOf returns where findings are: the ends of their cuts and the corners of their common
  // areas, or else those of their triangles.
  pointsOf(findings) {
    const points = [];
    for (const f of findings) {
      if (f.points.length && (this.still || !this.isPosed)) for (const x of f.points) points.push(x);
      else if (this.isHulls) for (const k of f.objects) for (const x of this.cornersOfObject(k)) points.push(x);
      else for (const place of this.placesOf(f)) points.push(...this.cornersOf(place));
    }
    return points;
  }

  // heart returns where a pair is worst: the inner object, or the findings and the deepest or
  // nearest places, or else everything.
  heart(findings) {
    const outer = this.objects.findIndex((o) => o.seeThrough);
    if (outer >= 0) return this.cornersOfObject(1 - outer);
    const points = [...this.pointsOf(findings), ...this.spots];
    return points.length ? points : Array.from(this.corners);
  }

  // bodiesIn returns points of each opaque object: the centres of its triangles within a ball.
  bodiesIn({ centre, radius }) {
    const out = this.objects.map(() => []);
    for (let place = 0; place < this.count; place++) {
      const c = this.corners.subarray(9 * place, 9 * place + 9);
      const middle = [0, 1, 2].map((k) => (c[k] + c[3 + k] + c[6 + k]) / 3);
      if (size(sub(middle, centre)) < radius) out[this.owners[place]].push(...middle);
    }
    return out.filter((points, k) => points.length && !this.objects[k].seeThrough && (!this.isPosed || this.apart.includes(k)));
  }

  // surroundings returns the radius needed to recognise a pair: most of the smaller object, unless
  // it has to show a much smaller gap.
  surroundings() {
    const gap = 2 * ballAround(this.spots).radius;
    return gap > 0 ? Math.min(0.8 * this.smallest, 12 * gap) : 0.8 * this.smallest;
  }

  // paint returns for each triangle its class, an emphasis (0 faded, 1 normal, 2 selected) and
  // whether its surroundings are shown in full. shown are the findings that pass the filter, chosen
  // the selected ones, if any, and isolate fades everything else.
  paint(shown, chosen, isolate) {
    if (this.isHulls) return paintHulls(this, chosen, isolate);
    if (this.isPosed && chosen) shown = chosen; // others are in other poses
    const tags = new Uint8Array(3 * this.count);
    const alone = chosen && isolate ? this.company(chosen) : null;
    for (let i = 0; i < this.count; i++) {
      tags[3 * i + 1] = (alone && !alone(i)) || this.objects[this.owners[i]].seeThrough ? 0 : 1;
      tags[3 * i + 2] = this.detail[i];
    }
    const bright = new Set(chosen || shown);
    for (const f of shown) {
      const kind = classOf(f.kind);
      for (const place of this.placesOf(f)) {
        const k = 3 * place;
        const emphasis = bright.has(f) ? 2 : Math.min(tags[k + 1], 1);
        if (emphasis > tags[k + 1] || tags[k] === 0 || (emphasis === tags[k + 1] && kind < tags[k])) tags[k] = kind;
        tags[k + 1] = Math.max(tags[k + 1], emphasis);
      }
    }
    return tags;
  }

  // company returns a test for triangles that share part and shell with one of the findings. Both
  // objects of a pair pass it.
  company(findings) {
    if (this.isPair || this.isPosed) return () => true;
    const here = new Set();
    for (const f of findings) {
      for (const place of this.placesOf(f)) here.add(this.parts[place] + ":" + this.shells[place]);
    }
    return (place) => here.has(this.parts[place] + ":" + this.shells[place]);
  }

  // lines returns what is drawn as lines: cuts, outlines of common areas, and triangles without
  // area. Spots come last and have the number after those of all findings.
  lines() {
    if (this.isHulls) return linesOfHulls(this);
    const ends = [];
    const owners = [];
    const draw = (f, p, i, j) => {
      ends.push(p[3 * i], p[3 * i + 1], p[3 * i + 2], p[3 * j], p[3 * j + 1], p[3 * j + 2]);
      owners.push(f.index);
    };
    for (const f of this.findings) {
      let p = f.points;
      if (!p.length && f.b < 0) p = this.placesOf(f).flatMap((place) => this.cornersOf(place));
      const n = p.length / 3;
      if (n === 1) draw(f, p, 0, 0);
      for (let i = 0; i < n - (n === 2 ? 1 : 0) && n > 1; i++) draw(f, p, i, (i + 1) % n);
    }
    const last = { index: this.findings.length };
    const spots = Array.from(this.spots);
    for (let i = 0; i < spots.length / 3; i++) draw(last, spots, i, i);
    if (spots.length === 6) draw(last, spots, 0, 1);
    return { ends: new Float32Array(ends), owners: new Uint32Array(owners), widths: new Uint8Array(owners.length) };
  }

  // veiled reports whether a triangle is always translucent.
  veiled(place) {
    return this.objects[this.owners[place]].role === "hull";
  }

  // areas returns the common areas as triangles. They are convex, so a fan suffices.
  areas() {
    const corners = [];
    const owners = [];
    for (const f of this.isHulls ? [] : this.findings) {
      const p = f.points;
      for (let i = 2; 3 * i + 2 < p.length; i++) {
        for (const k of [0, i - 1, i]) corners.push(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
        owners.push(f.index);
      }
    }
    return { corners: new Float32Array(corners), owners: new Uint32Array(owners) };
  }

  // marks returns class and emphasis of each finding, for its lines and areas, and then of the
  // spots.
  marks(shown, chosen, isolate) {
    if (this.isHulls) return markHulls(this, shown, chosen, isolate);
    if (this.isPosed) shown = (this.still && chosen) || [];
    const tags = new Uint8Array(2 * this.findings.length + 2);
    tags.set([0, 2], 2 * this.findings.length);
    const bright = new Set(chosen || shown);
    for (const f of shown) {
      tags[2 * f.index] = classOf(f.kind);
      tags[2 * f.index + 1] = bright.has(f) ? 2 : chosen ? 0 : 1;
    }
    return tags;
  }
}

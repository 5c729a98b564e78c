import { add, cross, dot, scale, size, sub, unit } from "./math.js";

// What only stages of collision hulls have: translucent hulls with edges, and findings that are
// places.

// emphasisOf returns the emphasis of each object of the stage: 2 for chosen hulls, and 0 for others
// if isolate fades them. Visuals fade as well then, because they mostly hide hulls.
function emphasisOf(model, chosen, isolate) {
  const own = new Set((chosen || []).flatMap((f) => f.objects));
  return model.objects.map((o, k) => (own.has(k) ? 2 : own.size && isolate ? 0 : 1));
}

// paintHulls is Model.paint for hulls.
export function paintHulls(model, chosen, isolate) {
  const emphasis = emphasisOf(model, chosen, isolate);
  const tags = new Uint8Array(3 * model.count);
  for (let i = 0; i < model.count; i++) tags[3 * i + 1] = emphasis[model.owners[i]];
  return tags;
}

// markHulls is Model.marks for hulls: findings, then the edges of each object.
export function markHulls(model, shown, chosen, isolate) {
  const tags = new Uint8Array(2 * (model.findings.length + model.objects.length));
  for (const f of chosen || shown) tags.set([0, 2], 2 * f.index);
  emphasisOf(model, chosen, isolate).forEach((emphasis, k) => tags.set([2, emphasis], 2 * (model.findings.length + k)));
  return tags;
}

const PLAIN = 0; // line widths, as numbered in shaders
const THIN = 1;
const DOT = 2;

// linesOfHulls is Model.lines for hulls: the places of findings, the line between two places, and
// the edges of hulls.
export function linesOfHulls(model) {
  const ends = [];
  const owners = [];
  const widths = [];
  const draw = (owner, width, p, q) => {
    ends.push(...p, ...q);
    owners.push(owner);
    widths.push(width);
  };
  for (const f of model.findings) {
    const places = [];
    for (let i = 0; i < f.points.length; i += 3) places.push(Array.from(f.points.subarray(i, i + 3)));
    if (places.length === 2) draw(f.index, PLAIN, ...places);
    if (f.arrow) for (const p of barbs(...places)) draw(f.index, PLAIN, places[1], p);
    else for (const p of places) draw(f.index, DOT, p, p);
  }
  model.objects.forEach((o, k) => {
    if (o.role === "hull") for (const [p, q] of edgesOf(model, k)) draw(model.findings.length + k, THIN, p, q);
  });
  return { ends: new Float32Array(ends), owners: new Uint32Array(owners), widths: new Uint8Array(widths) };
}

// barbs returns the ends of the lines that turn the line from p to q into an arrow.
function barbs(p, q) {
  const along = sub(q, p);
  const least = along.map(Math.abs).indexOf(Math.min(...along.map(Math.abs)));
  const side = unit(cross(along, [0, 1, 2].map((k) => (k === least ? 1 : 0))));
  const other = unit(cross(along, side));
  const back = sub(q, scale(along, 0.28));
  const wide = 0.14 * size(along);
  return [side, scale(side, -1), other, scale(other, -1)].map((d) => add(back, scale(d, wide)));
}

const CREASE = Math.cos((12 * Math.PI) / 180); // flatter edges belong to round surfaces

// edgesOf returns the edges at which the surface of an object ends or bends.
function edgesOf(model, k) {
  const sides = new Map(); // the ends of each edge and the normals beside it
  const at = (v) => Array.from(model.positions.subarray(3 * v, 3 * v + 3));
  for (let i = 0; i < model.count; i++) {
    if (model.owners[i] !== k) continue;
    const v = model.triangles.subarray(3 * i, 3 * i + 3);
    const [p, q, r] = Array.from(v, at);
    const normal = unit(cross(sub(q, p), sub(r, p)));
    for (let c = 0; c < 3; c++) {
      const [low, high] = [v[c], v[(c + 1) % 3]].sort((a, b) => a - b);
      const key = low * 2 ** 26 + high;
      if (!sides.has(key)) sides.set(key, { low, high, normals: [] });
      sides.get(key).normals.push(normal);
    }
  }
  const bends = ([n, m]) => m === undefined || Math.abs(dot(n, m)) < CREASE;
  return [...sides.values()].filter((s) => s.normals.length !== 2 || bends(s.normals)).map((s) => [at(s.low), at(s.high)]);
}

// frameOfHulls returns the radius to show around the places of a finding: enough to recognise the
// surroundings, unless the places are much closer together.
export function frameOfHulls(model, { radius }) {
  const wide = 0.3 * model.ball.radius;
  return Math.max(radius * 1.15, radius > 0 ? Math.min(wide, 24 * radius) : wide);
}

// describeHulls describes a place of the stage.
export function describeHulls(model, place, about) {
  const object = model.objects[model.owners[place]];
  const hull = object.role === "hull";
  const whole = hull ? model.excess : model.gap;
  if (!whole) return { part: object.name, number: hull ? "collision hull" : "mesh", notes: "" };
  const far = (model.far[3 * place] + model.far[3 * place + 1] + model.far[3 * place + 2]) / 3;
  const length = far * whole < whole / 500 ? "0" : String(Number((far * whole).toPrecision(2)));
  const unit = about.unit ? " " + about.unit : "";
  return { part: object.name, number: length + unit, notes: hull ? "off the mesh" : "out of its hulls" };
}

import { cross, dot, sub } from "./math.js";

const BLOCK = 32; // triangles in a box; neighbours in the list are mostly neighbours in space

// Rays finds the first triangle on a ray. Boxes around runs of triangles save most of the work,
// which is enough for the million that a page may hold.
export class Rays {
  constructor(corners) {
    this.corners = corners;
    this.count = corners.length / 9;
    this.boxes = new Float32Array(6 * Math.ceil(this.count / BLOCK));
    for (let b = 0; 6 * b < this.boxes.length; b++) this.bound(b);
  }

  bound(b) {
    const box = this.boxes.subarray(6 * b, 6 * b + 6);
    box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    const end = Math.min(9 * BLOCK * (b + 1), this.corners.length);
    for (let i = 9 * BLOCK * b; i < end; i++) {
      const x = this.corners[i];
      const k = i % 3;
      if (x < box[k]) box[k] = x;
      if (x > box[3 + k]) box[3 + k] = x;
    }
  }

  // first returns the place and distance of the nearest triangle that the ray hits within limit and
  // that accept allows, or null.
  first({ from, along }, limit, accept) {
    let best = null;
    let nearest = limit;
    const inverse = along.map((x) => 1 / x);
    for (let b = 0; 6 * b < this.boxes.length; b++) {
      if (!this.meetsBox(b, from, inverse, nearest)) continue;
      const end = Math.min(BLOCK * (b + 1), this.count);
      for (let place = BLOCK * b; place < end; place++) {
        const distance = this.meets(place, from, along);
        if (distance > 0 && distance < nearest && accept(place)) {
          nearest = distance;
          best = { place, distance };
        }
      }
    }
    return best;
  }

  meetsBox(b, from, inverse, limit) {
    let enter = 0;
    let leave = limit;
    for (let k = 0; k < 3; k++) {
      const s = (this.boxes[6 * b + k] - from[k]) * inverse[k];
      const t = (this.boxes[6 * b + 3 + k] - from[k]) * inverse[k];
      // A ray within a face of the box gives NaN here; comparisons ignore it.
      if (Math.min(s, t) > enter) enter = Math.min(s, t);
      if (Math.max(s, t) < leave) leave = Math.max(s, t);
    }
    return !(enter > leave);
  }

  // meets returns the distance at which the ray hits a triangle, or -1: Möller and Trumbore, "Fast,
  // minimum storage ray/triangle intersection" (1997).
  meets(place, from, along) {
    const c = this.corners;
    const i = 9 * place;
    const p = [c[i], c[i + 1], c[i + 2]];
    const e = [c[i + 3] - p[0], c[i + 4] - p[1], c[i + 5] - p[2]];
    const f = [c[i + 6] - p[0], c[i + 7] - p[1], c[i + 8] - p[2]];
    const h = cross(along, f);
    const volume = dot(e, h);
    if (volume === 0) return -1;
    const s = sub(from, p);
    const u = dot(s, h) / volume;
    if (u < 0 || u > 1) return -1;
    const q = cross(s, e);
    const v = dot(along, q) / volume;
    if (v < 0 || u + v > 1) return -1;
    return dot(f, q) / volume;
  }
}

// Motion computes where the points of a stage are at the samples of its clips. It takes what readStage
// returns as motion:
//   stored              Float32Array, 3 numbers for each point: where it is stored
//   influences          how many matrices move a point
//   joints, weights     Uint32Array, that many for each point; weights add up to 65535
//   rest                Float32Array, the matrices at rest: 12 numbers each, three axes and an origin
//   restWeights         the weights of the targets at rest
//   targets             [{points, deltas}]: the points that a target moves, and how far
//   clips               [{clip, name, samples, of, times, keys, moved, blended, matrices, mix}]: samples is
//                       how many there are, of which times has those that are here, with the numbers
//                       of; keys are places in times; moved and blended are the matrices and
//                       targets that change, matrices and mix how, one after another: for each
//                       first all samples of the first one
//   places              [{index, clip, sample, objects, findings, spots, rest}]: of the places that can be
//                       shown, by their number in the list of the report; clip is a place in
//                       clips, sample one in its times: the worst
// All of it is in the units of the stage.
export class Motion {
  constructor(data) {
    Object.assign(this, data);
    this.palette = Float32Array.from(data.rest);
    this.shares = Float32Array.from(data.restWeights);
    this.blended = Float32Array.from(data.stored);
    this.touched = Uint32Array.from(new Set(data.targets.flatMap((t) => Array.from(t.points)))); // points that targets move
  }

  // pose writes the points at a sample of a clip to out: at, a number that need not be whole. Between two
  // samples, matrices and weights are mixed, which is only for the eye.
  pose(clip, at, out) {
    const from = Math.floor(at);
    const part = at - from;
    const of = this.clips[clip];
    const to = part > 0 ? Math.min(from + 1, of.times.length - 1) : from;
    this.palette.set(this.rest);
    of.moved.forEach((joint, n) => blendRow(of.matrices, 12, n * of.times.length, from, to, part, this.palette, 12 * joint));
    this.shares.set(this.restWeights);
    of.blended.forEach((target, n) => blendRow(of.mix, 1, n * of.times.length, from, to, part, this.shares, target));
    this.move(this.morph(), out);
  }

  // rests writes the points at rest to out.
  rests(out) {
    this.palette.set(this.rest);
    this.shares.set(this.restWeights);
    this.move(this.morph(), out);
  }

  // morph returns the stored points with the targets added.
  morph() {
    if (!this.targets.length) return this.stored;
    const { blended, stored } = this;
    for (const p of this.touched) for (let k = 3 * p; k < 3 * p + 3; k++) blended[k] = stored[k];
    this.targets.forEach(({ points, deltas }, t) => {
      const share = this.shares[t];
      if (share === 0) return;
      for (let i = 0; i < points.length; i++) {
        for (let k = 0; k < 3; k++) blended[3 * points[i] + k] += share * deltas[3 * i + k];
      }
    });
    return blended;
  }

  // move writes points moved by their matrices to out.
  move(points, out) {
    const { joints, weights, palette, influences } = this;
    for (let i = 0, at = 0; 3 * i < points.length; i++) {
      const x = points[3 * i];
      const y = points[3 * i + 1];
      const z = points[3 * i + 2];
      let p = 0;
      let q = 0;
      let r = 0;
      for (let k = 0; k < influences; k++, at++) {
        const w = weights[at] / 65535;
        if (w === 0) continue;
        const m = 12 * joints[at];
        p += w * (palette[m] * x + palette[m + 3] * y + palette[m + 6] * z + palette[m + 9]);
        q += w * (palette[m + 1] * x + palette[m + 4] * y + palette[m + 7] * z + palette[m + 10]);
        r += w * (palette[m + 2] * x + palette[m + 5] * y + palette[m + 8] * z + palette[m + 11]);
      }
      out[3 * i] = p;
      out[3 * i + 1] = q;
      out[3 * i + 2] = r;
    }
  }
}

// blendRow writes a row of numbers, between two samples, to out.
function blendRow(rows, width, first, from, to, part, out, at) {
  const a = width * (first + from);
  const b = width * (first + to);
  for (let k = 0; k < width; k++) out[at + k] = rows[a + k] + part * (rows[b + k] - rows[a + k]);
}

// sampleAt returns where a time is among the samples of a clip, as a number that need not be whole.
export function sampleAt({ times }, time) {
  let low = 0;
  for (let high = times.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const step = times[low + 1] - times[low];
  return step > 0 ? low + Math.min(Math.max((time - times[low]) / step, 0), 1) : low;
}

// timeAt is the inverse of sampleAt.
export function timeAt({ times }, at) {
  const low = Math.floor(at);
  return low + 1 < times.length ? times[low] + (at - low) * (times[low + 1] - times[low]) : times[low];
}

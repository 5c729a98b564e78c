import { sides } from "./camera.js";
import { add, dot, scale, sub, cross, unit } from "./math.js";

const SIDES = 48; // directions to try
const SAMPLES = 10; // points that should be visible

// bestSide returns the direction from which most of the findings are visible. Among equals it
// prefers areas seen face-on, views from above, and the current direction; for a pair of objects
// also views of both: bodies are points of each. hides says which triangles are opaque. In a scene,
// grounded, views from below mostly show the ground.
export function bestSide(camera, rays, findings, points, hides, bodies = [], grounded = false) {
  const samples = spreadOver(points, SAMPLES);
  const sights = bodies.map((body) => spreadOver(body, SAMPLES));
  const here = camera.directionOf(camera.state);
  const above = camera.stand(0, 0, 1);
  const normal = normalOf(findings);
  const far = camera.world.radius * 2;
  let best = here;
  let most = -Infinity;
  for (const side of [here, ...sides(SIDES)]) {
    const height = dot(side, above);
    if (Math.abs(height) > 0.95) continue;
    const clear = (some) => {
      const seen = some.filter((p) => {
        const from = add(p, scale(side, camera.world.radius * 1e-6));
        return !rays.first({ from, along: side }, far, hides);
      });
      return seen.length / Math.max(some.length, 1);
    };
    const score =
      clear(samples) +
      (sights.length ? 2 * Math.min(...sights.map(clear)) : 0) +
      0.12 * dot(side, here) -
      0.15 * Math.abs(height - 0.4) -
      (grounded && height < 0.1 ? 1 : 0) +
      0.3 * (normal ? Math.abs(dot(side, normal)) : 0);
    if (score > most + 1e-9) {
      most = score;
      best = side;
    }
  }
  return best;
}

function spreadOver(points, most) {
  const count = points.length / 3;
  const step = Math.max(1, count / most);
  const out = [];
  for (let i = 0; i < count; i += step) {
    const k = 3 * Math.floor(i);
    out.push([points[k], points[k + 1], points[k + 2]]);
  }
  return out;
}

// normalOf returns the normal of the largest common area if the worst findings are such areas, else
// null.
function normalOf(findings) {
  let widest = null;
  if (!findings.length || findings[0].points.length < 9) return null;
  for (const f of findings) if (f.points.length >= 9 && (!widest || f.area > widest.area)) widest = f;
  if (!widest) return null;
  const at = (i) => [widest.points[3 * i], widest.points[3 * i + 1], widest.points[3 * i + 2]];
  return unit(cross(sub(at(1), at(0)), sub(at(2), at(0))));
}

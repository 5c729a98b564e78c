// Vectors are arrays of three numbers, matrices arrays of sixteen in the column order of WebGL.
// Everything is float64 until it is passed to the graphics card.

export const add = (p, q) => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
export const sub = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
export const scale = (p, s) => [p[0] * s, p[1] * s, p[2] * s];
export const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const cross = (p, q) => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
export const size = (p) => Math.hypot(p[0], p[1], p[2]);
export const mix = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t];

// unit returns p scaled to length one, and the zero vector for itself.
export const unit = (p) => scale(p, 1 / (size(p) || 1));

// grouped writes a number in groups of three digits separated by commas, as on the rest of
// the page.
export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

export const clamp = (x, least, most) => Math.min(Math.max(x, least), most);

// ballAround returns the ball around points given as x, y, z, x, y, z, …: its centre is the middle
// of their box.
export function ballAround(points) {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    min[i % 3] = Math.min(min[i % 3], points[i]);
    max[i % 3] = Math.max(max[i % 3], points[i]);
  }
  if (!(min[0] <= max[0])) return { centre: [0, 0, 0], radius: 0 };
  const centre = mix(min, max, 0.5);
  let radius = 0;
  for (let i = 0; i + 2 < points.length; i += 3) {
    radius = Math.max(radius, Math.hypot(points[i] - centre[0], points[i + 1] - centre[1], points[i + 2] - centre[2]));
  }
  return { centre, radius };
}

// product returns a·b.
export function product(a, b) {
  const out = new Array(16).fill(0);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) out[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return out;
}

// lookAt returns the matrix from the world to the eye's axes: x right, y up, z towards the viewer.
export function lookAt(eye, target, up) {
  const z = unit(sub(eye, target));
  const x = unit(cross(up, z));
  const y = cross(z, x);
  return [
    x[0], y[0], z[0], 0,
    x[1], y[1], z[1], 0,
    x[2], y[2], z[2], 0,
    -dot(x, eye), -dot(y, eye), -dot(z, eye), 1,
  ];
}

// perspective returns the projection with the given full vertical angle.
export function perspective(angle, aspect, near, far) {
  const f = 1 / Math.tan(angle / 2);
  return [
    f / aspect, 0, 0, 0,
    0, f, 0, 0,
    0, 0, (far + near) / (near - far), -1,
    0, 0, (2 * far * near) / (near - far), 0,
  ];
}

// carry returns m·(p, 1) with all four coordinates.
export function carry(m, p) {
  return [0, 1, 2, 3].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]);
}

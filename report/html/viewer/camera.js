import { add, carry, clamp, dot, lookAt, mix, perspective, product, scale, size, sub, unit } from "./math.js";

const ANGLE = (40 * Math.PI) / 180; // full vertical angle of view
const STEEPEST = Math.PI / 2 - 0.01; // looking straight down, "up" has no meaning

// Camera turns about a target like a turntable: yaw about the upright axis, then pitch. Its state
// is plain data, so that flights can interpolate it.
export class Camera {
  // upright is 1 for models whose y axis points up (glTF), 2 for z (STL).
  constructor(upright) {
    this.upright = upright;
    this.world = { centre: [0, 0, 0], radius: 1 };
    this.aspect = 1;
    this.state = { target: [0, 0, 0], distance: 4, yaw: 0.6, pitch: 0.4 };
    this.flight = null;
  }

  // setWorld sets the ball that contains everything visible.
  setWorld(ball) {
    this.world = { centre: ball.centre, radius: ball.radius || 1 };
  }

  // directionOf returns the unit vector from the target towards the eye.
  directionOf({ yaw, pitch }) {
    const flat = Math.cos(pitch);
    return this.stand(flat * Math.sin(yaw), -flat * Math.cos(yaw), Math.sin(pitch));
  }

  // stand maps coordinates with the third one up to the model's axes.
  stand(right, forth, up) {
    return this.upright === 2 ? [right, forth, up] : [right, up, -forth];
  }

  // anglesOf is the inverse of directionOf.
  anglesOf(direction) {
    const [right, forth, up] =
      this.upright === 2 ? direction : [direction[0], -direction[2], direction[1]];
    return { yaw: Math.atan2(right, -forth), pitch: Math.asin(clamp(up, -1, 1)) };
  }

  eye() {
    return add(this.state.target, scale(this.directionOf(this.state), this.state.distance));
  }

  // distanceFor returns the distance at which a ball of the given radius fills the view.
  distanceFor(radius) {
    const narrow = Math.min(1, this.aspect);
    return (radius * 1.04) / Math.sin(Math.atan(Math.tan(ANGLE / 2) * narrow));
  }

  // matrices returns those that show a ball, without what is nearer than a share of the distance of
  // the target. It also returns nearer: subtracting nearer times a fraction of a point's distance
  // from its depth moves the point nearer by that fraction, wherever it is.
  matrices(ball = this.world, nearest = 0.02) {
    const eye = this.eye();
    const away = size(sub(eye, ball.centre));
    const near = Math.max(this.state.distance * nearest, away - ball.radius * 1.05);
    const far = Math.max(near * 1.01, away + ball.radius * 1.05);
    const view = lookAt(eye, this.state.target, this.stand(0, 0, 1));
    const projection = perspective(ANGLE, this.aspect, near, far);
    return { eye, view, projection, all: product(projection, view), nearer: -projection[14] };
  }

  // ray returns the ray through a point of the picture, both coordinates from -1 to 1, y up.
  ray(x, y) {
    const { eye, view } = this.matrices();
    const tangent = Math.tan(ANGLE / 2);
    const d = [x * tangent * this.aspect, y * tangent, -1];
    const axis = (k) => [view[k], view[4 + k], view[8 + k]];
    return { from: eye, along: unit(add(add(scale(axis(0), d[0]), scale(axis(1), d[1])), scale(axis(2), d[2]))) };
  }

  // project is the inverse of ray: it returns where a point is in the picture, or null if it is
  // behind the eye.
  project(p) {
    const [x, y, , w] = carry(this.matrices().all, p);
    return w > 0 ? [x / w, y / w] : null;
  }

  orbit(yaw, pitch) {
    this.flight = null;
    this.state.yaw += yaw;
    this.state.pitch = clamp(this.state.pitch + pitch, -STEEPEST, STEEPEST);
  }

  // pan moves the camera by fractions of the picture's height.
  pan(right, up) {
    this.flight = null;
    const { view } = this.matrices();
    const step = 2 * this.state.distance * Math.tan(ANGLE / 2);
    const x = [view[0], view[4], view[8]];
    const y = [view[1], view[5], view[9]];
    this.state.target = add(this.state.target, add(scale(x, -right * step), scale(y, -up * step)));
  }

  // zoom changes the distance by a factor. The point at (x, y) of the picture stays there.
  zoom(factor, x = 0, y = 0) {
    this.flight = null;
    const before = this.state.distance;
    const after = clamp(before * factor, this.world.radius * 1e-5, this.world.radius * 20);
    const { from, along } = this.ray(x, y);
    const forward = scale(this.directionOf(this.state), -1);
    const held = add(from, scale(along, before / dot(along, forward)));
    this.state.target = mix(held, this.state.target, after / before);
    this.state.distance = after;
  }

  // fly moves to a ball, seen from a direction, within duration milliseconds.
  fly(ball, direction, duration, now) {
    const to = { target: ball.centre, distance: this.distanceFor(ball.radius || this.world.radius / 50) };
    Object.assign(to, direction ? this.anglesOf(direction) : { yaw: this.state.yaw, pitch: this.state.pitch });
    to.pitch = clamp(to.pitch, -STEEPEST, STEEPEST);
    const turn = to.yaw - this.state.yaw;
    to.yaw = this.state.yaw + turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)); // the shorter way round
    if (duration === 0) {
      this.state = to;
      this.flight = null;
    } else {
      this.flight = { from: { ...this.state }, to, start: now, duration };
    }
  }

  // advance continues the flight, and reports whether it goes on.
  advance(now) {
    if (!this.flight) return false;
    const { from, to, start, duration } = this.flight;
    const t = clamp((now - start) / duration, 0, 1);
    const s = t * t * (3 - 2 * t);
    this.state = {
      target: mix(from.target, to.target, s),
      distance: from.distance * (to.distance / from.distance) ** s,
      yaw: from.yaw + (to.yaw - from.yaw) * s,
      pitch: from.pitch + (to.pitch - from.pitch) * s,
    };
    if (t === 1) this.flight = null;
    return this.flight !== null;
  }
}

// sides returns n directions spread evenly over the sphere by the golden angle.
export function sides(n) {
  return Array.from({ length: n }, (_, i) => {
    const z = 1 - (2 * i + 1) / n;
    const turn = i * Math.PI * (3 - Math.sqrt(5));
    const flat = Math.sqrt(1 - z * z);
    return [flat * Math.cos(turn), flat * Math.sin(turn), z];
  });
}

import { clamp } from "./math.js";

const TURN = 0.008; // radians per pixel
const STEP = 0.12; // radians per key press
const CLICK = 5; // pixels that the pointer may move during a click

// steer lets mouse, pen, fingers and keys move the camera. act has changed(), which is called after
// every move; hover(x, y), or hover() when the pointer leaves; pick(x, y); and key(name), which
// reports whether it handled the key. Coordinates are from -1 to 1 in the picture, y up.
export function steer(canvas, camera, act) {
  const fingers = new Map();
  let wandered = 0;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [
      (2 * (event.clientX - box.left)) / box.width - 1,
      1 - (2 * (event.clientY - box.top)) / box.height,
    ];
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button > 2) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) wandered = 0;
    act.hover();
  });

  canvas.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") act.hover(...place(event));
      return;
    }
    const right = event.clientX - last.clientX;
    const down = event.clientY - last.clientY;
    wandered += Math.abs(right) + Math.abs(down);
    if (fingers.size > 1) pinch(event, last);
    else if (wandered > CLICK) drag(event, right, down);
    fingers.set(event.pointerId, event);
    act.changed();
  });

  function drag(event, right, down) {
    const height = canvas.clientHeight;
    if (event.buttons & 6 || event.shiftKey) camera().pan(right / height, -down / height);
    else camera().orbit(-right * TURN, down * TURN);
  }

  // Two fingers pan by their midpoint and zoom by their distance.
  function pinch(event, last) {
    const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (!other || fingers.size > 2) return;
    const height = canvas.clientHeight;
    camera().pan((event.clientX - last.clientX) / 2 / height, -(event.clientY - last.clientY) / 2 / height);
    const apart = (e) => Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY);
    if (apart(event) > 0) camera().zoom(clamp(apart(last) / apart(event), 0.5, 2));
  }

  const lift = (event) => {
    const down = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (down && event.type === "pointerup" && event.button === 0 && fingers.size === 0 && wandered <= CLICK) {
      act.pick(...place(event));
    }
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", () => act.hover());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 33 : 1;
    camera().zoom(Math.exp(clamp(event.deltaY * lines, -240, 240) * 0.0018), ...place(event));
    act.changed();
  }, { passive: false });

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move(camera(), event) || act.key(event.key)) {
      event.preventDefault();
      act.changed();
    }
  });
}

// move handles the keys that affect only the camera.
export function move(camera, { key, shiftKey }) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const turns = { a: [-1, 0], d: [1, 0], w: [0, 1], s: [0, -1], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  if (shiftKey && ways[key]) camera.pan(-0.06 * ways[key][0], -0.06 * ways[key][1]);
  else if (turns[key.toLowerCase()] || turns[key]) {
    const [right, up] = turns[key.toLowerCase()] || turns[key];
    camera.orbit(right * STEP, up * STEP);
  } else if (key === "+" || key === "=") camera.zoom(1 / 1.2);
  else if (key === "-" || key === "_") camera.zoom(1.2);
  else return false;
  return true;
}

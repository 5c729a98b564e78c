// Pins mark the places of a file on the whole model. A pin is {stage, region, severity, at}: the stage
// and the region, or the finding about hulls, that it leads to, its severity in words or "accepted", and
// where it is in the world. They are in the order of the list, the worst first.

const CLASSES = ["", "cut", "error", "warning", "info", "accepted"]; // 1 is the colour of cuts

// pinLines returns the pins as lines without length, which are drawn as dots: the worst last, so that
// they cover the others, and the first of all larger and always opaque.
export function pinLines(pins, model) {
  const ends = [];
  const tags = [];
  for (const pin of pins.toReversed()) {
    const at = model.here(pin.at);
    ends.push(...at, ...at);
    tags.push(Math.max(CLASSES.indexOf(pin.severity), 2), 2, pin === pins[0] ? 3 : 2, 0);
  }
  return { ends: new Float32Array(ends), tags: new Uint8Array(tags) };
}

const REACH = 16; // how far from the middle of a pin a click still means it, in pixels
const DISC = 7; // the radius of a pin

// pinAt returns the pin at a place of the picture, given in pixels, or null: the worst one that is
// drawn there, or else the nearest. spot returns where a point in the world is in the picture.
export function pinAt(pins, spot, x, y) {
  let best = null;
  let nearest = REACH;
  for (const pin of pins) {
    const at = spot(pin.at);
    const away = at ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
    if (away <= DISC) return pin;
    if (away < nearest) [best, nearest] = [pin, away];
  }
  return best;
}

// pinPalette returns the colours of the classes of pins.
export const pinPalette = (plain, colours) => CLASSES.map((name) => colours[name] || plain);

// Kinds in the order of the report, the worst first. A triangle or a line is
// drawn in the class of its kind, a number from 1; 0 is plain surface.
export const KINDS = [
  "crossing", "overlap", "duplicate", "z_fighting", "nonfinite", "degenerate",
  "crossing_within_precision", "overlap_within_precision", "touch",
];

// labelOf returns a kind in words for people.
export const labelOf = (kind) => (kind === "z_fighting" ? "z-fighting" : kind.replaceAll("_", " "));

// Colours of Okabe and Ito, "Color Universal Design" (2008), which people with any
// common colour blindness can tell apart.
const HEX = [
  "#d55e00", "#0072b2", "#cc79a7", "#0072b2", "#56b4e9", "#e69f00",
  "#d55e00", "#0072b2", "#009e73",
];

// Colours of the two objects of a pair: pale against the kinds, one yellow and light, the
// other blue and darker, which are told apart with any common colour blindness too.
// What hulls stand for has the colour of plain surface, and hulls a pale blue.
const BODIES = { first: "#e4d27c", second: "#7da6d9", visual: "", hull: "#9cc4e4" };

// Colours of the greatest distances, of what hulls stand for and of hulls: orange and blue
// are told apart with any common colour blindness.
export const FAR = ["#d55e00", "#08519c"];

// bodyOf numbers the colours of objects: 0 is plain surface.
export const bodyOf = (role) => Object.keys(BODIES).indexOf(role) + 1;

// bodyPalette returns the colours of objects, plain surface first.
export const bodyPalette = (plain) => [plain, ...Object.values(BODIES).map((c) => c || plain)].flatMap(rgb);

export const classOf = (kind) => KINDS.indexOf(kind) + 1;

// rgb returns a colour such as "#d55e00" as three numbers from 0 to 1.
export const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

// palette returns the colours of all classes, plain surface first.
export const palette = (plain) => [plain, ...HEX].flatMap(rgb);

// Kinds in the order of the report, the worst first, from the rules. The class of a triangle or a
// line is the number of its kind, from 1; 0 is plain surface.
export const KINDS = PALETTE.kinds.map((kind) => kind.name);

// labelOf returns a kind in words.
export const labelOf = (kind) => PALETTE.kinds[KINDS.indexOf(kind)].label;

// Colours of the kinds and of the objects of a pair. PALETTE comes from package palette. Visuals of
// hulls have the colour of plain surface.
const HEX = PALETTE.kinds.map((kind) => kind.color);
const BODIES = { first: PALETTE.first, second: PALETTE.second, visual: "", hull: PALETTE.hull };

// Colours of the greatest distances of visuals and of hulls.
export const FAR = PALETTE.far;

// Colours of severities, and of what is accepted.
export const SEVERITIES = PALETTE.severities;

// bodyOf numbers the colours of objects: 0 is plain surface.
export const bodyOf = (role) => Object.keys(BODIES).indexOf(role) + 1;

// bodyPalette returns the colours of objects, plain surface first.
export const bodyPalette = (plain) => [plain, ...Object.values(BODIES).map((c) => c || plain)].flatMap(rgb);

export const classOf = (kind) => KINDS.indexOf(kind) + 1;

// rgb returns a colour such as "#d55e00" as three numbers from 0 to 1.
export const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

// palette returns the colours of all classes, plain surface first.
export const palette = (plain) => [plain, ...HEX].flatMap(rgb);

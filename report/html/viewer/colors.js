// Colours are the base colours of a file's model, for all of its stages.
export class Colours {
  // facts are those of the file. textOf returns what the page has of texture k in base64, or null.
  constructor({ paints, textures }, textOf) {
    this.paints = paints;
    this.textures = textures.map((t, k) => new Texture(t, textOf(k)));
  }
}

// Texture is an image that is decoded when it is first drawn.
class Texture {
  constructor({ mime, average }, base64) {
    Object.assign(this, { mime, average, base64, image: null });
  }

  // load resolves when image is what can be drawn, or to nothing if it cannot be decoded: the average
  // colour stays then.
  load() {
    this.ready ||= this.decode();
    return this.ready;
  }

  async decode() {
    if (!this.base64) return;
    const image = new Image();
    image.src = `data:${this.mime};base64,${this.base64}`;
    this.base64 = "";
    try {
      await image.decode();
      this.image = image;
    } catch {}
  }
}

// skinOf returns what the graphics card needs for the base colours of a stage: uvs, two numbers for
// each corner; tints, four bytes for each corner, the last 255 where there is a colour; and runs of
// neighbouring triangles, [{first, count, texture, wrap}], with a Texture or null. It returns null for
// a stage without colours.
export function skinOf({ colors, from }, colours) {
  if (!colors || !colours) return null;
  const skin = storedSkin(colors, colours);
  return from ? placedSkin(skin, from) : skin;
}

// storedSkin is skinOf for the triangles that colors has.
function storedSkin(colors, colours) {
  let n = 0;
  for (let i = 0; i < colors.runs.length; i += 2) n += colors.runs[i];
  const skin = { uvs: new Float32Array(6 * n), tints: new Uint8Array(12 * n), runs: [] };
  const read = { uv: 0, tint: 0 }; // corners that were taken from the lists
  let first = 0;
  for (let i = 0; i < colors.runs.length; i += 2) {
    const count = colors.runs[i];
    const paint = colours.paints[colors.runs[i + 1]];
    const texture = (paint && colours.textures[paint.texture]) || null;
    if (paint) tint(skin.tints, first, count, paint, texture, colors, read);
    if (texture) place(skin.uvs, first, count, colors, read);
    join(skin.runs, { first, count, texture, wrap: paint?.wrap });
    first += count;
  }
  return skin;
}

// placedSkin returns the skin of triangles of which from has the places in another skin.
function placedSkin(skin, from) {
  const out = { uvs: new Float32Array(6 * from.length), tints: new Uint8Array(12 * from.length), runs: [] };
  const runOf = new Uint32Array(skin.tints.length / 12);
  skin.runs.forEach(({ first, count }, k) => runOf.fill(k, first, first + count));
  from.forEach((place, i) => {
    out.uvs.set(skin.uvs.subarray(6 * place, 6 * place + 6), 6 * i);
    out.tints.set(skin.tints.subarray(12 * place, 12 * place + 12), 12 * i);
    join(out.runs, { ...skin.runs[runOf[place]], first: i, count: 1 });
  });
  return out;
}

// tint writes the colours of triangles without their texture, or with the average of one that the page
// lacks.
function tint(tints, first, count, paint, texture, colors, read) {
  const base = paint.color.map((x, k) => (texture && !texture.mime ? (x * texture.average[k]) / 255 : x));
  for (let c = 3 * first; c < 3 * (first + count); c++) {
    const own = paint.tinted ? 4 * colors.tintOf[read.tint++] : -1;
    for (let k = 0; k < 3; k++) tints[4 * c + k] = own < 0 ? base[k] : (base[k] * colors.tints[own + k]) / 255;
    tints[4 * c + 3] = 255;
  }
}

function place(uvs, first, count, { uvOf, uvs: list, low, size }, read) {
  for (let c = 3 * first; c < 3 * (first + count); c++) {
    const from = 2 * uvOf[read.uv++];
    for (let k = 0; k < 2; k++) uvs[2 * c + k] = low[k] + (size[k] * list[from + k]) / 65535;
  }
}

// join adds a run to those before it, or to the last one if that is drawn alike.
function join(runs, run) {
  const last = runs.at(-1);
  if (run.texture && !run.texture.mime) run.texture = null;
  if (last && last.texture === run.texture && (!run.texture || String(last.wrap) === String(run.wrap))) last.count += run.count;
  else runs.push(run);
}

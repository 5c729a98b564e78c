import { FAR, SEVERITIES, bodyPalette, palette, rgb } from "./kinds.js";
import { add, product, scale } from "./math.js";
import { pinPalette } from "./pins.js";
import {
  areaFragment, areaVertex, lineFragment, lineVertex, surfaceFragment, surfaceVertex,
} from "./shaders.js";

// Styles for light and dark pages. Lines have the colour of their kind, a stronger one for cuts,
// and other lines the text colour of the page. The few lines of a small selection have a halo in
// the page's background colour; when there may be ten thousand, lines are thin.
const LOOKS = {
  light: { ground: "#eceef1", plain: "#c3c7cd", wire: "#2a2e35", ink: "#111318", halo: "#ffffff", cut: "#b54c00" },
  dark: { ground: "#15171b", plain: "#8b9099", wire: "#0b0c0e", ink: "#ffffff", halo: "#101216", cut: "#ff7a1a" },
};

// Painter draws a model with WebGL 2. It keeps its input, so that it can start again if the
// graphics context is lost and restored.
export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
    if (!this.gl) throw new Error("no WebGL 2");
    this.start();
  }

  start() {
    const { gl } = this;
    this.surface = program(gl, surfaceVertex, surfaceFragment);
    this.line = program(gl, lineVertex, lineFragment);
    this.area = program(gl, areaVertex, areaFragment);
    this.buffers = null;
    this.white = picture(gl, [255, 255, 255]);
    this.pictures = new Map(); // of the textures of the model
    gl.vertexAttrib4f(3, 0, 0, 0, 0); // for models without colours
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  // restart rebuilds everything after the context was lost.
  restart() {
    const { model, tags, marks, scenery, pinned } = this;
    this.start();
    if (model) this.upload(model, this.changed);
    if (tags) this.retag(tags, marks);
    if (scenery) this.surround(scenery);
    if (pinned) this.pin(pinned);
  }

  // surround sets the surroundings of the model, as surroundingsOf returns them. null removes them.
  surround(scenery) {
    this.buffers.around?.delete();
    this.scenery = scenery;
    this.buffers.around = null;
    if (!scenery) return;
    const n = scenery.corners.length / 9;
    this.buffers.around = new Mesh(this.gl, 0, [[scenery.corners, 3, 12, 0], [new Float32Array(3 * n), 1, 4, 0], [null, 2, 8, 0], [null, 4, 4, 0]], 3 * n);
    this.buffers.around.tag(spread(n, 3, (i, out, at) => (out[at + 1] = 1)));
  }

  // pin sets the pins, as pinLines returns them.
  pin(pinned) {
    this.buffers.pins?.delete();
    this.pinned = pinned;
    this.buffers.pins = new Mesh(this.gl, 1, [[pinned.ends, 3, 24, 0], [pinned.ends, 3, 24, 12]], pinned.ends.length / 6);
    this.buffers.pins.tag(pinned.tags);
  }

  // upload takes a model, and calls changed when something of it has been decoded and should be drawn.
  upload(model, changed) {
    const { gl } = this;
    for (const b of this.buffers ? Object.values(this.buffers) : []) b?.delete();
    this.model = model;
    this.changed = changed;
    this.texture(model);
    this.scenery = null;
    this.pinned = null;
    const lines = model.lines();
    const areas = model.areas();
    this.buffers = {
      surface: new Mesh(gl, 0, [[model.corners, 3, 12, 0], [model.far, 1, 4, 0], [model.skin?.uvs, 2, 8, 0], [model.skin?.tints, 4, 4, 0]], 3 * model.count),
      line: new Mesh(gl, 1, [[lines.ends, 3, 24, 0], [lines.ends, 3, 24, 12]], lines.owners.length),
      area: new Mesh(gl, 0, [[areas.corners, 3, 12, 0]], 3 * areas.owners.length),
    };
    this.owners = { line: lines.owners, area: areas.owners };
    this.widths = lines.widths;
  }

  // move takes new corners of the model.
  move() {
    this.buffers.surface.refill(this.model.corners);
  }

  // texture takes the textures of a model. Until they are decoded, they have their average colour.
  texture(model) {
    const { gl } = this;
    for (const old of this.pictures.values()) gl.deleteTexture(old);
    this.pictures = new Map();
    for (const { texture } of model.skin?.runs || []) {
      if (!texture || this.pictures.has(texture)) continue;
      this.pictures.set(texture, picture(gl, texture.average));
      texture.load().then(() => {
        if (this.model !== model || !texture.image) return;
        fill(gl, this.pictures.get(texture), texture.image);
        this.changed();
      });
    }
  }

  // retag updates how triangles and findings look: tags come from Model.paint and marks from
  // Model.marks.
  retag(tags, marks) {
    this.tags = tags;
    this.marks = marks;
    this.buffers.surface.tag(spread(this.model.count, 3, (i, out, at) => {
      out[at] = tags[3 * i];
      out[at + 1] = tags[3 * i + 1];
      out[at + 2] = tags[3 * i + 2];
      out[at + 3] = this.model.bodies[i];
    }));
    for (const [name, corners] of [["line", 1], ["area", 3]]) {
      const owners = this.owners[name];
      this.buffers[name].tag(spread(owners.length, corners, (i, out, at) => {
        out[at] = marks[2 * owners[i]];
        out[at + 1] = marks[2 * owners[i] + 1];
        if (name === "line") out[at + 2] = this.widths[i];
      }));
    }
  }

  draw(camera, { xray, coloured, dark, ratio, bold, background, pins: pinned }) {
    const { gl, canvas } = this;
    const look = LOOKS[dark ? "dark" : "light"];
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...rgb(look.ground), 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (!this.buffers) return;
    const matrices = camera.matrices();
    const common = { all: matrices.all, view: matrices.view, colours: palette(look.plain) };
    if (background) this.drawScenery(camera, look);
    const surface = { ...common, hazy: 0, bodies: bodyPalette(look.plain), far: FAR.flatMap(rgb), striped: this.model.striped, moving: this.model.isPosed, xray, coloured: coloured && Boolean(this.model.skin), vivid: !this.model.findings.length };

    this.paintSurface({ ...surface, wire: rgb(look.wire) }, false);
    this.see(gl.LEQUAL, () => this.paint("area", { ...common, strength: 0.92, lift: 5e-4 * matrices.nearer }));
    this.paintSurface({ ...surface, wire: rgb(dark ? "#aab2c0" : "#3a4250") }, true);
    const lines = {
      ...common,
      screen: [canvas.width / 2, canvas.height / 2],
      ink: rgb(look.ink),
      cut: rgb(look.cut),
      halo: rgb(look.halo),
      radius: (bold ? 3.2 : surface.coloured ? 1.6 : 0.9) * ratio,
      core: (bold ? 2 : 0.9) * ratio,
      thin: 0.8 * ratio,
    };
    // First through everything that hides them, then opaquely where they are visible.
    this.see(gl.ALWAYS, () => {
      this.paint("area", { ...common, strength: bold ? 0.18 : 0.1, lift: 0 });
      this.paint("line", { ...lines, strength: bold || surface.coloured ? 0.4 : 0.25, lift: 0 });
    });
    this.see(gl.LEQUAL, () => this.paint("line", { ...lines, strength: 1, lift: 2.5e-3 * matrices.nearer }));
    if (!pinned) return;
    const pins = { ...lines, colours: pinPalette(look.plain, SEVERITIES).flatMap(rgb), radius: 3.2 * ratio, core: 2 * ratio };
    this.see(gl.ALWAYS, () => this.paint("pins", { ...pins, strength: 0.6, lift: 0 }, this.line));
    this.see(gl.LEQUAL, () => this.paint("pins", { ...pins, strength: 1, lift: 2.5e-3 * matrices.nearer }, this.line));
  }

  // drawScenery draws the surroundings behind everything that follows. What is far in front of the
  // model is cut away.
  drawScenery(camera, look) {
    const { gl, scenery } = this;
    if (!scenery) return;
    const { factor, move: [x, y, z], ball: whole } = scenery;
    const place = [factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, x, y, z, 1];
    const ball = { centre: add(scale(whole.centre, factor), [x, y, z]), radius: factor * whole.radius };
    const { all, view } = camera.matrices(ball, 0.6);
    this.bind({ texture: null });
    this.paint("around", {
      all: product(all, place), view: product(view, place), colours: palette(look.plain), bodies: bodyPalette(look.plain), far: FAR.flatMap(rgb),
      wire: rgb(look.wire), haze: rgb(look.ground), hazy: 0.62, striped: false, moving: false, xray: false, coloured: false, fadedPass: false,
    }, this.surface);
    gl.clear(gl.DEPTH_BUFFER_BIT);
  }

  paintSurface(uniforms, faded) {
    const { gl } = this;
    if (faded) gl.enable(gl.BLEND);
    gl.depthMask(!faded);
    this.surface.use({ ...uniforms, fadedPass: faded });
    const runs = uniforms.coloured && !faded ? this.model.skin.runs : [{ first: 0, count: this.model.count, texture: null }];
    for (const run of runs) {
      this.bind(run);
      this.surface.use({ textured: Boolean(run.texture) });
      this.buffers.surface.draw(3 * run.first, 3 * run.count);
    }
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  // bind selects the texture of a run of triangles.
  bind({ texture, wrap }) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture ? this.pictures.get(texture) : this.white);
    if (!texture) return;
    const modes = [gl.REPEAT, gl.CLAMP_TO_EDGE, gl.MIRRORED_REPEAT];
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, modes[wrap[0]]);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, modes[wrap[1]]);
  }

  // see draws something translucent that hides nothing.
  see(depth, draw) {
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.depthFunc(depth);
    gl.depthMask(false);
    draw();
    gl.depthMask(true);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
  }

  paint(name, uniforms, program = this[name]) {
    program.use(uniforms);
    this.buffers[name].draw();
  }
}

// picture returns a texture of one colour.
function picture(gl, [r, g, b]) {
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([r, g, b, 255]));
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  return made;
}

// fill puts an image into a texture.
function fill(gl, made, image) {
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.generateMipmap(gl.TEXTURE_2D);
}

// spread makes a buffer of four bytes for each corner from what fill writes for the first corner of
// each element.
function spread(count, corners, fill) {
  const bytes = new Uint8Array(4 * corners * count);
  for (let i = 0; i < count; i++) {
    const at = 4 * corners * i;
    fill(i, bytes, at);
    for (let c = 1; c < corners; c++) bytes.copyWithin(at + 4 * c, at, at + 4);
  }
  return bytes;
}

// Mesh is a vertex array: positions and more, followed by the tags.
class Mesh {
  // every is 1 if each element is an instance of a rectangle, else 0. A row of attributes has data,
  // size, stride and offset; without data it is left out. Bytes go from 0 to 1.
  constructor(gl, every, attributes, count) {
    Object.assign(this, { gl, every, count, last: attributes.length, held: new Map() });
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    attributes.forEach(([data, numbers, stride, offset], i) => {
      if (!data) return;
      if (!this.held.has(data)) {
        this.held.set(data, gl.createBuffer());
        gl.bindBuffer(gl.ARRAY_BUFFER, this.held.get(data));
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, this.held.get(data));
      gl.enableVertexAttribArray(i);
      if (data instanceof Uint8Array) gl.vertexAttribPointer(i, numbers, gl.UNSIGNED_BYTE, true, stride, offset);
      else gl.vertexAttribPointer(i, numbers, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(i, every);
    });
    this.tags = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.tags);
    gl.enableVertexAttribArray(this.last);
    gl.vertexAttribIPointer(this.last, 4, gl.UNSIGNED_BYTE, 4, 0);
    gl.vertexAttribDivisor(this.last, every);
    gl.bindVertexArray(null);
  }

  tag(bytes) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.tags);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, bytes, this.gl.DYNAMIC_DRAW);
  }

  // refill uploads data again that has changed.
  refill(data) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.held.get(data));
    this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, data);
  }

  draw(first = 0, count = this.count) {
    const { gl } = this;
    if (count === 0) return;
    gl.bindVertexArray(this.array);
    if (this.every) gl.drawArraysInstanced(gl.TRIANGLES, first, 6, count);
    else gl.drawArrays(gl.TRIANGLES, first, count);
    gl.bindVertexArray(null);
  }

  delete() {
    for (const buffer of this.held.values()) this.gl.deleteBuffer(buffer);
    this.gl.deleteBuffer(this.tags);
    this.gl.deleteVertexArray(this.array);
  }
}

// program compiles a pair of shaders. Its use function sets uniforms by name and ignores those that
// the shaders do not have.
function program(gl, vertex, fragment) {
  const handle = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(handle, shader);
  }
  gl.linkProgram(handle);
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error("a shader does not compile: " + gl.getProgramInfoLog(handle));
  }
  const setters = new Map();
  const count = gl.getProgramParameter(handle, gl.ACTIVE_UNIFORMS) || 0;
  for (let i = 0; i < count; i++) {
    const { name, type } = gl.getActiveUniform(handle, i);
    const place = gl.getUniformLocation(handle, name);
    setters.set(name.replace("[0]", ""), setter(gl, type, place));
  }
  return {
    use(uniforms) {
      gl.useProgram(handle);
      for (const [name, value] of Object.entries(uniforms)) setters.get(name)?.(value);
    },
  };
}

function setter(gl, type, place) {
  switch (type) {
    case gl.FLOAT_MAT4:
      return (value) => gl.uniformMatrix4fv(place, false, value);
    case gl.FLOAT_VEC3:
      return (value) => gl.uniform3fv(place, value);
    case gl.FLOAT_VEC2:
      return (value) => gl.uniform2fv(place, value);
    case gl.BOOL:
      return (value) => gl.uniform1i(place, value ? 1 : 0);
    default:
      return (value) => gl.uniform1f(place, value);
  }
}

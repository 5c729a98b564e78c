// The programs of the graphics card. A pass draws either opaque or faded triangles; the vertex
// program discards the others, so that a change of selection updates one small buffer and never the
// mesh.

const HEAD = `#version 300 es
precision highp float;
precision highp int;
`;

export const surfaceVertex = `${HEAD}
layout(location = 0) in vec3 position;
layout(location = 1) in float distance; // from 0 to 1
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 tint; // the base colour without its texture; 0 for none
layout(location = 4) in uvec4 tag; // class, emphasis, detail, object
uniform mat4 view, all;
uniform bool fadedPass, xray;
out vec3 eye;
out vec3 corner;
out float away;
out vec2 spot;
out vec4 paint;
flat out uvec4 mark;
void main() {
  bool faded = tag.y == 0u || tag.w == 4u || (xray && (tag.x == 0u || tag.y == 1u));
  eye = (view * vec4(position, 1.0)).xyz;
  int k = gl_VertexID % 3;
  corner = vec3(k == 0, k == 1, k == 2);
  away = distance;
  spot = uv;
  paint = tint;
  mark = tag;
  gl_Position = faded == fadedPass ? all * vec4(position, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
  if (tag.w == 4u) gl_Position.z -= 4e-5 * gl_Position.w; // hulls often coincide with their visuals
}`;

// Normals come from how the position changes between neighbouring pixels: flat shading without
// stored normals. Edges are drawn where a barycentric coordinate is near 0, thin at any distance.
export const surfaceFragment = `${HEAD}
in vec3 eye;
in vec3 corner;
in float away;
in vec2 spot;
in vec4 paint;
flat in uvec4 mark;
uniform sampler2D picture;
uniform vec3 colours[10];
uniform vec3 bodies[5];
uniform vec3 far[2]; // of visuals and of hulls
uniform vec3 wire;
uniform bool fadedPass, striped, moving, coloured, vivid, textured;
uniform vec3 haze;
uniform float hazy; // how much of the haze is before the surroundings of a stage
out vec4 pixel;
void main() {
  vec3 image = texture(picture, spot).rgb;
  // Two coincident objects are shown in stripes.
  if (striped && mark.w == 2u && mod(gl_FragCoord.x + gl_FragCoord.y, 24.0) < 12.0) discard;
  vec3 body = bodies[mark.w];
  if (coloured && mark.w == 0u && paint.a > 0.5) {
    // Marks are only readable on plain surface: below them little of the base colour is left, and
    // around them it is paler. Black hides the shape, so that some light is added to it.
    vec3 own = textured ? paint.rgb * image : paint.rgb;
    float tone = dot(own, vec3(0.3, 0.59, 0.11));
    float share = mix(0.6, vivid ? 1.0 : 0.85, smoothstep(0.0, 0.45, tone));
    if (!vivid) own = mix(own, vec3(tone), 0.25);
    body = mix(body, own, mark.x > 0u ? 0.15 : share);
  }
  if (mark.w >= 3u) body = mix(body, far[mark.w - 3u], away);
  vec3 normal = normalize(cross(dFdx(eye), dFdy(eye)));
  float facing = abs(dot(normal, normalize(eye)));
  if (fadedPass) {
    float rim = 1.0 - facing;
    if (mark.w == 4u) { // a hull is less translucent the farther off it is
      float alpha = 0.14 + 0.34 * away + 0.35 * rim * rim + (mark.y == 2u ? 0.14 : 0.0);
      pixel = vec4(body, mark.y == 0u ? 0.15 * alpha : alpha);
      return;
    }
    bool plain = mark.w == 0u || mark.w == 3u;
    vec3 veil = plain ? wire : body;
    pixel = vec4(plain && mark.x > 0u ? colours[mark.x] : veil, plain ? 0.025 + 0.16 * rim * rim : 0.13 + 0.4 * rim * rim);
    return;
  }
  // A triangle that is bad as a whole has the colour of its kind. Other triangles are only tinted,
  // because a large one may meet in a tiny place: the cut or the common area has the colour. The
  // objects of a pair have their own colours, which a tint would change. In motion, there is only the
  // tint to be seen.
  bool whole = mark.x == 3u || mark.x == 5u || mark.x == 6u;
  bool object = mark.w == 1u || mark.w == 2u;
  vec3 base = body;
  if (whole && mark.w == 2u) base = mix(colours[mark.x], vec3(1.0), 0.4);
  else if (whole) base = colours[mark.x];
  else if (mark.x > 0u) base = mix(body, colours[mark.x], object ? moving ? 0.4 : 0.0 : moving ? 0.55 : coloured ? 0.32 : 0.25);
  if (mark.x > 0u && mark.y == 1u) base = mix(body, base, 0.38);
  if (!whole && !gl_FrontFacing) base *= vec3(0.80, 0.84, 0.90); // seen from inside
  float key = max(dot(normal, normalize(vec3(-0.45, 0.65, 0.62))), 0.0);
  float fill = max(dot(normal, normalize(vec3(0.7, -0.1, 0.7))), 0.0);
  float soft = 0.42 + 0.52 * key + 0.14 * fill, bright = 0.66 + 0.32 * key + 0.08 * fill;
  float light = whole || object ? bright : mix(soft, bright, mark.w == 3u ? away : 0.0);
  vec3 colour = base * light;
  vec3 change = fwidth(corner);
  vec3 edge = corner / max(change, vec3(1e-9));
  float line = 1.0 - smoothstep(0.4, 1.4, min(edge.x, min(edge.y, edge.z)));
  float wide = 1.0 - smoothstep(0.1, 0.3, max(change.x, max(change.y, change.z))); // tiny triangles would be all edge
  float weight = wide * (mark.x == 0u ? (mark.z > 0u ? 0.16 : 0.0) : (mark.y == 2u ? whole ? 0.55 : 0.38 : 0.2));
  pixel = vec4(mix(mix(colour, wire, line * weight), haze, hazy), 1.0);
}`;

// A line is drawn as a rectangle of pixels around it, two triangles each, with round ends. A
// segment without length is a dot.
export const lineVertex = `${HEAD}
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in uvec4 tag; // class, emphasis, width: plain, thin, dot, large dot
uniform mat4 all;
uniform vec2 screen; // half the size of the picture in pixels
uniform float radius, thin, lift;
flat out float wide;
out vec2 place;  // pixels along and across
flat out float length_;
flat out uvec4 mark;
void main() {
  vec4 p = all * vec4(from, 1.0), q = all * vec4(to, 1.0);
  float least = 1e-6 * max(abs(p.w), abs(q.w)) + 1e-30;
  if (p.w < least && q.w < least || tag.y == 0u) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  if (p.w < least) p = mix(p, q, (least - p.w) / (q.w - p.w)); // behind the eye
  if (q.w < least) q = mix(q, p, (least - q.w) / (p.w - q.w));
  vec2 a = p.xy / p.w * screen, b = q.xy / q.w * screen;
  vec2 along = b - a;
  length_ = length(along);
  along = length_ > 1e-4 ? along / length_ : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  bool end = gl_VertexID == 1 || gl_VertexID == 2 || gl_VertexID == 4;
  float side = gl_VertexID == 2 || gl_VertexID == 4 || gl_VertexID == 5 ? 1.0 : -1.0;
  wide = tag.z == 1u ? thin : tag.z == 2u ? 2.1 * radius : tag.z == 3u ? 3.0 * radius : radius;
  float reach = wide + 1.0;
  place = vec2(end ? length_ + reach : -reach, side * reach);
  vec4 own = end ? q : p;
  vec2 spot = (end ? b : a) + along * (end ? reach : -reach) + across * side * reach;
  mark = tag;
  gl_Position = vec4(spot / screen * own.w, own.z - lift, own.w);
}`;

export const lineFragment = `${HEAD}
in vec2 place;
flat in float length_;
flat in float wide;
flat in uvec4 mark;
uniform vec3 colours[10];
uniform vec3 ink, cut, halo;
uniform float radius, core, strength;
out vec4 pixel;
void main() {
  float away = length(vec2(place.x - clamp(place.x, 0.0, length_), place.y));
  float cover = clamp(wide + 0.5 - away, 0.0, 1.0);
  if (cover <= 0.0) discard;
  vec3 middle = mark.x == 0u ? ink : mark.x == 1u ? cut : colours[mark.x];
  vec3 colour = mix(middle, halo, clamp(away - (mark.z == 1u ? wide : core + wide - radius) + 0.5, 0.0, 1.0));
  pixel = vec4(colour, cover * (mark.z == 3u ? 1.0 : strength) * (mark.y == 2u ? 1.0 : 0.55));
}`;

export const areaVertex = `${HEAD}
layout(location = 0) in vec3 position;
layout(location = 1) in uvec4 tag; // class, emphasis
uniform mat4 all;
uniform float lift;
flat out uvec4 mark;
void main() {
  mark = tag;
  vec4 p = all * vec4(position, 1.0);
  gl_Position = tag.y == 0u ? vec4(0.0, 0.0, 2.0, 1.0) : vec4(p.xy, p.z - lift, p.w);
}`;

export const areaFragment = `${HEAD}
flat in uvec4 mark;
uniform vec3 colours[10];
uniform float strength;
out vec4 pixel;
void main() { pixel = vec4(colours[mark.x], strength * (mark.y == 2u ? 1.0 : 0.5)); }`;

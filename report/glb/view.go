package glb

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/qmuntal/gltf"
)

// viewExtras are the extras of a view's scene, for the viewer of pages.
type viewExtras struct {
	*drawing.View
	Runs []int `json:"runs"` // see drawing.View.Runs
	// Accessors are those that belong to no mesh: "points", the points of all findings in order,
	// "spots", those of the places of a scene, the axes "x", "y" and "z", and "at", and of Colors "uvs",
	// "uvOf", "tints" and "tintOf".
	Accessors map[string]int `json:"accessors"`
	Placed    *placed        `json:"placed,omitempty"`
	Motion    *motionExtras  `json:"motion,omitempty"`
}

// placed are the places of a scene: for each the number of the object, the instance and its name.
type placed struct {
	Objects   []int    `json:"objects"`
	Instances []int    `json:"instances"`
	Names     []string `json:"names"`
}

// View returns a view as a GLB with a node for each object. The extras of its scene describe the
// triangles and findings. Its buffers use EXT_meshopt_compression in its plainest form, because the
// compression of the whole file then saves more.
func View(v *drawing.View) []byte { return newView(v, func(*markedModel, *viewExtras) {}) }

// newView returns a view as a GLB, to which a function may add more.
func newView(v *drawing.View, add func(m *markedModel, x *viewExtras)) []byte {
	m := newMarkedModel("meshcheck")
	m.doc.ExtensionsUsed = []string{meshoptName}
	m.doc.ExtensionsRequired = m.doc.ExtensionsUsed
	root := &gltf.Node{Name: "view", Translation: v.Frame.Origin, Scale: geom.Vec{v.Frame.Scale, v.Frame.Scale, v.Frame.Scale}}
	attributes := gltf.PrimitiveAttributes{gltf.POSITION: m.positions(v.Points)}
	if len(v.Far) > 0 {
		attributes["_FAR"] = m.thousandths(v.Far)
	}
	extras := viewExtras{View: v, Runs: v.Runs(), Accessors: map[string]int{}}
	triangles := v.Triangles
	for k, o := range v.Objects {
		n := slices.IndexFunc(triangles, func(t drawing.Triangle) bool { return int(t.Object) != k })
		if n < 0 {
			n = len(triangles)
		}
		var primitives []*gltf.Primitive
		if n > 0 {
			primitives = []*gltf.Primitive{{Attributes: attributes, Indices: gltf.Index(m.corners(triangles[:n]))}}
		}
		triangles = triangles[n:]
		root.Children = append(root.Children, m.node(&gltf.Node{Name: o.Role.String(), Mesh: m.mesh(o.Role.String(), primitives)}))
	}
	var points []drawing.Single
	for k := range v.Findings {
		points = append(points, v.Findings[k].Points...)
	}
	if len(points) > 0 {
		extras.Accessors["points"] = m.positions(points)
	}
	if len(v.Places) > 0 {
		extras.Accessors["spots"] = m.positions(v.Places)
	}
	m.colors(v.Colors, extras.Accessors)
	if len(v.Placed) > 0 {
		m.addPlaces(&extras)
	}
	add(m, &extras)
	m.doc.Scenes[0].Nodes, m.doc.Scenes[0].Extras = []int{m.node(root)}, extras
	var b bytes.Buffer
	if err := m.write(&b); err != nil {
		panic("glb: a view is small, and a buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

// addPlaces adds the places of a scene.
func (m *markedModel) addPlaces(to *viewExtras) {
	to.Placed = &placed{}
	var columns [4][]drawing.Single
	for k := range to.View.Placed {
		p := &to.View.Placed[k]
		to.Placed.Objects, to.Placed.Instances = append(to.Placed.Objects, p.Object), append(to.Placed.Instances, p.Instance)
		to.Placed.Names = append(to.Placed.Names, p.Name)
		for i, column := range []drawing.Single{p.Axes[0], p.Axes[1], p.Axes[2], p.At} {
			columns[i] = append(columns[i], column)
		}
	}
	for i, name := range []string{"x", "y", "z", "at"} {
		to.Accessors[name] = m.positions(columns[i])
	}
}

// positions adds points and returns their accessor.
func (m *markedModel) positions(points []drawing.Single) int {
	box := geom.EmptyBox()
	raw := make([]byte, 0, 12*len(points))
	for _, p := range points {
		box = box.Include(p.Vec())
		for _, x := range p {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
		}
	}
	a := gltf.Accessor{ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec3, Min: box.Min[:], Max: box.Max[:]}
	return m.attribute(a, raw, 12)
}

// thousandths adds numbers from 0 to 1 and returns their accessor.
func (m *markedModel) thousandths(numbers []float32) int {
	raw := make([]byte, 0, 4*len(numbers))
	for _, x := range numbers {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(1000*x+0.5))
	}
	return m.attribute(gltf.Accessor{ComponentType: gltf.ComponentUshort, Type: gltf.AccessorScalar}, raw, 4)
}

func (m *markedModel) corners(triangles []drawing.Triangle) int {
	all := make([]uint32, 0, 3*len(triangles))
	for k := range triangles {
		all = append(all, triangles[k].Corners[:]...)
	}
	return m.numbers(all)
}

// numbers adds indices and returns their accessor.
func (m *markedModel) numbers(all []uint32) int {
	a := gltf.Accessor{ComponentType: gltf.ComponentUint, Type: gltf.AccessorScalar, Count: len(all)}
	return m.packed(a, meshoptView{Mode: "INDICES", ByteStride: 4, Count: len(all)}, packIndices(all), gltf.TargetElementArrayBuffer)
}

// colors adds the base colors of a view, nil for none.
func (m *markedModel) colors(c *drawing.Colors, accessors map[string]int) {
	if c == nil {
		return
	}
	if len(c.UVOf) > 0 {
		raw := make([]byte, 0, 4*len(c.UVs))
		for _, p := range c.UVs {
			raw = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(raw, p[0]), p[1])
		}
		accessors["uvs"] = m.attribute(gltf.Accessor{ComponentType: gltf.ComponentUshort, Type: gltf.AccessorVec2, Normalized: true}, raw, 4)
		accessors["uvOf"] = m.numbers(c.UVOf)
	}
	if len(c.TintOf) > 0 {
		raw := make([]byte, 0, 4*len(c.Tints))
		for _, p := range c.Tints {
			raw = append(raw, p[0], p[1], p[2], 255)
		}
		accessors["tints"] = m.attribute(gltf.Accessor{ComponentType: gltf.ComponentUbyte, Type: gltf.AccessorVec4, Normalized: true}, raw, 4)
		accessors["tintOf"] = m.numbers(c.TintOf)
	}
}

package glb

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/qmuntal/gltf"
)

// viewExtras are the extras of the scene of a view. The viewer of pages reads them.
type viewExtras struct {
	Mesh    int            `json:"mesh"`
	Pair    int            `json:"pair"`
	Group   int            `json:"group"`
	Objects []objectExtras `json:"objects"`
	Box     extraBox       `json:"box"`
	// Origin and Scale are those of all positions: see drawing.Frame.
	Origin          geom.Vec       `json:"origin"`
	Scale           float64        `json:"scale"`
	Omitted         int            `json:"omitted,omitempty"`
	Nonfinite       int            `json:"nonfinite,omitempty"`
	OmittedFindings int            `json:"omittedFindings,omitempty"`
	Findings        []viewFinding  `json:"findings"`
	Gap             float64        `json:"gap,omitempty"`
	Excess          float64        `json:"excess,omitempty"`
	Accessors       map[string]int `json:"accessors"` // of what has no primitive: points, spots
}

// objectExtras say what an object is.
type objectExtras struct {
	Role       string `json:"role"`
	SeeThrough bool   `json:"seeThrough,omitempty"`
	Mesh       int    `json:"mesh"`
	First      int    `json:"first"`
	// Runs are of consecutive triangles of the object: how many, the number of the first in the
	// view or -1 for stand-ins, part, shell, and 1 in the neighbourhood of findings.
	Runs []int `json:"runs"`
}

// viewFinding is a finding of a view. Its points follow those of the one before.
type viewFinding struct {
	Kind      string   `json:"kind"`
	Severity  string   `json:"severity,omitempty"`
	A         int      `json:"a"`
	B         int      `json:"b"`
	Others    []int    `json:"others,omitempty"`
	Objects   []int    `json:"objects,omitempty"`
	Region    int      `json:"region"`
	SameShell bool     `json:"sameShell,omitempty"`
	Area      *float64 `json:"area,omitempty"`
	Arrow     bool     `json:"arrow,omitempty"`
	Points    int      `json:"points,omitempty"`
}

// View returns a view as a GLB, a node for each object. What a page has to know of triangles and
// findings is in the extras of its scene. Its buffers have the extension EXT_meshopt_compression, in
// its plainest form: what compresses the whole file then finds more to save.
func View(v *drawing.View) []byte {
	m := newMarkedModel("")
	m.doc.ExtensionsUsed = []string{meshoptName}
	m.doc.ExtensionsRequired = m.doc.ExtensionsUsed
	root := &gltf.Node{Name: "view", Translation: v.Frame.Origin, Scale: geom.Vec{v.Frame.Scale, v.Frame.Scale, v.Frame.Scale}}
	attributes := gltf.PrimitiveAttributes{gltf.POSITION: m.positions(v.Points)}
	if len(v.Far) > 0 {
		attributes["_FAR"] = m.thousandths(v.Far)
	}
	extras := newViewExtras(v)
	triangles := v.Triangles
	for k := range extras.Objects {
		o := &extras.Objects[k]
		n := 0
		for n < len(triangles) && int(triangles[n].Object) == k {
			n++
		}
		var primitives []*gltf.Primitive
		if n > 0 {
			primitives = []*gltf.Primitive{{
				Attributes: attributes, Indices: gltf.Index(m.corners(triangles[:n])), Material: gltf.Index(m.material(roleMaterial(v.Objects[k].Role))),
			}}
		}
		triangles = triangles[n:]
		root.Children = append(root.Children, m.node(&gltf.Node{Name: o.Role, Mesh: m.mesh(o.Role, primitives)}))
	}
	var points []drawing.Single
	for k := range v.Findings {
		points = append(points, v.Findings[k].Points...)
	}
	extras.Accessors = map[string]int{}
	if len(points) > 0 {
		extras.Accessors["points"] = m.positions(points)
	}
	if len(v.Places) > 0 {
		extras.Accessors["spots"] = m.positions(v.Places)
	}
	m.doc.Scenes[0].Nodes, m.doc.Scenes[0].Extras = []int{m.node(root)}, extras
	var b bytes.Buffer
	if err := m.write(&b); err != nil {
		panic("glb: a view is small, and a buffer takes everything: " + err.Error())
	}
	return b.Bytes()
}

func newViewExtras(v *drawing.View) *viewExtras {
	e := &viewExtras{
		Mesh: v.Mesh, Pair: v.Pair, Group: v.Group, Box: extraBox{v.Box.Min, v.Box.Max}, Origin: v.Frame.Origin, Scale: v.Frame.Scale,
		Omitted: v.Omitted, Nonfinite: v.Nonfinite, OmittedFindings: v.OmittedFindings, Findings: []viewFinding{}, Gap: v.Gap, Excess: v.Excess,
	}
	for _, o := range v.Objects {
		e.Objects = append(e.Objects, objectExtras{Role: o.Role.String(), SeeThrough: o.SeeThrough, Mesh: o.Mesh, First: o.First, Runs: []int{}})
	}
	starts := v.Runs()
	for k, from := range starts {
		end := len(v.Triangles)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		t, detail := &v.Triangles[from], 0
		if t.Detail {
			detail = 1
		}
		runs := &e.Objects[t.Object].Runs
		*runs = append(*runs, end-from, int(t.Face), int(t.Part), int(t.Shell), detail)
	}
	for k := range v.Findings {
		f := &v.Findings[k]
		out := viewFinding{
			Kind: f.Kind, A: f.A, B: f.B, Others: f.Others, Objects: f.Objects, Region: f.Region,
			SameShell: f.SameShell, Area: orNil(f.Area), Arrow: f.Arrow, Points: len(f.Points),
		}
		if f.Kind == drawing.HullKind {
			out.Severity = f.Severity.String()
		}
		e.Findings = append(e.Findings, out)
	}
	return e
}

// roleMaterial is what objects are painted with in programs that show a view as any model.
func roleMaterial(r drawing.Role) material {
	switch r {
	case drawing.First:
		return material{name: "first", color: palette.Objects[0], shade: 1}
	case drawing.Second:
		return material{name: "second", color: palette.Objects[1], shade: 1}
	case drawing.Hull:
		return material{name: "hull", color: palette.Hull, shade: 1}
	}
	return modelMaterial
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
	a := gltf.Accessor{ComponentType: gltf.ComponentUint, Type: gltf.AccessorScalar, Count: len(all)}
	return m.packed(a, meshoptView{Mode: "INDICES", ByteStride: 4, Count: len(all)}, packIndices(all), gltf.TargetElementArrayBuffer)
}

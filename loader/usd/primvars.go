package usd

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// primvar is an attribute with values on the surface of a mesh.
type primvar struct {
	name          string // without "primvars:"
	interpolation interpolation
	values        *layer.Numbers
	indices       []int32 // into the values; nil if there are none
}

// interpolation is what each value of a primvar belongs to.
type interpolation uint8

const (
	constant    interpolation = iota
	uniform                   // a face
	vertex                    // a point
	faceVarying               // a corner
)

var interpolations = map[string]interpolation{"constant": constant, "uniform": uniform, "vertex": vertex, "varying": vertex, "faceVarying": faceVarying}

// primvarPrefix begins the names of primvars.
const primvarPrefix = "primvars:"

// readPrimvar reads a primvar, nil if it has no value.
func (r *builder) readPrimvar(g *polygons, a *stage.Attribute, width int) (*primvar, error) {
	v := &primvar{name: strings.TrimPrefix(a.Name, primvarPrefix)}
	how, err := a.Metadata("interpolation")
	if err != nil {
		return nil, err
	}
	if name, ok := how.(string); ok {
		if v.interpolation, ok = interpolations[name]; !ok {
			return nil, r.fail(g.prim, a.Name, "has the interpolation %q", name)
		}
	}
	if v.values, err = r.numbers(g.prim, a.Name, width, true); err != nil || v.values == nil {
		return nil, err
	}
	if v.values.I32 != nil || v.values.I64 != nil {
		return nil, r.fail(g.prim, a.Name, "are integers")
	}
	if v.indices, err = r.integers(g.prim, a.Name+":indices"); err != nil {
		return nil, err
	}
	return v, r.checkPrimvar(g, v)
}

// checkPrimvar checks that there is a value for each element, and for each index.
func (r *builder) checkPrimvar(g *polygons, v *primvar) error {
	n := v.values.Len()
	if v.indices != nil {
		for _, i := range v.indices {
			if i < 0 || int(i) >= n {
				return r.fail(g.prim, primvarPrefix+v.name+":indices", "there is no value %d", i)
			}
		}
		n = len(v.indices)
	}
	if want := g.elements(v.interpolation); n < want {
		return r.fail(g.prim, primvarPrefix+v.name, "has %d values, and %d are needed", n, want)
	}
	return nil
}

// elements returns the number of values that a primvar needs.
func (g *polygons) elements(how interpolation) int {
	switch how {
	case uniform:
		return len(g.counts)
	case vertex:
		return g.positions.Len()
	case faceVarying:
		return len(g.corners)
	}
	return 1
}

// vertices are what the triangles of a mesh have as vertices: its points or, if a primvar differs between
// faces, all corners.
type vertices struct {
	positions mesh.Positions
	split     bool
	faces     []int32 // of the corners, if a primvar needs it
	uvs       []*primvar
	colors    *primvar
	// points has, for each part, the points that its vertices are, if poses are asked for; nil if vertices are points.
	points [][]uint32
}

// of returns the vertex of a corner.
func (v *vertices) of(g *polygons, corner int) uint32 {
	if v.split {
		return uint32(corner)
	}
	return uint32(g.corners[corner])
}

// readVertices reads what the vertices of a mesh have. Points become vertices as they are, unless texture
// coordinates or colors are asked for that differ between faces.
func (r *builder) readVertices(g *polygons) (*vertices, error) {
	v := &vertices{positions: g.positions}
	if err := r.readPrimvars(g, v); err != nil {
		return nil, err
	}
	all := v.uvs
	if v.colors != nil {
		all = append(slices.Clip(all), v.colors)
	}
	perFace := false
	for _, p := range all {
		v.split = v.split || p.interpolation == faceVarying || p.interpolation == uniform
		perFace = perFace || p.interpolation == uniform
	}
	if !v.split {
		return v, nil
	}
	if err := r.charge(g.prim, "faceVertexIndices", len(g.corners), g.width()); err != nil {
		return nil, err
	}
	v.positions = selected(&g.positions, g.corners)
	if !perFace {
		return v, nil
	}
	if err := r.charge(g.prim, "faceVertexIndices", len(g.corners), 4); err != nil {
		return nil, err
	}
	v.faces = make([]int32, 0, len(g.corners))
	for face, count := range g.counts {
		for range count {
			v.faces = append(v.faces, int32(face))
		}
	}
	return v, nil
}

// width returns the number of bytes of a position.
func (g *polygons) width() int {
	if g.positions.F64 != nil {
		return 3 * 8
	}
	return 3 * 4
}

// selected returns some of the positions.
func selected[T int32 | uint32](p *mesh.Positions, used []T) mesh.Positions {
	if p.F64 != nil {
		return mesh.Positions{F64: selectedOf(p.F64, used)}
	}
	return mesh.Tight(selectedOf(p.F32, used))
}

func selectedOf[V float32 | float64, T int32 | uint32](xyz []V, used []T) []V {
	out := make([]V, 0, 3*len(used))
	for _, i := range used {
		out = append(out, xyz[3*i:3*i+3]...)
	}
	return out
}

// at returns the index of the value of a primvar at a vertex.
func (v *vertices) at(g *polygons, p *primvar, i uint32) int {
	at := 0
	switch {
	case p.interpolation == vertex && v.split:
		at = int(g.corners[i])
	case p.interpolation == vertex, p.interpolation == faceVarying:
		at = int(i)
	case p.interpolation == uniform:
		at = int(v.faces[i])
	}
	if p.indices != nil {
		at = int(p.indices[at])
	}
	return at
}

// giveVertices gives the parts of a mesh their vertices. A single part has all; each of several parts has
// those that it uses.
func (r *builder) giveVertices(g *polygons, v *vertices, m *mesh.Mesh) error {
	n := v.positions.Len()
	if len(m.Parts) == 1 {
		m.Parts[0].Positions = v.positions
		if r.Poses && v.split {
			v.points = [][]uint32{unsigned(g.corners)}
		}
		return r.giveValues(g, v, &m.Parts[0], all(n))
	}
	charged := r.Charged()
	if err := r.charge(g.prim, "", n, 3*4); err != nil {
		return err
	}
	parts := polygon.NewRenumberer(n)
	var kept int64
	for i := range m.Parts {
		p := &m.Parts[i]
		used := parts.Renumber(p.Indices.U32)
		before := r.Charged()
		if err := r.charge(g.prim, "", len(used), g.width()+r.pointWidth()); err != nil {
			return err
		}
		p.Positions = selected(&v.positions, used)
		if err := r.giveValues(g, v, p, slices.Values(used)); err != nil {
			return err
		}
		r.keepPoints(g, v, used)
		kept += r.Charged() - before
	}
	r.release(r.Charged() - charged)
	return r.charge(g.prim, "", int(kept), 1)
}

// all returns the numbers below n.
func all(n int) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		for i := range n {
			if !yield(uint32(i)) {
				return
			}
		}
	}
}

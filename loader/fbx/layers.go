package fbx

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/source"
)

// cornerLayer has numbers for each corner of the polygons of a geometry: texture coordinates or
// colors.
type cornerLayer struct {
	name       string
	components int
	values     []float64
	// index has the index of the values of each corner, -1 for none: they are zeros.
	index []int32
}

// at returns the values of a corner.
func (l *cornerLayer) at(corner uint32) []float64 {
	i := int(l.index[corner])
	if i < 0 {
		return zeros[:l.components]
	}
	return l.values[i*l.components : (i+1)*l.components]
}

// zeros are the values of a corner that has none, as in ufbx.
var zeros [4]float64

// layerKind is what layers of a kind have in common.
type layerKind struct {
	// values and index are the names of the children of a layer's node.
	values, index string
	components    int // for each element
	seen          *layerOddities
}

// layerOddities are the meshes that have a layer with a mapping that is not read, a layer without
// elements for some corners, and two layers of one name.
type layerOddities struct{ unread, missing, twice source.Tally }

// mapping returns what a layer has one element for, by the number of the corner, its vertex, and
// that of its polygon.
type mapping func(corner, vertex, polygon int) int

// mappings are the mappings of layers that give each corner numbers. ByEdge does not.
var mappings = map[string]mapping{
	"ByPolygonVertex": func(corner, _, _ int) int { return corner },
	"ByVertice":       func(_, vertex, _ int) int { return vertex },
	"ByVertex":        func(_, vertex, _ int) int { return vertex },
	"ByControlPoint":  func(_, vertex, _ int) int { return vertex },
	"ByPolygon":       func(_, _, polygon int) int { return polygon },
	"AllSame":         func(_, _, _ int) int { return 0 },
}

// readLayers reads the layers that the input asks for.
func (r *reader) readLayers(g *geometry) (err error) {
	if !r.UVs && !r.Colors {
		return nil
	}
	if err := r.readUVs(g); err != nil {
		if r.UVs {
			return err
		}
		r.note("the texture coordinates of %s: %v", g.label(), r.failure(err))
	}
	if r.readVertexColors(g); len(g.layers) == 0 {
		return r.ctx.Err()
	}
	g.vertices, err = r.verticesOf(g, g.layers)
	return err
}

// readLayer reads a layer. It is nil if it has another mapping than mappings, or is empty. Whether there
// is an index says if there is one more step to the values; the ReferenceInformationType need not.
func (r *reader) readLayer(g *geometry, n *document.Node, k *layerKind) (*cornerLayer, error) {
	l := &cornerLayer{components: k.components}
	l.name, _ = n.Child("Name").Value(0).Text()
	kind, _ := n.Child("MappingInformationType").Value(0).Text()
	var err error
	if l.values, err = r.doc.Floats(n.Child(k.values)); err != nil {
		return nil, err
	}
	if len(l.values) == 0 {
		return nil, nil
	}
	if len(l.values)%k.components != 0 {
		return nil, r.fail(n, "%s: %s has %d numbers, which are no multiple of %d", g.label(), k.values, len(l.values), k.components)
	}
	index, err := r.doc.Ints(n.Child(k.index))
	if err != nil {
		return nil, err
	}
	elements := len(l.values) / k.components
	if len(index) > 0 {
		elements = len(index)
	}
	if kind == "ByPolygon" && elements == len(g.corners) {
		kind = "ByPolygonVertex" // which old programs mean
	}
	of := mappings[kind]
	if of == nil {
		k.seen.unread.Add(r.meshName(g.object))
		return nil, nil
	}
	missing, err := r.resolve(g, n, l, index, of)
	if missing {
		k.seen.missing.Add(r.meshName(g.object))
	}
	return l, err
}

// resolve finds the values of each corner. It reports whether some have none.
func (r *reader) resolve(g *geometry, n *document.Node, l *cornerLayer, index []int32, of mapping) (missing bool, err error) {
	if err := r.Charge(n.Where(), len(g.corners), 4); err != nil {
		return false, err
	}
	l.index = make([]int32, len(g.corners))
	err = g.eachCorner(func(corner, vertex, polygon int) error {
		i := of(corner, vertex, polygon)
		if len(index) > 0 {
			if i >= len(index) {
				return r.fail(n, "%s polygon %d: the layer %s has %d elements, too few", g.label(), polygon, n.Name, len(index))
			}
			i = int(index[i])
		}
		switch {
		case i == -1:
			missing = true
		case i < 0 || i >= len(l.values)/l.components:
			return r.fail(n, "%s polygon %d: element %d of the layer %s does not exist: there are %d", g.label(), polygon, i, n.Name, len(l.values)/l.components)
		}
		l.index[corner] = int32(i)
		return r.pollAt(corner)
	})
	return missing, err
}

// pollAt polls the context at some of the numbers of a loop.
func (r *reader) pollAt(i int) error {
	if i&0xffff != 0 {
		return nil
	}
	return r.ctx.Err()
}

// eachCorner calls f with the number, the vertex and the polygon of each corner.
func (g *geometry) eachCorner(f func(corner, vertex, polygon int) error) error {
	polygon := 0
	for k, c := range g.corners {
		if err := f(k, int(g.vertexAt(uint32(k))), polygon); err != nil {
			return err
		}
		if c < 0 {
			polygon++
		}
	}
	return nil
}

// vertexAt returns the vertex of a corner.
func (g *geometry) vertexAt(corner uint32) uint32 {
	if c := g.corners[corner]; c < 0 {
		return uint32(^c)
	}
	return uint32(g.corners[corner])
}

// vertices are the vertices of a mesh with layers: corners with one vertex of the file, and the same
// numbers in all layers, have one vertex.
type vertices struct {
	// of has the vertex of each corner, corner the first corner of each vertex.
	of, corner []uint32
}

// verticesOf joins the corners of a geometry to vertices, in order of appearance.
func (r *reader) verticesOf(g *geometry, layers []*cornerLayer) (*vertices, error) {
	if err := r.Charge(g.node.Where(), len(g.corners)+g.positions.Len(), 3*4); err != nil {
		return nil, err
	}
	groups, starts := g.cornersByVertex()
	first := make([]uint32, len(g.corners)) // the first corner that is like each
	for v := range starts[1:] {
		if err := r.pollAt(v); err != nil {
			return nil, err
		}
		group := groups[starts[v]:starts[v+1]]
		slices.SortFunc(group, func(a, b uint32) int { return cmp.Or(compareCorners(layers, a, b), cmp.Compare(a, b)) })
		for k, c := range group {
			first[c] = c
			if k > 0 && compareCorners(layers, group[k-1], c) == 0 {
				first[c] = first[group[k-1]]
			}
		}
	}
	s := &vertices{of: first}
	for c, like := range first {
		if int(like) == c {
			s.of[c] = uint32(len(s.corner))
			s.corner = append(s.corner, uint32(c))
		} else {
			s.of[c] = s.of[like]
		}
	}
	return s, nil
}

// cornersByVertex returns the corners sorted by vertex; those of vertex v begin at starts[v].
func (g *geometry) cornersByVertex() (corners, starts []uint32) {
	starts = make([]uint32, g.positions.Len()+1)
	_ = g.eachCorner(func(_, vertex, _ int) error { starts[vertex+1]++; return nil })
	for v := range starts[1:] {
		starts[v+1] += starts[v]
	}
	corners = make([]uint32, len(g.corners))
	next := slices.Clone(starts)
	_ = g.eachCorner(func(corner, vertex, _ int) error {
		corners[next[vertex]] = uint32(corner)
		next[vertex]++
		return nil
	})
	return corners, starts
}

// compareCorners orders corners by their numbers in layers.
func compareCorners(layers []*cornerLayer, a, b uint32) int {
	for _, l := range layers {
		if l.index[a] == l.index[b] {
			continue
		}
		if c := slices.Compare(l.at(a), l.at(b)); c != 0 {
			return c
		}
	}
	return 0
}

// isSingle reports whether all values are float32 numbers.
func isSingle(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return float64(float32(x)) != x && !math.IsNaN(x) })
}

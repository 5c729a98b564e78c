package fbx

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// geometry is an object with polygons while it is read.
type geometry struct {
	*object
	positions mesh.Positions
	// corners are the vertices of the corners of all polygons; the last one of each has all bits
	// inverted.
	corners []int32
	// holes has a number that is not 0 for each polygon that is a hole, materials has the material of
	// each polygon.
	holes, materials layer
	polygons         int
	triangles        int
	// short and left are the numbers of polygons that are left out: of fewer than three corners, and
	// marked as holes.
	short, left int
}

// layer has a number for each polygon, or one for all. There may be fewer than polygons.
type layer struct {
	values []int32
	all    bool
}

// at returns the number of a polygon, 0 if there is none.
func (l *layer) at(i int) int32 {
	if l.all {
		i = 0
	}
	if i < len(l.values) {
		return l.values[i]
	}
	return 0
}

// hasPolygons reports whether an object is a Geometry with polygons, or a Model of version 6100 that
// contains one.
func (o *object) hasPolygons() bool {
	return (o.kind == "Geometry" && o.class != "Shape" || o.model != nil) && o.node.Child("PolygonVertexIndex") != nil
}

// readMeshes makes the meshes.
func (r *reader) readMeshes() error {
	var holes, short int
	var smooth tally
	for _, o := range r.objects {
		if !o.hasPolygons() {
			continue
		}
		if err := r.Charge(o.node.Where(), 1, meshSize); err != nil {
			return err
		}
		charged := r.Charged()
		g, err := r.readGeometry(o)
		if err != nil {
			return err
		}
		r.Refund(charged) // what remains of it is charged again
		m, err := r.newMesh(g)
		if err != nil {
			return err
		}
		o.mesh = len(r.scene.Meshes)
		r.scene.Meshes = append(r.scene.Meshes, m)
		holes, short = holes+g.left, short+g.short
		if o.isSmooth() {
			smooth.add(m.Name)
		}
	}
	if short > 0 {
		r.warn("%s", polygon.ShortFaces(short))
	}
	if holes == 1 {
		r.warn("1 polygon is marked as a hole and is left out")
	} else if holes > 1 {
		r.warn("%d polygons are marked as holes and are left out", holes)
	}
	r.warnOf(&smooth, "the mesh %s is a subdivision surface; its cage is checked", "%d meshes are subdivision surfaces, the first of them %s; their cages are checked")
	return nil
}

// meshSize is what a mesh costs, in addition to its arrays, while slices grow.
const meshSize = 3*int(unsafe.Sizeof(mesh.Mesh{})) + 256

// isSmooth reports whether a mesh is shown as a subdivision surface.
func (o *object) isSmooth() bool {
	const hullAndSmooth = 2
	mode, ok := o.node.Child("Smoothness").Value(0).Int()
	return ok && mode >= hullAndSmooth
}

// readGeometry reads the arrays of an object with polygons.
func (r *reader) readGeometry(o *object) (*geometry, error) {
	g := &geometry{object: o}
	if err := r.readPositions(g); err != nil {
		return nil, err
	}
	n := o.node.Child("PolygonVertexIndex")
	var err error
	if g.corners, err = r.doc.Ints(n); err != nil {
		return nil, err
	}
	if g.holes, err = r.byPolygon(o.node.Child("LayerElementHole"), "Hole"); err != nil {
		return nil, err
	}
	if g.materials, err = r.byPolygon(o.node.Child("LayerElementMaterial"), "Materials"); err != nil {
		return nil, err
	}
	if err := r.countPolygons(g, n); err != nil {
		return nil, err
	}
	r.triangles += int64(g.triangles)
	return g, r.LimitTriangles(r.triangles)
}

// readPositions reads the vertices. They are kept as float32 if that changes none.
func (r *reader) readPositions(g *geometry) error {
	n := g.node.Child("Vertices")
	if n == nil {
		return nil
	}
	xyz, err := r.doc.Floats(n)
	switch {
	case err != nil:
		return err
	case len(xyz)%3 != 0:
		return r.fail(n, "%s has %d coordinates, which are no whole number of vertices", g.label(), len(xyz))
	case len(xyz)/3 > mesh.MaxPoints:
		return r.fail(n, "%s has %d vertices, more than %d", g.label(), len(xyz)/3, mesh.MaxPoints)
	}
	g.positions = mesh.Positions{F64: xyz}
	if !slices.ContainsFunc(xyz, func(x float64) bool { return float64(float32(x)) != x }) {
		if err := r.Charge(n.Where(), len(xyz), 4); err != nil {
			return err
		}
		single := make([]float32, len(xyz))
		for i, x := range xyz {
			single[i] = float32(x)
		}
		g.positions = mesh.Tight(single)
	}
	return r.ctx.Err()
}

// label names an object in errors.
func (o *object) label() string {
	if o.name == "" {
		return "the " + o.kind
	}
	return "the " + o.kind + " " + source.Quote([]byte(o.name))
}

// countPolygons checks the corners of all polygons.
func (r *reader) countPolygons(g *geometry, n *document.Node) error {
	points := uint32(g.positions.Len())
	size := 0
	for i, c := range g.corners {
		size++
		v := uint32(c)
		if c < 0 {
			v = ^v
		}
		switch {
		case v >= points:
			return r.fail(n, "%s polygon %d: vertex %d does not exist: there are %d, the first of which is 0", g.label(), g.polygons, v, points)
		case size > polygon.MaxCorners:
			return r.fail(n, "%s polygon %d has more than %d corners", g.label(), g.polygons, polygon.MaxCorners)
		case c < 0 || i == len(g.corners)-1: // some programs do not mark the last end
			g.count(size)
			size = 0
		}
		if i&0xfffff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
	}
	return nil
}

// count counts a polygon with so many corners.
func (g *geometry) count(corners int) {
	switch {
	case corners < 3:
		g.short++
	case g.holes.at(g.polygons) != 0:
		g.left++
	default:
		g.triangles += corners - 2
	}
	g.polygons++
}

// eachPolygon calls f with the number and the corners of each polygon that is no hole and has at
// least three.
func (g *geometry) eachPolygon(f func(i int, corners []uint32) error) error {
	n := 0
	var corners []uint32
	for k, c := range g.corners {
		end := c < 0 || k == len(g.corners)-1
		if c < 0 {
			c = ^c
		}
		corners = append(corners, uint32(c))
		if !end {
			continue
		}
		if len(corners) >= 3 && g.holes.at(n) == 0 {
			if err := f(n, corners); err != nil {
				return err
			}
		}
		n++
		corners = corners[:0]
	}
	return nil
}

// byPolygon returns a layer. Those of other mappings than by polygon say nothing about polygons.
func (r *reader) byPolygon(n *document.Node, name string) (l layer, err error) {
	mapping, _ := n.Child("MappingInformationType").Value(0).Text()
	l.all = mapping == "AllSame"
	if values := n.Child(name); values != nil && (l.all || mapping == "ByPolygon") {
		l.values, err = r.doc.Ints(values)
	}
	return l, err
}

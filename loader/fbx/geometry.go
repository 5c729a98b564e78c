package fbx

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/fbx/rig"
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
	// layers are those that tell corners of one vertex apart: uvs, and colors, which may be nil.
	// vertices is nil if there are no layers: then the vertices are those of the file.
	layers   []*cornerLayer
	uvs      []*uvLayer
	colors   *cornerLayer
	vertices *vertices
	names    *setNames // of uvs, once they are wanted
	// points are the control points of the vertices of each part, if poses are asked for; nil if they are
	// the vertices.
	points    [][]uint32
	polygons  int
	triangles int
	// short and left are the numbers of polygons that are left out: of fewer than three corners, and
	// marked as holes.
	short, left int
}

// hasPolygons reports whether an object is a Geometry with polygons, or a Model of version 6100 that
// contains one.
func (o *object) hasPolygons() bool {
	return (o.kind == "Geometry" && o.class != "Shape" || o.model != nil) && o.node.Child("PolygonVertexIndex") != nil
}

// readMeshes makes the meshes.
func (r *reader) readMeshes() error {
	var seen oddities
	for _, o := range r.objects {
		if !o.hasPolygons() {
			continue
		}
		if err := r.readMesh(o, &seen); err != nil {
			return err
		}
	}
	if seen.short > 0 {
		r.warn("%s", polygon.ShortFaces(seen.short))
	}
	seen.warnHoles(r)
	r.warnOf(&seen.smooth, "the mesh %s is a subdivision surface; its cage is checked", "%d meshes are subdivision surfaces, the first of them %s; their cages are checked")
	return nil
}

// oddities are what warnings tell about all meshes.
type oddities struct {
	holes, short int // polygons
	holed        source.Tally
	smooth       source.Tally
}

// warnHoles warns about polygons that are holes.
func (seen *oddities) warnHoles(r *reader) {
	what := "polygons are marked as holes and are left out"
	if seen.holes == 1 {
		what = "polygon is marked as a hole and is left out"
	}
	switch {
	case seen.holed.Count == 1:
		r.warn("%d %s of the mesh %s", seen.holes, what, seen.holed.First)
	case seen.holed.Count > 1:
		r.warn("%d %s of %d meshes, the first of them %s", seen.holes, what, seen.holed.Count, seen.holed.First)
	}
}

// readMesh makes the mesh of an object.
func (r *reader) readMesh(o *object, seen *oddities) error {
	if err := r.Charge(o.node.Where(), 1, meshSize); err != nil {
		return err
	}
	charged := r.Charged()
	g, err := r.readGeometry(o)
	if err != nil {
		return err
	}
	m, err := r.newMesh(g)
	if err != nil {
		return err
	}
	r.Refund(charged)
	if err := r.Charge(o.node.Where(), sizeOf(m), 1); err != nil {
		return err
	}
	o.mesh = len(r.scene.Meshes)
	r.scene.Meshes = append(r.scene.Meshes, m)
	if r.Poses {
		r.points = append(r.points, rig.Points{Count: g.positions.Len(), OfPart: g.points})
	}
	seen.holes, seen.short = seen.holes+g.left, seen.short+g.short
	if g.left > 0 {
		seen.holed.Add(m.Name)
	}
	if o.isSmooth() {
		seen.smooth.Add(m.Name)
	}
	return nil
}

// sizeOf returns the number of bytes of the parts of a mesh.
func sizeOf(m *mesh.Mesh) (n int) {
	for i := range m.Parts {
		p := &m.Parts[i]
		n += partSize + 4*(len(p.Indices.U32)+len(p.Faces)) + 4*len(p.Positions.F32) + 8*len(p.Positions.F64)
		for k := range p.UVs {
			n += uvSetSize + 4*len(p.UVs[k].F32) + 8*len(p.UVs[k].F64)
		}
		if p.Color != nil {
			n += len(p.Color.Vertices)
		}
	}
	return n
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
	if err := r.LimitTriangles(r.triangles); err != nil {
		return nil, err
	}
	return g, r.readLayers(g)
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

package usd

import (
	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// polygons are the points and the faces of a Mesh, as stored.
type polygons struct {
	prim      *stage.Prim
	positions mesh.Positions
	// counts are the numbers of corners of the faces, corners the points of all.
	counts, corners []int32
	// holes reports which faces are left out; nil for none.
	holes []bool
	// leftHanded reports whether the corners of faces are clockwise.
	leftHanded bool
	triangles  int
	// early reports whether samples go before default values, so that they do in primvars; see together.
	early bool
	// skipped reports whether some faces are left out.
	skipped bool
}

// readMesh reads a Mesh that has a material: its control cage, if it is a subdivision surface.
func (r *builder) readMesh(p *stage.Prim, material binding) (*mesh.Mesh, error) {
	g, err := r.readPolygons(p)
	if err != nil {
		return nil, err
	}
	if r.triangles += int64(g.triangles); g.triangles > 0 {
		if err := r.LimitTriangles(r.triangles); err != nil {
			return nil, err
		}
	}
	scheme, err := r.token(p, "subdivisionScheme", "catmullClark")
	if err != nil {
		return nil, err
	}
	if scheme != "none" && g.triangles > 0 {
		r.cages.Add(p.Path())
	}
	return r.newMesh(g, material)
}

// readPolygons reads the points and faces of a Mesh.
func (r *builder) readPolygons(p *stage.Prim) (*polygons, error) {
	g := &polygons{prim: p}
	if err := r.together(p, polygonNames, func() error { return r.readArrays(g) }); err != nil {
		return nil, err
	}
	orientation, err := r.token(p, "orientation", "rightHanded")
	if err != nil {
		return nil, err
	}
	g.leftHanded = orientation == "leftHanded"
	return g, r.checkPolygons(g)
}

// polygonNames are the attributes of a Mesh that must be of one time.
var polygonNames = []string{"points", "faceVertexCounts", "faceVertexIndices", "holeIndices"}

// readArrays reads the arrays of a Mesh.
func (r *builder) readArrays(g *polygons) error {
	g.early = r.early
	points, err := r.numbers(g.prim, "points", 3, true)
	if err != nil {
		return err
	}
	if g.positions, err = r.positions(g.prim, points); err != nil {
		return err
	}
	if g.counts, err = r.integers(g.prim, "faceVertexCounts"); err != nil {
		return err
	}
	if g.corners, err = r.integers(g.prim, "faceVertexIndices"); err != nil {
		return err
	}
	return r.readHoles(g)
}

// positions returns points as they are stored, in float32 or float64.
func (r *builder) positions(p *stage.Prim, points *layer.Numbers) (mesh.Positions, error) {
	switch {
	case points == nil || points.Len() == 0:
		return mesh.Positions{}, nil
	case points.F64 != nil:
		return mesh.Positions{F64: points.F64}, nil
	case points.F32 != nil:
		return mesh.Tight(points.F32), nil
	}
	return mesh.Positions{}, r.fail(p, "points", "are integers")
}

// readHoles reads the faces that are holes.
func (r *builder) readHoles(g *polygons) error {
	holes, err := r.integers(g.prim, "holeIndices")
	if err != nil || len(holes) == 0 {
		return err
	}
	if err := r.charge(g.prim, "holeIndices", len(g.counts), 1); err != nil {
		return err
	}
	g.holes = make([]bool, len(g.counts))
	for _, i := range holes {
		if i < 0 || int(i) >= len(g.counts) {
			return r.fail(g.prim, "holeIndices", "there is no face %d", i)
		}
		if !g.holes[i] {
			r.holes.Add(g.prim.Path())
		}
		g.holes[i] = true
	}
	return nil
}

// checkPolygons checks that every corner is a point and belongs to a face, and counts triangles.
func (r *builder) checkPolygons(g *polygons) error {
	n := 0
	for i, count := range g.counts {
		switch {
		case count < 0:
			return r.fail(g.prim, "faceVertexCounts", "face %d has %d corners", i, count)
		case count > polygon.MaxCorners:
			return r.fail(g.prim, "faceVertexCounts", "face %d has %d corners, more than %d", i, count, polygon.MaxCorners)
		case int(count) > len(g.corners)-n:
			return r.fail(g.prim, "faceVertexIndices", "ends in face %d", i)
		}
		n += int(count)
		switch {
		case g.isHole(i):
			g.skipped = true
		case count < 3:
			g.skipped = true
			r.short.Add(g.prim.Path())
		default:
			g.triangles += int(count) - 2
		}
	}
	if n != len(g.corners) {
		return r.fail(g.prim, "faceVertexCounts", "the faces have %d %s, and there are %d indices", n, source.Plural(n, "corner"), len(g.corners))
	}
	points := g.positions.Len()
	for k, i := range g.corners {
		if i < 0 || int(i) >= points {
			return r.fail(g.prim, "faceVertexIndices", "index %d is %d, and there are %d points", k, i, points)
		}
	}
	return r.ctx.Err()
}

// isHole reports whether a face is a hole.
func (g *polygons) isHole(face int) bool { return g.holes != nil && g.holes[face] }

// eachFace calls visit with the number and the first corner of each face that is not left out.
func (g *polygons) eachFace(visit func(face, first int) error) error {
	first := 0
	for i, count := range g.counts {
		if count >= 3 && !g.isHole(i) {
			if err := visit(i, first); err != nil {
				return err
			}
		}
		first += int(count)
	}
	return nil
}

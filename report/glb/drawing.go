package glb

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/excerpt"
	"github.com/meshcheck/meshcheck/report/sketch"
)

const (
	// liftShare is how far triangles are lifted off the surface, as a share of the
	// size of what is drawn: far enough for the depth buffer of a viewer that frames
	// it, too little to see.
	liftShare = 0.002
	// liftBits is the least lift as a share of the coordinates, some steps of float32:
	// less would be rounded away.
	liftBits = 0x1p-21
	// starShare is the size of the star that marks a point, as a share of the mesh.
	starShare = 0.005
)

// drawing is what is to be seen of a group or of a pair of objects, relative to its
// origin: corners of triangles and ends of lines. What is undrawn are findings of the
// group, or objects of the pair.
type drawing struct {
	origin              geom.Vec
	lift, star          float64
	faces, areas, lines []geom.Vec
	undrawn             int
}

// newDrawing draws a group of findings in a mesh of the given size.
func newDrawing(g *group, size float64) *drawing {
	box := geom.EmptyBox()
	for _, f := range g.findings {
		for _, face := range []*check.Face{&f.A, f.B} {
			if face != nil && sketch.Holdable(face.Corners[:]) {
				box = box.Union(face.Corners.Box())
			}
		}
	}
	if box.Empty() {
		return &drawing{undrawn: len(g.findings)}
	}
	d := blank(box, size)
	for _, t := range g.faces {
		d.face(t)
	}
	for _, f := range g.findings {
		d.meeting(f)
	}
	return d
}

// blank returns a drawing without anything in it for what lies in a box, of a model of
// the given size.
func blank(box geom.Box, size float64) *drawing {
	d := &drawing{origin: toFloat32(box.Min.Lerp(box.Max, 0.5))}
	d.lift = max(liftShare*box.Diagonal(), liftBits*largest([3]geom.Vec{box.Min, box.Max}))
	d.star = max(starShare*size, 5*d.lift)
	if d.star == 0 {
		d.star = 1 // one point at the origin, and nothing else is known
	}
	return d
}

// face draws a triangle on both sides of the surface, each winding to where it can be
// seen from. One without a normal is drawn as a line from end to end.
func (d *drawing) face(t geom.Triangle) {
	n := excerpt.Unit(t.Normal())
	if n == (geom.Vec{}) {
		d.degenerate(t)
		return
	}
	d.flat(&d.faces, t[:], n, d.lift)
}

// flat draws a convex polygon as triangles at the given height on both sides.
func (d *drawing) flat(to *[]geom.Vec, polygon []geom.Vec, n geom.Vec, height float64) {
	up := n.Scale(height)
	for k := 1; k+1 < len(polygon); k++ {
		p, q, r := polygon[0].Sub(d.origin), polygon[k].Sub(d.origin), polygon[k+1].Sub(d.origin)
		*to = append(*to, p.Add(up), q.Add(up), r.Add(up), r.Sub(up), q.Sub(up), p.Sub(up))
	}
}

func (d *drawing) degenerate(t geom.Triangle) {
	p, q := t[0], t[1]
	for k := range t {
		if a, b := t[k], t[(k+1)%3]; a.Sub(b).Norm() > p.Sub(q).Norm() {
			p, q = a, b
		}
	}
	if p != q {
		d.line(p, q)
	}
	d.cross(p.Lerp(q, 0.5))
}

func (d *drawing) line(p, q geom.Vec) {
	d.lines = append(d.lines, p.Sub(d.origin), q.Sub(d.origin))
}

// cross marks a point, which has no size of its own, by lines along the axes.
func (d *drawing) cross(p geom.Vec) {
	for k := range p {
		var e geom.Vec
		e[k] = d.star
		d.line(p.Sub(e), p.Add(e))
	}
}

// meeting draws what the two triangles of a finding have in common.
func (d *drawing) meeting(f *check.Finding) {
	switch {
	case !sketch.Holdable(f.A.Corners[:]) || f.B != nil && !sketch.Holdable(f.B.Corners[:]):
		d.undrawn++
	case f.B == nil || !sketch.Holdable(f.Segment) || !sketch.Holdable(f.Polygon):
	case len(f.Polygon) >= 3 && f.Rule == check.Overlap:
		d.flat(&d.areas, f.Polygon, excerpt.Unit(f.A.Corners.Normal()), 2*d.lift)
	case len(f.Polygon) > 0 && len(f.Polygon) < 3:
		d.cut(f, f.Polygon[0], f.Polygon[len(f.Polygon)-1])
	case len(f.Segment) == 2:
		d.cut(f, f.Segment[0], f.Segment[1])
	}
}

// cut draws where two triangles meet. The triangles are lifted on both sides, and
// would hide a line between them; so there are four, one in each of the wedges that
// the two planes leave.
func (d *drawing) cut(f *check.Finding, p, q geom.Vec) {
	if p == q {
		d.cross(p)
		return
	}
	n, m := excerpt.Unit(f.A.Corners.Normal()), excerpt.Unit(f.B.Corners.Normal())
	cosine := n.Dot(m)
	for _, side := range [4][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		off := wedge(n, m, cosine, side).Scale(1.5 * d.lift)
		d.line(p.Add(off), q.Add(off))
	}
}

// wedge returns the place at distance 1 from two planes through the origin, on the
// sides given as signs, but for very sharp wedges, where that would be far away. The
// normals n and m are of length 1.
func wedge(n, m geom.Vec, cosine float64, side [2]float64) geom.Vec {
	const far = 4
	both := 1 - float64(cosine*cosine)
	if both < 1e-9 { // one plane, more or less
		return n.Scale(side[0])
	}
	a := (side[0] - float64(cosine*side[1])) / both
	b := (side[1] - float64(cosine*side[0])) / both
	v := n.Scale(a).Add(m.Scale(b))
	if length := v.Norm(); length > far {
		v = v.Scale(far / length)
	}
	return v
}

package glb

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
)

const (
	// liftShare is how far triangles are lifted off the surface, as a share of the drawing's size:
	// enough for the depth buffer of a viewer that frames the drawing, and too little to see.
	liftShare = 0.002
	// liftBits is the least lift as a share of the coordinates, a few steps of float32. Anything
	// less would be rounded away.
	liftBits = 0x1p-21
	// starShare is the size of the star that marks a point, as a share of the mesh.
	starShare = 0.005
)

// lifted is a drawing as triangles and lines, relative to its origin and lifted off the surfaces:
// corners of triangles and ends of lines.
type lifted struct {
	origin              geom.Vec
	lift, star          float64
	faces, areas, lines []geom.Vec
}

// lift lifts a drawing in a mesh of the given size, which is 0 outside of meshes.
func lift(d *drawing.Drawing, size float64) *lifted {
	if d.Box.Empty() {
		return &lifted{}
	}
	l := &lifted{origin: toFloat32(d.Box.Min.Lerp(d.Box.Max, 0.5))}
	l.lift = max(liftShare*d.Box.Diagonal(), liftBits*d.Box.MaxAbs())
	l.star = max(starShare*size, 5*l.lift)
	if l.star == 0 {
		l.star = 1 // a single point at the origin, and no other size is known
	}
	for _, t := range d.Triangles {
		l.face(t)
	}
	for k := range d.Meetings {
		l.meeting(&d.Meetings[k])
	}
	for _, e := range d.Lines {
		if e[0] != e[1] {
			l.line(e[0], e[1])
		}
	}
	for _, p := range d.Points {
		l.cross(p)
	}
	return l
}

// face draws a triangle on both sides of the surface, each wound to face outwards. A triangle
// without a normal becomes a line between its ends.
func (l *lifted) face(t geom.Triangle) {
	n := t.Normal().Unit()
	if n == (geom.Vec{}) {
		l.degenerate(t)
		return
	}
	l.flat(&l.faces, t[:], n, l.lift)
}

// flat draws a convex polygon as triangles at the given height on both sides.
func (l *lifted) flat(to *[]geom.Vec, polygon []geom.Vec, n geom.Vec, height float64) {
	up := n.Scale(height)
	for k := 1; k+1 < len(polygon); k++ {
		p, q, r := polygon[0].Sub(l.origin), polygon[k].Sub(l.origin), polygon[k+1].Sub(l.origin)
		*to = append(*to, p.Add(up), q.Add(up), r.Add(up), r.Sub(up), q.Sub(up), p.Sub(up))
	}
}

func (l *lifted) degenerate(t geom.Triangle) {
	p, q := drawing.LongestEdge(t)
	if p != q {
		l.line(p, q)
	}
	l.cross(p.Lerp(q, 0.5))
}

func (l *lifted) line(p, q geom.Vec) {
	l.lines = append(l.lines, p.Sub(l.origin), q.Sub(l.origin))
}

// cross marks a point with lines along the axes.
func (l *lifted) cross(p geom.Vec) {
	for k := range p {
		var e geom.Vec
		e[k] = l.star
		l.line(p.Sub(e), p.Add(e))
	}
}

// meeting draws what two triangles have in common.
func (l *lifted) meeting(m *drawing.Meeting) {
	n, o := m.Of[0].Corners.Normal().Unit(), m.Of[1].Corners.Normal().Unit()
	if len(m.Points) == 2 {
		l.cut(m.Points[0], m.Points[1], n, o)
	} else {
		l.flat(&l.areas, m.Points, n, 2*l.lift)
	}
}

// cut draws the segment where two triangles with unit normals n and m meet. The triangles are
// lifted on both sides and would hide a single line between them, so it draws four, one in each
// wedge between the two planes.
func (l *lifted) cut(p, q, n, m geom.Vec) {
	if p == q {
		l.cross(p)
		return
	}
	cosine := n.Dot(m)
	for _, side := range [4][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		off := wedge(n, m, cosine, side).Scale(1.5 * l.lift)
		l.line(p.Add(off), q.Add(off))
	}
}

// wedge returns the point at distance 1 from two planes through the origin, on the sides given as
// signs. In very sharp wedges, where that point would be far away, it is nearer. The normals n and
// m have length 1.
func wedge(n, m geom.Vec, cosine float64, side [2]float64) geom.Vec {
	const far = 4
	both := 1 - float64(cosine*cosine)
	if both < 1e-9 { // almost one plane
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

package meshcheck

import (
	"math"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// objectSheet is the surface of objects, by the leaves of their trees. Each object is a
// body.
type objectSheet struct {
	objects []*object
	first   []int // leaf of each object, and at the end the number of all
}

func newObjectSheet(objects []*object) *objectSheet {
	s := &objectSheet{objects: objects, first: []int{0}}
	for k, o := range objects {
		s.first = append(s.first, s.first[k]+o.shape.tree.Leaves())
	}
	return s
}

func (s *objectSheet) leaves() int { return s.first[len(s.objects)] }

func (s *objectSheet) leaf(i int, out []geom.Triangle) ([]geom.Triangle, int) {
	k := 0
	for s.first[k+1] <= i {
		k++
	}
	for _, f := range s.objects[k].shape.tree.Leaf(i - s.first[k]) {
		out = append(out, s.objects[k].triangle(f))
	}
	return out, k
}

// bodySheet is the surfaces of hulls.
type bodySheet struct {
	pieces [][]geom.Triangle
	owners []int
}

// newBodySheet returns the surfaces of all bodies.
func newBodySheet(bodies []cover) *bodySheet {
	s := &bodySheet{}
	for k := range bodies {
		surface := bodies[k].surface
		if o := bodies[k].trimesh; o != nil {
			all := newObjectSheet([]*object{o.o})
			for i := range all.leaves() {
				surface, _ = all.leaf(i, surface)
			}
		}
		for len(surface) > 0 {
			n := min(len(surface), bvh.Width)
			s.pieces, s.owners = append(s.pieces, surface[:n]), append(s.owners, k)
			surface = surface[n:]
		}
	}
	return s
}

func (s *bodySheet) leaves() int { return len(s.pieces) }

func (s *bodySheet) leaf(i int, _ []geom.Triangle) ([]geom.Triangle, int) {
	return s.pieces[i], s.owners[i]
}

// surfaceOf returns the surface of a convex set in triangles, their normals outwards:
// exactly for polyhedra, and for round ones inscribed, its distance from the true
// surface less than a thousandth of the radius.
func surfaceOf(set convex.Set) []geom.Triangle { return surfaceIn(set, roundRings) }

// surfaceIn is surfaceOf with a quarter of a circle cut into so many pieces.
func surfaceIn(set convex.Set, rings int) []geom.Triangle {
	switch s := set.(type) {
	case convex.Box:
		return boxSurface(&s)
	case convex.Sphere:
		return roundSurface(func(d geom.Vec) geom.Vec { return s.Center.Add(d.Scale(s.Radius)) }, rings)
	case convex.Capsule:
		return axisSurface(s.A, s.B, s.Radius, true, rings)
	case convex.Cylinder:
		return axisSurface(s.A, s.B, s.Radius, false, rings)
	case *convex.Hull:
		return hullSurface(s)
	case convex.Placed:
		return placedSurface(&s, rings)
	}
	return roundSurface(set.Support, rings)
}

func hullSurface(h *convex.Hull) (out []geom.Triangle) {
	for _, f := range h.Faces {
		for k := 2; k < len(f); k++ {
			out = append(out, geom.Triangle{h.Vertices[f[0]], h.Vertices[f[k-1]], h.Vertices[f[k]]})
		}
	}
	return out
}

func placedSurface(p *convex.Placed, rings int) []geom.Triangle {
	surface := surfaceIn(p.Set, rings)
	for k := range surface {
		t := p.World.ApplyTriangle(surface[k])
		if p.World.Mirrors() {
			t[1], t[2] = t[2], t[1]
		}
		surface[k] = t
	}
	return surface
}

func boxSurface(b *convex.Box) (out []geom.Triangle) {
	flip := b.Half[0].Cross(b.Half[1]).Dot(b.Half[2]) < 0
	for k := range 3 {
		u, v := b.Half[(k+1)%3], b.Half[(k+2)%3]
		for _, side := range []float64{1, -1} {
			c := b.Center.Add(b.Half[k].Scale(side))
			quad := [4]geom.Vec{c.Sub(u).Sub(v), c.Add(u).Sub(v), c.Add(u).Add(v), c.Sub(u).Add(v)}
			if flip != (side < 0) {
				quad[1], quad[3] = quad[3], quad[1]
			}
			out = append(out, geom.Triangle{quad[0], quad[1], quad[2]}, geom.Triangle{quad[0], quad[2], quad[3]})
		}
	}
	return out
}

// roundRings is into how many pieces a quarter of a circle is cut: its chords are then
// within 0.03 % of the radius of it, and the facets of a sphere within 0.1 %.
const roundRings = 32

// roundSurface returns what support gives in the directions of a divided octahedron.
func roundSurface(support func(d geom.Vec) geom.Vec, rings int) (out []geom.Triangle) {
	corner := func(octant, i, j int) geom.Vec {
		d := geom.Vec{float64(i), float64(j), float64(rings - i - j)}
		for k := range d {
			if octant>>k&1 != 0 {
				d[k] = -d[k]
			}
		}
		return support(d.Scale(1 / d.Norm()))
	}
	add := func(octant int, p, q, r [2]int) {
		t := geom.Triangle{corner(octant, p[0], p[1]), corner(octant, q[0], q[1]), corner(octant, r[0], r[1])}
		if octant == 1 || octant == 2 || octant == 4 || octant == 7 { // an odd number of mirrors
			t[1], t[2] = t[2], t[1]
		}
		out = append(out, t)
	}
	for octant := range 8 {
		for i := range rings {
			for j := range rings - i {
				add(octant, [2]int{i, j}, [2]int{i + 1, j}, [2]int{i, j + 1})
				if i+j+1 < rings {
					add(octant, [2]int{i + 1, j}, [2]int{i + 1, j + 1}, [2]int{i, j + 1})
				}
			}
		}
	}
	return out
}

// axisSurface returns the surface of a capsule or cylinder around the segment from a to
// b.
func axisSurface(a, b geom.Vec, radius float64, capsule bool, pieces int) (out []geom.Triangle) {
	u, v, w := frame(b.Sub(a))
	around := func(k int) geom.Vec {
		sin, cos := math.Sincos(float64(k) * math.Pi / float64(2*pieces))
		return u.Scale(cos * radius).Add(v.Scale(sin * radius))
	}
	// Rings from one end to the other, each a centre and a share of the radius.
	type ring struct {
		centre geom.Vec
		share  float64
	}
	rings := []ring{{a, 0}, {a, 1}, {b, 1}, {b, 0}}
	if capsule {
		rings = rings[:0]
		for _, end := range []struct {
			centre   geom.Vec
			from, to int
		}{{a, -pieces, 0}, {b, 0, pieces}} {
			for k := end.from; k <= end.to; k++ {
				sin, cos := math.Sincos(float64(k) * math.Pi / float64(2*pieces))
				if k == end.from && k != 0 || k == end.to && k != 0 {
					cos = 0
				}
				rings = append(rings, ring{end.centre.Add(w.Scale(sin * radius)), cos})
			}
		}
	}
	for r := 1; r < len(rings); r++ {
		lower, upper := rings[r-1], rings[r]
		for k := range 4 * pieces {
			d, e := around(k), around((k+1)%(4*pieces))
			p, q := lower.centre.Add(d.Scale(lower.share)), lower.centre.Add(e.Scale(lower.share))
			s, t := upper.centre.Add(d.Scale(upper.share)), upper.centre.Add(e.Scale(upper.share))
			if lower.share > 0 {
				out = append(out, geom.Triangle{p, q, t})
			}
			if upper.share > 0 {
				out = append(out, geom.Triangle{p, t, s})
			}
		}
	}
	return out
}

// frame returns two directions of unit length that make a right-handed frame with w,
// that of d.
func frame(d geom.Vec) (u, v, w geom.Vec) {
	w = geom.Vec{0, 0, 1}
	if n := d.Norm(); n > 0 {
		w = d.Scale(1 / n)
	}
	least := 0
	for k := range w {
		if math.Abs(w[k]) < math.Abs(w[least]) {
			least = k
		}
	}
	var e geom.Vec
	e[least] = 1
	u = e.Cross(w)
	u = u.Scale(1 / u.Norm())
	return u, w.Cross(u), w
}

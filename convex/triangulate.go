package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Triangulate returns the surface of a convex set in triangles with outward normals. It is exact
// for polyhedra and inscribed for round sets, with a quarter of a circle cut into pieces. With 32
// pieces the facets of a sphere are within 0.1 % of its radius.
func Triangulate(set Set, pieces int) []geom.Triangle {
	switch s := set.(type) {
	case *geom.OBB:
		return boxSurface(s)
	case Sphere:
		return roundSurface(func(d geom.Vec) geom.Vec { return s.Center.Add(d.Scale(s.Radius)) }, pieces)
	case Capsule:
		return axisSurface(s.A, s.B, s.Radius, true, pieces)
	case Cylinder:
		return axisSurface(s.A, s.B, s.Radius, false, pieces)
	case *Hull:
		return hullSurface(s)
	case Placed:
		return placedSurface(&s, pieces)
	}
	return roundSurface(set.Support, pieces)
}

func hullSurface(h *Hull) (out []geom.Triangle) {
	h.fans(func(a, b, c *geom.Vec) { out = append(out, geom.Triangle{*a, *b, *c}) })
	return out
}

func placedSurface(p *Placed, pieces int) []geom.Triangle {
	surface := Triangulate(p.Set, pieces)
	for k := range surface {
		t := p.World.ApplyTriangle(surface[k])
		if p.World.Mirrors() {
			t[1], t[2] = t[2], t[1]
		}
		surface[k] = t
	}
	return surface
}

func boxSurface(b *geom.OBB) (out []geom.Triangle) {
	flip := geom.TripleProduct(b.Half[2], b.Half[0], b.Half[1]) < 0
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

// roundSurface returns the support points in the directions of a divided octahedron.
func roundSurface(support func(d geom.Vec) geom.Vec, pieces int) (out []geom.Triangle) {
	corner := func(octant, i, j int) geom.Vec {
		d := geom.Vec{float64(i), float64(j), float64(pieces - i - j)}
		for k := range d {
			if octant>>k&1 != 0 {
				d[k] = -d[k]
			}
		}
		return support(d.Unit())
	}
	add := func(octant int, p, q, r [2]int) {
		t := geom.Triangle{corner(octant, p[0], p[1]), corner(octant, q[0], q[1]), corner(octant, r[0], r[1])}
		if octant == 1 || octant == 2 || octant == 4 || octant == 7 { // an odd number of mirrors
			t[1], t[2] = t[2], t[1]
		}
		out = append(out, t)
	}
	for octant := range 8 {
		for i := range pieces {
			for j := range pieces - i {
				add(octant, [2]int{i, j}, [2]int{i + 1, j}, [2]int{i, j + 1})
				if i+j+1 < pieces {
					add(octant, [2]int{i + 1, j}, [2]int{i + 1, j + 1}, [2]int{i, j + 1})
				}
			}
		}
	}
	return out
}

// axisSurface returns the surface of a capsule or cylinder around the segment from a to b.
func axisSurface(a, b geom.Vec, radius float64, capsule bool, pieces int) (out []geom.Triangle) {
	u, v, w := frame(b.Sub(a))
	around := func(k int) geom.Vec {
		sin, cos := math.Sincos(float64(k) * math.Pi / float64(2*pieces))
		return u.Scale(cos * radius).Add(v.Scale(sin * radius))
	}
	// Rings from one end to the other, each a centre and a fraction of the radius.
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

// frame returns two unit vectors that make a right-handed frame with w, the direction of d.
func frame(d geom.Vec) (u, v, w geom.Vec) {
	if w = d.Unit(); w == (geom.Vec{}) {
		w = geom.Vec{0, 0, 1}
	}
	u = w.Perpendicular().Scale(-1)
	return u, w.Cross(u), w
}

// Bounds returns the box of a set.
func Bounds(s Set) (b geom.Box) {
	for axis := range 3 {
		var d geom.Vec
		d[axis] = 1
		b.Max[axis] = s.Support(d)[axis]
		b.Min[axis] = s.Support(d.Scale(-1))[axis]
	}
	return b
}

package containment

import "github.com/meshcheck/meshcheck/geom"

// exclusionZone is a convex polyhedron around the points that are within a distance of a
// triangle: the intersection of half-spaces.
type exclusionZone struct {
	planes [8]halfSpace
	count  int
}

// halfSpace has the points p with d·p ≤ most.
type halfSpace struct {
	d    geom.Vec
	most float64
}

func (z *exclusionZone) bound(d, through geom.Vec, distance float64) {
	z.planes[z.count] = halfSpace{d, d.Dot(through) + distance}
	z.count++
}

// newZone returns the exclusion zone of t: a prism with all edges and corners cut off at the
// distance. Each of its half-spaces contains t and has its border at the distance from t, so it
// contains all points within the distance; and no point of the zone is farther away than √3
// times the distance. The zone of a triangle without area is the box around it.
func newZone(t *geom.Triangle, distance float64) (z exclusionZone) {
	n := t.UnitNormal()
	if n == (geom.Vec{}) {
		b := t.Box()
		for k := range 3 {
			var d geom.Vec
			d[k] = 1
			z.bound(d, b.Max, distance)
			z.bound(d.Scale(-1), b.Min, distance)
		}
		return z
	}
	z.bound(n, t[0], distance)
	z.bound(n.Scale(-1), t[0], distance)
	var across [3]geom.Vec
	for k := range t {
		e := t[(k+1)%3].Sub(t[k])
		across[k] = e.Cross(n).Scale(1 / e.Norm())
		z.bound(across[k], t[k], distance)
	}
	for k := range t {
		d := across[k].Add(across[(k+2)%3])
		if length := d.Norm(); length > 0 {
			z.bound(d.Scale(1/length), t[k], distance)
		}
	}
	return z
}

// interval is a part of a segment from its start, at 0, to its end, at 1.
type interval struct{ from, to float64 }

// clip returns the part of a segment that lies in z.
func (z *exclusionZone) clip(s *geom.Segment) (interval, bool) {
	x := interval{0, 1}
	for k := range z.planes[:z.count] {
		h := &z.planes[k]
		a, b := h.d.Dot(s[0])-h.most, h.d.Dot(s[1])-h.most
		switch {
		case a > 0 && b > 0:
			return x, false
		case a > 0:
			x.from = max(x.from, a/(a-b))
		case b > 0:
			x.to = min(x.to, a/(a-b))
		}
		if x.from > x.to {
			return x, false
		}
	}
	return x, true
}

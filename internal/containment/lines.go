package containment

import "github.com/meshcheck/meshcheck/geom"

// linesBesideEdges returns segments in t, parallel to the projections of those edges of u that
// come within a distance of t's plane, at that distance on both sides.
func linesBesideEdges(t, u *geom.Triangle, distance float64) (lines []geom.Segment) {
	n := t.UnitNormal()
	for k := range u {
		e, ok := inLayer(geom.Segment{u[k], u[(k+1)%3]}, t[0], n, distance)
		if !ok {
			continue
		}
		for end, q := range e {
			e[end] = q.Sub(n.Scale(n.Dot(q.Sub(t[0]))))
		}
		d := e[1].Sub(e[0])
		length := d.Norm()
		if !(length > 2*distance) {
			continue
		}
		across := d.Cross(n).Scale(distance / length)
		for _, shift := range [2]geom.Vec{across, across.Scale(-1)} {
			if s, ok := inTriangle(geom.Segment{e[0].Add(shift), e[1].Add(shift)}, t, n); ok {
				lines = append(lines, s)
			}
		}
	}
	return lines
}

// inLayer returns the part of a segment that is within a distance of the plane through a
// point with a normal of length 1.
func inLayer(s geom.Segment, at, n geom.Vec, distance float64) (geom.Segment, bool) {
	if s, ok := below(s, n, n.Dot(at)+distance); ok {
		return below(s, n.Scale(-1), distance-n.Dot(at))
	}
	return s, false
}

// inTriangle returns the part in t of a segment in t's plane, whose normal is n.
func inTriangle(s geom.Segment, t *geom.Triangle, n geom.Vec) (geom.Segment, bool) {
	for k := range t {
		outward := t[(k+1)%3].Sub(t[k]).Cross(n)
		var ok bool
		if s, ok = below(s, outward, outward.Dot(t[k])); !ok {
			return s, false
		}
	}
	return s, true
}

// below returns the part of a segment whose points p have d·p ≤ most.
func below(s geom.Segment, d geom.Vec, most float64) (geom.Segment, bool) {
	a, b := d.Dot(s[0])-most, d.Dot(s[1])-most
	switch {
	case a > 0 && b > 0:
		return s, false
	case a > 0:
		s[0] = s[0].Lerp(s[1], a/(a-b))
	case b > 0:
		s[1] = s[0].Lerp(s[1], a/(a-b))
	}
	return s, true
}

package precision

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// along reports whether the triangles of the neighbourhood lie twice within a distance over a disc
// of a diameter. A disc of twice the diameter is always found, a smaller one never.
func (n *neighbourhood) along(distance, diameter float64) bool {
	t, u := n.triangle(&n.faces[0]), n.triangle(&n.faces[1])
	for _, pair := range [...][2]*geom.Triangle{{&t, &u}, {&u, &t}} {
		if _, width := tritri.CommonPolygon(pair[0], pair[1], distance); width > diameter {
			return true
		}
	}
	if len(n.faces) <= fewTriangles && n.commonWidth(distance, diameter) < 0.75*diameter {
		return false // less than the area of a disc
	}
	return n.holdsDisc(distance, diameter)
}

// steepest returns the greatest sine of the angle at which two planes are within a distance of each
// other over a strip that is half a diameter wide.
func steepest(distance, diameter float64) float64 { return min(1, 4*distance/diameter) }

// nearlyParallel reports whether the sine of the angle between two planes, whose unit normals are
// given, is at most a limit.
func nearlyParallel(v, w geom.Vec, limit float64) bool {
	d := v.Dot(w)
	return 1-d*d <= limit*limit
}

// commonWidth returns the sum of the least widths of the polygons over which triangles lie within a
// distance of each other, none of them counted as more than a diameter. What a polygon covers of
// a disc of the diameter is no more than its width times the diameter.
func (n *neighbourhood) commonWidth(distance, diameter float64) (sum float64) {
	limit := steepest(distance, diameter)
	var normals [fewTriangles]geom.Vec
	for k := range n.faces {
		t := n.triangle(&n.faces[k])
		normals[k] = t.UnitNormal()
		box := n.faces[k].box.Grown(distance)
		for i := range n.faces[:k] {
			if n.faces[i].sides|n.faces[k].sides >= ofNone || !nearlyParallel(normals[i], normals[k], limit) || !box.Intersects(n.faces[i].box) {
				continue
			}
			if n.continues(&n.faces[k], &n.faces[i]) {
				continue
			}
			u := n.triangle(&n.faces[i])
			_, width := tritri.CommonPolygon(&t, &u, distance)
			sum += min(width, diameter)
		}
	}
	return sum
}

// continues reports whether two triangles have an edge in common and lie on different sides of it.
func (n *neighbourhood) continues(f, g *face) bool {
	shared, apexF := 0, int32(-1)
	for _, c := range f.corners {
		if slices.Contains(g.corners[:], c) {
			shared++
		} else {
			apexF = c
		}
	}
	if shared != 2 {
		return false
	}
	var edge [2]geom.Vec
	at := 0
	apexG := int32(-1)
	for _, c := range g.corners {
		if slices.Contains(f.corners[:], c) {
			edge[at] = n.corners[c].Vec
			at++
		} else {
			apexG = c
		}
	}
	e := edge[1].Sub(edge[0])
	across := func(c int32) geom.Vec { return n.corners[c].Sub(edge[0]).Cross(e) }
	return across(apexF).Dot(across(apexG)) < 0
}

// meanNormal returns the mean of the normals of the triangles, each turned to the side of that of
// the larger one of the place. It does not depend on winding but for its sign.
func (n *neighbourhood) meanNormal() geom.Vec {
	t, u := n.triangle(&n.faces[0]), n.triangle(&n.faces[1])
	first := t.UnitNormal()
	if u.Normal().Norm() > t.Normal().Norm() {
		first = u.UnitNormal()
	}
	most := n.radius * n.radius // what lies within the radius is about no more
	for range 2 {
		var sum geom.Vec
		for k := range n.faces {
			t := n.triangle(&n.faces[k])
			v := t.Normal()
			if v.Norm() > most {
				v = v.Unit().Scale(most)
			}
			switch d := v.Dot(first); {
			case d > 0.3*v.Norm():
				sum = sum.Add(v)
			case d < -0.3*v.Norm():
				sum = sum.Sub(v)
			}
		}
		if sum = sum.Unit(); sum == (geom.Vec{}) {
			break
		}
		first = sum
	}
	return first
}

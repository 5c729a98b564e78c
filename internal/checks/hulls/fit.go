package hulls

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/fit"
)

// checkFit compares a hull that an engine replaces by a box, a sphere or a capsule with the
// one that fits it best.
func (c *checker) checkFit(h *hull) {
	limit := float64(c.profile.Fit*h.Box.Diagonal()) + h.Rounding
	switch h.Shape {
	case check.BoxShape:
		if off := fit.Box(h.cooked, h.place); off.Distance > limit {
			c.add(h, check.HullFinding{Rule: check.BoxNotABox, Value: off.Distance, Limit: limit, Places: off.Places[:],
				Reason: fmt.Sprintf("a corner of the best-fitting box is %s away from the hull", c.length(off.Distance))})
		}
	case check.SphereShape:
		c.fitRound(h, check.SphereNotASphere, limit, fit.Sphere(h.corners()))
	case check.CapsuleShape:
		c.fitRound(h, check.CapsuleNotACapsule, limit, fit.Capsule(h.corners(), limit))
	}
}

// corners returns the vertices of the hull's surface in the world.
func (h *hull) corners() []geom.Vec {
	points := make([]geom.Vec, len(h.object.Shape.Welded.Vertices))
	for i, v := range h.object.Shape.Welded.Vertices {
		points[i] = h.place.Apply(v)
	}
	return points
}

// coarse is the share of a radius by which faces may cut into a sphere or a capsule that
// their corners lie on. The faces of a sphere of 8 segments cut into it by 14 %, those of an
// icosahedron by 21 %; those of a cube, whose corners lie on a sphere as well, by 42 %.
const coarse = 0.25

// fitRound judges a sphere or a capsule by the vertices of the surface, because its faces lie
// inside the round body; and then by its faces, which must not lie far inside.
func (c *checker) fitRound(h *hull, rule check.Rule, limit float64, r fit.RoundFit) {
	name := map[check.Rule]string{check.SphereNotASphere: "sphere", check.CapsuleNotACapsule: "capsule"}[rule]
	if r.Residual > limit {
		c.add(h, check.HullFinding{Rule: rule, Value: r.Residual, Limit: limit, Places: []geom.Vec{r.Worst},
			Reason: fmt.Sprintf("a vertex is %s off the best-fitting %s, whose radius is %s", c.length(r.Residual), name, c.length(r.Radius))})
		return
	}
	f := check.HullFinding{Rule: rule, Limit: coarse * r.Radius}
	for i := range h.cooked.Faces {
		at, normal := h.cooked.FaceNormal(i, h.place)
		if cut := r.Radius - min(at.Sub(r.Core[0]).Dot(normal), at.Sub(r.Core[1]).Dot(normal)); cut > f.Value {
			f.Value, f.Places = cut, []geom.Vec{at}
		}
	}
	if f.Value > f.Limit {
		f.Reason = fmt.Sprintf("its corners lie on a %s with a radius of %s, but a face cuts %s into it", name, c.length(r.Radius), c.length(f.Value))
		c.add(h, f)
	}
}

package hulls

import (
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/mesh"
)

// transforms compares the matrices of the nodes of a group's hulls with that of its first visual.
// What counts is one matrix as seen from the other: a scale of 100 that both have is none. Pivots
// matter only to Unreal.
func (c *checker) transforms(g *group) {
	if len(g.visuals) == 0 {
		return
	}
	to := &c.search.Instances[g.hulls[0].found.Body.Visuals[0]]
	var worst *hull
	var apart displacement
	moved := 0
	for k, h := range g.hulls {
		if !c.hasNode(h) || k > 0 && g.hulls[k-1].found == h.found {
			continue
		}
		from := &c.search.Instances[h.found.Instance]
		r, ok := relative(&to.World, &from.World)
		if !ok || c.quantized(to.Mesh) || c.quantized(from.Mesh) {
			continue
		}
		c.checkScale(h, &r)
		if d, ok := c.displaced(g, h, &from.World, &to.World); ok {
			if moved++; worst == nil || d.distance > apart.distance {
				worst, apart = h, d
			}
		}
	}
	if worst != nil {
		c.pivot(worst, &apart, moved)
	}
}

// hasNode reports whether a hull has a node of its own, in the file of its mesh.
func (c *checker) hasNode(h *hull) bool {
	return h.object != nil && h.found.Instance >= 0 && !h.found.Visible && h.Scheme != hullname.SchemeGiven
}

// quantized reports whether a mesh has integer coordinates: the nodes of such meshes have a scale
// and a translation that belong to the coordinates.
func (c *checker) quantized(m int) bool {
	return slices.ContainsFunc(c.scene.Meshes[m].Parts, func(p mesh.Part) bool { return p.Positions.Step > 0 })
}

// scaleTolerance is the relative difference of two scales beyond which they are not equal up to
// the rounding of a chain of matrices in float32.
const scaleTolerance = 1e-3

// checkScale adds the finding for a hull whose node scales or mirrors it, as seen from its mesh.
func (c *checker) checkScale(h *hull, r *geom.Affine) {
	factors := r.SingularValues()
	mirrors := r.Determinant() < 0
	scales := math.Abs(factors[0]-1) > scaleTolerance || math.Abs(factors[2]-1) > scaleTolerance
	if !scales && !mirrors {
		return
	}
	what := "mirrors it"
	if scales {
		along := [3]float64{column(r, 0).Norm(), column(r, 1).Norm(), column(r, 2).Norm()}
		what = fmt.Sprintf("scales it by %.4g × %.4g × %.4g", along[0], along[1], along[2])
		if factors[2]-factors[0] <= scaleTolerance*factors[2] {
			what = fmt.Sprintf("scales it by %.4g", factors[1])
		}
		if mirrors {
			what += " and mirrors it"
		}
	}
	c.add(h, check.HullFinding{Rule: check.HullScale, Reason: fmt.Sprintf("compared with that of its mesh, its node %s", what)})
}

// displacement is how far a hull moves if it gets the matrix of its mesh.
type displacement struct {
	// distance is that of the corner of its box that moves farthest, from and to the places of that
	// corner, offset the distance of the origins. A move up to limit cannot be seen.
	distance, offset, limit float64
	from, to                geom.Vec
	turn                    float64 // in degrees
}

// displaced returns how far the corners of a hull's box move from the matrix of its node to that of
// its mesh. ok is false if that cannot be seen, if only the scale moves them, and for hulls that are
// not Unreal's.
func (c *checker) displaced(g *group, h *hull, from, to *geom.Affine) (d displacement, ok bool) {
	b := h.object.Shape.Box
	for k := range 8 {
		p := b.Min
		for axis := range 3 {
			if k>>axis&1 == 1 {
				p[axis] = b.Max[axis]
			}
		}
		v, w := from.Apply(p), to.Apply(p)
		if off := w.Sub(v).Norm(); off > d.distance {
			d.distance, d.from, d.to = off, v, w
		}
	}
	d.offset = column(to, 3).Sub(column(from, 3)).Norm()
	if r, ok := relative(to, from); ok {
		d.turn = turn(&r)
	}
	d.limit = c.profile.Fit*g.visuals[0].Box.Diagonal() + 2*(h.Rounding+g.visuals[0].Rounding)
	return d, h.Scheme == hullname.SchemeUnreal && d.distance > d.limit && (d.offset > d.limit || d.turn > 0)
}

// pivot adds the finding about the hull that moves farthest, and says how many move.
func (c *checker) pivot(h *hull, d *displacement, moved int) {
	what := fmt.Sprintf("its pivot is %s from that of its mesh", c.length(d.offset))
	switch {
	case d.turn > 0 && d.offset <= 1e-6*d.distance:
		what = fmt.Sprintf("its pivot is turned by %.4g° from that of its mesh", d.turn)
	case d.turn > 0:
		what += fmt.Sprintf(" and turned by %.4g°", d.turn)
	}
	f := check.HullFinding{Rule: check.HullTransform, Value: d.distance, Limit: d.limit, Places: []geom.Vec{d.from, d.to},
		Reason: fmt.Sprintf("%s: it moves by %s unless Unreal transforms vertices to absolute", what, c.length(d.distance))}
	if moved > 1 {
		f.Reason += fmt.Sprintf("; %s of this mesh too", quantity.Count(moved-1, "other hull", "other hulls"))
	}
	c.add(h, f)
}

// relative returns the matrix of a node as seen from another, false if the latter flattens all or
// numbers are too large.
func relative(to, from *geom.Affine) (r geom.Affine, ok bool) {
	det := to.Determinant()
	x, y, z := column(to, 0), column(to, 1), column(to, 2)
	rows := [3]geom.Vec{y.Cross(z), z.Cross(x), x.Cross(y)}
	for i, row := range rows {
		for k := range 4 {
			v := column(from, k)
			if k == 3 {
				v = v.Sub(column(to, 3))
			}
			r[i][k] = row.Dot(v) / det
		}
	}
	return r, det != 0 && r.Finite()
}

func column(m *geom.Affine, k int) geom.Vec { return geom.Vec{m[0][k], m[1][k], m[2][k]} }

// turn returns the angle in degrees by which a matrix turns, without its scale; 0 for one that
// mirrors or shears.
func turn(r *geom.Affine) float64 {
	x, y, z := column(r, 0).Unit(), column(r, 1).Unit(), column(r, 2).Unit()
	if math.Abs(x.Dot(y.Cross(z))-1) > scaleTolerance {
		return 0
	}
	degrees := math.Acos(max(-1, min(1, (x[0]+y[1]+z[2]-1)/2))) * 180 / math.Pi
	if degrees < 0.01 {
		return 0
	}
	return degrees
}

// checkMoving adds the finding for a trimesh of a body that forces move.
func (c *checker) checkMoving(h *hull) {
	if h.Shape != check.TrimeshShape || h.found.Collider < 0 {
		return
	}
	k := &c.scene.Colliders[h.found.Collider]
	if k.Body == "" || k.Kinematic || k.Approximated {
		return
	}
	what := "engines do not support that, or only badly"
	switch c.profile.Name {
	case "physx":
		what = "PhysX takes the convex hull of the surface instead"
	case "unity":
		what = "Unity does not let it collide"
	}
	c.add(h, check.HullFinding{Rule: check.MovingTrimesh, Reason: fmt.Sprintf("its body %q moves by forces: %s", mesh.ShortName(k.Body), what)})
}

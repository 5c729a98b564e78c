package hulls

import (
	"context"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// makeShape makes the hull of a shape that is given by numbers.
func (c *checker) makeShape(g *group, f *hullname.Hull) {
	k := &c.scene.Colliders[f.Collider]
	h := &hull{found: f, place: k.World, convex: true}
	h.Hull = check.Hull{Object: check.Object{Path: mesh.ShortName(k.Path), Instance: -1, Collider: f.Collider, Mesh: -1, Name: mesh.ShortName(k.Name), Part: -1, Shell: -1}, Shape: shapes[f.Shape], Scheme: f.Scheme}
	set := setOf(k)
	local := convex.Bounds(set)
	h.Box = k.World.ApplyBox(local)
	precision := world.RoundingOf(&mesh.Instance{World: k.World}, 1)
	h.Rounding = precision.Within(local.Max)
	switch {
	case !(h.Box.Diagonal() < 1e60) || !(h.Box.MaxAbs() < 1e60):
		c.unchecked(h, "its place in the world is out of reach of float64 arithmetic")
	case k.World.Singular():
		c.unchecked(h, "the matrix of its node flattens it")
	default:
		h.set = convex.Placed{Set: set, World: k.World}
		h.cooked = polyhedronOf(k.Shape, set)
		h.Box = convex.Bounds(h.set)
		h.Volume = shapeVolume(k) * math.Abs(k.World.Determinant())
		g.hulls = append(g.hulls, h)
	}
}

func (c *checker) unchecked(h *hull, reason string) {
	c.summary.NotChecked = append(c.summary.NotChecked, check.ObjectProblem{Object: h.Object, Reason: reason})
}

// setOf returns the convex set of a shape in its own coordinates.
func setOf(k *mesh.Collider) convex.Set {
	low, high := geom.Vec{0, -k.Height / 2, 0}, geom.Vec{0, k.Height / 2, 0}
	r := k.Radius
	switch k.Shape {
	case mesh.ShapeBox:
		b := new(geom.OBB)
		for axis, size := range k.Size {
			b.Half[axis][axis] = size / 2
		}
		return b
	case mesh.ShapeSphere:
		return convex.Sphere{Radius: r[0]}
	case mesh.ShapeCapsule:
		if r[0] != r[1] {
			return joined{convex.Sphere{Center: low, Radius: r[0]}, convex.Sphere{Center: high, Radius: r[1]}}
		}
		return convex.Capsule{A: low, B: high, Radius: r[0]}
	}
	if r[0] != r[1] {
		return joined{disc{low, r[0]}, disc{high, r[1]}}
	}
	return convex.Cylinder{A: low, B: high, Radius: r[0]}
}

// joined is the convex hull of two sets.
type joined [2]convex.Set

// Support returns the point of the set farthest in direction d.
func (j joined) Support(d geom.Vec) geom.Vec {
	p, q := j[0].Support(d), j[1].Support(d)
	if q.Sub(p).Dot(d) > 0 {
		return q
	}
	return p
}

// Inner returns the middle of points inside of both.
func (j joined) Inner() geom.Vec { return j[0].Inner().Lerp(j[1].Inner(), 0.5) }

// disc is a disc across the y axis.
type disc struct {
	center geom.Vec
	radius float64
}

// Support returns the point of the disc farthest in direction d.
func (k disc) Support(d geom.Vec) geom.Vec {
	return k.center.Add(geom.Vec{d[0], 0, d[2]}.Unit().Scale(k.radius))
}

// Inner returns the centre.
func (k disc) Inner() geom.Vec { return k.center }

// roundSamples is the number of points that approximate a round surface where volumes are
// measured, which loses about 1 % of a ball.
const roundSamples = 1200

// polyhedronOf returns a polyhedron with its corners on the surface of a shape: the shape
// itself for a box.
func polyhedronOf(s mesh.ColliderShape, set convex.Set) *convex.Hull {
	var points []geom.Vec
	if s == mesh.ShapeBox {
		for k := range 8 {
			points = append(points, set.Support(geom.Vec{float64(k&1)*2 - 1, float64(k&2) - 1, float64(k&4)/2 - 1}))
		}
	} else {
		// Steps of the golden angle from pole to pole spread directions evenly.
		for k := range roundSamples {
			z := 1 - float64(2*k+1)/roundSamples
			r, angle := math.Sqrt(1-float64(z*z)), float64(k)*math.Pi*(3-math.Sqrt(5))
			points = append(points, set.Support(geom.Vec{r * math.Cos(angle), z, r * math.Sin(angle)}))
		}
	}
	h, err := convex.HullOf(context.Background(), points)
	if err != nil {
		panic("hulls: a shape that was found finite has a point that is not")
	}
	return h
}

// shapeVolume returns the volume of a shape in its own coordinates.
func shapeVolume(k *mesh.Collider) float64 {
	r, s, height := k.Radius[0], k.Radius[1], k.Height
	switch k.Shape {
	case mesh.ShapeBox:
		return k.Size[0] * k.Size[1] * k.Size[2]
	case mesh.ShapeSphere:
		return ballBelow(r, 1)
	case mesh.ShapeCapsule:
		if math.Abs(r-s) >= height {
			return ballBelow(max(r, s), 1) // one ball holds the other
		}
		// The cone that touches both balls does so at circles as far up from their centres as
		// this sine of their radii.
		sine := (r - s) / height
		cosine := math.Sqrt(1 - float64(sine*sine))
		return ballBelow(r, sine) + frustum(r*cosine, s*cosine, height+float64((s-r)*sine)) + ballBelow(s, -sine)
	}
	return frustum(r, s, height)
}

// ballBelow returns the volume of the part of a ball up to sine times its radius above the
// centre.
func ballBelow(radius, sine float64) float64 {
	return math.Pi * radius * radius * radius * (2 + float64(sine*(3-float64(sine*sine)))) / 3
}

// frustum returns the volume of a cone between two discs.
func frustum(r, s, height float64) float64 {
	return math.Pi * height * (float64(r*r) + float64(r*s) + float64(s*s)) / 3
}

// checkDeformed finds spheres and capsules given by numbers whose node scales them to
// ellipsoids. Engines keep them round, or refuse them.
func (c *checker) checkDeformed(h *hull) {
	rule := check.SphereNotASphere
	switch h.Shape {
	case check.SphereShape:
	case check.CapsuleShape:
		rule = check.CapsuleNotACapsule
	default:
		return
	}
	k := &c.scene.Colliders[h.found.Collider]
	scales := k.World.SingularValues()
	off := max(k.Radius[0], k.Radius[1]) * (scales[2] - scales[0]) / 2
	limit := float64(c.profile.Fit*h.Box.Diagonal()) + h.Rounding
	if off > limit {
		c.add(h, check.HullFinding{Rule: rule, Severity: check.Warning, Value: off, Limit: limit,
			Reason: fmt.Sprintf("its node scales it unevenly, by %.3g to %.3g, so it is no longer round", scales[0], scales[2])})
	}
}

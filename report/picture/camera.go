package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// camera views a scene along parallel rays.
type camera struct {
	right, up, back geom.Vec // unit vectors; back points to the eye
	center          geom.Vec
	zoom            float64 // samples per unit of length
	w, h            int
}

// lookFrom returns a camera that looks at the origin from direction back, with the given axis of
// the world upwards.
func lookFrom(back geom.Vec, axis int) camera {
	c := camera{back: back.Unit(), zoom: 1}
	var up geom.Vec
	up[axis] = 1
	c.right = up.Cross(c.back).Unit()
	if c.right == (geom.Vec{}) { // straight from above or below
		c.right = geom.Vec{1, 0, 0}
	}
	c.up = c.back.Cross(c.right)
	return c
}

// project returns p in samples of the picture, including z.
func (c *camera) project(p geom.Vec) geom.Vec {
	d := p.Sub(c.center)
	return geom.Vec{
		float64(c.w)/2 + float64(c.zoom*d.Dot(c.right)),
		float64(c.h)/2 - float64(c.zoom*d.Dot(c.up)),
		float64(c.zoom * d.Dot(c.back)),
	}
}

// light returns the direction to the lamp, which is behind the eye and to its upper left.
func (c *camera) light() geom.Vec {
	return c.back.Add(c.up.Scale(0.5)).Sub(c.right.Scale(0.35)).Unit()
}

// litLevel returns the brightness of a surface with a unit normal. Both sides are lit, the back
// less.
func litLevel(normal, light geom.Vec) int {
	x := normal.Dot(light)
	if x < 0 {
		x *= -0.75
	}
	return min(1+int(float64(x*levels)), levels-1)
}

// frame centres the camera on the box of the points in its plane, so that it fills the given share
// of a picture of w by h samples.
func (c *camera) frame(points []geom.Vec, w, h int, share float64) {
	c.center, c.zoom, c.w, c.h = geom.Vec{}, 1, 0, 0
	b := geom.EmptyBox()
	for _, p := range points {
		b = b.Include(c.project(p))
	}
	m := b.Min.Lerp(b.Max, 0.5)
	c.center = c.right.Scale(m[0]).Add(c.up.Scale(-m[1])).Add(c.back.Scale(m[2]))
	c.w, c.h = w, h
	half := func(k int) float64 { return max((b.Max[k]-b.Min[k])/2/share, 1e-300) }
	c.zoom = min(float64(w)/2/half(0), float64(h)/2/half(1))
}

// allRound returns directions on all sides: towards the sides, edges and corners of a cube, in a
// fixed order, tilted a little so that no axis-parallel face is seen edge-on.
func allRound() []geom.Vec {
	var all []geom.Vec
	for _, x := range []float64{1, 0, -1} {
		for _, y := range []float64{1, 0, -1} {
			for _, z := range []float64{1, 0, -1} {
				if x != 0 || y != 0 || z != 0 {
					all = append(all, geom.Vec{x + 0.21, y + 0.17, z + 0.13}.Unit())
				}
			}
		}
	}
	return all
}

// cut is what a view should show of one finding: the normals of its triangles and the direction of
// their intersection, as unit vectors, or zero if missing.
type cut struct {
	normals [2]geom.Vec
	along   geom.Vec
	weight  float64
}

// score returns how well the cut is visible from direction d, from 0 to 1. It is best if both
// triangles show their front sides and neither they nor the line are edge-on.
func (c *cut) score(d geom.Vec) float64 {
	seen := 1.0
	for _, n := range c.normals {
		if n == (geom.Vec{}) {
			continue
		}
		x := n.Dot(d)
		if x < 0 {
			x *= -0.8 // from behind
		}
		seen = min(seen, x)
	}
	if c.along != (geom.Vec{}) {
		foreshortened := c.along.Dot(d)
		seen *= math.Sqrt(max(0, 1-float64(foreshortened*foreshortened)))
	}
	return seen
}

// scoredDirection is a direction and its score.
type scoredDirection struct {
	direction geom.Vec
	score     float64
}

// bestDirections returns the n directions that show the cuts best, the best first. Directions from
// below, as defined by axis, score lower, and much lower on the ground of a scene.
func bestDirections(cuts []cut, n, axis int, grounded bool) []scoredDirection {
	candidates := allRound()
	if len(cuts) > 0 {
		a, b := cuts[0].normals[0], cuts[0].normals[1]
		for _, d := range []geom.Vec{a.Add(b), a.Sub(b), b.Sub(a), a.Add(b).Scale(-1)} {
			if d = d.Unit(); d != (geom.Vec{}) {
				candidates = append(candidates, d)
			}
		}
	}
	list := make([]scoredDirection, len(candidates))
	for k, d := range candidates {
		list[k].direction = d
		for i := range cuts {
			list[k].score += float64(cuts[i].weight * cuts[i].score(d))
		}
		list[k].score *= 1 + float64(0.15*d[axis])
		if grounded && d[axis] < 0.1 {
			list[k].score /= 8
		}
	}
	slices.SortStableFunc(list, func(a, b scoredDirection) int { return cmp.Compare(b.score, a.score) })
	return list[:min(n, len(list))]
}

package containment

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/internal/world"
)

// shellSides records for each shell of an object whether parts of it lie inside and outside
// of another object.
type shellSides struct {
	shell   []uint32 // of each vertex
	in, out []bool
}

// mark records a point of a shell and reports whether the shell is on both sides.
func (s *shellSides) mark(shell uint32, inside bool) (both bool) {
	if inside {
		s.in[shell] = true
	} else {
		s.out[shell] = true
	}
	return s.in[shell] && s.out[shell]
}

// classifyShells determines on which side of the other object, which is closed, the shells of
// object k lie. A shell with points on both sides passes through the other's surface.
func (c *classifier) classifyShells(k int) {
	o, other := c.objects[k], c.objects[1-k]
	surface := o.Shape.Surface()
	near := c.Near.Of(k)
	if len(near) == 0 && !startsIn(o, other) {
		return
	}
	s := shellSides{surface.Shell, make([]bool, len(surface.First)), make([]bool, len(surface.First))}
	touched := make([]bool, len(surface.First))
	for _, f := range near {
		touched[s.shell[o.Shape.Welded.Faces[f][0]]] = true
	}
	body := other.Body()
	isInside := func(at geom.Vec) bool {
		return other.Box.Intersects(geom.PointBox(at)) && body.Position(at) == solid.Inside
	}
	for shell, v := range surface.First {
		if !touched[shell] {
			s.mark(uint32(shell), isInside(o.Vertex(v)))
		}
	}
	c.Through = c.Through || !c.eachPoint(k, func(f uint32, at geom.Vec) bool {
		return !s.mark(s.shell[o.Shape.Welded.Faces[f][0]], isInside(at))
	})
	for shell := range s.in {
		c.Inner[k] = c.Inner[k] || s.in[shell] && !s.out[shell]
	}
}

// eachPoint calls visit for points on the neighbours of object k that keep the distance from
// the other's surface, with the triangle: at least one of each connected piece of such points.
// It returns false when visit does.
func (c *classifier) eachPoint(k int, visit func(f uint32, at geom.Vec) bool) bool {
	pairs := c.Near.by(k)
	for len(pairs) > 0 {
		if c.ctx.Err() != nil {
			return true
		}
		f := pairs[0][k]
		end := 1
		for end < len(pairs) && pairs[end][k] == f {
			end++
		}
		if !c.eachPointOf(k, pairs[:end], func(at geom.Vec) bool { return visit(f, at) }) {
			return false
		}
		pairs = pairs[end:]
	}
	return true
}

// eachPointOf is eachPoint for one triangle of object k, given the pairs that it is in. All
// triangles near a point of it are among its neighbours.
func (c *classifier) eachPointOf(k int, pairs []Triangles, visit func(at geom.Vec) bool) bool {
	t := c.objects[k].Triangle(pairs[0][k])
	search := c.searchNear(k, pairs, visit)
	for corner := range t {
		if !search(geom.Segment{t[corner], t[(corner+1)%3]}) {
			return false
		}
	}
	for _, pair := range pairs {
		u := c.objects[1-k].Triangle(pair[1-k])
		for _, s := range linesBesideEdges(&t, &u, 2*c.distance()) {
			if !search(s) {
				return false
			}
		}
	}
	return true
}

// searchNear returns a function that calls visit with the free points of a segment in a
// triangle of object k, given the pairs that it is in, until visit returns false.
func (c *classifier) searchNear(k int, pairs []Triangles, visit func(at geom.Vec) bool) (search func(s geom.Segment) bool) {
	other := c.objects[1-k]
	if len(pairs) > manyTriangles {
		far := freeSearch{distance: c.distance(), objects: []*world.Object{other}, visit: visit, known: map[uint32]*exclusionZone{}}
		return func(s geom.Segment) bool { return far.search(s, maxHalvings) }
	}
	zones := make([]exclusionZone, len(pairs))
	for i, pair := range pairs {
		u := other.Triangle(pair[1-k])
		zones[i] = newZone(&u, c.distance())
	}
	var excluded []interval
	return func(s geom.Segment) bool {
		excluded = excluded[:0]
		for i := range zones {
			if x, ok := zones[i].clip(&s); ok {
				excluded = append(excluded, x)
			}
		}
		return visitFree(s, excluded, visit)
	}
}

// startsIn reports whether the first vertex of one of o's shells is in the other's box.
func startsIn(o, other *world.Object) bool {
	return slices.ContainsFunc(o.Shape.Surface().First, func(v uint32) bool {
		return other.Box.Intersects(geom.PointBox(o.Vertex(v)))
	})
}

// shellLiesIn reports whether all vertices of one of o's shells are in a box that has a
// volume.
func shellLiesIn(o *world.Object, b geom.Box) bool {
	for k := range 3 {
		if b.Min[k] == b.Max[k] {
			return false
		}
	}
	surface := o.Shape.Surface()
	beyond := make([]bool, len(surface.First))
	left := len(beyond)
	for v, shell := range surface.Shell {
		if int(shell) < len(beyond) && !beyond[shell] && !b.Intersects(geom.PointBox(o.Vertex(uint32(v)))) {
			beyond[shell] = true
			if left--; left == 0 {
				return false
			}
		}
	}
	return left > 0
}

package penetration

import (
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// search measures how deep points of o lie in the other object.
type search struct {
	o, other  *world.Object
	body      solid.Body
	transform boxtree.Transform
	best      Depth
	hint      uint32   // the triangle of other that was nearest to the last point
	faces     []uint32 // of o, that may reach into the other
	corners   corners  // of these
	pieces    facetHeap
	// sites are triangles of other, each at its number modulo the length; numbered has their
	// numbers, plus 1.
	numbered [siteSlots]uint32
	sites    [siteSlots]geom.Site
}

// siteSlots is the number of triangles that a search keeps prepared.
const siteSlots = 256

// searches are searches that are done, whose memory others use.
var searches = sync.Pool{New: func() any { return new(search) }}

func newSearch(o, other *world.Object) *search {
	s := searches.Get().(*search)
	s.o, s.other, s.body, s.hint = o, other, other.Body(), other.Shape.Tree.Leaf(0)[0]
	s.transform = boxtree.Between(other.Shape.Box, o.Box, other.World, geom.Identity())
	s.best = Depth{}
	clear(s.numbered[:])
	return s
}

// release leaves the memory of s to other searches.
func (s *search) release() {
	s.corners.reset()
	s.o, s.other, s.body = nil, nil, solid.Body{}
	s.faces, s.pieces = s.faces[:0], s.pieces[:0]
	searches.Put(s)
}

// site returns a triangle of the other object. It is valid until the next call.
func (s *search) site(i uint32) *geom.Site {
	x := &s.sites[i%siteSlots]
	if number := &s.numbered[i%siteSlots]; *number != i+1 {
		*number = i + 1
		t := s.other.Triangle(i)
		x.Set(&t)
	}
	return x
}

// pointDepth is the depth of a point, negative outside, and the triangle nearest to it.
type pointDepth struct {
	depth   float64
	nearest uint32
}

// signedDepth measures a point, which may be known to be inside the other object, and records the
// deepest. Where the depth is no more than least, or than the greatest depth so far, it may return
// any greater number up to that, which saves it from classifying the point.
func (s *search) signedDepth(at geom.Vec, least float64, inside bool) pointDepth {
	least = max(least, s.best.Value)
	bound := s.site(s.hint).Distance(at)
	if bound <= least {
		return pointDepth{bound, s.hint}
	}
	d, nearest := s.distance(at, least, bound)
	s.hint = nearest
	switch {
	case d <= least:
	case inside || s.contains(at):
		s.best.Found, s.best.Value, s.best.At = true, d, at
	default:
		d = -d
	}
	return pointDepth{d, nearest}
}

// contains reports whether a point is inside the other object.
func (s *search) contains(at geom.Vec) bool {
	return s.other.Box.Intersects(geom.PointBox(at)) && s.body.Position(at) == solid.Inside
}

// distancesFrom returns the distances of the corners of t from a triangle of the other
// surface.
func (s *search) distancesFrom(t *geom.Triangle, from uint32) (away [3]float64) {
	u := s.site(from)
	for k, q := range t {
		away[k] = u.Distance(q)
	}
	return away
}

// distance returns the distance of a point from the other surface and the nearest triangle. If
// the distance is below least, any triangle nearer than least may be returned. It is known to be
// at most most, which is not below least, and only saves time.
func (s *search) distance(at geom.Vec, least, most float64) (float64, uint32) {
	measure := func(i uint32) float64 { return s.site(i).Distance(at) }
	// A distance may be replaced by that of a box, so that none may be as near as it should.
	for _, limit := range [2]float64{math.Nextafter(most, math.Inf(1)), math.Inf(1)} {
		if i, d, ok := s.other.Shape.Tree.NearestTo(geom.PointBox(at), s.transform, limit, least, measure); ok {
			return d, i
		}
	}
	return math.Inf(1), 0
}

// corners are the vertices of some faces of an object, and their depths in another.
type corners struct {
	of       *world.Object
	number   []uint32 // of each vertex of the object, in the order of the rest, plus 1; 0 if it is none
	vertices []uint32
	places   []geom.Vec
	inside   []bool
	depths   []pointDepth // 0 for those outside
}

// set numbers the vertices of some faces of an object.
func (c *corners) set(o *world.Object, faces []uint32) {
	c.of = o
	if n := len(o.Shape.Welded.Vertices); n > len(c.number) {
		c.number = make([]uint32, n)
	}
	for _, f := range faces {
		for _, v := range o.Shape.Welded.Faces[f] {
			if c.number[v] == 0 {
				c.vertices = append(c.vertices, v)
				c.number[v] = uint32(len(c.vertices))
				c.places = append(c.places, o.Vertex(v))
			}
		}
	}
	c.inside = append(c.inside, make([]bool, len(c.vertices))...)
	c.depths = append(c.depths, make([]pointDepth, len(c.vertices))...)
}

// reset forgets the vertices.
func (c *corners) reset() {
	for _, v := range c.vertices {
		c.number[v] = 0
	}
	*c = corners{number: c.number, vertices: c.vertices[:0], places: c.places[:0], inside: c.inside[:0], depths: c.depths[:0]}
}

// measureCorners measures the vertices of the search's faces that are inside the other object.
// It begins with the vertex nearest to the centre of the other's box: once a great depth is
// known, vertices of lesser depth take little time.
func (s *search) measureCorners(meets func(f uint32) bool) {
	c := &s.corners
	c.set(s.o, s.faces)
	c.classify(s, meets)
	first, least := 0, math.Inf(1)
	middle := s.other.Box.Min.Lerp(s.other.Box.Max, 0.5)
	for n, at := range c.places {
		if d := at.Sub(middle).Norm(); c.inside[n] && d < least {
			first, least = n, d
		}
	}
	for k := range c.vertices {
		if n := (first + k) % len(c.vertices); c.inside[n] {
			c.depths[n] = s.signedDepth(c.places[n], s.best.Value, true)
		}
	}
}

// classify finds for each vertex whether it is inside the other object. Faces that have no
// point in common with its surface connect vertices on the same side.
func (c *corners) classify(s *search, meets func(f uint32) bool) {
	joined := mesh.NewUnion(len(c.vertices))
	for _, f := range s.faces {
		if !meets(f) {
			v := c.of.Shape.Welded.Faces[f]
			joined.Join(c.number[v[0]]-1, c.number[v[1]]-1)
			joined.Join(c.number[v[0]]-1, c.number[v[2]]-1)
		}
	}
	for n := range c.inside {
		// The root of a set is its smallest member, which comes first.
		if root := joined.Find(uint32(n)); root == uint32(n) {
			c.inside[n] = s.contains(c.places[n])
		} else {
			c.inside[n] = c.inside[root]
		}
	}
}

// deepest returns the depth of the deepest corner of a face.
func (c *corners) deepest(f uint32) (deepest pointDepth) {
	for _, v := range c.of.Shape.Welded.Faces[f] {
		if d := c.depths[c.number[v]-1]; d.depth >= deepest.depth {
			deepest = d
		}
	}
	return deepest
}

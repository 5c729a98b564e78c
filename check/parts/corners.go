package parts

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// corners are the vertices of some faces of an object, and their depths in another.
type corners struct {
	of       *object
	number   map[uint32]uint32 // of each vertex, in the order of the rest
	vertices []uint32
	places   []geom.Vec
	depths   []pointDepth // 0 for those outside
}

// measureCorners measures the vertices of some faces of o that are inside the other object. It
// begins with the vertex nearest to the centre of the other's box: once a great depth is
// known, vertices of lesser depth take little time.
func (s *depthSearch) measureCorners(faces []uint32, met bitset) *corners {
	c := &corners{of: s.o, number: make(map[uint32]uint32, len(faces))}
	for _, f := range faces {
		for _, v := range s.o.Shape.Welded.Faces[f] {
			if _, known := c.number[v]; !known {
				c.number[v] = uint32(len(c.vertices))
				c.vertices = append(c.vertices, v)
				c.places = append(c.places, s.o.World.Apply(s.o.Shape.Welded.Vertices[v]))
			}
		}
	}
	c.depths = make([]pointDepth, len(c.vertices))
	inside := c.inside(s, faces, met)
	first, least := 0, math.Inf(1)
	middle := s.other.Box.Min.Lerp(s.other.Box.Max, 0.5)
	for n, at := range c.places {
		if d := at.Sub(middle).Norm(); inside[n] && d < least {
			first, least = n, d
		}
	}
	for k := range c.vertices {
		if n := (first + k) % len(c.vertices); inside[n] {
			c.depths[n] = s.insideDepth(c.places[n], s.best.most)
		}
	}
	return c
}

// inside reports for each vertex whether it is inside the other object. Faces that have no
// point in common with its surface connect vertices on the same side.
func (c *corners) inside(s *depthSearch, faces []uint32, met bitset) []bool {
	joined := mesh.NewUnion(len(c.vertices))
	for _, f := range faces {
		if !met.has(f) {
			v := c.of.Shape.Welded.Faces[f]
			joined.Join(c.number[v[0]], c.number[v[1]])
			joined.Join(c.number[v[0]], c.number[v[2]])
		}
	}
	out := make([]bool, len(c.vertices))
	for n := range out {
		// The root of a set is its smallest member, which comes first.
		if root := joined.Find(uint32(n)); root == uint32(n) {
			out[n] = s.contains(c.places[n])
		} else {
			out[n] = out[root]
		}
	}
	return out
}

// deepest returns the depth of the deepest corner of a face.
func (c *corners) deepest(f uint32) (deepest pointDepth) {
	for _, v := range c.of.Shape.Welded.Faces[f] {
		if d := c.depths[c.number[v]]; d.depth >= deepest.depth {
			deepest = d
		}
	}
	return deepest
}

package containment

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/internal/world"
)

// passesThrough reports whether the surface of object k passes through the other's surface
// along one of its own edges. Both surfaces are open.
//
// It looks for a path on the surface that meets the other surface an odd number of times,
// whose ends keep the distance from the other surface, and which keeps it from that
// surface's border. Then the two also meet without rounding: the number of times, modulo
// two, changes only if an end of the path passes through the surface or the path passes over
// its border. The same holds if the path is replaced by the straight line between its ends,
// as long as the triangle between the two keeps the distance from the border.
//
// Where surfaces pass through each other but no two triangles cross by more than rounding
// explains, they do so along edges of one surface that lie in triangles of the other. Only
// these are tested.
func (c *classifier) passesThrough(k int) bool {
	o, other := c.objects[k], c.objects[1-k]
	for i, pair := range c.Near.Pairs {
		if i%64 == 0 && c.ctx.Err() != nil {
			return false
		}
		u := other.Triangle(pair[1-k])
		zone := newZone(&u, c.distance())
		found := false
		eachEdge(o, pair[k], func(v, w uint32, s geom.Segment) {
			if x, ok := zone.clip(&s); ok && !found {
				if (x.to-x.from)*s[1].Sub(s[0]).Norm() > 4*c.distance() {
					found = c.passesThroughAt(o, other, v, w, s[0].Lerp(s[1], (x.from+x.to)/2), &u)
				}
			}
		})
		if found {
			return true
		}
	}
	return false
}

// passesThroughAt reports whether the triangles of o at its edge from v to w pass through the
// other's surface at a point of that edge, which is near triangle u of the other.
func (c *classifier) passesThroughAt(o, other *world.Object, v, w uint32, at geom.Vec, u *geom.Triangle) bool {
	x := extremes{u: u, n: u.UnitNormal()} // the corners farthest above and below u
	o.Shape.Welded.EachApex(o.Shape.Around(v), w, func(apex uint32) { x.add(o.Vertex(apex)) })
	if min(x.heights[0], x.heights[1]) <= 2*c.distance() {
		return false
	}
	for h := 2 * c.distance(); h <= 2*max(x.heights[0], x.heights[1]); h *= 2 {
		var path [2]geom.Vec
		far := 0.0
		for side := range path {
			path[side] = at.Lerp(x.ends[side], min(1, h/x.heights[side]))
			far = max(far, path[side].Sub(at).Norm())
		}
		if borderWithin(other, at, far+c.distance()) {
			return false
		}
		if odd, certain := c.meetsOddly(other, path, x.n); certain {
			return odd
		}
	}
	return false
}

// extremes are the points farthest above and below a triangle, and their heights; those of
// height 0 if there are none.
type extremes struct {
	u       *geom.Triangle
	n       geom.Vec // its normal, of length 1
	ends    geom.Segment
	heights [2]float64
}

func (x *extremes) add(q geom.Vec) {
	h := x.n.Dot(q.Sub(x.u[0]))
	for side, h := range [...]float64{h, -h} {
		if h > x.heights[side] {
			x.ends[side], x.heights[side] = q, h
		}
	}
}

// farthestPath bounds how far paths lead from where two surfaces meet, as a multiple of the distance.
const farthestPath = precision.Surroundings / safetyFactor

// piercedBy is passesThrough for surfaces of triangles so small that their corners keep no
// distance from the other surface: paths lead over many triangles.
func (c *classifier) piercedBy(k int) bool {
	o, other := c.objects[k], c.objects[1-k]
	seen := NewCells(4 * c.distance())
	for _, pair := range c.Near.Pairs {
		t := o.Triangle(pair[k])
		if t.Box().Diagonal() > farthestPath*c.distance() {
			continue
		}
		if _, first := seen.First(t[0]); !first {
			continue
		}
		if c.ctx.Err() != nil {
			return false
		}
		u := other.Triangle(pair[1-k])
		if c.piercedAt(o, other, o.Shape.Welded.Faces[pair[k]][0], &u) {
			return true
		}
	}
	return false
}

// piercedAt reports whether o passes through the other's surface near triangle u of that and near
// o's vertex from.
func (c *classifier) piercedAt(o, other *world.Object, from uint32, u *geom.Triangle) bool {
	at := o.Vertex(from)
	for radius := 8 * c.distance(); radius <= farthestPath*c.distance(); radius *= 2 {
		if c.ctx.Err() != nil || borderWithin(other, at, radius+c.distance()) {
			return false
		}
		x := extremes{u: u, n: u.UnitNormal()}
		o.EachAround(from, radius, func(_ uint32, q geom.Vec) { x.add(q) })
		if min(x.heights[0], x.heights[1]) <= 2*c.distance() {
			continue
		}
		if odd, certain := c.meetsOddly(other, x.ends, x.n); certain {
			return odd
		}
	}
	return false
}

// meetsOddly reports whether a path meets the surface of an object an odd number of times. All of
// it keeps the distance from the surface's border. The answer is certain only if the ends keep
// the distance from the surface.
//
// The straight line between the ends meets an edge if both surfaces have one where they
// meet. So it is also shifted along the surface, which has the normal n there, by less than
// the distance.
func (c *classifier) meetsOddly(o *world.Object, path geom.Segment, n geom.Vec) (odd, certain bool) {
	if !isFree(path[0], c.distance(), o) || !isFree(path[1], c.distance(), o) {
		return false, false
	}
	along := path[1].Sub(path[0]).Cross(n)
	if length := along.Norm(); length > 0 {
		along = along.Scale(c.distance() / length)
	}
	across := along.Cross(n)
	for _, shift := range [...]geom.Vec{{}, across.Scale(0.375).Add(along.Scale(0.125)), across.Scale(-0.3125).Add(along.Scale(0.25))} {
		s := geom.Segment{path[0].Add(shift), path[1].Add(shift)}
		if odd, certain = meetsOddly(o, s); certain {
			break
		}
	}
	return odd, certain
}

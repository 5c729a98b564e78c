package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// kind tells the cores of bodies apart.
type kind uint8

const (
	dot     kind = iota // the origin
	stick               // half[0] and its mirror image
	brick               // all three half-edges
	roller              // a cylinder along half[0], whose unit vector is half[1]
	corners             // a Hull that is not climbed
	points              // a Cloud
	other               // whatever a Set says
)

// body is a set as a core around an origin of its own and a radius: all points that
// near to the core. Round sets have a small core, on which the walks of this package
// end after a few steps where a surface of no corners would take them many. Places in
// the core are told from the origin, so that far from the world's they have all digits.
type body struct {
	kind    kind
	mapped  bool // the core is to be carried by m
	radius  float64
	origin  vec
	half    [3]vec
	flat    float64 // radius of a roller
	start   vec     // origin in the coordinates of packets, cloud and set
	packets packets
	cloud   []geom.Vec
	inside  float64 // of corners, the radius of a ball within them around start
	set     Set
	m       matrix
}

// make makes b of a set.
func (b *body) make(s Set) {
	switch s := s.(type) {
	case Box:
		b.kind, b.origin = brick, vecAt(&s.Center)
		b.half[0], b.half[1], b.half[2] = vecAt(&s.Half[0]), vecAt(&s.Half[1]), vecAt(&s.Half[2])
	case Cloud:
		if len(s) > 0 { // else it is the origin, as for Hull
			b.kind, b.cloud, b.start = points, s, vecOf(s[0])
			b.origin = b.start
		}
	case *Hull:
		if s.climb != nil {
			b.other(s)
			break
		}
		if len(s.packets) > 0 { // else it is the origin
			b.kind, b.packets, b.start, b.origin = corners, s.packets, s.inner, s.inner
			b.inside = s.inside
		}
	case Sphere:
		b.origin, b.radius = vecOf(s.Center), max(s.Radius, 0)
	case Capsule:
		b.stick(s.A, s.B)
		b.radius = max(s.Radius, 0)
	case Point:
		b.origin = vecOf(geom.Vec(s))
	case Cylinder:
		b.stick(s.A, s.B)
		if s.A != s.B {
			b.kind, b.half[1], b.flat = roller, axisOf(b.half[0]), max(s.Radius, 0)
		}
	case Placed:
		b.place(&s)
	default:
		b.other(s)
	}
}

// other makes b of a set of which nothing is known but what it says.
func (b *body) other(s Set) {
	*b = body{kind: other, set: s, start: vecOf(s.Inner()), m: b.m}
	b.origin = b.start
}

func (b *body) stick(from, to geom.Vec) {
	b.kind = stick
	b.half[0] = vecOf(to.Sub(from)).scale(0.5)
	b.origin = vecOf(from).add(b.half[0])
}

// place makes b of a set under a map. The image of a box is one, and so is that of a
// ball or a cylinder, if the map keeps angles.
func (b *body) place(p *Placed) {
	b.make(p.Set)
	if b.mapped { // a placed set that is placed again
		b.other(p.Set)
	}
	b.m.x, b.m.y, b.m.z = linear(&p.World)
	shift := vec{p.World[0][3], p.World[1][3], p.World[2][3]}
	if b.kind < corners && !b.turn() {
		b.other(p.Set)
	}
	if b.mapped = b.kind >= corners; b.mapped {
		b.origin = b.start
	}
	b.origin = b.m.apply(b.origin).add(shift)
}

// turn carries the core and the radius by the map, unless that would make a ball or a
// cylinder something else.
func (b *body) turn() (ok bool) {
	if b.radius > 0 || b.kind == roller {
		factor, ok := b.m.similarity()
		if !ok {
			return false
		}
		b.radius *= factor
		b.flat *= factor
	}
	for k := range b.half {
		b.half[k] = b.m.apply(b.half[k])
	}
	if b.kind == roller {
		b.half[1] = axisOf(b.half[0])
	}
	return true
}

// axisOf returns v at length 1, whatever length it has.
func axisOf(v vec) vec { return v.scale(1 / v.reach()).unit() }

// support returns a point of the core that is farthest in direction d, from the origin.
func (b *body) support(d vec) vec {
	switch b.kind {
	case brick:
		return towards(b.half[0], d).add(towards(b.half[1], d)).add(towards(b.half[2], d))
	case dot:
		return vec{}
	case stick:
		return towards(b.half[0], d)
	case roller:
		return towards(b.half[0], d).add(rim(b.half[1], d, b.flat))
	}
	return b.far(d)
}

// far is support for the kinds that answer in coordinates of their own.
func (b *body) far(d vec) vec {
	if b.mapped {
		d = b.m.transposed(d)
	}
	var p vec
	switch b.kind {
	case corners:
		p = b.packets.point(b.packets.farthest(d))
	case points:
		p = vecOf(b.cloud[farthest(b.cloud, d)])
	default:
		p = vecOf(b.set.Support(d.point()))
	}
	return b.core(p)
}

// towards returns h or -h, whichever is farther in direction d. Which it is can be
// foretold by no processor: so there is no branch.
func towards(h, d vec) vec { return h.scale(math.Copysign(1, h.dot(d))) }

// rim returns the point farthest in direction d of the disc around the origin across the
// unit vector u.
func rim(u, d vec, radius float64) vec {
	e := d.sub(u.scale(u.dot(d)))
	e = e.sub(u.scale(u.dot(e))) // rounding of the first is large where little is left
	l := e.length()
	if !(l > 0x1p-50*d.reach()) {
		return vec{} // all of the disc is as far
	}
	return e.scale(radius / l)
}

// pair is two bodies and the difference A - B of their cores, which meet where the
// origin is in it.
type pair struct {
	a, b  body
	delta vec     // from B's origin to A's
	round float64 // the sum of their radii
}

func (p *pair) make(a, b Set) {
	p.a.make(a)
	p.b.make(b)
	p.delta = p.a.origin.sub(p.b.origin)
	p.round = p.a.radius + p.b.radius
}

// support returns the point w of A - B farthest in direction d, and the point of A it
// is made of.
func (p *pair) support(d vec) (w, a vec) {
	if p.a.kind == corners && p.b.kind == corners {
		return p.ofCorners(d)
	}
	a = p.a.support(d)
	return a.add(p.delta).sub(p.b.support(d.neg())), a
}

// ofCorners is support where one look goes over the corners of both.
func (p *pair) ofCorners(d vec) (w, a vec) {
	e := d.neg()
	if p.a.mapped {
		d = p.a.m.transposed(d)
	}
	if p.b.mapped {
		e = p.b.m.transposed(e)
	}
	i, j := farthestOfBoth(p.a.packets, d, p.b.packets, e)
	a = p.a.core(p.a.packets.point(i))
	return a.add(p.delta).sub(p.b.core(p.b.packets.point(j))), a
}

// core returns a point of packets, cloud or set as one of the core.
func (b *body) core(p vec) vec {
	if p = p.sub(b.start); b.mapped {
		return b.m.apply(p)
	}
	return p
}

// ballsMeet reports whether balls within hulls, around their origins, are certain to meet:
// then so do the hulls, without a look at their vertices.
func (p *pair) ballsMeet() bool {
	if p.a.kind != corners || p.b.kind != corners {
		return false
	}
	reach := p.a.ball() + p.b.ball()
	return p.delta.dot(p.delta) < reach*reach && reach < 0x1p+200
}

// ball returns the radius of a ball within corners around the origin, less than it may be.
func (b *body) ball() float64 {
	if b.mapped {
		return 0.999 * b.inside * b.m.shrinks()
	}
	return 0.999 * b.inside
}

package convex

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// coreKind is the kind of the core of a body.
type coreKind uint8

const (
	coreOrigin   coreKind = iota // the origin
	coreSegment                  // half[0] and its mirror image
	coreBox                      // all three half-edges
	coreCylinder                 // a cylinder along half[0], whose unit vector is half[1]
	coreHull                     // a Hull of few vertices
	coreCloud                    // a Cloud
	coreSet                      // any other Set
)

// body is a set as a core around its own origin and a radius: all points within the radius of the
// core. Round sets have a small core, on which the iterations of this package end after a few
// steps, while a curved surface would take many. Points of the core are relative to its origin, so
// that they keep all digits far from the world's origin.
type body struct {
	kind   coreKind
	mapped bool // apply m to the core
	radius float64
	origin vec
	half   [3]vec
	flat   float64 // radius of a cylinder
	start  vec     // origin in the coordinates of hull, cloud and set
	hull   *Hull   // of vertices; nil for other sets
	cloud  []geom.Vec
	set    Set
	m      matrix
}

// make makes b from a set.
func (b *body) make(s Set) {
	switch s := s.(type) {
	case *geom.OBB:
		b.kind, b.origin = coreBox, vecAt(&s.Center)
		b.half[0], b.half[1], b.half[2] = vecAt(&s.Half[0]), vecAt(&s.Half[1]), vecAt(&s.Half[2])
	case Cloud:
		if len(s) > 0 { // otherwise the origin, as for Hull
			b.kind, b.cloud, b.start = coreCloud, s, vecOf(s[0])
			b.origin = b.start
		}
	case *Hull:
		if len(s.Vertices) > 0 { // otherwise the origin
			b.kind, b.hull, b.start, b.origin = coreHull, s, s.inner, s.inner
		}
		if s.climb != nil {
			b.kind, b.set = coreSet, s
		}
	case Sphere:
		b.origin, b.radius = vecAt(&s.Center), max(s.Radius, 0)
	case Capsule:
		b.makeSegment(vecAt(&s.A), vecAt(&s.B))
		b.radius = max(s.Radius, 0)
	case Cylinder:
		b.makeSegment(vecAt(&s.A), vecAt(&s.B))
		if s.A != s.B {
			b.kind, b.flat = coreCylinder, max(s.Radius, 0)
		}
	case Placed:
		b.place(&s)
	default:
		b.makeOther(s)
	}
}

// makeOther makes b from a set known only by its methods.
func (b *body) makeOther(s Set) {
	*b = body{kind: coreSet, set: s, start: vecOf(s.Inner()), m: b.m}
	b.origin = b.start
}

func (b *body) makeSegment(from, to vec) {
	b.kind = coreSegment
	b.half[0] = to.sub(from).scale(0.5)
	b.origin = from.add(b.half[0])
}

// place makes b from a set under a map. The image of a box is a box. So is that of a ball or a
// cylinder, if the map keeps angles.
func (b *body) place(p *Placed) {
	b.make(p.Set)
	if b.mapped { // a placed set that is placed again
		b.makeOther(p.Set)
	}
	b.m.x, b.m.y, b.m.z = linear(&p.World)
	shift := vec{p.World[0][3], p.World[1][3], p.World[2][3]}
	if b.kind < coreHull && !b.applyMap() {
		b.makeOther(p.Set)
	}
	if b.mapped = b.kind >= coreHull; b.mapped {
		b.origin = b.start
	}
	b.origin = b.m.apply(b.origin).add(shift)
}

// applyMap applies the map to the core and the radius. It reports false if the image of a
// ball or a cylinder would not be one.
func (b *body) applyMap() (ok bool) {
	if b.radius > 0 || b.kind == coreCylinder {
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
	return true
}

// axisOf returns v scaled to length 1, whatever its length.
func axisOf(v vec) vec {
	if vv := v.dot(v); 0x1p-900 < vv && vv < 0x1p+900 {
		return v.scale(1 / math.Sqrt(vv))
	}
	return v.scale(1 / v.norm1()).unit()
}

// support returns a point of the core farthest in direction d from the origin.
func (b *body) support(d vec) vec {
	switch b.kind {
	case coreBox:
		return towards(b.half[0], d).add(towards(b.half[1], d)).add(towards(b.half[2], d))
	case coreOrigin:
		return vec{}
	case coreSegment:
		return towards(b.half[0], d)
	case coreCylinder:
		h := b.half[1].dot(d)
		return b.half[0].scale(math.Copysign(1, h)).add(rim(b.half[1], d, h, b.flat))
	}
	return b.far(d)
}

// far is support for cores with their own coordinates.
func (b *body) far(d vec) vec {
	if b.mapped {
		d = b.m.transposed(d)
	}
	var p vec
	switch b.kind {
	case coreHull:
		p = b.hull.packets.point(b.hull.packets.farthest(d))
	case coreCloud:
		p = vecOf(b.cloud[farthest(b.cloud, d)])
	default:
		p = vecOf(b.set.Support(d.point()))
	}
	return b.toCore(p)
}

// towards returns h or -h, whichever is farther in direction d, without branches, which would be
// unpredictable.
func towards(h, d vec) vec { return h.scale(math.Copysign(1, h.dot(d))) }

// rim returns the point farthest in direction d of the disc around the origin with unit normal u.
// along is the product of d and u.
func rim(u, d vec, along, radius float64) vec {
	e := d.sub(u.scale(along))
	ee, dd := e.dot(e), d.dot(d)
	if !(ee > dd/16) { // where little is left of d, that is inaccurate
		e = e.sub(u.scale(u.dot(e)))
		if ee = e.dot(e); !(ee > 0x1p-100*dd) {
			return vec{} // all points are equally far
		}
	}
	return e.scale(radius / math.Sqrt(ee))
}

// pair is two bodies and the difference A - B of their cores, which contains the origin if the
// cores meet.
type pair struct {
	a, b  body
	delta vec     // from B's origin to A's
	round float64 // the sum of their radii
}

func (p *pair) make(a, b Set) {
	p.outline(a, b)
	p.directAxes()
}

// outline is make without the directions of axes, which apart does not need.
func (p *pair) outline(a, b Set) {
	p.a.make(a)
	p.b.make(b)
	p.delta = p.a.origin.sub(p.b.origin)
	p.round = p.a.radius + p.b.radius
}

// directAxes sets the directions of the axes of cylinders.
func (p *pair) directAxes() {
	if p.a.kind == coreCylinder {
		p.a.half[1] = axisOf(p.a.half[0])
	}
	if p.b.kind == coreCylinder {
		p.b.half[1] = axisOf(p.b.half[0])
	}
}

// support returns the point w of A - B farthest in direction d, and the point of A in that
// difference.
func (p *pair) support(d vec) (w, a vec) {
	if p.a.kind == coreHull && p.b.kind == coreHull {
		return p.supportOfHulls(d)
	}
	a = p.a.support(d)
	return a.add(p.delta).sub(p.b.support(d.neg())), a
}

// supportOfHulls is support for two hulls, in one pass over the vertices of both.
func (p *pair) supportOfHulls(d vec) (w, a vec) {
	e := d.neg()
	if p.a.mapped {
		d = p.a.m.transposed(d)
	}
	if p.b.mapped {
		e = p.b.m.transposed(e)
	}
	inA, inB := p.a.hull.packets, p.b.hull.packets
	i, j := farthestOfBoth(inA, d, inB, e)
	a = p.a.toCore(inA.point(i))
	return a.add(p.delta).sub(p.b.toCore(inB.point(j))), a
}

// toCore maps a point of hull, cloud or set to the core.
func (b *body) toCore(p vec) vec {
	if p = p.sub(b.start); b.mapped {
		return b.m.apply(p)
	}
	return p
}

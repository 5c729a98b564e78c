package meshcheck

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// dive finds out what of each object of a pair lies inside the other, and how deep.
//
// Inside is what a closed surface has around it. Where no triangle of an object touches the
// other one, all that it joins is on one side: one vertex tells for all.
type dive struct {
	ctx      context.Context
	pair     *pairCheck
	workers  int
	touching bool // the surfaces have a point in common
	// closed tells which objects are; it is looked at only where it matters.
	closed [2]bool
	// within is what of one object is in the other.
	within [2]submerged
	// reason is why one object, which may be inside the other, cannot be said to be.
	reason [2]string
}

// position tells where a point is with respect to a closed object.
type position uint8

const (
	unknown position = iota
	inside
	outside
	onSurface
)

// submerged is what of an object lies inside another.
type submerged struct {
	inside, outside bool
	deepest         sounding
}

// sounding is a place inside an object and how deep it is.
type sounding struct {
	depth float64
	at    geom.Vec
	of    DepthOf
}

// passes reports whether one object, in contact with the other, is both inside and
// outside it.
func (d *dive) passes() bool {
	return d.touching && (d.within[0].inside && d.within[0].outside || d.within[1].inside && d.within[1].outside)
}

// contains reports whether object k lies within the other: all of it or, where the two are
// not in contact, one of its shells.
func (d *dive) contains(k int) bool {
	return d.within[k].inside && !(d.touching && d.within[k].outside)
}

// deepest returns the deepest place of either object in the other; where vertices are
// inside, that of a vertex.
func (d *dive) deepest() sounding {
	p, q := d.within[0].deepest, d.within[1].deepest
	if q.of != NoDepth && (p.of == NoDepth || q.of < p.of || q.of == p.of && q.depth > p.depth) {
		return q
	}
	return p
}

// run looks at both objects. faces asks for the centroids of triangles in contact as
// well, which tell more than vertices where surfaces meet but do not cross.
func (d *dive) run(touching, faces bool) error {
	d.touching = touching
	objects := [2]*object{d.pair.a, d.pair.b}
	for k, o := range objects {
		other := objects[1-k]
		if !touching && !o.startsIn(other) {
			d.within[k].outside = true
			continue
		}
		if c := &other.shape.surfaceOf().closure; !c.closed() {
			if !touching && o.liesIn(other.box) {
				d.reason[k] = "not closed: " + c.reason(other.shape.welded)
			}
			continue
		}
		d.closed[1-k] = true
		if err := d.submerge(k, o, other, faces); err != nil {
			return err
		}
	}
	return nil
}

// startsIn reports whether the first vertex of one of o's shells is in the other's box.
func (o *object) startsIn(other *object) bool {
	return slices.ContainsFunc(o.shape.surfaceOf().first, func(vertex uint32) bool {
		return other.box.Intersects(pointBox(o.world.Apply(o.shape.welded.Vertices[vertex])))
	})
}

// liesIn reports whether all of o's vertices are in a box that has a volume.
func (o *object) liesIn(b geom.Box) bool {
	if b.Min[0] == b.Max[0] || b.Min[1] == b.Max[1] || b.Min[2] == b.Max[2] {
		return false
	}
	for _, v := range o.shape.welded.Vertices {
		if !b.Intersects(pointBox(o.world.Apply(v))) {
			return false
		}
	}
	return true
}

// submerge finds out what of object k lies in the other, which is closed.
func (d *dive) submerge(k int, o, other *object, faces bool) error {
	s := &d.within[k]
	diver := &diver{o: o, other: other, body: other.body(), met: d.pair.met[k], carry: bvh.Between(other.shape.box, o.shape.box, other.world, o.world)}
	if diver.met == nil && !diver.shells(s) {
		return nil
	}
	if diver.met != nil {
		diver.sort(s)
	}
	err := diver.sound(d.ctx, d.workers, s)
	if faces && err == nil {
		d.faces(diver, s)
	}
	return err
}

// mostFaces is the number of triangles in contact whose centroids are looked at.
const mostFaces = 4096

// faces looks at the centroids of triangles in contact. One that is no farther from the
// surface than rounding may have put it counts for nothing.
func (d *dive) faces(v *diver, s *submerged) {
	rounding := v.o.rounding + v.other.rounding
	n := 0
	for f := range v.met.each() {
		if n++; n > mostFaces || d.ctx.Err() != nil {
			break
		}
		t := v.o.shape.welded.Triangle(int(f))
		centre := t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3)
		p := v.o.world.Apply(centre)
		where := v.body.position(p)
		if where == onSurface || where == outside && s.outside {
			continue
		}
		depth := v.depth(centre, p, rounding)
		switch {
		case depth <= rounding:
		case where == outside:
			s.outside = true
		default:
			s.inside = true
			if s.deepest.of != DepthOfVertex && depth > s.deepest.depth {
				s.deepest = sounding{depth, p, DepthOfFace}
			}
		}
	}
}

// diver sorts the vertices of an object by whether they are inside another.
type diver struct {
	o, other *object
	body     body
	met      bitset // the triangles of o in contact; nil for none
	carry    bvh.Carry
	// inside tells of each vertex whether it is; nil for all.
	inside bitset
}

// shells decides for an object that is not in contact with the other whether any of its
// shells lies inside: whether a vertex of it does.
func (v *diver) shells(s *submerged) bool {
	for _, first := range v.o.shape.surfaceOf().first {
		if v.body.position(v.place(first)) == inside {
			s.inside = true
		} else {
			s.outside = true
		}
	}
	if s.inside && s.outside {
		v.sort(s)
	}
	return s.inside
}

// place returns a vertex in the world.
func (v *diver) place(vertex uint32) geom.Vec {
	return v.o.world.Apply(v.o.shape.welded.Vertices[vertex])
}

// sort sorts the vertices of an object. Triangles that are not in contact join
// vertices of one side.
func (v *diver) sort(s *submerged) {
	w := v.o.shape.welded
	joined, used := mesh.NewUnion(len(w.Vertices)), newBitset(len(w.Vertices))
	for i, solid := range v.o.shape.solid {
		if !solid {
			continue
		}
		f := w.Faces[i]
		for _, vertex := range f {
			used.set(vertex)
		}
		if !v.met.has(uint32(i)) {
			joined.Join(f[0], f[1])
			joined.Join(f[0], f[2])
		}
	}
	v.inside = newBitset(len(w.Vertices))
	where := make([]position, len(w.Vertices)) // of the smallest vertex of each set
	for vertex := range used.each() {
		if !v.other.box.Intersects(pointBox(v.place(vertex))) {
			where[joined.Find(vertex)] = outside
		}
	}
	for vertex := range used.each() {
		root := joined.Find(vertex)
		if where[root] == unknown {
			where[root] = v.body.position(v.place(vertex))
		}
		switch where[root] {
		case inside:
			s.inside = true
			v.inside.set(vertex)
		case outside:
			s.outside = true
		}
	}
}

// pointBox returns the box of one point.
func pointBox(p geom.Vec) geom.Box { return geom.Box{Min: p, Max: p} }

// sound finds the vertex that lies deepest inside, the first of them.
func (v *diver) sound(ctx context.Context, workers int, s *submerged) error {
	const chunk = 256
	vertices := v.o.shape.welded.Vertices
	best := make([]sounding, (len(vertices)+chunk-1)/chunk)
	var record atomic.Uint64 // the bits of the greatest depth so far
	err := parallel.Tasks(ctx, workers, len(best), func(_, k int) {
		for i := k * chunk; i < min(len(vertices), (k+1)*chunk); i++ {
			if v.inside != nil && !v.inside.has(uint32(i)) {
				continue
			}
			p := v.place(uint32(i))
			least := math.Float64frombits(record.Load())
			if depth := v.depth(vertices[i], p, least); depth >= least && depth > best[k].depth {
				best[k] = sounding{depth, p, DepthOfVertex}
				raise(&record, depth)
			}
		}
	})
	for _, b := range best {
		if b.depth > s.deepest.depth {
			s.deepest = b
		}
	}
	return err
}

// raise makes x the record unless it is higher. The bits of numbers that are not
// negative are in the order of the numbers.
func raise(record *atomic.Uint64, x float64) {
	for {
		old := record.Load()
		if math.Float64bits(x) <= old || record.CompareAndSwap(old, math.Float64bits(x)) {
			return
		}
	}
}

// depth returns the distance of a point, given in o's coordinates and in the world, from
// the other's surface, or that from some of its triangles if that is below least.
func (v *diver) depth(local, p geom.Vec, least float64) float64 {
	place := v.carry.Carried(bvh.Round(pointBox(local)))
	_, d, _ := v.other.shape.tree.NearestTo(place, v.carry.Unit, math.Inf(1), least, func(i uint32) float64 {
		t := v.other.triangle(i)
		_, d := t.Nearest(p)
		return d
	})
	return d
}

package hulls

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// depths decides whether points of a convex hull are deeper under its surface than a limit.
//
// The depth of a point in a convex body is its distance from the nearest plane of a face, as
// the body is on one side of each plane. So a point is not deeper than the limit if the plane
// of one face is near. The planes are in a tree by their normals, as boxes could not separate
// the faces themselves, which may all be long and narrow and close together. A query descends
// to the first such plane, nearest planes first: about log n nodes where normals are spread
// over a surface or along a curve, n at worst.
type depths struct {
	hull   *convex.Hull
	place  geom.Affine
	origin geom.Vec
	limit  float64
	planes []facePlane
	nodes  []planeNode
	// last is the plane that was near the last point: the next point may be near it as well.
	last int
	// visits counts the nodes and planes tested.
	visits int
}

// facePlane is the plane of a face: all points whose inner product with a normal of length 1,
// relative to the origin of depths, is the height. For a point of the hull the error of both
// together is less than slack, which is infinite for a face without a normal.
type facePlane struct {
	normal        geom.Vec
	height, slack float64
	face          int
	// corner is the corner of the face where the fewest faces meet, relative to the origin.
	corner geom.Vec
}

// planeNode bounds planes by the box of their normals and by the least distance of any of
// them, minus its slack, from a center, which is a corner of one of them. Its children are the
// nodes first and first+1, or, if count is above 0, count planes from first on.
type planeNode struct {
	min, max     geom.Vec
	center       geom.Vec
	least        float64
	first, count int
}

// planesALeaf is the number of planes in a leaf.
const planesALeaf = 4

// newDepths prepares the hull at a place, of dimension 3, for points of it.
func newDepths(hull *convex.Hull, place geom.Affine, limit float64) *depths {
	d := &depths{hull: hull, place: place, origin: place.Apply(hull.Inner()), limit: limit}
	box := geom.EmptyBox()
	for _, v := range hull.Vertices {
		box = box.Include(place.Apply(v))
	}
	meet := make([]int, len(hull.Vertices)) // faces at each vertex
	for _, f := range hull.Faces {
		for _, v := range f {
			meet[v]++
		}
	}
	d.planes = make([]facePlane, len(hull.Faces))
	for i, f := range hull.Faces {
		d.planes[i] = d.plane(i, &box)
		least := slices.MinFunc(f, func(v, w uint32) int { return cmp.Compare(meet[v], meet[w]) })
		d.planes[i].corner = place.Apply(hull.Vertices[least]).Sub(d.origin)
	}
	d.nodes = append(d.nodes, planeNode{})
	d.build(0, 0, len(d.planes))
	return d
}

// plane returns the plane of a face of a hull that is in the box. The error of its normal
// comes from the rounding of the corners and of the products, and is the greater the narrower
// the face.
func (d *depths) plane(i int, box *geom.Box) facePlane {
	face := d.hull.Faces[i]
	from, normal := d.hull.FaceNormal(i, d.place)
	size := max(box.Min.Norm(), box.Max.Norm()) + box.Diagonal()
	var twice geom.Vec
	products := 0.0
	for k := 2; k < len(face); k++ {
		e, f := d.place.Apply(d.hull.Vertices[face[k-1]]).Sub(from), d.place.Apply(d.hull.Vertices[face[k]]).Sub(from)
		twice = twice.Add(e.Cross(f))
		products += (e.Norm() + f.Norm()) * size
	}
	turned := 0x1p-48 * products / twice.Norm()
	p := facePlane{normal: normal, face: i, height: normal.Dot(from.Sub(d.origin)), slack: turned*box.Diagonal() + 0x1p-48*size}
	if !(p.slack < box.Diagonal()) {
		p.normal, p.height, p.slack = geom.Vec{}, 0, math.Inf(1)
	}
	return p
}

// build makes node k of the planes from lo on up to hi.
func (d *depths) build(k, lo, hi int) {
	n := planeNode{least: math.Inf(1), first: lo, count: hi - lo}
	b := geom.EmptyBox()
	for i := lo; i < hi; i++ {
		b = b.Include(d.planes[i].normal)
	}
	n.min, n.max = b.Min, b.Max
	if hi-lo > planesALeaf {
		axis, size := 0, n.max.Sub(n.min)
		for j := range size {
			if size[j] > size[axis] {
				axis = j
			}
		}
		slices.SortFunc(d.planes[lo:hi], func(p, q facePlane) int {
			return cmp.Or(cmp.Compare(p.normal[axis], q.normal[axis]), cmp.Compare(p.face, q.face))
		})
		n.first, n.count = len(d.nodes), 0
		d.nodes = append(d.nodes, planeNode{}, planeNode{})
		middle := (lo + hi) / 2
		d.build(n.first, lo, middle)
		d.build(n.first+1, middle, hi)
	}
	n.center = d.planes[(lo+hi)/2].corner
	for _, p := range d.planes[lo:hi] {
		n.least = min(n.least, p.height-p.normal.Dot(n.center)-p.slack)
	}
	d.nodes[k] = n
}

// deeperThanLimit reports whether a point of the hull is deeper under its surface than the
// limit.
func (d *depths) deeperThanLimit(p geom.Vec) bool {
	q := p.Sub(d.origin)
	return !d.near(d.last, &p, &q) && !d.visit(0, &p, &q)
}

// visit reports whether a plane of a node is near p. q is p relative to the origin.
func (d *depths) visit(k int, p, q *geom.Vec) bool {
	d.visits++
	n := &d.nodes[k]
	for i := range n.count {
		if d.near(n.first+i, p, q) {
			return true
		}
	}
	if n.count > 0 {
		return false
	}
	a, b := d.nodes[n.first].below(q), d.nodes[n.first+1].below(q)
	children, bounds := [2]int{n.first, n.first + 1}, [2]float64{a, b}
	if b < a {
		children, bounds = [2]int{n.first + 1, n.first}, [2]float64{b, a}
	}
	for c, child := range children {
		if !(bounds[c] > d.limit) && d.visit(child, p, q) {
			return true
		}
	}
	return false
}

// below returns a lower bound of the distance of q from any plane of the node.
func (n *planeNode) below(q *geom.Vec) float64 {
	d := n.least
	for k, x := range q.Sub(n.center) {
		d -= max(float64(n.min[k]*x), float64(n.max[k]*x))
	}
	return d
}

// near reports whether a plane is no farther from p than the limit, or, where its normal is
// too inaccurate to decide, its face.
func (d *depths) near(i int, p, q *geom.Vec) bool {
	d.visits++
	plane := &d.planes[i]
	off := plane.height - plane.normal.Dot(*q)
	switch {
	case off-plane.slack > d.limit:
		return false
	case !(off+plane.slack <= d.limit) && !d.nearFace(plane.face, p):
		return false
	}
	d.last = i
	return true
}

// nearFace reports whether a face is no farther from p than the limit.
func (d *depths) nearFace(i int, p *geom.Vec) bool {
	f := d.hull.Faces[i]
	for k := 2; k < len(f); k++ {
		t := geom.Triangle{d.place.Apply(d.hull.Vertices[f[0]]), d.place.Apply(d.hull.Vertices[f[k-1]]), d.place.Apply(d.hull.Vertices[f[k]])}
		if _, away := t.Nearest(*p); away <= d.limit {
			return true
		}
	}
	return false
}

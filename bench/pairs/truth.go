package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// separation returns the signed distance of two shapes, negative for the penetration
// depth, and a unit vector: the shortest way for b to leave a if they penetrate,
// otherwise the direction from a to b.
//
// Sphere and capsule have a formula. For the others the depth is the least overlap
// over a set of directions that contains the best one, and the distance is the least
// over pairs of features. Two planes between the shapes prove the distance; an error
// means that they do not, which should not happen.
func separation(a, b *shape) (signed float64, n geom.Vec, err error) {
	if a.kind == sphere && b.kind == capsule {
		signed, n = sphereToCapsule(a, b)
		return signed, n, nil
	}
	p := polytopeOf(b)
	if a.kind == cylinder {
		if depth, n := leastRound(a, b); depth >= 0 {
			return -depth, n, nil
		}
		return proved(a, b, nearestToCylinder(a, &p))
	}
	q := polytopeOf(a)
	if depth, n := leastFlat(&q, &p); depth >= 0 {
		return -depth, n, nil
	}
	return proved(a, b, nearest(&q, &p))
}

// proved returns the length and the direction of the shortest segment between two
// shapes, if two planes across it have the shapes on their far sides.
func proved(a, b *shape, shortest geom.Segment) (distance float64, n geom.Vec, err error) {
	way := shortest[1].Sub(shortest[0])
	distance = way.Norm()
	n = way.Scale(1 / distance)
	if gap := -overlap(a, b, n); !(math.Abs(gap-distance) <= 1e-13) {
		return 0, n, fmt.Errorf("features are %v apart, but planes %v", distance, gap)
	}
	return distance, n, nil
}

func sphereToCapsule(a, b *shape) (signed float64, n geom.Vec) {
	p, q := b.ends()
	on, d := (&geom.Segment{p, q}).Nearest(a.center())
	return d - a.size[0] - b.size[0], on.Sub(a.center()).Scale(1 / d)
}

// polytope is a box or a hull in the world, its faces as triangles.
type polytope struct {
	vertices   []geom.Vec
	triangles  []geom.Triangle
	normals    []geom.Vec // unit, and one of two opposite ones
	edges      []geom.Segment
	directions []geom.Vec // of edges, and one of several parallel ones
}

func polytopeOf(s *shape) polytope {
	if s.kind == box {
		return boxPolytope(s)
	}
	var p polytope
	for _, v := range s.vertices {
		p.vertices = append(p.vertices, s.pose.Apply(v))
	}
	for _, f := range s.faces {
		t := geom.Triangle{p.vertices[f[0]], p.vertices[f[1]], p.vertices[f[2]]}
		n := t.Normal()
		p.triangles = append(p.triangles, t)
		p.normals = append(p.normals, n.Unit())
		for k, i := range f {
			if i < f[(k+1)%3] { // each edge once; the other side has it backwards
				e := geom.Segment{t[k], t[(k+1)%3]}
				p.edges = append(p.edges, e)
				p.directions = append(p.directions, e[1].Sub(e[0]))
			}
		}
	}
	return p
}

// boxPolytope numbers the corners by bits: bit k is the side along axis k.
func boxPolytope(s *shape) (p polytope) {
	for corner := range 8 {
		v := geom.Vec(s.size)
		for k := range v {
			if corner>>k&1 == 0 {
				v[k] = -v[k]
			}
		}
		p.vertices = append(p.vertices, s.pose.Apply(v))
	}
	for k := range 3 {
		i, j := 1<<((k+1)%3), 1<<((k+2)%3)
		for _, c := range []int{0, i, j, i | j} {
			p.edges = append(p.edges, geom.Segment{p.vertices[c], p.vertices[c|1<<k]})
		}
		for _, c := range []int{0, 1 << k} {
			v := p.vertices
			p.triangles = append(p.triangles, geom.Triangle{v[c], v[c|i], v[c|j]}, geom.Triangle{v[c|i|j], v[c|i], v[c|j]})
		}
		p.normals = append(p.normals, s.axis(k))
	}
	p.directions = p.normals
	return p
}

// leastFlat returns the least overlap over all normals that a face of the Minkowski
// difference can have: those of faces, and those of an edge of each. It stops at the
// first negative overlap, because then the two are apart.
func leastFlat(p, q *polytope) (least float64, best geom.Vec) {
	least = math.Inf(1)
	try := func(n geom.Vec) {
		pLow, pHigh := p.extent(n)
		qLow, qHigh := q.extent(n)
		if pHigh-qLow < least {
			least, best = pHigh-qLow, n
		}
		if qHigh-pLow < least {
			least, best = qHigh-pLow, n.Scale(-1)
		}
	}
	for _, n := range slices.Concat(p.normals, q.normals) {
		try(n)
	}
	for i := range p.directions {
		for j := range q.directions {
			if least < 0 {
				return least, best
			}
			n := geom.PreciseCross(&p.directions[i], &q.directions[j])
			if n != (geom.Vec{}) {
				try(n.Unit())
			}
		}
	}
	return least, best
}

// extent returns the least and the greatest n·x over the polytope's points x.
func (p *polytope) extent(n geom.Vec) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range p.vertices {
		x := v.Dot(n)
		low, high = min(low, x), max(high, x)
	}
	return low, high
}

// nearest returns the shortest of all segments from a vertex to a face and from an
// edge to an edge.
func nearest(p, q *polytope) (best geom.Segment) {
	least := math.Inf(1)
	take := func(v, w geom.Vec, d float64) {
		if d < least {
			least, best = d, geom.Segment{v, w}
		}
	}
	for i := range p.edges {
		for j := range q.edges {
			take(p.edges[i].NearestTo(&q.edges[j]))
		}
	}
	for _, v := range p.vertices {
		for j := range q.triangles {
			w, d := q.triangles[j].Nearest(v)
			take(v, w, d)
		}
	}
	for _, w := range q.vertices {
		for i := range p.triangles {
			v, d := p.triangles[i].Nearest(w)
			take(v, w, d)
		}
	}
	return best
}

package mesh

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// link is the edges opposite to a vertex v in the triangles at it, seen from v: arcs of
// great circles on the sphere of directions, each less than half of one. Two triangles
// at v meet in more than their common face exactly if their arcs meet in more than the
// common end that such a face gives them.
//
// Directions are ordered around the axis (1, ε, ε²), for an ε that is positive and
// smaller than any number that occurs. It is never in the plane of a triangle or in the
// direction of a spoke, so that each arc goes strictly one way round, and two directions
// are at the same angle only if they are equal. The sign of a product with it is that of
// the first coordinate that is not zero: all decisions are exact.
type link struct {
	vertices []geom.Vec
	at       geom.Vec // v
	ends     []uint32 // the vertices at the ends of arcs, in the order of their directions
	equal    []bool   // of ends: whether the direction is that of the one before
	arcs     []arc
	// starting and finishing list the arcs that start and finish at an end: those of
	// ends[k] are starting[firstStart[k]:firstStart[k+1]].
	starting, finishing     []int32
	firstStart, firstFinish []int32
	place                   map[uint32]int32 // of ends
}

// arc goes counter-clockwise around the axis, from and to places among ends.
type arc struct {
	triangle uint32
	from, to int32
}

// build makes l the link of v.
func (l *link) build(w *Welded, v uint32, fan []Corner) {
	l.vertices, l.at = w.Vertices, w.Vertices[v]
	l.ends, l.arcs = l.ends[:0], l.arcs[:0]
	for _, c := range fan {
		f := &w.Faces[c.Triangle()]
		l.ends = append(l.ends, f[next[c.Index()]], f[next[next[c.Index()]]])
	}
	slices.Sort(l.ends)
	l.ends = slices.Compact(l.ends)
	l.order()
	for _, c := range fan {
		f := &w.Faces[c.Triangle()]
		a, b := f[next[c.Index()]], f[next[next[c.Index()]]]
		if l.turn(a, b) < 0 {
			a, b = b, a
		}
		l.arcs = append(l.arcs, arc{triangle: uint32(c.Triangle()), from: l.place[a], to: l.place[b]})
	}
	l.firstStart, l.starting = l.grouped(l.firstStart, l.starting, func(a *arc) int32 { return a.from })
	l.firstFinish, l.finishing = l.grouped(l.firstFinish, l.finishing, func(a *arc) int32 { return a.to })
}

// order sorts the ends by direction, and those in the same direction by number.
func (l *link) order() {
	slices.SortFunc(l.ends, func(p, q uint32) int {
		return cmp.Or(l.compare(p, q), cmp.Compare(p, q))
	})
	l.equal = append(l.equal[:0], make([]bool, len(l.ends))...)
	l.place = make(map[uint32]int32, len(l.ends))
	for k, p := range l.ends {
		l.equal[k] = k > 0 && l.compare(l.ends[k-1], p) == 0
		l.place[p] = int32(k)
	}
}

// compare compares the angles of two directions around the axis, counted from the half-plane
// through it that contains the projection of the y axis.
func (l *link) compare(p, q uint32) int {
	return cmp.Or(cmp.Compare(l.half(p), l.half(q)), -l.turn(p, q))
}

// half returns 0 for an angle below 180 degrees, otherwise 1. The product of the axis, the
// direction of y and a direction d is d.z - ε²·d.x.
func (l *link) half(p uint32) int {
	d := &l.vertices[p]
	side := cmp.Or(cmp.Compare(d[2], l.at[2]), cmp.Compare(l.at[0], d[0]), cmp.Compare(d[1], l.at[1]))
	return (1 - side) / 2
}

// turn returns the sign of the product of the axis and the directions of p and q.
func (l *link) turn(p, q uint32) int {
	a, b, c := &l.at, &l.vertices[p], &l.vertices[q]
	for k := range 3 {
		i, j := next[k], next[next[k]]
		s := geom.Orient2D([2]float64{a[i], a[j]}, [2]float64{b[i], b[j]}, [2]float64{c[i], c[j]})
		if s != 0 {
			return s
		}
	}
	return 0
}

// grouped sorts the arcs by a place among the ends.
func (l *link) grouped(first, sorted []int32, by func(*arc) int32) (firsts, arcs []int32) {
	first = append(first[:0], make([]int32, len(l.ends)+1)...)
	sorted = append(sorted[:0], make([]int32, len(l.arcs))...)
	for k := range l.arcs {
		first[by(&l.arcs[k])+1]++
	}
	for k := range l.ends {
		first[k+1] += first[k]
	}
	for k := len(l.arcs) - 1; k >= 0; k-- {
		p := by(&l.arcs[k])
		first[p+1]--
		sorted[first[p+1]] = int32(k)
	}
	copy(first, first[1:])
	first[len(l.ends)] = int32(len(l.arcs))
	return first, sorted
}

// side returns the side of an arc on which the end p is, for a p on its way round: +1 on
// the axis's side, 0 on the arc.
func (l *link) side(k, p int32) int {
	a := &l.arcs[k]
	return geom.Orient3D(l.at, l.vertices[l.ends[a.from]], l.vertices[l.ends[a.to]], l.vertices[l.ends[p]])
}

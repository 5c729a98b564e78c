package precision

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// move displaces the corners on the side of the first triangle, and with them those of both sides,
// or not. Moving the second side the other way comes to the same.
type move struct {
	geom.Vec
	both bool
}

// separating returns at most so many of the moves, or if there are none given of all that come into
// question, after which the sides do not go through each other. What hangs together with neither
// triangle is looked at only if the others leave a move.
func (n *neighbourhood) separating(moves []move, most int, distance float64) []move {
	n.label()
	if moves == nil {
		moves = n.moves(distance * step)
	}
	if !n.unreached() {
		return n.parting(moves, most, distance)
	}
	if moves = n.parting(moves, mostMoves, distance); len(moves) > 0 {
		n.join(distance)
		moves = n.parting(moves, most, distance)
	}
	return moves
}

// parting returns at most so many of the moves after which the sides do not go through each other.
func (n *neighbourhood) parting(moves []move, most int, distance float64) (kept []move) {
	if n.crowded {
		return nil
	}
	n.listPairs(distance)
	for _, m := range moves {
		if len(kept) < most && !n.crowded && !n.meetsAfter(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// mostMoves is how many directions are tried at most, those of the least overlap.
const mostMoves = 12

// moves returns the moves by a distance that separate the two triangles of the place: along the
// normals of both, the cross products of their edges, and the normals of their edges in their
// planes. Those along which the two overlap least come first.
func (n *neighbourhood) moves(distance float64) []move {
	t, u := n.triangle(&n.faces[0]), n.triangle(&n.faces[1])
	type candidate struct {
		geom.Vec
		overlap float64
	}
	var all []candidate
	for _, d := range directions(&t, &u) {
		lowT, highT := extent(&t, d)
		lowU, highU := extent(&u, d)
		if x := highU - lowT; x < distance {
			all = append(all, candidate{d.Scale(distance), x})
		}
		if x := highT - lowU; x < distance {
			all = append(all, candidate{d.Scale(-distance), x})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.overlap, b.overlap) })
	var moves []move
	if n.snapped {
		moves = append(moves, move{}) // nothing else may be needed
	}
	shared := slices.ContainsFunc(n.corners, func(c corner) bool { return c.side == ofBoth })
	for _, c := range all {
		if slices.ContainsFunc(moves, func(m move) bool { return m.Dot(c.Vec) > 0.999*distance*distance }) {
			continue
		}
		moves = append(moves, move{c.Vec, true})
		if shared {
			moves = append(moves, move{c.Vec, false})
		}
		if len(moves) >= mostMoves {
			break
		}
	}
	return moves
}

// directions returns the unit vectors along which two triangles may be separated, in space and
// within their planes.
func directions(t, u *geom.Triangle) []geom.Vec {
	all := make([]geom.Vec, 0, 17)
	add := func(d geom.Vec) {
		if d = d.Unit(); d != (geom.Vec{}) {
			all = append(all, d)
		}
	}
	normals := [...]geom.Vec{t.UnitNormal(), u.UnitNormal()}
	add(normals[0])
	add(normals[1])
	for i := range t {
		e, f := t[(i+1)%3].Sub(t[i]), u[(i+1)%3].Sub(u[i])
		add(e.Cross(normals[0]))
		add(f.Cross(normals[1]))
		for k := range u {
			g := u[(k+1)%3].Sub(u[k])
			// The cross product of edges that are nearly parallel is mostly rounding.
			if c := geom.PreciseCross(&e, &g); c.Norm() > 1e-8*e.Norm()*g.Norm() {
				add(c)
			}
		}
	}
	return all
}

// extent returns the least and the greatest coordinate of t along d.
func extent(t *geom.Triangle, d geom.Vec) (low, high float64) {
	a, b, c := d.Dot(t[0]), d.Dot(t[1]), d.Dot(t[2])
	return min(a, b, c), max(a, b, c)
}

// listPairs lists the pairs of triangles, some corners of which are on different sides, that a move
// by a distance may bring together. The pair of the place comes first. It sweeps a plane across the
// triangles: each is paired with those of the other side that begin before it ends.
func (n *neighbourhood) listPairs(distance float64) {
	n.pairs = n.pairs[:0]
	var lists [2][]int32
	slices.SortStableFunc(n.order, func(a, b int32) int { return cmp.Compare(n.faces[a].box.Min[0], n.faces[b].box.Min[0]) })
	for _, i := range n.order {
		f := &n.faces[i]
		for k, own := range [...]side{ofT | ofBoth, ofU | ofBoth} {
			if f.sides&own != 0 && !f.flat {
				lists[k] = append(lists[k], i)
			}
		}
	}
	for len(lists[0]) > 0 && len(lists[1]) > 0 && !n.crowded {
		k := 0
		if n.faces[lists[1][0]].box.Min[0] < n.faces[lists[0][0]].box.Min[0] {
			k = 1
		}
		i := lists[k][0]
		lists[k] = lists[k][1:]
		n.pairWith(i, k, lists[1-k], distance)
	}
	if k := slices.IndexFunc(n.pairs, func(p [2]int32) bool { return p[0]+p[1] == 1 }); k > 0 {
		n.pairs[0], n.pairs[k] = n.pairs[k], n.pairs[0]
	}
}

// pairWith pairs a triangle of one list with the others of the other list that may come near it.
func (n *neighbourhood) pairWith(i int32, list int, others []int32, distance float64) {
	f := &n.faces[i]
	box := f.box.Grown(distance)
	for _, j := range others {
		g := &n.faces[j]
		if g.box.Min[0] > box.Max[0] {
			return
		}
		// Triangles with corners on both sides are in both lists.
		twice := list == 1 && f.sides&(ofT|ofBoth) != 0 && g.sides&(ofU|ofBoth) != 0
		if i != j && !twice && f.sides|g.sides != ofBoth && box.Intersects(g.box) {
			if n.pairs = append(n.pairs, [2]int32{i, j}); len(n.pairs) > mostPairs {
				n.crowded = true
				return
			}
		}
	}
}

// meetsAfter reports whether triangles of different sides go through each other within the radius
// once one side has moved. A pair that does is moved to the front, since it is the most likely one
// to do so after another move too.
func (n *neighbourhood) meetsAfter(m move) bool {
	for k, p := range n.pairs {
		a, b := n.boxAfter(p[0], m), n.boxAfter(p[1], m)
		if a.Intersects(b) && n.meetAfter(p, m) {
			copy(n.pairs[1:k+1], n.pairs[:k])
			n.pairs[0] = p
			return true
		}
	}
	return false
}

// moved returns a triangle after a move.
func (n *neighbourhood) moved(i int32, m move) (t geom.Triangle) {
	for k, c := range n.faces[i].corners {
		corner := &n.corners[c]
		t[k] = corner.Vec
		if corner.side == ofT || corner.side == ofBoth && m.both {
			t[k] = t[k].Add(m.Vec)
		}
	}
	return t
}

// boxAfter returns the box of a triangle after a move.
func (n *neighbourhood) boxAfter(i int32, m move) geom.Box {
	f := &n.faces[i]
	switch {
	case f.sides == ofT:
		return geom.Box{Min: f.box.Min.Add(m.Vec), Max: f.box.Max.Add(m.Vec)}
	case f.sides&(ofT|ofBoth) == 0:
		return f.box
	}
	t := n.moved(i, m)
	return t.Box()
}

// meetAfter reports whether two triangles do more than touch within the radius after a move.
// Triangles that it has made degenerate are taken to do so.
func (n *neighbourhood) meetAfter(p [2]int32, m move) bool {
	t, u := n.moved(p[0], m), n.moved(p[1], m)
	if t.Degenerate() || u.Degenerate() {
		return true
	}
	facet := tritri.Prepare(&t)
	r := facet.Relate(&u)
	switch {
	case r.Kind == tritri.Apart, r.Kind == tritri.Touch && r.Through == tritri.NoEdge:
		return false
	case r.Kind != tritri.Crossing:
		return true
	}
	from, to := facet.Segment(&u)
	return !n.outside(&geom.Triangle{from, to, from}, n.radius)
}

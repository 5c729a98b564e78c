package precision

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// separable reports whether a move by a distance separates the two sides. Corners that rounding has pulled
// apart are made one if that helps.
func (n *neighbourhood) separable(distance float64) bool {
	if n.separates(distance) {
		return true
	}
	if n.crowded || !n.snap(distance) {
		return false
	}
	n.listPairs(distance)
	t, u := n.deepest()
	return len(n.separating(n.allMoves(&t, &u, n.stride(distance)), 1)) > 0
}

// separates reports whether there is a move after which the sides do not go through each other. Triangles
// connected to neither surface are examined only if the others leave a move.
func (n *neighbourhood) separates(distance float64) bool {
	n.label()
	n.listPairs(distance)
	t, u := n.deepest()
	if !n.unreached() {
		// One of the normals mostly does.
		normals := []geom.Vec{t.UnitNormal(), u.UnitNormal()}
		return len(n.separating(n.moves(&t, &u, normals, n.stride(distance)), 1)) > 0 || len(n.separating(n.allMoves(&t, &u, n.stride(distance)), 1)) > 0
	}
	moves := n.allMoves(&t, &u, n.stride(distance))
	if moves = n.separating(moves, len(moves)); len(moves) == 0 {
		return false
	}
	n.join(distance)
	n.listPairs(distance)
	if moves = n.separating(moves, len(moves)); len(moves) == 0 {
		return false
	}
	for k := range moves {
		moves[k].Vec, moves[k].factor = moves[k].Scale(farther), moves[k].factor*farther
	}
	return len(n.separating(moves, 1)) > 0
}

// farther is a multiple of a move that must separate the sides as well if one of them has pieces with gaps
// between them, into which the other one may move.
const farther = 1.25

// separating returns the moves, at most most of them, after which the sides do not go through each other.
func (n *neighbourhood) separating(moves []move, most int) (kept []move) {
	for _, m := range moves {
		if len(kept) == most || n.crowded {
			break
		}
		if n.setShifts(&m); !n.meet() {
			kept = append(kept, m)
		}
	}
	if n.crowded {
		return nil
	}
	return kept
}

// listPairs lists the pairs of triangles, some corners of which are on different sides, that a move
// by a distance may bring together. A pair of a place comes first. It sweeps a plane across the
// triangles: each is paired with those of the other side that begin before it ends.
func (n *neighbourhood) listPairs(distance float64) {
	n.pairs = n.pairs[:0]
	var lists [2][]int32
	slices.SortStableFunc(n.order, func(a, b int32) int { return cmp.Compare(n.faces[a].box.Min[0], n.faces[b].box.Min[0]) })
	for _, i := range n.order {
		f := &n.faces[i]
		if f.excluded {
			continue
		}
		for k, own := range [...]side{ofT | ofBoth, ofU | ofBoth} {
			if f.sides&own != 0 {
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
		n.pairWith(i, k, lists[1-k], mostShift*distance)
	}
	_, seeds := n.seedsOf(1)
	isPlace := func(p [2]int32) bool { return int(max(p[0], p[1])) < seeds }
	if k := slices.IndexFunc(n.pairs, isPlace); k > 0 {
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
			if n.pairs = append(n.pairs, [2]int32{i, j}); len(n.pairs) > pairsEach*n.most {
				n.crowded = true
				return
			}
		}
	}
}

// meet reports whether triangles of different sides go through each other within the radius once
// corners are shifted. A pair that does is moved to the front, since it is the most likely one to do so
// after another move too.
func (n *neighbourhood) meet() bool {
	for k, p := range n.pairs {
		if n.meetAfter(p) {
			copy(n.pairs[1:k+1], n.pairs[:k])
			n.pairs[0] = p
			return true
		}
	}
	return false
}

// shifted returns a triangle with its corners shifted.
func (n *neighbourhood) shifted(i int32) (t geom.Triangle) {
	for k, c := range n.faces[i].corners {
		t[k] = n.corners[c].Add(n.shifts[c])
	}
	return t
}

// meetAfter reports whether two triangles do more than touch within the radius once corners are shifted.
// Triangles that the shift makes degenerate count as doing so.
func (n *neighbourhood) meetAfter(p [2]int32) bool {
	f, g := &n.faces[p[0]], &n.faces[p[1]]
	t, u := n.shifted(p[0]), n.shifted(p[1])
	rigidT, rigidU := n.rigid(f), n.rigid(g)
	if rigidT && beyond(&t, &f.normal, &u, f.reach+g.reach) || rigidU && beyond(&u, &g.normal, &t, f.reach+g.reach) {
		return false
	}
	if !t.Box().Intersects(u.Box()) {
		return false
	}
	if t.Degenerate() || u.Degenerate() {
		return true
	}
	m := tritri.Relate(&t, &u)
	switch {
	case m.Kind == tritri.Apart:
		return false
	case m.Kind == tritri.Touch && m.Through == tritri.NoEdge:
		// Surfaces that have a line in common may go through each other there, though no two triangles do.
		// By a limit that somebody gives they often touch after a move.
		if !n.scale.ofRounding() {
			return false
		}
		i, j, along := m.CollinearEdges()
		return along && !n.segmentBeside(t[i], t[(i+1)%3]) && !f.hasEdge(g.corners[j], g.corners[(j+1)%3])
	case m.Kind != tritri.Crossing:
		return true
	}
	from, to := m.Segment()
	return !n.segmentBeside(from, to)
}

// hasEdge reports whether a face has an edge between two corners.
func (f *face) hasEdge(a, b int32) bool {
	return slices.Contains(f.corners[:], a) && slices.Contains(f.corners[:], b)
}

// rigid reports whether all corners of a face are shifted alike.
func (n *neighbourhood) rigid(f *face) bool {
	a := &n.shifts[f.corners[0]]
	return *a == n.shifts[f.corners[1]] && *a == n.shifts[f.corners[2]]
}

// beyond reports whether all corners of u are on one side of t's plane, by more than float64 can be wrong
// about coordinates up to reach.
func beyond(t *geom.Triangle, normal *geom.Vec, u *geom.Triangle, reach float64) bool {
	level, margin := normal.Dot(t[0]), 0x1p-44*reach
	a, b, c := normal.Dot(u[0])-level, normal.Dot(u[1])-level, normal.Dot(u[2])-level
	return min(a, b, c) > margin || max(a, b, c) < -margin
}

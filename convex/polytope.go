package convex

import (
	"math"
	"slices"
)

// polytope is a closed surface of triangles between points of a difference A - B, with the origin
// inside. It is convex up to rounding. Nothing relies on that: the inside of a closed surface in a
// convex set is in the set.
type polytope struct {
	w, a   []vec
	faces  []face
	keys   []float64 // by face, its distance from the origin; +Inf for faces to be ignored
	unused []int32   // faces that may be overwritten

	visible []int32 // faces to be replaced
	horizon []side  // the edges around them, one after the other, by the faces that stay
	ahead   []side  // edges that findVisible has yet to pass
	passed  []int32 // by corner, the last round of findVisible in which the horizon started an edge there
	round   int32   // of findVisible

	size         float64
	upper, lower float64  // bounds of the depth
	deepest      [3]int32 // corners of the face of the upper bound
}

// face is a triangle, counter-clockwise as seen from outside.
type face struct {
	n      vec // normal of length 1, and 0 if it has none
	h      float64
	corner [3]int32
	twin   [3]side // the opposite side of the edge from corner k to the next
	gone   bool
}

// side is an edge of a face: four times the face's number, plus that of the corner where the
// edge starts.
type side int32

func sideOf(f, k int32) side { return side(f<<2 | k) }

func (e side) face() int32 { return int32(e >> 2) }

func (e side) corner() int { return int(e & 3) }

// after has the number of the next corner. The fourth entry avoids a bounds check.
var after = [4]int{1, 2, 0}

const (
	even     = 0x1p-44 // relative to the size, the extent that counts as 0
	level    = 0x1p-50 // relative to the size, the rounding error of a distance from a plane
	small    = 0x1p-20 // relative to the size, how far above a face a corner may seem to be
	tight    = 0x1p-36 // relative to the depth, the gap of its bounds that is small enough
	mostEver = 512     // points of a polytope
)

func (t *polytope) reset(size float64) {
	t.w, t.a = t.w[:0], t.a[:0]
	t.faces, t.keys, t.unused = t.faces[:0], t.keys[:0], t.unused[:0]
	t.size = size
	t.upper, t.lower, t.deepest = math.Inf(1), 0, [3]int32{}
	clear(t.passed)
	t.round = 0
}

// tetrahedron makes the polytope of a simplex of four points. The last of them is
// opposite to face 0.
func (t *polytope) tetrahedron(s *simplex) {
	t.w, t.a = append(t.w, s.w[:]...), append(t.a, s.a[:]...)
	a, b, c, d := s.w[0], s.w[1], s.w[2], s.w[3]
	if b.sub(a).cross(c.sub(a)).dot(d.sub(a)) > 0 {
		t.w[0], t.w[1] = t.w[1], t.w[0]
		t.a[0], t.a[1] = t.a[1], t.a[0]
	}
	t.face(0, 1, 2, sideOf(1, 0), sideOf(2, 0), sideOf(3, 0))
	t.face(1, 0, 3, sideOf(0, 0), sideOf(3, 2), sideOf(2, 1))
	t.face(2, 1, 3, sideOf(0, 1), sideOf(1, 2), sideOf(3, 1))
	t.face(0, 2, 3, sideOf(0, 2), sideOf(2, 2), sideOf(1, 1))
}

// touch makes a degenerate polytope from the simplex of a difference that is flat up to rounding.
func (t *polytope) touch(s *simplex, thickness float64) {
	t.reset(t.size)
	for i := range s.n {
		t.w, t.a = append(t.w, s.w[i]), append(t.a, s.a[i])
	}
	t.upper = thickness
	t.deepest = [3]int32{0, int32(s.n-1) / 2, int32(s.n - 1)}
}

// face adds a face with the opposite sides of its edges, and returns its number.
func (t *polytope) face(a, b, c int32, ab, bc, ca side) int32 {
	f := t.vacant()
	q := &t.faces[f]
	q.corner[0], q.corner[1], q.corner[2] = a, b, c
	q.twin[0], q.twin[1], q.twin[2] = ab, bc, ca
	q.gone = false
	q.n, q.h, t.keys[f] = planeOf(t.w[a], t.w[b], t.w[c], t.size)
	return f
}

// vacant returns the number of a face that may be overwritten.
func (t *polytope) vacant() int32 {
	if last := len(t.unused) - 1; last >= 0 {
		f := t.unused[last]
		t.unused = t.unused[:last]
		return f
	}
	t.faces, t.keys = append(t.faces, face{}), append(t.keys, 0)
	return int32(len(t.faces) - 1)
}

// planeOf returns the plane of a face, and its distance from the origin. The plane of a narrow
// sliver is inaccurate, so the distance of the sliver itself is used. A face without a normal lies
// between faces that are no farther away.
func planeOf(a, b, c vec, size float64) (n vec, h, key float64) {
	e, g := b.sub(a), c.sub(a)
	n = e.cross(g)
	nn, longest := n.dot(n), max(e.dot(e), g.dot(g))
	if !(nn > level*level*longest*size*size) {
		return vec{}, 0, math.Inf(1)
	}
	n = n.scale(1 / math.Sqrt(nn))
	h = n.dot(a)
	if nn > stout*longest*longest {
		return n, h, h
	}
	v, _, _, _ := nearestOfTriangle(a, b, c)
	return n, h, v.length()
}

// grow adds support points until the bounds of the depth meet, or can no longer be improved,
// and returns the direction of the upper bound.
func (t *polytope) grow(p *pair) (way vec) {
	floor := math.Inf(1) // the least key of the ignored faces
	for len(t.w) < mostEver {
		f := t.nearest()
		t.lower = min(floor, t.keys[f])
		if t.upper-t.lower <= tight*t.upper+level*t.size && way != (vec{}) || math.IsInf(t.keys[f], 1) {
			break
		}
		q := &t.faces[f]
		w, a := p.support(q.n)
		t.size = max(t.size, w.norm1()+a.norm1())
		along := q.n.dot(w)
		if along < t.upper {
			t.upper, way, t.deepest = along, q.n, q.corner
		}
		if t.upper-t.lower <= tight*t.upper+level*t.size {
			break
		}
		gain := along - q.h
		known := gain < small*t.size && slices.Contains(t.w, w) // none is far above a face
		if !(gain > level*t.size) || known || !t.add(int32(f), w, a) {
			floor, t.keys[f] = t.lower, math.Inf(1)
		}
	}
	return way
}

// nearest returns the face nearest to the origin.
func (t *polytope) nearest() int {
	least, at := math.Inf(1), 0
	for f, key := range t.keys {
		if key < least {
			least, at = key, f
		}
	}
	return at
}

// add adds a point above face f: the faces visible from it are replaced by those between it and the
// horizon. If rounding makes that impossible, add changes nothing and reports false.
func (t *polytope) add(f int32, w, a vec) bool {
	// Faces in whose planes the point lies are better replaced, since an edge on a line
	// with the point would make a face of no area; if that fails, they may stay.
	if !t.findVisible(f, w, -level*t.size) && !t.findVisible(f, w, level*t.size) {
		return false
	}
	top := int32(len(t.w))
	t.w, t.a = append(t.w, w), append(t.a, a)
	for _, g := range t.visible {
		t.keys[g] = math.Inf(1)
	}
	t.unused = append(t.unused, t.visible...)
	first, last := int32(-1), int32(-1)
	for _, e := range t.horizon {
		from, to := t.ends(e)
		g := t.face(from, to, top, e, 0, sideOf(last, 1))
		t.faces[e.face()].twin[e.corner()] = sideOf(g, 0)
		if first < 0 {
			first = g
		} else {
			t.faces[last].twin[1] = sideOf(g, 2)
		}
		last = g
	}
	t.faces[first].twin[2], t.faces[last].twin[1] = sideOf(last, 1), sideOf(first, 2)
	return true
}

// findVisible finds the faces, starting at f, of which w is more than least above the plane,
// and the horizon around them. It reports whether the horizon is one closed line that passes
// no corner twice. The search is depth-first, over the edges of each face in turn from the one
// it was entered by, so that the edges of the horizon come in their order.
func (t *polytope) findVisible(f int32, w vec, least float64) bool {
	q := &t.faces[f]
	q.gone = true
	t.visible, t.horizon = append(t.visible[:0], f), t.horizon[:0]
	t.ahead = append(t.ahead[:0], q.twin[2], q.twin[1], q.twin[0])
	for last := len(t.ahead) - 1; last >= 0; last = len(t.ahead) - 1 {
		e := t.ahead[last]
		t.ahead = t.ahead[:last]
		r := &t.faces[e.face()]
		switch {
		case r.gone:
		case r.n.dot(w)-r.h > least:
			r.gone = true
			t.visible = append(t.visible, e.face())
			next := after[e.corner()]
			t.ahead = append(t.ahead, r.twin[after[next]], r.twin[next])
		default:
			t.horizon = append(t.horizon, e)
		}
	}
	if t.closed() {
		return true
	}
	for _, g := range t.visible {
		t.faces[g].gone = false
	}
	return false
}

// closed reports whether the horizon is one line that passes no corner twice.
func (t *polytope) closed() bool {
	for len(t.passed) < len(t.w) {
		t.passed = append(t.passed, 0)
	}
	t.round++
	if len(t.horizon) == 0 {
		return false
	}
	_, at := t.ends(t.horizon[len(t.horizon)-1])
	for _, e := range t.horizon {
		from, to := t.ends(e)
		if from != at || t.passed[from] == t.round {
			return false
		}
		t.passed[from], at = t.round, to
	}
	return true
}

// ends returns the corners at the ends of an edge of the horizon, in the direction of the face in
// front of it.
func (t *polytope) ends(e side) (from, to int32) {
	c := &t.faces[e.face()].corner
	return c[after[e.corner()]], c[e.corner()]
}

// inA returns the point of A on the face nearest to the end of the separating translation. That may
// not be the face of the direction: several triangles may be in one plane.
func (t *polytope) inA(way vec) vec {
	end := way.scale(t.upper)
	least := math.Inf(1)
	var at vec
	consider := func(c [3]int32) {
		v, x, y, z := nearestOfTriangle(t.w[c[0]].sub(end), t.w[c[1]].sub(end), t.w[c[2]].sub(end))
		if d := v.dot(v); d < least {
			least = d
			at = t.a[c[0]].scale(x).add(t.a[c[1]].scale(y)).add(t.a[c[2]].scale(z))
		}
	}
	consider(t.deepest)
	for f := range t.faces {
		if least <= touch*touch*t.size*t.size {
			break
		}
		q := &t.faces[f]
		if !q.gone && q.h <= t.upper*(1+even)+even*t.size && q.h >= 0.99*t.upper {
			consider(q.corner)
		}
	}
	return at
}

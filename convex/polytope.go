package convex

import (
	"math"
	"slices"
)

// polytope is a closed surface of triangles between points of a difference A - B, with
// the origin inside of it. It is convex but for rounding, on which nothing relies: what
// is inside of a closed surface within a convex set is within the set.
type polytope struct {
	w, a   []vec
	faces  []face
	keys   []float64 // by face, how far it is from the origin: +Inf for those to be left alone
	unused []int32   // faces that may be overwritten

	visible []int32   // faces to be replaced
	horizon []segment // the edges around them
	follows []int32   // by corner, the new face whose edge starts there

	size         float64
	upper, lower float64  // bounds of the depth
	deepest      [3]int32 // corners of the face of the upper bound
}

// face is a triangle, counter-clockwise as seen from outside.
type face struct {
	n      vec // normal of length 1, and 0 if it has none
	h      float64
	corner [3]int32
	twin   [3]int32 // the face behind the edge from corner k to the next
	gone   bool
}

// segment is an edge from one corner to another, and the face behind it.
type segment struct{ from, to, behind int32 }

const (
	even     = 0x1p-44 // of the size, the extent that counts as none
	level    = 0x1p-50 // of the size, how far a point may be off a plane by rounding
	tight    = 0x1p-36 // of the depth, the gap of its bounds that is small enough
	mostEver = 512     // points of a polytope
)

func (t *polytope) reset(size float64) {
	t.w, t.a = t.w[:0], t.a[:0]
	t.faces, t.keys, t.unused = t.faces[:0], t.keys[:0], t.unused[:0]
	t.size = size
	t.upper, t.lower, t.deepest = math.Inf(1), 0, [3]int32{}
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
	t.face([3]int32{0, 1, 2}, [3]int32{1, 2, 3})
	t.face([3]int32{1, 0, 3}, [3]int32{0, 3, 2})
	t.face([3]int32{2, 1, 3}, [3]int32{0, 1, 3})
	t.face([3]int32{0, 2, 3}, [3]int32{0, 2, 1})
}

// touch makes do with a simplex of a difference that is thinner than rounding can tell.
func (t *polytope) touch(s *simplex, thickness float64) {
	t.reset(t.size)
	for i := range s.n {
		t.w, t.a = append(t.w, s.w[i]), append(t.a, s.a[i])
	}
	t.upper = thickness
	t.deepest = [3]int32{0, int32(s.n-1) / 2, int32(s.n - 1)}
}

// face adds a face and returns its number.
func (t *polytope) face(corner, twin [3]int32) int32 {
	var f int32
	if last := len(t.unused) - 1; last >= 0 {
		f, t.unused = t.unused[last], t.unused[:last]
	} else {
		f = int32(len(t.faces))
		t.faces, t.keys = append(t.faces, face{}), append(t.keys, 0)
	}
	q := &t.faces[f]
	q.corner, q.twin, q.gone = corner, twin, false
	t.keys[f] = q.measure(t)
	return f
}

// measure finds the plane of the face and returns its distance from the origin. The
// plane of a sliver is as uncertain as it is narrow, so that the distance of the sliver
// itself is taken. One without a normal lies between faces no farther away.
func (q *face) measure(t *polytope) float64 {
	a, b, c := t.w[q.corner[0]], t.w[q.corner[1]], t.w[q.corner[2]]
	e, g := b.sub(a), c.sub(a)
	n := e.cross(g)
	nn, longest := n.dot(n), max(e.dot(e), g.dot(g))
	if !(nn > level*level*longest*t.size*t.size) {
		q.n, q.h = vec{}, 0
		return math.Inf(1)
	}
	q.n = n.scale(1 / math.Sqrt(nn))
	q.h = q.n.dot(a)
	if nn > stout*longest*longest {
		return q.h
	}
	v, _, _, _ := nearestOfTriangle(a, b, c)
	return v.length()
}

// grow adds support points until the bounds of the depth meet, or cannot be brought
// nearer to each other, and returns the direction of the upper bound.
func (t *polytope) grow(p *pair) (way vec) {
	floor := math.Inf(1) // the least key of the faces left alone
	for len(t.w) < mostEver {
		f := t.nearest()
		t.lower = min(floor, t.keys[f])
		if t.upper-t.lower <= tight*t.upper+level*t.size && way != (vec{}) || math.IsInf(t.keys[f], 1) {
			break
		}
		q := &t.faces[f]
		w, a := p.support(q.n)
		t.size = max(t.size, w.reach()+a.reach())
		along := q.n.dot(w)
		if along < t.upper {
			t.upper, way, t.deepest = along, q.n, q.corner
		}
		if t.upper-t.lower <= tight*t.upper+level*t.size {
			break
		}
		if !(along-q.h > level*t.size) || slices.Contains(t.w, w) || !t.add(f, w, a) {
			floor, t.keys[f] = t.lower, math.Inf(1)
		}
	}
	return way
}

// nearest returns the face nearest to the origin.
func (t *polytope) nearest() int {
	best := 0
	for f, key := range t.keys {
		if key < t.keys[best] {
			best = f
		}
	}
	return best
}

// add takes in a point above face f: the faces that it sees give way to those between
// it and the edges around them. Where rounding makes that impossible, it changes
// nothing and reports false.
func (t *polytope) add(f int, w, a vec) bool {
	// Faces in whose planes the point lies are better replaced, since an edge on a line
	// with the point would make a face of no area; if that fails, they may stay.
	if !t.look(f, w, -level*t.size) && !t.look(f, w, level*t.size) {
		return false
	}
	top := int32(len(t.w))
	t.w, t.a = append(t.w, w), append(t.a, a)
	for _, g := range t.visible {
		t.keys[g] = math.Inf(1)
	}
	t.unused = append(t.unused, t.visible...)
	for _, e := range t.horizon {
		g := t.face([3]int32{e.from, e.to, top}, [3]int32{e.behind, 0, 0})
		t.follows[e.from] = g
		q := &t.faces[e.behind]
		for k := range q.corner {
			if q.corner[k] == e.to {
				q.twin[k] = g
			}
		}
	}
	for _, e := range t.horizon {
		g, next := t.follows[e.from], t.follows[e.to]
		t.faces[g].twin[1], t.faces[next].twin[2] = next, g
	}
	return true
}

// look finds the faces from f on that see w more than least above their planes, and the
// horizon around them. It reports whether that is one closed line.
func (t *polytope) look(f int, w vec, least float64) bool {
	t.visible = append(t.visible[:0], int32(f))
	t.faces[f].gone = true
	for i := 0; i < len(t.visible); i++ {
		for _, behind := range t.faces[t.visible[i]].twin {
			if r := &t.faces[behind]; !r.gone && r.n.dot(w)-r.h > least {
				r.gone = true
				t.visible = append(t.visible, behind)
			}
		}
	}
	t.horizon = t.horizon[:0]
	for _, g := range t.visible {
		q := &t.faces[g]
		for k, behind := range q.twin {
			if !t.faces[behind].gone {
				t.horizon = append(t.horizon, segment{q.corner[k], q.corner[(k+1)%3], behind})
			}
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
	for len(t.follows) < len(t.w) {
		t.follows = append(t.follows, 0)
	}
	for _, e := range t.horizon {
		t.follows[e.from] = -1
	}
	for i, e := range t.horizon {
		if t.follows[e.from] >= 0 {
			return false
		}
		t.follows[e.from] = int32(i)
	}
	if len(t.horizon) == 0 {
		return false
	}
	n, start := 1, t.horizon[0].from
	for at := t.horizon[0].to; at != start; n++ {
		at = t.horizon[t.follows[at]].to
	}
	return n == len(t.horizon)
}

// inA returns the point of A on the face nearest to the end of the way out. That is not
// always the face that told the way: triangles in one plane share it.
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

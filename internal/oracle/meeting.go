package oracle

import (
	"maps"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// The verdicts on two objects, besides Crossing, Overlap and Touch.
const (
	Apart             = "apart"              // no point in common, and neither inside the other
	Contained         = "contained"          // no crossing, and one lies inside the other
	DuplicateInstance = "duplicate_instance" // the same triangles at the same place
	Undecided         = "undecided"          // one may lie inside the other, which has no inside
)

// Meeting is the truth about two objects, before any tolerance.
type Meeting struct {
	Verdict string
	// Pairs are in ascending order of I, a triangle of the first object, then J, one of
	// the second. Kinds are those of Check for both soups together, with two exceptions:
	// only the triangles of one object decide whether its surface passes through an edge,
	// and facing reverses the windings of a mirrored object.
	Pairs Pairs
	// Contact: the objects have a point in common.
	Contact bool
	// Inner is the object that is inside, or may be, for Contained and Undecided:
	// 0 for the first, 1 for the second.
	Inner int
}

// Between decides how the objects i and j meet. The verdict is the first of:
//
//   - DuplicateInstance: the sets of triangles that take part in pairs are equal,
//     regardless of order, winding and repetition;
//   - Overlap: triangles overlap or coincide, and one of the objects is open, or both
//     bodies are on the same side: they face the same way, unless the windings of exactly
//     one of them face its inside;
//   - Crossing: triangles cross, or one shell lies partly inside the other object and
//     partly outside, though they meet along edges only;
//   - Contained: a shell of one lies inside the other object;
//   - Touch: they have a point in common;
//   - Undecided: one object has no inside, and its box, which has a volume, contains the
//     other's;
//   - Apart.
//
// If every edge of an object's finite triangles, including degenerate ones, has as many
// triangles one way as the other, its inside are the points with a nonzero winding number.
// Otherwise, if every edge has an even number of triangles, its inside are the points from
// which a ray crosses the surface an odd number of times. Other objects have no inside.
func (s *Scene) Between(i, j int) Meeting {
	var m Meeting
	if !s.bodies[i].bounds.Intersects(s.bodies[j].bounds) {
		m.Verdict = Apart
		return m
	}
	a, b := s.body(i), s.body(j)
	contacts := s.collect(&m, a, b)
	side := Same
	if a.inward != b.inward {
		side = Opposite
	}
	open := a.inside == nil || b.inside == nil
	overlap := slices.ContainsFunc(m.Pairs, func(p Pair) bool { return p.Facing == side || open && p.Facing != "" })
	switch {
	case equalSurfaces(&a.surface, &b.surface):
		m.Verdict = DuplicateInstance
	case overlap:
		m.Verdict = Overlap
	case m.Pairs.Count(Crossing) > 0:
		m.Verdict = Crossing
	default:
		m.nest(a, b, contacts)
	}
	return m
}

// contacts has for each triangle the triangles of the other object that it meets.
type contacts map[*face][]*face

// collect finds all pairs between a and b.
func (s *Scene) collect(m *Meeting, a, b *body) contacts {
	near := func(c *body, box geom.Box) []*face {
		return slices.DeleteFunc(slices.Clone(c.faces), func(f *face) bool { return !f.box.Intersects(box) })
	}
	met := contacts{}
	others := near(b, a.box)
	for _, f := range near(a, b.box) {
		for _, g := range others {
			p, meets := pair(f, g)
			if !meets {
				continue
			}
			met[f], met[g] = append(met[f], g), append(met[g], f)
			if p.Kind == "" {
				continue
			}
			if p.Facing != "" && a.Mirrored != b.Mirrored {
				p.Facing = map[string]string{Same: Opposite, Opposite: Same}[p.Facing]
			}
			p.finish(&s.scale)
			m.Pairs = append(m.Pairs, p.Pair)
		}
	}
	m.Contact = len(met) > 0
	return met
}

// nest decides the verdict on two surfaces that do not pass through each other inside a face.
func (m *Meeting) nest(a, b *body, met contacts) {
	m.Verdict = Apart
	if m.Contact {
		m.Verdict = Touch
	}
	for k, order := range [2][2]*body{{a, b}, {b, a}} {
		inner, outer := order[0], order[1]
		for _, shell := range shells(inner.faces) {
			switch in, out := sidesOf(shell, outer, met); {
			case in && out:
				m.Verdict = Crossing
				return
			case in && m.Verdict != Contained:
				m.Verdict, m.Inner = Contained, k
			}
		}
		if m.Verdict == Apart && outer.inside == nil && outer.mayHold(inner) {
			m.Verdict, m.Inner = Undecided, k
		}
	}
}

// mayHold reports whether b's box has a volume and contains c's.
func (b *body) mayHold(c *body) bool {
	for k := range 3 {
		if b.box.Min[k] == b.box.Max[k] || c.box.Min[k] < b.box.Min[k] || c.box.Max[k] > b.box.Max[k] {
			return false
		}
	}
	return len(c.faces) > 0
}

// equalSurfaces reports whether two nonempty surfaces have the same set of triangles,
// regardless of the order of corners and repetition.
func equalSurfaces(a, b *surface) bool {
	return len(a.faces) > 0 && maps.Equal(a.triangles(), b.triangles())
}

// triangles returns the set of triangles with sorted corners.
func (s *surface) triangles() map[[3]geom.Vec]bool {
	set := map[[3]geom.Vec]bool{}
	for _, f := range s.faces {
		v := f.vertices
		slices.SortFunc(v[:], func(p, q geom.Vec) int { return slices.Compare(p[:], q[:]) })
		set[v] = true
	}
	return set
}

// Feature is the smallest face of a triangle that contains a point: 0 to 2 for the corners, 3
// to 5 for the edges that begin there, 6 for the interior.
type Feature = int

// Ends returns, for each end of the segment in which two triangles in different planes meet, the
// features of both that contain it. The triangles must be finite and have an area.
func Ends(t, u geom.Triangle) (ends [][2]Feature) {
	a, b, points := common(t, u)
	for _, p := range points {
		ends = append(ends, [2]Feature{a.feature(p), b.feature(p)})
	}
	return ends
}

// Sides returns, for each side of the intersection of two triangles in one plane, the features of
// both that contain its midpoint.
func Sides(t, u geom.Triangle) (sides [][2]Feature) {
	a, b, points := common(t, u)
	for _, f := range []*face{a, b} {
		for _, w := range f.walls {
			on := slices.DeleteFunc(slices.Clone(points), func(p point) bool { return w.sideOf(p) != 0 })
			if len(on) < 2 {
				continue
			}
			m := middle(on)
			if s := [2]Feature{a.feature(m), b.feature(m)}; !slices.Contains(sides, s) {
				sides = append(sides, s)
			}
		}
	}
	return sides
}

// common returns two triangles in one scale, and their intersection as meet does.
func common(t, u geom.Triangle) (a, b *face, points []point) {
	s := newScale([]geom.Triangle{t, u})
	a, b = s.face(0, t), s.face(1, u)
	points, _ = meet(a, b)
	return a, b, points
}

// feature returns the feature of f that contains p, a point of f.
func (f *face) feature(p point) Feature {
	var on []int
	for k, w := range f.walls {
		if w.sideOf(p) == 0 {
			on = append(on, k)
		}
	}
	switch len(on) {
	case 0:
		return 6
	case 1:
		return 3 + on[0]
	}
	if on[0] == 0 && on[1] == 2 {
		return 0
	}
	return on[1] // the corner at which the second edge begins
}

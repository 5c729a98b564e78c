package uv

import (
	"cmp"
	"slices"
)

// sharedCorners are the corners at which several islands meet. Their pairs are not listed: at the tip
// of a cone there may be as many as the square of its triangles.
type sharedCorners struct {
	// uses are by corner, those of a corner by island.
	uses []cornerUse
	// of are places in uses, those of each island one after the other from start, ascending.
	start, of []uint32
}

// cornerUse says that an island has a corner.
type cornerUse struct{ corner, island uint32 }

// sharedCornersOf finds the corners that islands share. An island meets another at a corner only
// where the outline of both passes through.
func sharedCornersOf(l *layout, is *islands) *sharedCorners {
	var uses []cornerUse
	for i := range l.corners {
		for k, c := range l.corners[i] {
			if is.outline[i]&(1<<k|1<<((k+2)%3)) != 0 {
				uses = append(uses, cornerUse{c, is.of[i]})
			}
		}
	}
	slices.SortFunc(uses, func(a, b cornerUse) int {
		return cmp.Or(cmp.Compare(a.corner, b.corner), cmp.Compare(a.island, b.island))
	})
	s := &sharedCorners{start: make([]uint32, is.count()+1)}
	s.keep(slices.Compact(uses))
	for _, u := range s.uses {
		s.start[u.island+1]++
	}
	for i := range is.count() {
		s.start[i+1] += s.start[i]
	}
	s.of = make([]uint32, len(s.uses))
	next := slices.Clone(s.start)
	for i, u := range s.uses {
		s.of[next[u.island]] = uint32(i)
		next[u.island]++
	}
	return s
}

// keep takes those uses whose corner has several islands.
func (s *sharedCorners) keep(uses []cornerUse) {
	for len(uses) > 0 {
		n := atCorner(uses)
		if n > 1 {
			s.uses = append(s.uses, uses[:n]...)
		}
		uses = uses[n:]
	}
}

// atCorner returns how many of the uses are of the corner of the first.
func atCorner(uses []cornerUse) int {
	n := 1
	for n < len(uses) && uses[n].corner == uses[0].corner {
		n++
	}
	return n
}

// join reports whether two islands have a corner in common.
func (s *sharedCorners) join(a, b uint32) bool {
	x, y := s.of[s.start[a]:s.start[a+1]], s.of[s.start[b]:s.start[b+1]]
	for len(x) > 0 && len(y) > 0 {
		switch c := cmp.Compare(s.uses[x[0]].corner, s.uses[y[0]].corner); {
		case c < 0:
			x = x[1:]
		case c > 0:
			y = y[1:]
		default:
			return true
		}
	}
	return false
}

// joinClasses reports whether two classes are of one island each, and these have a corner in common.
func (s *sharedCorners) joinClasses(st *stacks, k classPair) bool {
	return st.classSize(k.a) == 1 && st.classSize(k.b) == 1 && s.join(st.first(k.a), st.first(k.b))
}

// pairs returns the number of pairs of an island of one class and one of the other that have a corner
// in common.
func (s *sharedCorners) pairs(st *stacks, k classPair) (n int64) {
	if s.joinClasses(st, k) {
		return 1
	}
	var joined []uint32
	for _, a := range st.islands[k.a] {
		joined = joined[:0]
		for _, i := range s.of[s.start[a]:s.start[a+1]] {
			joined = s.appendAt(joined, i, st, k.b)
		}
		slices.Sort(joined)
		n += int64(len(slices.Compact(joined)))
	}
	return n
}

// appendAt appends the islands of a class that have the corner of a use.
func (s *sharedCorners) appendAt(islands []uint32, use uint32, st *stacks, class uint32) []uint32 {
	corner := s.uses[use].corner
	from := int(use)
	for from > 0 && s.uses[from-1].corner == corner {
		from--
	}
	for _, u := range s.uses[from:] {
		if u.corner != corner {
			break
		}
		if st.class[u.island] == class {
			islands = append(islands, u.island)
		}
	}
	return islands
}

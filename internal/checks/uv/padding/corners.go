package padding

import (
	"cmp"
	"slices"
)

// sharedCorners are the corners at which several islands meet. The pairs of islands are not listed,
// because at the tip of a cone their number is the square of the number of triangles.
type sharedCorners struct {
	// uses are sorted by corner, then by island. The corners are numbered from 0.
	uses []cornerUse
	// first is where the uses of each corner begin, with a final end.
	first []uint32
	// of are indices into uses, ascending for each island; those of an island begin at start.
	start, of []uint32
}

// cornerUse is a corner of an island.
type cornerUse struct{ corner, island uint32 }

// sharedCornersOf finds the corners that islands share. Two islands can only meet at a corner on
// the outlines of both.
func sharedCornersOf(sheet *Sheet) *sharedCorners {
	var uses []cornerUse
	for i := range sheet.Corners {
		for k, c := range sheet.Corners[i] {
			if sheet.Outline[i]&(1<<k|1<<((k+2)%3)) != 0 {
				uses = append(uses, cornerUse{c, sheet.Island[i]})
			}
		}
	}
	slices.SortFunc(uses, func(a, b cornerUse) int {
		return cmp.Or(cmp.Compare(a.corner, b.corner), cmp.Compare(a.island, b.island))
	})
	s := &sharedCorners{start: make([]uint32, len(sheet.Class)+1)}
	s.keep(slices.Compact(uses))
	for _, u := range s.uses {
		s.start[u.island+1]++
	}
	for i := range sheet.Class {
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

// keep keeps the uses whose corner has several islands, and numbers these corners.
func (s *sharedCorners) keep(uses []cornerUse) {
	for len(uses) > 0 {
		n := atCorner(uses)
		if n > 1 {
			corner := uint32(len(s.first))
			s.first = append(s.first, uint32(len(s.uses)))
			for _, u := range uses[:n] {
				s.uses = append(s.uses, cornerUse{corner, u.island})
			}
		}
		uses = uses[n:]
	}
	s.first = append(s.first, uint32(len(s.uses)))
}

// at returns the uses of a corner.
func (s *sharedCorners) at(corner uint32) []cornerUse {
	return s.uses[s.first[corner]:s.first[corner+1]]
}

// atCorner returns how many of the uses have the same corner as the first.
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

// joinClasses reports whether two classes have one island each and these have a corner in common.
func (s *sharedCorners) joinClasses(sheet *Sheet, k Pair) bool {
	a, b := sheet.Classes[k.A], sheet.Classes[k.B]
	return len(a) == 1 && len(b) == 1 && s.join(a[0], b[0])
}

// tags returns three numbers of a class, which may be equal. Classes with a common number have one
// island each, and these have a corner in common: the numbers are the corners of the island at
// which most islands meet. If there are none, they are a number that no other class has.
//
// No number reaches 2^32: t triangles share at most 3t/2 corners, there are at most t classes, and
// 3t is below 2^32.
func (s *sharedCorners) tags(sheet *Sheet, class uint32) [3]uint32 {
	own := uint32(len(s.first)-1) + class
	tags := [3]uint32{own, own, own}
	if len(sheet.Classes[class]) > 1 {
		return tags
	}
	island := sheet.Classes[class][0]
	for _, i := range s.of[s.start[island]:s.start[island+1]] {
		keepLargest(&tags, own, s.uses[i].corner, func(corner uint32) int { return len(s.at(corner)) })
	}
	return tags
}

// keepLargest puts a numbered set into tags if it is larger than one of them, or if there is room:
// a tag equal to none.
func keepLargest(tags *[3]uint32, none, set uint32, size func(uint32) int) {
	for k := range tags {
		if tags[k] == none {
			tags[k] = set
			return
		}
		if size(set) > size(tags[k]) {
			tags[k], set = set, tags[k]
		}
	}
}

// pairs returns the number of pairs of an island of one class and one of the other with a corner in
// common.
func (s *sharedCorners) pairs(sheet *Sheet, k Pair) (n int64) {
	if s.joinClasses(sheet, k) {
		return 1
	}
	var joined []uint32
	for _, a := range sheet.Classes[k.A] {
		joined = joined[:0]
		for _, i := range s.of[s.start[a]:s.start[a+1]] {
			joined = s.appendAt(joined, i, sheet, k.B)
		}
		slices.Sort(joined)
		n += int64(len(slices.Compact(joined)))
	}
	return n
}

// appendAt appends the islands of a class that have the corner of a use.
func (s *sharedCorners) appendAt(islands []uint32, use uint32, sheet *Sheet, class uint32) []uint32 {
	for _, u := range s.at(s.uses[use].corner) {
		if sheet.Class[u.island] == class {
			islands = append(islands, u.island)
		}
	}
	return islands
}

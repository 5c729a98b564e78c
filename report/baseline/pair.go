package baseline

// side has the boxes of all failures, or of all entries, in each frame, by rank.
type side struct {
	spots [frames][]spot
	has   [frames][]bool
	trees [frames]*tree
}

// newSide returns the boxes at n positions. Only free ones can be found.
func newSide(n int, at func(i int) (p *position, of spot, free bool)) *side {
	s := &side{}
	for frame := range frames {
		s.spots[frame], s.has[frame] = make([]spot, n), make([]bool, n)
		var placed []spot
		for i := range n {
			p, one, free := at(i)
			c, ok := p.cornersIn(frame)
			one.corners, one.rank = c, int32(i)
			s.spots[frame][i], s.has[frame][i] = one, ok
			if ok && free {
				placed = append(placed, one)
			}
		}
		s.trees[frame] = newTree(placed, n)
	}
	return s
}

// nearest returns the best match on this side for a box of the other side.
func (s *side) nearest(of *side, rank int32) found {
	best := nothing
	for frame, t := range s.trees {
		if of.has[frame][rank] {
			best = t.nearest(&of.spots[frame][rank], best)
		}
	}
	return best
}

// len returns the number of positions, including those without a place.
func (s *side) len() int32 { return int32(len(s.spots[0])) }

// gone reports whether a box can no longer be found.
func (s *side) gone(rank int32) bool {
	for _, t := range s.trees {
		if t.leaf[rank] >= 0 {
			return false
		}
	}
	return true
}

func (s *side) remove(rank int32) {
	for _, t := range s.trees {
		t.remove(rank)
	}
}

// pairUp pairs failures with entries, the nearest first, until no two are within reach. The result
// is the same as if all pairs were sorted by distance, then by rank of the entry, then by rank of
// the failure, and each were made if both were still free.
//
// It pairs two as soon as each is the nearest of the other, and finds them by going from each to
// its nearest along a path of decreasing distances (nearest-neighbor chain: Benzécri 1982, Juan
// 1982). So each is searched for only a few times, wherever it is. It returns the number of
// searches.
func pairUp(failures, entries *side, pair func(failure, entry int32)) (searches int) {
	sides := [2]*side{failures, entries}
	var path []int32 // a failure, an entry, and so on
	for first := range failures.len() {
		if !failures.gone(first) {
			path = append(path, first)
		}
		for len(path) > 0 {
			end := len(path) - 1
			own, other := sides[end%2], sides[1-end%2]
			next := other.nearest(own, path[end])
			searches++
			switch {
			case next.rank == removed: // only for the first: all others were reached from one that is free
				own.remove(path[end])
				path = path[:end]
			case end > 0 && next.rank == path[end-1]:
				own.remove(path[end])
				other.remove(next.rank)
				failure, entry := path[end-1], path[end]
				if end%2 == 0 {
					failure, entry = entry, failure
				}
				pair(failure, entry)
				path = path[:end-1]
			default:
				path = append(path, next.rank)
			}
		}
	}
	return searches
}

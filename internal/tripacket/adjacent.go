package tripacket

// Adjacent removes from the mask of each of the rows the lanes of q whose triangles certainly have
// nothing in common with the triangle in that row of the filter's packet but corners, and the edge
// between them, that both have. It returns the rows whose masks are then not empty. q must be the packet
// of the last call of Apart.
//
// The corners of the other triangle that are no corners of this one lie strictly on one side of this
// one's plane, by the heights and bounds of Apart. So every other point of the other triangle lies on
// that side, too, and those in the plane are between common corners. Triangles with the same three
// corners stay, and so do those with other corners of no certain height. No triangle may be degenerate.
func (f *Filter) Adjacent(q *Packet, rows uint32, masks *[Width]uint16) (left uint32) {
	return adjacent(f, q, rows&(1<<Width-1), masks)
}

// adjacentGo is the portable kernel of Adjacent.
func adjacentGo(f *Filter, q *Packet, rows uint32, masks *[Width]uint16) (left uint32) {
	for row := range Width {
		if rows&(1<<row) == 0 {
			continue
		}
		for lane := range Width {
			if masks[row]&(1<<lane) != 0 && f.besidePlane(row, q, lane) {
				masks[row] &^= 1 << lane
			}
		}
		if masks[row] != 0 {
			left |= 1 << row
		}
	}
	return left
}

// besidePlane reports whether the triangle in a lane has corners that are not those of the triangle in a
// row, and whether all of them lie strictly on one side of its plane.
func (f *Filter) besidePlane(row int, q *Packet, lane int) bool {
	above, below, all := true, true, true
	for k := range 3 {
		common, h := f.hasCorner(row, q, lane, k), f.height(row, q, lane, k)
		above = above && (common || h > f.bound[row])
		below = below && (common || h < f.minusBound[row])
		all = all && common
	}
	return (above || below) && !all
}

// hasCorner reports whether corner k of a lane is one of the triangle in a row.
func (f *Filter) hasCorner(row int, q *Packet, lane, k int) bool {
	for j := range 3 {
		if c, p := f.corners[3*j:], q.corners[3*k:]; c[0][row] == p[0][lane] && c[1][row] == p[1][lane] && c[2][row] == p[2][lane] {
			return true
		}
	}
	return false
}

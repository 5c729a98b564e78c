package bvh

// The kernels in plain Go: what every machine can run, and what the faster ones in
// assembly must equal bit for bit. One is for building, three for the descent.

// aroundGo returns the box around the children of n; those that are missing do not
// count.
func aroundGo(n *node) Box {
	all := nothing
	for k := range 3 {
		for c, lo := range n.min[k] {
			if hi := n.max[k][c]; lo == lo {
				all[k], all[3+k] = min(all[k], lo), max(all[3+k], hi)
			}
		}
	}
	return all
}

// nearGo returns the set of children of a that meet child slot of up.
func nearGo(a, up *node, slot int) (rows uint32) {
	x0, y0, z0 := up.min[0][slot], up.min[1][slot], up.min[2][slot]
	x1, y1, z1 := up.max[0][slot], up.max[1][slot], up.max[2][slot]
	for x := range Width {
		if a.min[0][x] <= x1 && a.max[0][x] >= x0 &&
			a.min[1][x] <= y1 && a.max[1][x] >= y0 &&
			a.min[2][x] <= z1 && a.max[2][x] >= z0 {
			rows |= 1 << x
		}
	}
	return rows
}

// overlapsGo sets masks[x], for each child x of a in rows, to the set of children
// of b that x meets, and returns the set of those x that meet any. Other masks are
// left as they are.
func overlapsGo(a, b *node, rows uint32, masks *[Width]uint16) (meeting uint32) {
	for x := range Width {
		if rows&(1<<x) == 0 {
			continue
		}
		masks[x] = uint16(nearGo(b, a, x))
		if masks[x] != 0 {
			meeting |= 1 << x
		}
	}
	return meeting
}

// untaggedGo removes from masks[x], for each x in rows, the members of b that have
// a tag in common with member x of a, and returns the set of those x for which any
// is left.
func untaggedGo(a, b *Tags, rows uint32, masks *[Width]uint16) (left uint32) {
	for x := range Width {
		if rows&(1<<x) == 0 {
			continue
		}
		for k := range a {
			for y := range Width {
				if v := a[k][x]; v == b[0][y] || v == b[1][y] || v == b[2][y] {
					masks[x] &^= 1 << y
				}
			}
		}
		if masks[x] != 0 {
			left |= 1 << x
		}
	}
	return left
}

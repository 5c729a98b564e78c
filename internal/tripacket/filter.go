package tripacket

import "math"

// Filter is a floating-point filter for the triangles of a packet: it finds those triangles of
// another packet that are certainly apart from one of them, many at once and in float32.
//
// It applies two tests, both sufficient and neither necessary: the other triangle lies
// strictly on one side of this one's plane; or, with both projected along the axis on
// which this one's normal is longest, it lies strictly beyond one of this one's edges.
// The first rejects triangles above or below, the second those beside this one, the
// majority on a smooth surface.
//
// # Bounds
//
// Let ε = 2^-24 be the relative error of one rounding to float32, w the axis of
// projection, a, b, c the corners of the triangle, d = p - a for a corner p of the
// other one, and D ≥ |d| the extent on each axis of a box around both packets.
//
// The height n·d. Each coordinate of the normal n = (b-a)×(c-a) is off by 3ε·m + ε·|n|, where m ≥ |n|
// is the sum of the absolute values of its two terms, and by 2^-148 where these underflow. The
// difference, the product and two sums add four roundings. The error is below
// 9ε·(m + 2^-126)·D, summed over the axes; the bound used is 16ε·(m + 2^-126)·D.
//
// The edges. With e₀ = b-a and e₂ = a-c, e₀×d and e₂×d are positive on the inner side of those
// edges if n_w is positive, and so is n_w - e₀×d - e₂×d for the third edge: the three are p's
// barycentric coordinates times n_w. If n_w is negative, all signs are changed. With
// S = Σ (|e₀|+|e₂|)·D, crosswise, the first two are off by 4ε·S and the third, since
// m_w ≤ S, by 12ε·S. The bound used for all three is 16ε·S, which also covers an n_w so small
// that its sign is wrong: the whole triangle then lies within 4ε·S of the line of each edge.
//
// 2^-140 is added for products that underflow. If a term overflows, so does S or its
// counterpart for the height; the bound is then infinite or NaN, and nothing is rejected.
//
// All fields are by lane.
type Filter struct {
	origin      [3][Width]float32 // a on axes u, v, w
	normal      [3][Width]float32 // on axes u, v, w
	e0, e2      [2][Width]float32 // on axes u, v, with the sign of n_w
	whole       [Width]float32    // the magnitude of n_w
	offset      [3][Width]uint32  // of axes u, v, w in a packet, in bytes
	heightSlack [3][Width]float32 // m + 2^-126 on each axis
	edgeSlack   [3][Width]float32 // at least |e₀| + |e₂| on the other axes
	corners     [9][Width]float32 // of the packet
	// The bounds for the last packet.
	bound, minusBound, minusEdgeBound [Width]float32
}

// boundFactor is 16ε, and underflow what is added for products that underflow.
const (
	boundFactor = 0x1p-20
	underflow   = 0x1p-140
)

// Filter sets f to the filter for the triangles of p.
func (p *Packet) Filter(f *Filter) {
	prepare(p, f)
	f.corners = p.corners
}

// Apart removes from the mask of each of the rows the lanes of q whose triangles are certainly
// apart from the triangle in that lane of the filter's packet: they have no point in common, not
// even a vertex. It returns the rows whose masks are then not empty. d is the extent of a box that
// contains both packets.
func (f *Filter) Apart(q *Packet, d *[3]float32, rows uint32, masks *[Width]uint16) (left uint32) {
	return apart(f, q, d, rows&(1<<Width-1), masks, 0)
}

// ApartOrAdjacent does what Apart does, and also removes the lanes whose triangles certainly have nothing in
// common with the triangle in the row but corners, and the edge between them, that both have. No triangle
// may be degenerate.
//
// The corners of the other triangle that are no corners of this one lie strictly on one side of this
// one's plane. So every other point of the other triangle lies on that side, too, and those in the plane are
// between common corners. Triangles with the same three corners stay, and so do those with other corners of
// no certain height.
func (f *Filter) ApartOrAdjacent(q *Packet, d *[3]float32, rows uint32, masks *[Width]uint16) (left uint32) {
	return apart(f, q, d, rows&(1<<Width-1), masks, 1)
}

// prepareGo is the portable kernel of Packet.Filter.
func prepareGo(p *Packet, f *Filter) {
	c := &p.corners
	for lane := range Width {
		a := [3]float32{c[0][lane], c[1][lane], c[2][lane]}
		d := [3]float32{c[3][lane] - a[0], c[4][lane] - a[1], c[5][lane] - a[2]}
		e := [3]float32{c[6][lane] - a[0], c[7][lane] - a[1], c[8][lane] - a[2]}
		var n, slack [3]float32
		for k := range n {
			i, j := next[k], next[next[k]]
			x, y := float32(d[i]*e[j]), float32(d[j]*e[i])
			n[k] = x - y
			f.heightSlack[k][lane] = abs(x) + abs(y) + 0x1p-126
			slack[k] = abs(d[k]) + abs(e[k])
		}
		w, longest := 0, abs(n[0])
		if abs(n[1]) > longest {
			w, longest = 1, abs(n[1])
		}
		if abs(n[2]) > longest {
			w = 2
		}
		sign := math.Float32bits(n[w]) & (1 << 31)
		f.whole[lane] = abs(n[w])
		for k, axis := range [3]int{next[w], next[next[w]], w} {
			f.origin[k][lane], f.normal[k][lane] = a[axis], n[axis]
			f.offset[k][lane] = uint32(axis) * Width * 4
			f.edgeSlack[k][lane] = slack[next[k]] + slack[next[next[k]]]
			if k < 2 {
				f.e0[k][lane], f.e2[k][lane] = flipped(d[axis], sign), flipped(e[axis], sign^1<<31)
			}
		}
	}
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// flipped returns x with the sign bit flipped if it is set in sign.
func flipped(x float32, sign uint32) float32 { return math.Float32frombits(math.Float32bits(x) ^ sign) }

// apartGo is the portable kernel of Apart.
func apartGo(f *Filter, q *Packet, d *[3]float32, rows uint32, masks *[Width]uint16, adjacent uint32) (left uint32) {
	for row := range Width {
		height, edge := &f.heightSlack, &f.edgeSlack
		f.bound[row] = float32((float32(height[0][row]*d[0])+float32(height[1][row]*d[1])+float32(height[2][row]*d[2]))*boundFactor) + underflow
		f.minusBound[row] = -f.bound[row]
		f.minusEdgeBound[row] = -(float32((float32(edge[0][row]*d[0])+float32(edge[1][row]*d[1])+float32(edge[2][row]*d[2]))*boundFactor) + underflow)
	}
	for row := range Width {
		if rows&(1<<row) == 0 {
			continue
		}
		for lane := range Width {
			if masks[row]&(1<<lane) != 0 && (f.offPlane(row, q, lane) || f.beside(row, q, lane) || adjacent != 0 && f.besidePlane(row, q, lane)) {
				masks[row] &^= 1 << lane
			}
		}
		if masks[row] != 0 {
			left |= 1 << row
		}
	}
	return left
}

// at returns corner k of a lane of q on axis a of u, v, w, relative to the origin of a row.
func (f *Filter) at(row int, q *Packet, lane, k, a int) float32 {
	return q.corners[3*k+int(f.offset[a][row]/(4*Width))][lane] - f.origin[a][row]
}

// height returns the height of corner k of a lane over the plane of the triangle in a row, times the
// length of its normal.
func (f *Filter) height(row int, q *Packet, lane, k int) float32 {
	x, y, z := f.at(row, q, lane, k, 0), f.at(row, q, lane, k, 1), f.at(row, q, lane, k, 2)
	return float32(x*f.normal[0][row]) + float32(y*f.normal[1][row]) + float32(z*f.normal[2][row])
}

// offPlane reports whether the triangle in a lane lies strictly on one side of the plane of that
// in a row.
func (f *Filter) offPlane(row int, q *Packet, lane int) bool {
	var h [3]float32
	for k := range h {
		h[k] = f.height(row, q, lane, k)
	}
	return least(h) > f.bound[row] || greatest(h) < f.minusBound[row]
}

// beside reports whether the triangle in a lane lies strictly beyond one of the edges of that in
// a row.
func (f *Filter) beside(row int, q *Packet, lane int) bool {
	var f0, f1, f2 [3]float32
	for k := range 3 {
		x, y := f.at(row, q, lane, k, 0), f.at(row, q, lane, k, 1)
		f0[k] = float32(y*f.e0[0][row]) - float32(x*f.e0[1][row])
		f2[k] = float32(y*f.e2[0][row]) - float32(x*f.e2[1][row])
		f1[k] = f.whole[row] - f0[k] - f2[k]
	}
	return least([3]float32{greatest(f0), greatest(f1), greatest(f2)}) < f.minusEdgeBound[row]
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

// least and greatest take their arguments in the order of the kernels, and treat NaN as
// the processor's MINPS and MAXPS do.
func least(x [3]float32) float32 {
	y := x[0]
	for _, z := range x[1:] {
		if !(y < z) {
			y = z
		}
	}
	return y
}

func greatest(x [3]float32) float32 {
	y := x[0]
	for _, z := range x[1:] {
		if !(y > z) {
			y = z
		}
	}
	return y
}

package tritri

import "math"

// Filter is a floating-point filter for one triangle of a packet: it finds those
// triangles of another packet that are certainly apart from it, many at once and in
// float32.
//
// It applies two tests, both sufficient and neither necessary: the other triangle lies
// strictly on one side of this one's plane; or, with both projected along the axis on
// which this one's normal is longest, it lies strictly beyond one of this one's edges.
// The first rejects triangles above or below, the second those beside this one, which
// are most of them on a smooth surface.
//
// # Bounds
//
// Let ε = 2^-24 be the relative error of one rounding to float32, w the axis of
// projection, a, b, c the corners of the triangle, d = p - a for a corner p of the
// other one, and D ≥ |d| the extent on each axis of a box around both packets.
//
// The height n·d. The normal n is scaled by a power of two so that its greatest
// coordinate is between 1 and 2. Its coordinates are off by 2^-51·m from the float64
// evaluation, where m is the sum of the absolute values of the terms, and by ε·|n| or
// 2^-150 from rounding. The difference, the product and two sums add four roundings. The
// error is below 8ε·(|n| + 2^-27·m + 2^-100)·D, summed over the axes.
//
// The edges. With e₀ = b-a and e₂ = a-c, both scaled by the same factor, e₀×d and e₂×d
// are positive on the inner side of those edges if n_w is positive, and so is
// n_w - e₀×d - e₂×d for the third edge: the three are p's barycentric coordinates times
// n_w. With S = Σ (|e₀|+|e₂|)·D, crosswise, the first two are off by 4ε·S and the third,
// since |n_w| ≤ S, by 11ε·S and 2^-51·S. The error bound used for all three is 16ε·S,
// which also covers an n_w so small that its sign is wrong: the whole triangle then lies
// within 2^-51·S of the line of each edge.
//
// 2^-140 is added for products that underflow. If a term overflows, so does S or its
// counterpart for the height; the bound is then infinite or NaN, and nothing is rejected.
type Filter struct {
	filterKernel
	axes      [3]uint8   // u, v, w
	slack     [3]float32 // on u, v, w: |n| + 2^-27·m + 2^-100
	edgeSlack [2]float32 // on u, v: the sum of |e₀| and |e₂| on v, u
}

// filterKernel is the part of a Filter that the assembly kernels read. They rely on the
// order of its fields.
type filterKernel struct {
	origin         [3]float32 // a on axes u, v, w
	normal         [3]float32 // on axes u, v, w
	e0, e2         [2]float32 // on axes u, v
	whole          float32    // n_w
	bound          float32    // of heights
	minusBound     float32
	minusEdgeBound float32
	offset         [3]uint32 // of axes u, v, w in a packet, in bytes
}

// Filter makes f the filter for the triangle in a lane of p.
func (p *Packet) Filter(lane int, f *Filter) {
	c := &p.corners
	a := [3]float64{float64(c[0][lane]), float64(c[1][lane]), float64(c[2][lane])}
	d := [3]float64{float64(c[3][lane]) - a[0], float64(c[4][lane]) - a[1], float64(c[5][lane]) - a[2]}
	e := [3]float64{float64(c[6][lane]) - a[0], float64(c[7][lane]) - a[1], float64(c[8][lane]) - a[2]}
	x1, x2 := d[1]*e[2], d[2]*e[1]
	y1, y2 := d[2]*e[0], d[0]*e[2]
	z1, z2 := d[0]*e[1], d[1]*e[0]
	n := [3]float64{x1 - x2, y1 - y2, z1 - z2}
	m := [3]float64{math.Abs(x1) + math.Abs(x2), math.Abs(y1) + math.Abs(y2), math.Abs(z1) + math.Abs(z2)}
	u, v, w := uint8(1), uint8(2), uint8(0)
	if math.Abs(n[1]) > math.Abs(n[0]) {
		u, v, w = 2, 0, 1
	}
	if math.Abs(n[2]) > math.Abs(n[w]) {
		u, v, w = 0, 1, 2
	}
	if n[w] == 0 {
		*f = Filter{} // rejects nothing: every height is 0
		return
	}
	f.axes = [3]uint8{u, v, w}
	f.offset = [3]uint32{uint32(u) * Width * 4, uint32(v) * Width * 4, uint32(w) * Width * 4}
	f.origin = [3]float32{float32(a[u]), float32(a[v]), float32(a[w])}
	scale := powerOver(n[w])
	f.normal = [3]float32{float32(n[u] * scale), float32(n[v] * scale), float32(n[w] * scale)}
	permanent := 0x1p-27 * scale
	f.slack = [3]float32{
		abs(f.normal[0]) + float32(m[u]*permanent) + 0x1p-100,
		abs(f.normal[1]) + float32(m[v]*permanent) + 0x1p-100,
		abs(f.normal[2]) + float32(m[w]*permanent) + 0x1p-100,
	}
	long := max(math.Abs(d[u]), math.Abs(d[v]), math.Abs(e[u]), math.Abs(e[v]))
	scale = math.Copysign(powerOver(long), n[w]) // so that the inner sides are positive
	f.e0 = [2]float32{float32(d[u] * scale), float32(d[v] * scale)}
	f.e2 = [2]float32{float32(-e[u] * scale), float32(-e[v] * scale)}
	f.whole = float32(n[w] * scale)
	f.edgeSlack = [2]float32{abs(f.e0[1]) + abs(f.e2[1]) + 0x1p-99, abs(f.e0[0]) + abs(f.e2[0]) + 0x1p-99}
}

// powerOver returns the power of two that scales x, which is not zero, to between 1
// and 2 in magnitude. x is at least the square of the least float32.
func powerOver(x float64) float64 {
	exponent := math.Float64bits(x) >> 52 & 0x7ff
	return math.Float64frombits((2046 - exponent) << 52)
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// Apart returns the subset of the given lanes of q whose triangles are certainly apart
// from the filter's triangle: the two have no point in common, not even a vertex. d is
// the extent of a box that holds both the filter's packet and q.
func (f *Filter) Apart(q *Packet, d *[3]float32, lanes uint16) uint16 {
	du, dv, dw := d[f.axes[0]], d[f.axes[1]], d[f.axes[2]]
	f.bound = 0x1p-21*(f.slack[0]*du+f.slack[1]*dv+f.slack[2]*dw) + 0x1p-140
	f.minusBound = -f.bound
	f.minusEdgeBound = -(0x1p-20*(f.edgeSlack[0]*du+f.edgeSlack[1]*dv) + 0x1p-140)
	return apart(&f.filterKernel, q, lanes)
}

// apartGo is the portable kernel of Apart. The bounds of f are set.
func apartGo(f *filterKernel, q *Packet, lanes uint16) (out uint16) {
	for lane := range Width {
		if lanes&(1<<lane) != 0 && (f.offPlane(q, lane) || f.beside(q, lane)) {
			out |= 1 << lane
		}
	}
	return out
}

// at returns corner k of a lane of q on axis a of u, v, w, relative to the origin.
func (f *filterKernel) at(q *Packet, lane, k, a int) float32 {
	return q.corners[3*k+int(f.offset[a]/(4*Width))][lane] - f.origin[a]
}

// offPlane reports whether the triangle in a lane lies strictly on one side of the plane.
func (f *filterKernel) offPlane(q *Packet, lane int) bool {
	var h [3]float32
	for k := range h {
		x, y, z := f.at(q, lane, k, 0), f.at(q, lane, k, 1), f.at(q, lane, k, 2)
		h[k] = float32(x*f.normal[0]) + float32(y*f.normal[1]) + float32(z*f.normal[2])
	}
	return least(h) > f.bound || greatest(h) < f.minusBound
}

// beside reports whether the triangle in a lane lies strictly beyond one of the edges.
func (f *filterKernel) beside(q *Packet, lane int) bool {
	var f0, f1, f2 [3]float32
	for k := range 3 {
		x, y := f.at(q, lane, k, 0), f.at(q, lane, k, 1)
		f0[k] = float32(y*f.e0[0]) - float32(x*f.e0[1])
		f2[k] = float32(y*f.e2[0]) - float32(x*f.e2[1])
		f1[k] = f.whole - f0[k] - f2[k]
	}
	return least([3]float32{greatest(f0), greatest(f1), greatest(f2)}) < f.minusEdgeBound
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

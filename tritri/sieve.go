package tritri

import "math"

// Sieve is one triangle of a packet, prepared to pick out those triangles of another
// packet that are certainly apart from it, many at once and in float32.
//
// It does so by two tests, both sufficient and neither necessary: the other triangle
// lies strictly on one side of this one's plane; or, both projected along the axis on
// which this one's normal is longest, strictly beyond one of this one's edges. The
// first picks out what passes above or below, the second what lies beside, as most do
// on a smooth surface.
//
// # Bounds
//
// Let ε = 2^-24 be the relative error of one rounding to float32, w the axis of
// projection, a, b, c the corners of the triangle, d = p - a for a corner p of the
// other one, and D ≥ |d| the extent on each axis of a box around both packets.
//
// The height n·d. The normal n is scaled by a power of two, its greatest coordinate
// to between 1 and 2. Its coordinates are off by 2^-51·m from their float64
// evaluation, with m the normal's terms made positive, and by ε·|n| or 2^-150 from
// being rounded. The difference, the product and two sums add four roundings. The
// error is below 8ε·(|n| + 2^-27·m + 2^-100)·D, summed over the axes.
//
// The edges. With e₀ = b-a and e₂ = a-c, scaled alike, e₀×d and e₂×d are positive on
// the inner side of those edges if n_w is positive, and n_w less both is so for the
// third edge: the three are p's barycentric coordinates times n_w. With
// S = Σ (|e₀|+|e₂|)·D, crosswise, the first two are off by 4ε·S and the third, since
// |n_w| ≤ S, by 11ε·S and 2^-51·S. All are taken to be off by 16ε·S: that leaves
// enough for an n_w so small that its sign is wrong, when the whole triangle lies
// within 2^-51·S of the line of each edge.
//
// 2^-140 is added for products that underflow. Where something overflows, S or its
// like for the height does so too; that bound is infinite or not a number, and
// nothing is picked out.
type Sieve struct {
	sift
	axes      [3]uint8   // u, v, w
	slack     [3]float32 // on u, v, w: |n| + 2^-27·m + 2^-100
	edgeSlack [2]float32 // on u, v: the sum of |e₀| and |e₂| on v, u
}

// sift is what the kernels read of a sieve. They know the order of its fields.
type sift struct {
	origin         [3]float32 // a on axes u, v, w
	normal         [3]float32 // on axes u, v, w
	e0, e2         [2]float32 // on axes u, v
	whole          float32    // n_w
	bound          float32    // of heights
	minusBound     float32
	minusEdgeBound float32
	offset         [3]uint32 // of axes u, v, w in a packet, in bytes
}

// Sieve makes s the sieve of the triangle in a lane of p.
func (p *Packet) Sieve(lane int, s *Sieve) {
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
		*s = Sieve{} // everything is at height 0
		return
	}
	s.axes = [3]uint8{u, v, w}
	s.offset = [3]uint32{uint32(u) * Width * 4, uint32(v) * Width * 4, uint32(w) * Width * 4}
	s.origin = [3]float32{float32(a[u]), float32(a[v]), float32(a[w])}
	scale := powerOver(n[w])
	s.normal = [3]float32{float32(n[u] * scale), float32(n[v] * scale), float32(n[w] * scale)}
	permanent := 0x1p-27 * scale
	s.slack = [3]float32{
		abs(s.normal[0]) + float32(m[u]*permanent) + 0x1p-100,
		abs(s.normal[1]) + float32(m[v]*permanent) + 0x1p-100,
		abs(s.normal[2]) + float32(m[w]*permanent) + 0x1p-100,
	}
	long := max(math.Abs(d[u]), math.Abs(d[v]), math.Abs(e[u]), math.Abs(e[v]))
	scale = math.Copysign(powerOver(long), n[w]) // so that the inner sides are positive
	s.e0 = [2]float32{float32(d[u] * scale), float32(d[v] * scale)}
	s.e2 = [2]float32{float32(-e[u] * scale), float32(-e[v] * scale)}
	s.whole = float32(n[w] * scale)
	s.edgeSlack = [2]float32{abs(s.e0[1]) + abs(s.e2[1]) + 0x1p-99, abs(s.e0[0]) + abs(s.e2[0]) + 0x1p-99}
}

// powerOver returns the power of two that scales x, which is not zero, to between 1
// and 2 in magnitude. x is at least the square of the least float32.
func powerOver(x float64) float64 {
	exponent := math.Float64bits(x) >> 52 & 0x7ff
	return math.Float64frombits((2046 - exponent) << 52)
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// Apart returns those of the given lanes of q, as a set, whose triangles are certainly
// apart from the sieve's: the two have no point in common, not even a vertex. d are the
// extents of a box that holds the packet of the sieve and q.
func (s *Sieve) Apart(q *Packet, d *[3]float32, lanes uint16) uint16 {
	du, dv, dw := d[s.axes[0]], d[s.axes[1]], d[s.axes[2]]
	s.bound = 0x1p-21*(s.slack[0]*du+s.slack[1]*dv+s.slack[2]*dw) + 0x1p-140
	s.minusBound = -s.bound
	s.minusEdgeBound = -(0x1p-20*(s.edgeSlack[0]*du+s.edgeSlack[1]*dv) + 0x1p-140)
	return apart(&s.sift, q, lanes)
}

// apartGo is Apart with bounds in place, for every machine.
func apartGo(s *sift, q *Packet, lanes uint16) (out uint16) {
	for lane := range Width {
		if lanes&(1<<lane) != 0 && (s.offPlane(q, lane) || s.beside(q, lane)) {
			out |= 1 << lane
		}
	}
	return out
}

// at returns corner k of a lane of q on axis a of u, v, w, relative to the origin.
func (s *sift) at(q *Packet, lane, k, a int) float32 {
	return q.corners[3*k+int(s.offset[a]/(4*Width))][lane] - s.origin[a]
}

// offPlane reports that a triangle lies strictly on one side of the plane.
func (s *sift) offPlane(q *Packet, lane int) bool {
	var h [3]float32
	for k := range h {
		x, y, z := s.at(q, lane, k, 0), s.at(q, lane, k, 1), s.at(q, lane, k, 2)
		h[k] = float32(x*s.normal[0]) + float32(y*s.normal[1]) + float32(z*s.normal[2])
	}
	return least(h) > s.bound || greatest(h) < s.minusBound
}

// beside reports that a triangle lies strictly beyond one of the edges.
func (s *sift) beside(q *Packet, lane int) bool {
	var f0, f1, f2 [3]float32
	for k := range 3 {
		x, y := s.at(q, lane, k, 0), s.at(q, lane, k, 1)
		f0[k] = float32(y*s.e0[0]) - float32(x*s.e0[1])
		f2[k] = float32(y*s.e2[0]) - float32(x*s.e2[1])
		f1[k] = s.whole - f0[k] - f2[k]
	}
	return least([3]float32{greatest(f0), greatest(f1), greatest(f2)}) < s.minusEdgeBound
}

// least and greatest go through their arguments in the order of the kernels, and treat
// what is not a number as the processor's MINPS and MAXPS do.
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

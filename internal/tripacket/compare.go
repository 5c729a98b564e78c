package tripacket

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Comparison is the result of comparing the triangles t and u of pairs in float64.
//
// Two triangles in different planes are apart if and only if one of eleven axes separates
// them: the two normals, and the nine cross products of an edge of t and an edge of u, which
// are the face normals of their Minkowski difference. The least overlap of the projections
// onto these axes is their depth (S. Gottschalk, M. Lin and D. Manocha, "OBBTree: A
// Hierarchical Structure for Rapid Interference Detection", SIGGRAPH 1996). All of this follows
// from fifteen determinants: the height of each corner over the plane of the other triangle, and
// for each two edges, as vectors e and f, the volume (e×f)·d, where d leads from a point of
// the first to one of the second. Möller's intervals on the common line are ordered by the
// signs of the same determinants.
//
// # Bounds
//
// Let ε = 2^-53, E and F be the greatest coordinates of the edges of t and of u in magnitude,
// and D ≥ the greatest coordinate of the difference of two corners. A determinant is a sum of
// six products of three differences. Three differences, two products and three sums are
// rounded, so that it is off by less than 9ε times the sum of the absolute values, at most
// 54ε·EFD (EED for heights over the plane of t, FFD for those over that of u). An overlap of
// projections is a sum of at most three determinants, off by less than 3·54ε + 4·18ε of that.
// The bound used for all of them is 2^-45 = 256ε. Coordinates are float32 numbers, so that
// nothing overflows or underflows, or those of triangles in range (see InRange).
type Comparison struct {
	comparison
	unmeasured uint16 // lanes without a depth
}

// comparison is the part of a Comparison that the assembly kernels write: numbers by lane.
type comparison struct {
	hu      [3][Width]float64 // heights of the corners of u over the plane of t
	ht      [3][Width]float64 // heights of the corners of t over the plane of u
	volumes [9][Width]float64 // of edge i of t and edge j of u at 3i+j
	boundsU [Width]float64    // of hu
	boundsT [Width]float64    // of ht
	bounds  [Width]float64    // of volumes
	squares [Width]float64    // of depths
}

// Probe is a triangle t prepared for comparisons with others.
type Probe struct {
	corners, edges geom.Triangle
	normal         geom.Vec
	squares        [3]float64 // of the lengths of the edges
	size           float64    // E
	square         float64    // of the length of the normal
	planeFactor    float64    // 2^-45·E²
	factor         float64    // 2^-45·E
}

// relativeBound is the bound of a determinant in units of the product of its sizes.
const relativeBound = 0x1p-45

// Cross products of edges whose squared length is below parallel are mostly rounding, and are
// ignored for the depth, which they could only make too small by accident. Between that and
// nearlyParallel, rounding has turned the axis, and the depth along it needs more care than a
// Comparison takes. Both are in units of the product of the squared lengths of the edges.
const (
	parallel       = 1e-16
	nearlyParallel = 1e-8
)

// ProbeOf returns t prepared as a probe.
func ProbeOf(t *geom.Triangle) (p Probe) {
	p.corners = *t
	p.prepare()
	return p
}

// prepare computes everything that depends on the corners. It uses scalars, which a compiler keeps
// in registers, unlike arrays.
func (t *Probe) prepare() {
	a, b, c := &t.corners[0], &t.corners[1], &t.corners[2]
	ux, uy, uz := b[0]-a[0], b[1]-a[1], b[2]-a[2]
	vx, vy, vz := c[0]-b[0], c[1]-b[1], c[2]-b[2]
	wx, wy, wz := a[0]-c[0], a[1]-c[1], a[2]-c[2]
	t.edges = geom.Triangle{{ux, uy, uz}, {vx, vy, vz}, {wx, wy, wz}}
	// Rounded as that of a geom.Plane.
	nx, ny, nz := float64(wy*uz)-float64(wz*uy), float64(wz*ux)-float64(wx*uz), float64(wx*uy)-float64(wy*ux)
	t.normal = geom.Vec{nx, ny, nz}
	t.squares = [3]float64{square(ux, uy, uz), square(vx, vy, vz), square(wx, wy, wz)}
	t.size = math.Float64frombits(max(
		magnitude(ux), magnitude(uy), magnitude(uz), magnitude(vx), magnitude(vy), magnitude(vz),
		magnitude(wx), magnitude(wy), magnitude(wz),
	))
	t.square = square(nx, ny, nz)
	t.factor = relativeBound * t.size
	t.planeFactor = t.factor * t.size
}

// magnitude returns the bits of the magnitude of x, which have the same order as magnitudes.
func magnitude(x float64) uint64 { return math.Float64bits(x) &^ (1 << 63) }

// square returns the square of the length of a vector.
func square(x, y, z float64) float64 { return float64(x*x) + float64(y*y) + float64(z*z) }

// Compare compares the pairs in some lanes, and returns the lanes whose triangles are certainly apart: they
// have no point in common, not even a vertex.
func (c *Comparison) Compare(p *Pairs, lanes uint16) (apart uint16) {
	apart, c.unmeasured = compare(p, lanes, &c.comparison)
	return apart
}

// Estimates are the determinants of a triangle t and a triangle u, and bounds of their errors, in the
// form of tritri.Estimates.
type Estimates struct {
	T, U                  [3]float64 // heights of the corners of each over the plane of the other
	Volumes               [9]float64 // of edge i of t and edge j of u at 3i+j
	BoundT, BoundU, Bound float64
}

// Estimates sets e to the estimates for the pair in a lane that is not apart.
func (c *Comparison) Estimates(lane int, e *Estimates) {
	for k := range 3 {
		e.T[k], e.U[k] = c.ht[k][lane], c.hu[k][lane]
	}
	for k := range e.Volumes {
		e.Volumes[k] = c.volumes[k][lane]
	}
	e.BoundT, e.BoundU, e.Bound = c.boundsT[lane], c.boundsU[lane], c.bounds[lane]
}

// Depth returns tritri.Depth of the pair in a lane, and whether it is known.
func (c *Comparison) Depth(lane int) (depth float64, known bool) {
	if c.unmeasured&(1<<lane) != 0 || math.IsInf(c.squares[lane], 1) {
		return 0, false // nearly parallel edges, or no axis with a length
	}
	return math.Sqrt(c.squares[lane]), true
}

// compareGo is the portable kernel of Compare. It returns the lanes that are apart and those
// without a measured depth.
func compareGo(p *Pairs, lanes uint16, out *comparison) (apart, unmeasured uint16) {
	var t Probe
	for lane := range Width {
		if lanes&(1<<lane) == 0 {
			continue
		}
		if c := p.T(lane); lane == 0 || c != t.corners { // many pairs have the same t
			t = ProbeOf(&c)
		}
		u := p.U(lane)
		m := t.with(&u)
		if m.apart {
			apart |= 1 << lane
			continue
		}
		if m.nearlyParallel {
			unmeasured |= 1 << lane
		}
		for k := range 3 {
			out.hu[k][lane], out.ht[k][lane] = m.U[k], m.T[k]
		}
		for k, v := range m.Volumes {
			out.volumes[k][lane] = v
		}
		out.boundsU[lane], out.boundsT[lane], out.bounds[lane] = m.BoundU, m.BoundT, m.Bound
		out.squares[lane] = m.square
	}
	return apart, unmeasured
}

// SquaredDepth returns the square of tritri.Depth for t and u. Squares of products of three lengths
// of the triangles must neither overflow nor vanish.
func (t *Probe) SquaredDepth(u *geom.Triangle) float64 {
	m := t.with(u)
	if m.apart || math.IsInf(m.square, 1) {
		return 0
	}
	return m.square
}

// measures are the values of a Comparison for one triangle u.
type measures struct {
	Estimates
	square         float64
	nearlyParallel bool // an edge of t and one of u
	apart          bool // certainly, and nothing else is known
}

// with compares t and u. If t is not apart from u by one of the normals, it tries the cross
// products of edges.
func (t *Probe) with(u *geom.Triangle) (m measures) {
	o := ProbeOf(u)
	d := u[0].Sub(t.corners[0])
	extent := max(math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2])) + t.size + o.size
	m.BoundU, m.BoundT, m.Bound = t.planeFactor*extent, o.planeFactor*extent, t.factor*o.size*extent
	for k := range 3 {
		m.U[k] = t.normal.Dot(u[k].Sub(t.corners[0]))
		m.T[k] = o.normal.Dot(t.corners[k].Sub(u[0]))
	}
	overU := min(-min(m.U[0], m.U[1], m.U[2]), max(m.U[0], m.U[1], m.U[2]))
	overT := min(-min(m.T[0], m.T[1], m.T[2]), max(m.T[0], m.T[1], m.T[2]))
	if overU < -m.BoundU || overT < -m.BoundT {
		m.apart = true
		return m
	}
	m.square = min(squareAlong(overU, t.square), squareAlong(overT, o.square))
	t.withEdges(&o, &m)
	return m
}

// withEdges compares the edges of t with those of o.
//
// Along the cross product of an edge of t and one of u each triangle is two numbers: that of the
// edge and, by a triple product, that of its third corner.
func (t *Probe) withEdges(o *Probe, m *measures) {
	var thirdT, thirdU [3]float64
	for k := range 3 {
		thirdT[k], thirdU[k] = -o.edges[k].Dot(t.normal), t.edges[k].Dot(o.normal)
	}
	for i := range 3 {
		for j := range 3 {
			axis := t.edges[i].Cross(o.edges[j])
			d := o.corners[j].Sub(t.corners[i])
			v := axis.Dot(d)
			m.Volumes[3*i+j] = v
			overlap := min(max(0, thirdT[j])+max(0, -thirdU[i])-v, v+(max(0, thirdU[i])+max(0, -thirdT[j])))
			if overlap < -m.Bound {
				m.apart = true
				return
			}
			length, lengths := axis.Dot(axis), float64(t.squares[i]*o.squares[j])
			switch {
			case length > nearlyParallel*lengths:
			case length > parallel*lengths:
				// Rounding has turned the axis, but any axis is valid if all corners are projected onto it.
				m.nearlyParallel = true
				a, b := t.corners.Sub(t.corners[0]), o.corners.Sub(t.corners[0])
				overlap, length = OverlapAlong(axis, &a, &b), 1
			default:
				continue
			}
			m.square = min(m.square, squareAlong(overlap, length))
		}
	}
}

// OverlapAlong returns the length in which the projections of a and b onto an axis overlap, or
// infinity for an axis of length 0.
func OverlapAlong(axis geom.Vec, a, b *geom.Triangle) float64 {
	square := axis.Dot(axis)
	if !(square > 0) {
		return math.Inf(1)
	}
	l0, h0 := a.Extent(axis)
	l1, h1 := b.Extent(axis)
	return max(0, min(h0-l1, h1-l0)) / math.Sqrt(square)
}

// squareAlong returns the square of an overlap in units of an axis with the given squared length,
// or infinity for an axis of length 0.
func squareAlong(overlap, length float64) float64 {
	if !(length > 0) {
		return math.Inf(1)
	}
	overlap = max(0, overlap)
	return float64(overlap*overlap) / length
}

package draco

import "math"

// octahedron maps unit vectors to points of a square of integers, the octahedron |x| + |y| + |z| =
// 1 unfolded. Quirin Meyer, Jochen Süßmuth, Gerd Sußner, Marc Stamminger and Günther Greiner, "On
// floating-point normal vectors", 2010.
type octahedron struct {
	size   int32 // of the square, less 1
	center int32
}

// newOctahedron returns an octahedron with coordinates of 2 to 30 bits.
func newOctahedron(bits int) octahedron {
	size := int32(1)<<bits - 2
	return octahedron{size, size / 2}
}

// octahedronData reads the size of the octahedron.
func (d *decoder) octahedronData(p *prediction) {
	greatest := int32(d.uint32())
	if p.correction == correctionCanonical || d.minor < 2 {
		d.uint32() // the center
	}
	bits := bitLength(greatest)
	if d.err == nil && (greatest%2 == 0 || bits < 2 || bits > 30) {
		d.odd(fail("%d cannot be the greatest coordinate of normals", greatest))
		return
	}
	p.octahedron = newOctahedron(min(bits, 30))
}

// vectors returns the unit vectors of points, in float32 arithmetic with each operation rounded
// by itself.
func (o octahedron) vectors(points []int32) []float32 {
	out := make([]float32, 0, len(points)/2*3)
	scale := 2 / float32(o.size)
	for i := 0; i < len(points); i += 2 {
		y := float32(float32(points[i])*scale) - 1
		z := float32(float32(points[i+1])*scale) - 1
		x := 1 - abs32(y) - abs32(z)
		y, z = fold(y, -x), fold(z, -x)
		square := float32(float32(x*x)+float32(y*y)) + float32(z*z)
		if float64(square) < 1e-6 {
			out = append(out, 0, 0, 0)
			continue
		}
		f := 1 / float32(math.Sqrt(float64(square)))
		out = append(out, x*f, y*f, z*f)
	}
	return out
}

func abs32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// fold moves a coordinate of the back half, which is beyond the edge by a distance.
func fold(x, behind float32) float32 {
	behind = max(behind, 0)
	if x < 0 {
		return x + behind
	}
	return x - behind
}

// differences predicts each point by the previous one.
func (o octahedron) differences(values []int32, c correction) {
	s, t := int32(0), int32(0)
	for i := 0; i+1 < len(values); i += 2 {
		s, t = o.add(s, t, values[i], values[i+1], c)
		values[i], values[i+1] = s, t
	}
}

// add adds a correction to a predicted point. Before, the prediction is moved to the front half
// and, for canonical corrections, to the lower left.
func (o octahedron) add(s, t, ds, dt int32, c correction) (int32, int32) {
	s, t = s-o.center, t-o.center
	front := uint32(abs(s))+uint32(abs(t)) <= uint32(o.center)
	if !front {
		s, t = o.invert(s, t)
	}
	turns := 0
	if c == correctionCanonical {
		turns = quarterTurns(s, t)
	}
	s, t = turn(s, t, turns)
	s, t = o.modulo(s+ds), o.modulo(t+dt)
	s, t = turn(s, t, (4-turns)%4)
	if !front {
		s, t = o.invert(s, t)
	}
	return s + o.center, t + o.center
}

// quarterTurns returns how often a point has to be turned until it is in the lower left.
func quarterTurns(s, t int32) int {
	switch {
	case s == 0 && t == 0, s < 0 && t <= 0:
		return 0
	case s >= 0 && t < 0:
		return 1
	case s > 0:
		return 2
	}
	return 3
}

// turn turns a point by quarters, clockwise.
func turn(s, t int32, quarters int) (int32, int32) {
	switch quarters {
	case 1:
		return t, -s
	case 2:
		return -s, -t
	case 3:
		return -t, s
	}
	return s, t
}

// invert swaps the front half and the back half of the octahedron.
func (o octahedron) invert(s, t int32) (int32, int32) {
	signS, signT := int32(-1), int32(-1)
	if s > 0 || s == 0 && t >= 0 {
		signS = 1
	}
	if t > 0 || t == 0 && s >= 0 {
		signT = 1
	}
	cornerS, cornerT := signS*o.center, signT*o.center
	s, t = 2*s-cornerS, 2*t-cornerT
	if signS == signT {
		s, t = -t, -s
	} else {
		s, t = t, s
	}
	return (s + cornerS) / 2, (t + cornerT) / 2
}

// modulo moves a coordinate into the square, whose opposite sides are identified.
func (o octahedron) modulo(x int32) int32 {
	if x > o.center {
		return x - o.size - 1
	}
	if x < -o.center {
		return x + o.size + 1
	}
	return x
}

// predictNormals predicts normals from those of the faces around; section "Geometric Normal
// Prediction" of the specification.
func (d *decoder) predictNormals(g *group, p *prediction, values []int32) error {
	if p.oneFace {
		return &UnsupportedError{"the prediction of normals from one face"}
	}
	at, err := d.positionsOf(g)
	if err != nil {
		return err
	}
	for i, c := range g.sequence.corners {
		n := p.octahedron.along(g.normal(&at, c))
		if p.sides.next() {
			n = [3]int32{-n[0], -n[1], -n[2]}
		}
		s, t := p.octahedron.point(n)
		at := values[2*i:][:2]
		at[0], at[1] = p.octahedron.add(s, t, at[0], at[1], p.correction)
	}
	return p.sides.end()
}

// normal returns the sum of the normals of the faces around a corner, weighted by area.
func (g *group) normal(p *positions, corner int32) vector {
	t, value := g.table, g.sequence.value
	center := p.get(value[t.vertex[corner]])
	var sum vector
	for c := corner; c != none; {
		sum.addCross(p.get(value[t.vertex[next(c)]]).minus(center), p.get(value[t.vertex[previous(c)]]).minus(center))
		if c = t.swingLeft(c); c == corner {
			return sum
		}
	}
	for c := t.swingRight(corner); c != none; c = t.swingRight(c) {
		sum.addCross(p.get(value[t.vertex[next(c)]]).minus(center), p.get(value[t.vertex[previous(c)]]).minus(center))
	}
	return sum
}

// addCross adds the cross product of two vectors.
func (v *vector) addCross(a, b vector) {
	v[0] += a[1]*b[2] - a[2]*b[1]
	v[1] += a[2]*b[0] - a[0]*b[2]
	v[2] += a[0]*b[1] - a[1]*b[0]
}

// along returns the vector of the octahedron in the direction of v.
func (o octahedron) along(v vector) [3]int32 {
	const most = 1 << 29
	if sum := absSum(v); sum > most {
		quotient := sum / most
		v = vector{v[0] / quotient, v[1] / quotient, v[2] / quotient}
	}
	n := [3]int32{int32(v[0]), int32(v[1]), int32(v[2])}
	sum := absSum(vector{int64(n[0]), int64(n[1]), int64(n[2])})
	if sum == 0 {
		return [3]int32{o.center, 0, 0}
	}
	x := int32(int64(n[0]) * int64(o.center) / sum)
	y := int32(int64(n[1]) * int64(o.center) / sum)
	z := o.center - abs(x) - abs(y)
	if n[2] < 0 {
		z = -z
	}
	return [3]int32{x, y, z}
}

// absSum returns the sum of the magnitudes, limited to the greatest integer.
func absSum(v vector) int64 {
	sum := uint64(0)
	for _, x := range v {
		sum += min(uint64(max(x, -x)), math.MaxInt64)
		sum = min(sum, math.MaxInt64)
	}
	return int64(sum)
}

// point returns the point of a vector of the octahedron. If several points on the border of the
// square are the same, it always returns the same one of them.
func (o octahedron) point(n [3]int32) (int32, int32) {
	s, t := n[1]+o.center, n[2]+o.center
	if n[0] < 0 {
		s, t = abs(n[2]), abs(n[1])
		if n[1] >= 0 {
			s = o.size - s
		}
		if n[2] >= 0 {
			t = o.size - t
		}
	}
	return o.canonical(s, t)
}

func (o octahedron) canonical(s, t int32) (int32, int32) {
	switch {
	case s == 0 && t == 0, s == 0 && t == o.size, s == o.size && t == 0:
		return o.size, o.size
	case s == 0 && t > o.center, s == o.size && t < o.center:
		t = o.size - t
	case t == o.size && s < o.center, t == 0 && s > o.center:
		s = o.size - s
	}
	return s, t
}

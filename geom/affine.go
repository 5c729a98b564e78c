package geom

// Affine is a map p ↦ A·p + t: three rows of (A | t).
type Affine [3][4]float64

// Identity returns the map that leaves every point unchanged.
func Identity() Affine { return Affine{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}} }

// Scaling returns the map p ↦ s·p.
func Scaling(s float64) Affine { return Affine{{s, 0, 0, 0}, {0, s, 0, 0}, {0, 0, s, 0}} }

// Translation returns the map p ↦ p + d.
func Translation(d Vec) Affine { return Affine{{1, 0, 0, d[0]}, {0, 1, 0, d[1]}, {0, 0, 1, d[2]}} }

// Finite reports whether no element of m is NaN or infinite.
func (m *Affine) Finite() bool {
	for _, row := range m {
		for _, x := range row {
			if x-x != 0 { // NaN for such an x
				return false
			}
		}
	}
	return true
}

// Apply returns A·p + t. Each coordinate is ((a0·x + a1·y) + a2·z) + t, with every product and
// every sum rounded to float64. This order of operations defines world coordinates, so they are the
// same on every machine.
func (m *Affine) Apply(p Vec) Vec {
	m.Transform(&p)
	return p
}

// Along returns along and base such that the coordinate of m's image of a point p in direction d is
// along·p + base.
func (m *Affine) Along(d Vec) (along Vec, base float64) {
	for r, row := range m {
		for k := range along {
			along[k] += row[k] * d[r]
		}
		base += row[3] * d[r]
	}
	return along, base
}

// Transform replaces p with m.Apply(p).
func (m *Affine) Transform(p *Vec) {
	x, y, z := p[0], p[1], p[2]
	p[0] = float64(m[0][0]*x) + float64(m[0][1]*y) + float64(m[0][2]*z) + m[0][3]
	p[1] = float64(m[1][0]*x) + float64(m[1][1]*y) + float64(m[1][2]*z) + m[1][3]
	p[2] = float64(m[2][0]*x) + float64(m[2][1]*y) + float64(m[2][2]*z) + m[2][3]
}

// ApplyTriangle maps the three corners of t.
func (m *Affine) ApplyTriangle(t Triangle) Triangle {
	m.Transform(&t[0])
	m.Transform(&t[1])
	m.Transform(&t[2])
	return t
}

// ApplyBox returns the smallest box that contains the images of b's corners, and so, up to
// rounding, the image of b.
func (m *Affine) ApplyBox(b Box) Box {
	out := EmptyBox()
	if b.Empty() {
		return out
	}
	for corner := range 8 {
		p := b.Min
		for k := range p {
			if corner>>k&1 == 1 {
				p[k] = b.Max[k]
			}
		}
		out = out.Include(m.Apply(p))
	}
	return out
}

// Mul returns the map that applies n first and then m.
func (m *Affine) Mul(n Affine) Affine {
	var out Affine
	for r := range out {
		for c := range out[r] {
			s := float64(m[r][0]*n[0][c]) + float64(m[r][1]*n[1][c]) + float64(m[r][2]*n[2][c])
			if c == 3 {
				s += m[r][3]
			}
			out[r][c] = s
		}
	}
	return out
}

// ScaleInput returns the map p ↦ m(s·p).
func (m *Affine) ScaleInput(s float64) Affine {
	out := *m
	for r := range out {
		for c := range 3 {
			out[r][c] *= s
		}
	}
	return out
}

// Singular reports whether the determinant of m's linear part is exactly zero. Such a map flattens
// every body.
func (m *Affine) Singular() bool {
	col := func(c int) Vec { return Vec{m[0][c], m[1][c], m[2][c]} }
	return Orient3D(col(0), col(1), col(2), Vec{}) == 0
}

// Mirrors reports whether the determinant of m's linear part is negative, decided exactly. Such a
// map reverses windings.
func (m *Affine) Mirrors() bool {
	col := func(c int) Vec { return Vec{m[0][c], m[1][c], m[2][c]} }
	return Orient3D(Vec{}, col(0), col(1), col(2)) < 0
}

// Determinant returns the determinant of m's linear part in float64: the factor by which m scales
// volumes, negative if it mirrors.
func (m *Affine) Determinant() float64 {
	row := func(r int) Vec { return Vec(m[r][:3]) }
	return TripleProduct(row(0), row(1), row(2))
}

// Inverse returns the inverse of m, by its adjugate matrix. It is not finite if there is none.
func (m *Affine) Inverse() (out Affine) {
	row := func(k int) Vec { return Vec(m[k%3][:3]) }
	d := m.Determinant()
	for c := range 3 {
		cross := row(c + 1).Cross(row(c + 2))
		for k := range 3 {
			out[k][c] = cross[k] / d
		}
	}
	for k := range 3 {
		out[k][3] = -(float64(out[k][0]*m[0][3]) + float64(out[k][1]*m[1][3]) + float64(out[k][2]*m[2][3]))
	}
	return out
}

package geom

import "math"

// Stored is a map whose entries were rounded to float32 when they were stored, or were computed
// from such numbers.
type Stored struct {
	Matrix Affine
	// Rounding bounds the error of each entry of Matrix.
	Rounding Affine
}

// StoredMatrix returns the map of a matrix whose entries were stored.
func StoredMatrix(m Affine) Stored {
	s := Stored{Matrix: m}
	for r, row := range m {
		for c, x := range row {
			s.Rounding[r][c] = HalfUlpStored(x)
		}
	}
	return s
}

// HalfUlpStored bounds the rounding of a stored entry of a map. 0, 1 and -1 are assumed to be
// exact.
func HalfUlpStored(x float64) float64 {
	if x == 1 || x == -1 {
		return 0
	}
	return HalfUlp32(x)
}

// RotationErrors bounds the errors of the entries of a rotation, which was computed from a quaternion q (x, y,
// z, w) with errors of its components up to off. |q| is 1 up to these.
//
// Let δ be these errors. An entry of the rotation is e + 2·(a·b ± c·d)/|q|², where e is 1 on the diagonal
// and 0 elsewhere, and a, b, c and d are components of q. Up to terms of second order, the error of the
// product is at most 2·(|a|·δb + |b|·δa + |c|·δd + |d|·δc). The division by |q|² changes the quotient,
// which is the entry less e, by at most its size times 2·(|x|·δx + |y|·δy + |z|·δz + |w|·δw).
func RotationErrors(rotation *Affine, q, off *[4]float64) (errors [3][3]float64) {
	along := 0.0
	for k := range q {
		along += 2 * math.Abs(q[k]) * off[k]
	}
	product := func(a, b int) float64 { return math.Abs(q[a])*off[b] + math.Abs(q[b])*off[a] }
	for r := range 3 {
		i, j := (r+1)%3, (r+2)%3
		const w = 3
		errors[r][r] = 2 * (product(i, i) + product(j, j))
		errors[r][i] = 2 * (product(r, i) + product(j, w))
		errors[r][j] = 2 * (product(r, j) + product(i, w))
		for c := range 3 {
			quotient := rotation[r][c]
			if r == c {
				quotient--
			}
			errors[r][c] += math.Abs(quotient) * along
		}
	}
	return errors
}

// Under returns the map that applies s first and then outer, with bounds of its rounding.
// outerRounding bounds that of outer, nil for none.
func (s *Stored) Under(outer Affine, outerRounding *Affine) (Affine, *Affine) {
	var off Affine
	for r := range off {
		for c := range off[r] {
			for k := range 3 {
				off[r][c] += math.Abs(outer[r][k]) * s.Rounding[k][c]
				if outerRounding != nil {
					off[r][c] += outerRounding[r][k] * (math.Abs(s.Matrix[k][c]) + s.Rounding[k][c])
				}
			}
		}
		if outerRounding != nil {
			off[r][3] += outerRounding[r][3]
		}
	}
	return outer.Mul(s.Matrix), &off
}

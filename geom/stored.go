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

package geom

import "math"

// SpectralNorm returns the greatest factor by which m stretches a length: the greatest singular
// value of its linear part. It is NaN or infinite if an entry is; otherwise its relative error is
// at most 2^-44, whatever the other two singular values are.
func (m *Affine) SpectralNorm() float64 {
	if largest := m.largest(); !(largest > 0) || math.IsInf(largest, 0) {
		return largest
	}
	columns, _, unit := m.Orthogonalize(0)
	return math.Ldexp(max(columns[0].Norm(), columns[1].Norm(), columns[2].Norm()), unit)
}

// Vanishing is the length, relative to another column, below which a column of a matrix is rounding
// noise without a direction.
const Vanishing = 1e-13

// Orthogonalize decomposes the linear part of m: it returns 2^-unit times its product with a
// rotation, both by columns. The columns of the product are orthogonal, up to a cosine of straight,
// except for those that are Vanishing relative to others; their lengths are the singular values.
// The entries of m must be finite. unit keeps the squares of the product from overflowing.
//
// Pairs of columns are rotated in turn (M. R. Hestenes, "Inversion of Matrices by
// Biorthogonalization and Related Results", Journal of SIAM 6(1), 1958). Each rotation changes the
// columns by a few roundings.
func (m *Affine) Orthogonalize(straight float64) (product, rotation [3]Vec, unit int) {
	_, unit = math.Frexp(m.largest())
	for c := range product {
		for r := range m {
			product[c][r] = math.Ldexp(m[r][c], -unit)
		}
		rotation[c][c] = 1
	}
	// A sweep squares the remaining cosines of the angles between columns; eight
	// are more than any matrix takes.
	for sweep, again := 0, true; again && sweep < 8; sweep++ {
		again = false
		for _, pair := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := pair[0], pair[1]
			if cosine, sine, skew := turn(&product[p], &product[q], straight); skew {
				again = true
				rotatePair(&product[p], &product[q], cosine, sine)
				rotatePair(&rotation[p], &rotation[q], cosine, sine)
			}
		}
	}
	return product, rotation, unit
}

// largest returns the greatest entry of m's linear part in magnitude.
func (m *Affine) largest() (largest float64) {
	for _, row := range m {
		largest = max(largest, math.Abs(row[0]), math.Abs(row[1]), math.Abs(row[2]))
	}
	return largest
}

// turn returns the cosine and sine of the smaller angle by which a and b must be rotated in the
// plane of their indices to become orthogonal; skew is false if they already are.
func turn(a, b *Vec, straight float64) (cosine, sine float64, skew bool) {
	aa, bb, ab := a.Dot(*a), b.Dot(*b), a.Dot(*b)
	small, large := min(math.Sqrt(aa), math.Sqrt(bb)), max(math.Sqrt(aa), math.Sqrt(bb))
	if math.Abs(ab) <= straight*small*large || small <= Vanishing*large {
		return 1, 0, false
	}
	ratio := (bb - aa) / (2 * ab)
	tangent := math.Copysign(1/(math.Abs(ratio)+math.Sqrt(1+float64(ratio*ratio))), ratio)
	cosine = 1 / math.Sqrt(1+float64(tangent*tangent))
	return cosine, float64(cosine * tangent), true
}

// rotatePair rotates two columns in the plane of their indices.
func rotatePair(a, b *Vec, cosine, sine float64) {
	*a, *b = a.Scale(cosine).Sub(b.Scale(sine)), a.Scale(sine).Add(b.Scale(cosine))
}

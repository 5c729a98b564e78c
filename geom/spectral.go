package geom

import "math"

// SpectralNorm returns the greatest factor by which m stretches a length: the greatest
// singular value of its linear part. It is NaN or infinite where an entry is.
//
// It is found by rotating pairs of columns until they are at right angles (M. R.
// Hestenes, "Inversion of Matrices by Biorthogonalization and Related Results", Journal
// of SIAM 6(1), 1958): the longest column is then as long as the greatest singular
// value. Nothing is squared that is not scaled to at most 1 before, and each rotation
// changes the columns by a few roundings, so that the result is within 2^-44 of the true
// value, relatively, whatever the other two singular values are.
func (m Affine) SpectralNorm() float64 {
	var largest float64
	for _, row := range m {
		for _, x := range row[:3] {
			largest = max(largest, math.Abs(x))
		}
	}
	if !(largest > 0) || math.IsInf(largest, 0) {
		return largest
	}
	_, unit := math.Frexp(largest)
	var columns [3]Vec
	for c := range columns {
		for r := range m {
			columns[c][r] = math.Ldexp(m[r][c], -unit)
		}
	}
	// A sweep squares what is left of the cosines of the angles between columns; eight
	// are more than any matrix takes.
	for range 8 {
		orthogonalize(&columns[0], &columns[1])
		orthogonalize(&columns[0], &columns[2])
		orthogonalize(&columns[1], &columns[2])
	}
	return math.Ldexp(max(columns[0].Norm(), columns[1].Norm(), columns[2].Norm()), unit)
}

// orthogonalize rotates a and b in the plane of their indices so that they are at right
// angles, by the smaller of the two angles that do so.
func orthogonalize(a, b *Vec) {
	skew := a.Dot(*b)
	if skew == 0 {
		return
	}
	ratio := (b.Dot(*b) - a.Dot(*a)) / (2 * skew)
	tangent := math.Copysign(1/(math.Abs(ratio)+math.Sqrt(1+float64(ratio*ratio))), ratio)
	cosine := 1 / math.Sqrt(1+float64(tangent*tangent))
	sine := float64(cosine * tangent)
	for k := range a {
		x, y := a[k], b[k]
		a[k] = float64(cosine*x) - float64(sine*y)
		b[k] = float64(sine*x) + float64(cosine*y)
	}
}

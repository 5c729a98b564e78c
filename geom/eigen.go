package geom

import (
	"cmp"
	"math"
	"slices"
)

// SymmetricEigen returns the eigenvalues of a symmetric matrix, ascending, and orthogonal unit
// eigenvectors. It removes the off-diagonal entries one at a time by rotations (C. G. J. Jacobi,
// "Über ein leichtes Verfahren, die in der Theorie der Säcularstörungen vorkommenden Gleichungen
// numerisch aufzulösen", Journal für die reine und angewandte Mathematik 30, 1846).
func SymmetricEigen(a [3][3]float64) (values Vec, axes [3]Vec) {
	v := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} // rows are the axes
	for range 32 {
		for _, at := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			rotate(&a, &v, at[0], at[1])
		}
	}
	order := []int{0, 1, 2}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a[i][i], a[j][j]) })
	for k, i := range order {
		values[k], axes[k] = a[i][i], v[i]
	}
	return values, axes
}

// rotate makes a[p][q] 0 by a rotation in the plane of axes p and q.
func rotate(a *[3][3]float64, v *[3]Vec, p, q int) {
	if a[p][q] == 0 {
		return
	}
	angle := 0.5 * math.Atan2(2*a[p][q], a[q][q]-a[p][p])
	s, c := math.Sin(angle), math.Cos(angle)
	for k := range 3 {
		a[k][p], a[k][q] = float64(c*a[k][p])-float64(s*a[k][q]), float64(s*a[k][p])+float64(c*a[k][q])
	}
	for k := range 3 {
		a[p][k], a[q][k] = float64(c*a[p][k])-float64(s*a[q][k]), float64(s*a[p][k])+float64(c*a[q][k])
	}
	rotatePair(&v[p], &v[q], c, s)
}

// SingularValues returns the least, middle and greatest factor by which m stretches.
func (m *Affine) SingularValues() (s [3]float64) {
	var gram [3][3]float64
	for i := range 3 {
		for j := range 3 {
			for _, row := range m {
				gram[i][j] += float64(row[i] * row[j])
			}
		}
	}
	values, _ := SymmetricEigen(gram)
	for k, v := range values {
		s[k] = math.Sqrt(max(0, v))
	}
	return s
}

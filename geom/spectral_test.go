package geom_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestSpectralNorm compares the norm of rotation times diagonal times rotation with the
// greatest entry of the diagonal, also where entries are equal, zero or far apart.
func TestSpectralNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	turn := func() (m geom.Affine) {
		for k, axis := range rotation(r) {
			copy(m[k][:3], axis[:])
		}
		return m
	}
	sizes := []float64{0, 1, 1, 1 - 0x1p-30, 3, 1e-9, 1e9, 1e-200}
	for range 4000 {
		d := geom.Vec{sizes[r.IntN(len(sizes))], sizes[r.IntN(len(sizes))], sizes[r.IntN(len(sizes))]}
		before, stretch, after := turn(), geom.Affine{{d[0]}, {0, d[1]}, {0, 0, -d[2]}}, turn()
		m := before.Mul(stretch)
		m = m.Mul(after)
		unit := r.IntN(400) - 200
		for i := range m {
			for j := range 3 {
				m[i][j] = math.Ldexp(m[i][j], unit)
			}
			m[i][3] = 1e300 // a move stretches nothing
		}
		want := math.Ldexp(max(d[0], d[1], d[2]), unit)
		if got := m.SpectralNorm(); !(math.Abs(got-want) <= 0x1p-44*want) {
			t.Fatalf("%v: %v, want %v of %v", m, got, want, d)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		if got := (&geom.Affine{{1}, {0, x}}).SpectralNorm(); got == got && !math.IsInf(got, 1) {
			t.Errorf("%v with an entry %v", got, x)
		}
	}
}

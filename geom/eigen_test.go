package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestEigenTakesMatricesApart: A·v = λ·v, and the vectors are a frame.
func TestEigenTakesMatricesApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for k := range 500 {
		var a [3][3]float64
		for i := range 3 {
			for j := range i + 1 {
				a[i][j] = float64(rng.IntN(5) - 2)
				if k%2 == 0 {
					a[i][j] = rng.NormFloat64()
				}
				a[j][i] = a[i][j]
			}
		}
		values, axes := SymmetricEigen(a)
		for i, v := range axes {
			var image Vec
			for r := range 3 {
				image[r] = Vec(a[r]).Dot(v)
			}
			if image.Sub(v.Scale(values[i])).Norm() > 1e-13 || math.Abs(v.Norm()-1) > 1e-13 || i > 0 && values[i] < values[i-1] {
				t.Fatalf("%v: value %v has the axis %v", a, values[i], v)
			}
		}
	}
}

// TestSingularValues: rotations before and after a map do not change them.
func TestSingularValues(t *testing.T) {
	turn := Affine{{0.6, -0.8, 0, 1}, {0.8, 0.6, 0, 2}, {0, 0, 1, 3}}
	for _, want := range [][3]float64{{1, 1, 1}, {0, 2, 3}, {0.5, 0.5, 4}} {
		scale := Affine{{want[1]}, {0, want[2]}, {0, 0, -want[0]}}
		m := turn.Mul(scale)
		m = m.Mul(turn)
		got := m.SingularValues()
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-14 {
				t.Errorf("%v, want %v", got, want)
				break
			}
		}
	}
}

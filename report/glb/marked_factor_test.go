package glb

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// composed returns the map of its factors, as glTF defines it.
func composed(f factors) geom.Affine {
	scale := geom.Affine{{f.scale[0]}, {0, f.scale[1]}, {0, 0, f.scale[2]}}
	move := geom.Affine{{1, 0, 0, f.move[0]}, {0, 1, 0, f.move[1]}, {0, 0, 1, f.move[2]}}
	m := move.Mul(rotation(f.after))
	m = m.Mul(scale)
	return m.Mul(rotation(f.before))
}

func rotation(q [4]float64) geom.Affine {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return geom.Affine{
		{1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w)},
		{2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w)},
		{2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y)},
	}
}

func TestFactor(t *testing.T) {
	maps := map[string]geom.Affine{
		"identity": geom.Identity(), "nothing": {}, "flat": {{1}, {0, 1}, {}}, "a line": {{1, 1, 1}, {2, 2, 2}, {-1, -1, -1}},
		"a slanted plane": {{1, 0, 1}, {0, 1, 1}, {1, 1, 2}}, "mirror": {{-1}, {0, 1}, {0, 0, 1}}, "point mirror": {{-1}, {0, -1}, {0, 0, -1}},
		"shear": {{1, 1}, {0, 1}, {0, 0, 1}}, "swap": {{0, 1}, {1}, {0, 0, 1}}, "thin shear": {{1, 1e6}, {0, 1}, {0, 0, 1e-6}},
		"huge": {{1e200, 1e200}, {0, 1e200}, {0, 0, 1e200}}, "tiny": {{1e-200, 1e-200}, {0, 1e-200}, {0, 0, 1e-200}},
		"half turn": {{-1}, {0, -1}, {0, 0, 1}}, "moved": {{1, 0, 0, 7}, {0, 1, 0, 8}, {0, 0, 1, 9}},
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 2000 {
		var m geom.Affine
		for r := range m {
			for c := range m[r] {
				m[r][c] = math.Round(4*rng.NormFloat64()) * math.Exp2(float64(rng.IntN(1+i%20)))
			}
		}
		maps[string(rune('A'+i))] = m
	}
	for name, m := range maps {
		f := factor(m)
		got, most := composed(f), 0.0
		for r := range m {
			for c := range 3 {
				most = max(most, math.Abs(m[r][c]))
			}
		}
		for r := range m {
			for c := range m[r] {
				if d := math.Abs(got[r][c] - m[r][c]); !(d <= 2e-6*max(most, math.Abs(m[r][3]))) {
					t.Fatalf("%s: %v is put together as %v (%+v)", name, m, got, f)
				}
			}
		}
		for _, q := range [][4]float64{f.before, f.after} {
			if n := q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]; math.Abs(n-1) > 1e-9 {
				t.Errorf("%s: a quaternion of length %v", name, n)
			}
		}
	}
	if f := factor(maps["mirror"]); f.before != [4]float64{0, 0, 0, 1} {
		t.Errorf("a mirror needs no second rotation: %+v", f)
	}
	if f := factor(maps["shear"]); f.before == [4]float64{0, 0, 0, 1} {
		t.Errorf("one rotation cannot shear: %+v", f)
	}
}

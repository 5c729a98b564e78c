package gltf

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// meant is a transform before its numbers were rounded to be stored.
type meant struct {
	matrix bool
	m      geom.Affine
	t, s   [3]float64
	q      [4]float64
}

func newMeant(rng *rand.Rand) meant {
	x := meant{matrix: rng.IntN(3) == 0, q: [4]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}}
	length := math.Sqrt(x.q[0]*x.q[0] + x.q[1]*x.q[1] + x.q[2]*x.q[2] + x.q[3]*x.q[3])
	for k := range x.q {
		x.q[k] /= length
	}
	far := math.Pow(10, 8*rng.Float64()-4)
	for k := range 3 {
		x.t[k] = rng.NormFloat64() * far
		x.s[k] = math.Pow(10, 4*rng.Float64()-2) * float64(1-2*rng.IntN(2))
	}
	x.m = fromTRS(x.t, x.q, x.s)
	return x
}

// stored returns the transform as it is stored.
func (x *meant) stored() geom.Stored {
	if x.matrix {
		var m geom.Affine
		for r, row := range x.m {
			for c, v := range row {
				m[r][c] = float64(float32(v))
			}
		}
		return geom.StoredMatrix(m)
	}
	var t, s [3]float64
	var q [4]float64
	for k := range 3 {
		t[k], s[k] = float64(float32(x.t[k])), float64(float32(x.s[k]))
	}
	for k := range 4 {
		q[k] = float64(float32(x.q[k]))
	}
	return transformOf(t, q, s)
}

// TestRoundingHoldsWhatWasMeant: for any chain of nodes, the difference between the matrix and what
// was meant is at most its rounding, entry by entry, and the rounding is not far too large.
func TestRoundingHoldsWhatWasMeant(t *testing.T) {
	closest := 0.0
	for seed := range uint64(20000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		world, truth := geom.Identity(), geom.Identity()
		var rounding *geom.Affine
		for range 1 + rng.IntN(4) {
			x := newMeant(rng)
			local := x.stored()
			world, rounding = local.Under(world, rounding)
			truth = truth.Mul(x.m)
		}
		for r := range world {
			for c := range world[r] {
				off, size := math.Abs(world[r][c]-truth[r][c]), 0.0
				for k := range 4 {
					size = max(size, math.Abs(world[r][k]))
				}
				if off > rounding[r][c]*(1+1e-6)+1e-12*size {
					t.Fatalf("seed %d: entry %d %d is off by %v, and at most %v was said", seed, r, c, off, rounding[r][c])
				}
				closest = max(closest, off/rounding[r][c])
			}
		}
	}
	if closest < 0.5 {
		t.Errorf("the bound is never reached by more than a share of %v", closest)
	}
}

package rig

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// used reports which vertices of a part triangles have.
func used(part *mesh.Part) []bool {
	used := make([]bool, part.Positions.Len())
	for c := range 3 * part.Triangles() {
		used[part.Corner(c)] = true
	}
	return used
}

// sums are about the sums of the weights of vertices.
type sums struct {
	zero, off int
	low, high float64
	negative  bool
}

func (s *sums) add(sum float64) {
	const tolerance = 1e-3
	switch {
	case sum == 0:
		s.zero++
	case math.Abs(sum-1) > tolerance:
		if s.off++; s.off == 1 {
			s.low, s.high = sum, sum
		}
		s.low, s.high = min(s.low, sum), max(s.high, sum)
	}
}

// warnOfWeights warns of weights whose sums are not 1.
func (r *Reader) warnOfWeights(p *stage.Prim, s *sums) {
	if s.negative {
		r.warn(p, "has negative weights")
	}
	if s.zero > 0 {
		r.warn(p, "the weights of %s are 0; they follow the first joint", vertices(s.zero))
	}
	if s.off > 0 {
		r.warn(p, "the weights of %s add up to %.3g to %.3g instead of 1; they are divided by the sum", vertices(s.off), s.low, s.high)
	}
}

func vertices(n int) string { return fmt.Sprintf("%d %s", n, plural(n, "vertex", "vertices")) }

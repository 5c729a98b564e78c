package tritri

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestKernelsEqualGo compares the assembly with its Go twins bit for bit, on values and
// bounds of every size, infinities and ties among them.
func TestKernelsEqualGo(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this machine does not have AVX2")
	}
	r := rand.New(rand.NewPCG(1, 2))
	var seen [3]int
	for n := range 100_000 {
		p, s := randomPacket(r, n%3), randomKernel(r, n%3)
		lanes := uint16(r.Uint32())
		got, want := apartAVX2(&s, &p, uint32(lanes)), uint32(apartGo(&s, &p, lanes))
		if got != want {
			t.Fatalf("apart: %016b, want %016b of %016b, by %+v from %v", got, want, lanes, s, p)
		}
		switch want {
		case 0:
			seen[0]++
		case uint32(lanes):
			seen[1]++
		default:
			seen[2]++
		}
		var lo, hi, wantLo, wantHi [3][Width]float32
		boxesAVX2(&p, &lo, &hi)
		boxesGo(&p, &wantLo, &wantHi)
		if lo != wantLo || hi != wantHi {
			t.Fatalf("boxes of %v: %v to %v, want %v to %v", p, lo, hi, wantLo, wantHi)
		}
	}
	t.Log("rejected nothing, everything, something:", seen)
	if min(seen[0], seen[1], seen[2]) < 1000 {
		t.Error("one of these is hardly tested")
	}
}

// number returns one from a small grid, from all of float32, or one like it with an
// infinity now and then.
func number(r *rand.Rand, sort int) float32 {
	switch {
	case sort == 0:
		return float32(r.IntN(9)-4) / 2
	case sort == 2 && r.IntN(50) == 0:
		return float32(math.Inf(1 - 2*r.IntN(2)))
	}
	x := math.Float32frombits(r.Uint32())
	if x != x || x-x != 0 {
		return 1
	}
	return x + 0
}

func randomPacket(r *rand.Rand, sort int) (p Packet) {
	for k := range p.corners {
		for lane := range Width {
			if p.corners[k][lane] = number(r, sort); sort == 2 && p.corners[k][lane]-p.corners[k][lane] != 0 {
				p.corners[k][lane] = 1 // positions are finite
			}
		}
	}
	return p
}

func randomKernel(r *rand.Rand, sort int) (s filterKernel) {
	for k := range 3 {
		s.origin[k], s.normal[k] = number(r, min(sort, 1)), number(r, sort)
		s.offset[k] = uint32((k + int(r.Uint32N(3))) % 3 * Width * 4)
	}
	for k := range 2 {
		s.e0[k], s.e2[k] = number(r, sort), number(r, sort)
	}
	s.whole = number(r, sort)
	s.bound = abs(number(r, sort))
	s.minusBound, s.minusEdgeBound = -s.bound, -abs(number(r, sort))
	return s
}

package tripacket

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestCrossingsEqualsGo compares the assembly with its Go twin bit for bit, on triangles that
// cross, at every scale, and on some that do so hardly or not at all.
func TestCrossingsEqualsGo(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this machine does not have AVX2")
	}
	r := rand.New(rand.NewPCG(7, 8))
	var crossing, open int
	for n := range 100_000 {
		p, q := crossingPacket(r, n%5), crossingPacket(r, n%5)
		pairs, lanes, least := pairsOf(&p, &q), someLanes(r), 0.0
		var c Comparison
		lanes &^= c.Compare(&pairs, lanes)
		if n%4 == 0 {
			least = math.Sqrt(c.squares[r.IntN(Width)])
		}
		var got, want Crossings
		certain := uint16(crossingsAVX2(&c.comparison, &pairs, uint32(lanes), least, &got))
		if expected := crossingsGo(&c, &pairs, lanes, least, &want); certain != expected {
			t.Fatalf("%016b, want %016b of %016b: %v and %v", certain, expected, lanes, p, q)
		}
		for rest := certain; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros16(rest)
			if got.Box(lane) != want.Box(lane) || got.Length[lane] != want.Length[lane] || got.Depth[lane] != want.Depth[lane] {
				t.Fatalf("lane %d of %v, want %v: %v and %v", lane, got, want, p.Triangle(lane), q.Triangle(lane))
			}
		}
		crossing += bits.OnesCount16(certain)
		open += bits.OnesCount16(lanes &^ certain)
	}
	t.Logf("%d cross, %d are left open", crossing, open)
	if min(crossing, open) < 10_000 {
		t.Error("one of these is hardly tested")
	}
}

// crossingPacket returns random triangles: on a small grid, of every size, in a cube, in one of
// any size, or nearly in one plane.
func crossingPacket(r *rand.Rand, sort int) (p Packet) {
	if sort < 2 {
		return randomPacket(r, 2*sort)
	}
	scale := 1.0
	if sort == 3 {
		scale = math.Ldexp(1, r.IntN(200)-100)
	}
	for lane := range Width {
		var u geom.Triangle
		for k := range u {
			for a := range u[k] {
				if u[k][a] = r.Float64() * scale; sort == 4 && a == 2 {
					u[k][a] *= 0x1p-40 * r.Float64()
				}
			}
		}
		p.Set(lane, &u)
	}
	return p
}

// BenchmarkCrossings measures sixteen pairs that cross.
func BenchmarkCrossings(b *testing.B) {
	p := crossingPairs()
	var c Comparison
	var out Crossings
	lanes := 0xffff &^ c.Compare(p, 0xffff)
	for b.Loop() {
		c.Crossings(p, lanes, 0, &out)
	}
}

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
		u := p.Triangle(0)
		k, lanes, least := ProbeOf(&u), someLanes(r), 0.0
		var c Comparison
		lanes &^= c.Compare(&k, &q, lanes)
		if n%4 == 0 {
			least = math.Sqrt(c.squares[r.IntN(Width)])
		}
		var got, want Crossings
		certain := uint16(crossingsAVX2(&c.comparison, &k, &q, uint32(lanes), least, &got))
		if expected := crossingsGo(&c, &k, &q, lanes, least, &want); certain != expected {
			t.Fatalf("%016b, want %016b of %016b: %v and %v", certain, expected, lanes, u, q)
		}
		for rest := certain; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros16(rest)
			if got.Box(lane) != want.Box(lane) || got.Length[lane] != want.Length[lane] || got.Depth[lane] != want.Depth[lane] {
				t.Fatalf("lane %d of %v, want %v: %v and %v", lane, got, want, u, q.Triangle(lane))
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

// BenchmarkCrossings measures sixteen triangles that cross another.
func BenchmarkCrossings(b *testing.B) {
	var p, q Packet
	r := rand.New(rand.NewPCG(5, 6))
	for lane := range Width {
		u := geom.Triangle{{0.1, 0.1, -1}, {0.2, 0.1, 1}, {0.1, 0.2 + 0.01*float64(r.IntN(4)), 1}}
		q.Set(lane, &u)
	}
	p.Set(0, &geom.Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})
	var t Probe
	p.Probe(0, &t)
	var c Comparison
	var out Crossings
	lanes := 0xffff &^ c.Compare(&t, &q, 0xffff)
	for b.Loop() {
		c.Crossings(&t, &q, lanes, 0, &out)
	}
}

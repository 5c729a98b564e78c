package tripacket

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// comparers are the kernels of Compare, by whether this machine has them.
var comparers = []struct {
	name    string
	here    bool
	compare func(p *Pairs, lanes uint32, out *comparison) (apart, unmeasured uint32)
}{{"avx2", hasAVX2, compareAVX2}, {"avx512", hasAVX512, compareAVX512}}

// TestCompareEqualsGo compares the assembly with its Go twin bit for bit, on triangles of
// every size, ties and parallel edges among them.
func TestCompareEqualsGo(t *testing.T) {
	for _, k := range comparers {
		t.Run(k.name, func(t *testing.T) {
			if !k.here {
				t.Skip("this machine does not have it")
			}
			compareEqualsGo(t, k.compare)
		})
	}
}

func compareEqualsGo(t *testing.T, compare func(p *Pairs, lanes uint32, out *comparison) (apart, unmeasured uint32)) {
	r := rand.New(rand.NewPCG(3, 4))
	var together, separated, unmeasured int
	for n := range 100_000 {
		p, q := randomPacket(r, n%3), randomPacket(r, n%3)
		if n%3 == 2 {
			nearlyParallelTo(r, &p, &q)
		}
		pairs, lanes := pairsOf(&p, &q), someLanes(r)
		var got, want comparison
		apart, open := compare(&pairs, uint32(lanes), &got)
		wantApart, wantOpen := compareGo(&pairs, lanes, &want)
		if uint16(apart) != wantApart || uint16(open) != wantOpen {
			t.Fatalf("apart %016b, unmeasured %016b, want %016b and %016b: %v and %v", apart, open, wantApart, wantOpen, p, q)
		}
		for rest := lanes &^ wantApart; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros16(rest)
			if wantOpen&(1<<lane) != 0 {
				got.squares[lane], want.squares[lane] = 0, 0
			}
			if g, w := numbersOf(&got, lane), numbersOf(&want, lane); g != w {
				t.Fatalf("lane %d: %v, want %v: %v and %v", lane, g, w, p.Triangle(lane), q.Triangle(lane))
			}
		}
		together += bits.OnesCount16(lanes &^ wantApart)
		separated += bits.OnesCount16(wantApart)
		unmeasured += bits.OnesCount16(wantOpen)
	}
	t.Logf("%d apart, %d not, %d of these without a depth", separated, together, unmeasured)
	if min(together, separated, unmeasured) < 1000 {
		t.Error("one of these is hardly tested")
	}
}

// pairsOf returns the pairs of the triangles of two packets.
func pairsOf(p, q *Packet) (pairs Pairs) {
	for lane := range Width {
		t, u := p.Triangle(lane), q.Triangle(lane)
		pairs.Set(lane, &t, &u)
	}
	return pairs
}

// TestSetRowEqualsGo compares the assembly with its Go twins, and with setting one pair after another.
func TestSetRowEqualsGo(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		q := randomPacket(r, 0)
		var row, twin, single Pairs
		u := q.Triangle(r.IntN(Width))
		row.SetRow(&u, &q)
		fillGo(&twin.t, &u)
		widenGo(&twin.u, &q)
		for lane := range Width {
			v := q.Triangle(lane)
			single.Set(lane, &u, &v)
		}
		if row != twin || row != single {
			t.Fatalf("%v, want %v: %v and %v", row, single, u, q)
		}
	}
}

// someLanes returns lanes: few, half of them or most.
func someLanes(r *rand.Rand) uint16 {
	lanes := r.Uint32()
	switch r.IntN(3) {
	case 0:
		lanes &= r.Uint32() & r.Uint32()
	case 1:
		lanes |= r.Uint32()
	}
	return uint16(lanes)
}

// nearlyParallelTo replaces the triangles of p by one, and those of q by the same, moved a little.
func nearlyParallelTo(r *rand.Rand, p, q *Packet) {
	for k := range q.corners {
		for lane := range Width {
			if p.corners[k][lane] = p.corners[k][0]; lane == 0 {
				p.corners[k][lane] = float32(r.IntN(9))
			}
			q.corners[k][lane] = p.corners[k][lane] * (1 + float32(r.IntN(3)-1)*0x1p-18)
		}
	}
}

// numbersOf returns all that a comparison has of a lane.
func numbersOf(c *comparison, lane int) (x [19]float64) {
	n := 0
	for _, of := range [][][Width]float64{c.hu[:], c.ht[:], c.volumes[:], {c.boundsU, c.boundsT, c.bounds, c.squares}} {
		for k := range of {
			x[n] = of[k][lane] + 0
			n++
		}
	}
	return x
}

// BenchmarkCompare compares pairs that cross.
func BenchmarkCompare(b *testing.B) {
	p := crossingPairs()
	var c comparison
	for _, k := range comparers {
		for _, lanes := range []uint32{0xffff, 0xff} {
			b.Run(fmt.Sprintf("%s/%d", k.name, bits.OnesCount32(lanes)), func(b *testing.B) {
				if !k.here {
					b.Skip("this machine does not have it")
				}
				for b.Loop() {
					k.compare(p, lanes, &c)
				}
			})
		}
	}
}

// crossingPairs returns pairs that cross, of one triangle t.
func crossingPairs() *Pairs {
	r := rand.New(rand.NewPCG(5, 6))
	var p Pairs
	for lane := range Width {
		u := geom.Triangle{{0.1, 0.1, -1}, {0.2, 0.1, 1}, {0.1, 0.2 + 0.01*float64(r.IntN(4)), 1}}
		p.Set(lane, &geom.Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, &u)
	}
	return &p
}

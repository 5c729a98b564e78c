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
	compare func(t *Probe, q *Packet, wide *WidePacket, lanes uint32, out *comparison) (apart, unmeasured uint32)
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

func compareEqualsGo(t *testing.T, compare func(t *Probe, q *Packet, wide *WidePacket, lanes uint32, out *comparison) (apart, unmeasured uint32)) {
	r := rand.New(rand.NewPCG(3, 4))
	var together, separated, unmeasured int
	for n := range 100_000 {
		p, q := randomPacket(r, n%3), randomPacket(r, n%3)
		if n%3 == 2 {
			nearlyParallelTo(r, &p, &q)
		}
		u := p.Triangle(0)
		k, lanes := ProbeOf(&u), someLanes(r)
		var got, want comparison
		apart, open := compare(&k, &q, nil, uint32(lanes), &got)
		wantApart, wantOpen := compareGo(&k, &q, lanes, &want)
		if uint16(apart) != wantApart || uint16(open) != wantOpen {
			t.Fatalf("apart %016b, unmeasured %016b, want %016b and %016b: %v and %v", apart, open, wantApart, wantOpen, u, q)
		}
		var wide WidePacket
		for lane := range Width {
			v := q.Triangle(lane)
			wide.Set(lane, &v)
		}
		var same comparison
		if apart, open := compare(&k, nil, &wide, uint32(lanes), &same); uint16(apart) != wantApart || uint16(open) != wantOpen {
			t.Fatalf("wide: apart %016b, unmeasured %016b, want %016b and %016b", apart, open, wantApart, wantOpen)
		}
		for rest := lanes &^ wantApart; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros16(rest)
			if wantOpen&(1<<lane) != 0 {
				got.squares[lane], want.squares[lane], same.squares[lane] = 0, 0, 0
			}
			if g, w := numbersOf(&got, lane), numbersOf(&want, lane); g != w || numbersOf(&same, lane) != w {
				t.Fatalf("lane %d: %v, want %v: %v and %v", lane, g, w, u, q.Triangle(lane))
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

// nearlyParallelTo replaces the triangles of q by that in the first lane of p, moved a little.
func nearlyParallelTo(r *rand.Rand, p, q *Packet) {
	for k := range q.corners {
		for lane := range Width {
			p.corners[k][0] = float32(r.IntN(9))
			q.corners[k][lane] = p.corners[k][0] * (1 + float32(r.IntN(3)-1)*0x1p-18)
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

// BenchmarkCompare compares a triangle with sixteen that cross it.
func BenchmarkCompare(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	var q Packet
	for lane := range Width {
		u := geom.Triangle{{0.1, 0.1, -1}, {0.2, 0.1, 1}, {0.1, 0.2 + 0.01*float64(r.IntN(4)), 1}}
		q.Set(lane, &u)
	}
	p := Packet{}
	p.Set(0, &geom.Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})
	var t Probe
	p.Probe(0, &t)
	var c comparison
	for _, k := range comparers {
		for _, lanes := range []uint32{0xffff, 0x1248, 0x0010} {
			b.Run(fmt.Sprintf("%s/%d", k.name, bits.OnesCount32(lanes)), func(b *testing.B) {
				if !k.here {
					b.Skip("this machine does not have it")
				}
				for b.Loop() {
					k.compare(&t, &q, nil, lanes, &c)
				}
			})
		}
	}
}

package tripacket

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestKernelsEqualGo compares the assembly with its Go twins bit for bit, on values and
// extents of every size, infinities and ties among them.
func TestKernelsEqualGo(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this machine does not have AVX2")
	}
	r := rand.New(rand.NewPCG(1, 2))
	var seen [3]int
	for n := range 40_000 {
		p, q, adjacent := randomPacket(r, n%3), randomPacket(r, n%3), uint32(n%2)
		if adjacent == 1 {
			shareCorners(r, &p, &q)
		}
		var got, want Filter
		prepareAVX2(&p, &got)
		prepareGo(&p, &want)
		if bitsOf(&got) != bitsOf(&want) {
			t.Fatalf("filters %+v, want %+v, of %v", got, want, p)
		}
		d := [3]float32{abs(number(r, n%3)), abs(number(r, n%3)), abs(number(r, n%3))}
		rows := r.Uint32() & (1<<Width - 1)
		var masks, left, twin [Width]uint16
		for row := range masks {
			masks[row] = uint16(r.Uint32())
		}
		left, twin = masks, masks
		gotRows, wantRows := apartAVX2(&got, &q, &d, rows, &left, adjacent), apartGo(&want, &q, &d, rows, &twin, adjacent)
		if left != twin || gotRows != wantRows || bitsOf(&got) != bitsOf(&want) {
			t.Fatalf("left %016b, want %016b of %016b, by %+v from %v", left, twin, masks, got, q)
		}
		if hasAVX512 {
			wide, left := want, masks
			wide.bound, wide.minusBound, wide.minusEdgeBound = [Width]float32{}, [Width]float32{}, [Width]float32{}
			if gotRows := apartAVX512(&wide, &q, &d, rows, &left, adjacent); left != twin || gotRows != wantRows || bitsOf(&wide) != bitsOf(&want) {
				t.Fatalf("AVX-512: left %016b, want %016b of %016b, by %+v from %v", left, twin, masks, wide, q)
			}
		}
		for row := range masks {
			switch left[row] {
			case masks[row]:
				seen[0]++
			case 0:
				seen[1]++
			default:
				seen[2]++
			}
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

// shareCorners gives triangles of q corners of triangles of p.
func shareCorners(r *rand.Rand, p, q *Packet) {
	for lane := range Width {
		for k := range r.IntN(4) {
			from, row := r.IntN(3), r.IntN(Width)
			for a := range 3 {
				q.corners[3*k+a][lane] = p.corners[3*from+a][row]
			}
		}
	}
}

// bitsOf returns all numbers of a filter, with one NaN for all and without the sign of zeros.
func bitsOf(f *Filter) (x [23 * Width]uint32) {
	n := 0
	for _, of := range [][][Width]float32{
		f.origin[:], f.normal[:], f.e0[:], f.e2[:], {f.whole}, f.heightSlack[:], f.edgeSlack[:], {f.bound, f.minusBound, f.minusEdgeBound},
	} {
		for _, lanes := range of {
			for _, v := range lanes {
				if x[n] = math.Float32bits(v + 0); v != v {
					x[n] = math.Float32bits(float32(math.NaN()))
				}
				n++
			}
		}
	}
	for _, lanes := range f.offset {
		n += copy(x[n:], lanes[:])
	}
	return x
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

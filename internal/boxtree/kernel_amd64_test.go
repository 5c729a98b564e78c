package boxtree

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

func skipWithoutAVX2(tb testing.TB) {
	tb.Helper()
	if !hasAVX2 {
		tb.Skip("this machine does not have AVX2")
	}
}

// TestKernelsEqualGo compares the assembly with its Go twins bit for bit, on bounds
// full of ties, infinities and missing children.
func TestKernelsEqualGo(t *testing.T) {
	skipWithoutAVX2(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		a, b, up := randomNode(r), randomNode(r), randomNode(r)
		rows := r.Uint32N(1 << Width)
		slot := r.IntN(Width)
		full := fullNode(r)
		var box Box
		aroundAVX2(&full, &box)
		if want := aroundGo(&full); box != want {
			t.Fatalf("around: %v, want %v", box, want)
		}
		gapsEqualGo(t, &a, up.box(slot), r.Float64())
		if got, want := nearAVX2(&a, &up, slot), nearGo(&a, &up, slot); got != want {
			t.Fatalf("near: %016b, want %016b", got, want)
		}
		got, want := [Width]uint16{5: 77}, [Width]uint16{5: 77}
		gotRows, wantRows := overlapsAVX2(&a, &b, rows, &got), overlapsGo(&a, &b, rows, &want)
		if got != want || gotRows != wantRows {
			t.Fatalf("overlaps: %016b in %04x, want %016b in %04x", gotRows, got, wantRows, want)
		}
		ta, tb := randomTags(r), randomTags(r)
		gotRows, wantRows = untaggedAVX2(&ta, &tb, gotRows, &got), untaggedGo(&ta, &tb, wantRows, &want)
		if got != want || gotRows != wantRows {
			t.Fatalf("untagged: %016b in %04x, want %016b in %04x", gotRows, got, wantRows, want)
		}
	}
}

// TestPlaceTriangles compares keys with those of single boxes, of triangles of all sizes, some
// beyond float32 or not finite, and some outside of the bounds.
func TestPlaceTriangles(t *testing.T) {
	skipWithoutAVX2(t)
	r := rand.New(rand.NewPCG(3, 4))
	special := []float64{0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-46, -1e-40, math.MaxFloat32, -1e300, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1023, 1}
	for run := range 4000 {
		ts := make([]geom.Triangle, r.IntN(3*batchLength))
		scale := math.Ldexp(1, r.IntN(300)-150)
		for i := range ts {
			center, size := r.Float64(), math.Ldexp(1, -r.IntN(30))
			for k := range ts[i] {
				for a := range 3 {
					ts[i][k][a] = scale * (center + size*r.Float64())
					if r.IntN(40) == 0 {
						ts[i][k][a] = special[r.IntN(len(special))]
					}
					if run%2 == 0 {
						ts[i][k][a] = float64(float32(ts[i][k][a]))
					}
				}
			}
		}
		first := r.IntN(40)
		bounds := geom.Box{Max: geom.Vec{scale, scale * r.Float64(), scale / 8}}
		got, want := NewBuilder(first+len(ts), bounds), NewBuilder(first+len(ts), bounds)
		got.PlaceTriangles(first, ts)
		for i := range ts {
			box := BoxOf(&ts[i][0], &ts[i][1], &ts[i][2])
			want.Place(first+i, &box)
		}
		for i, x := range ts {
			if !x.Finite() {
				got.Remove(first + i)
				want.Remove(first + i)
			}
			if got.keys[first+i] != want.keys[first+i] {
				t.Fatalf("run %d: triangle %d of %d, %v: key %#x, want %#x", run, i, len(ts), x, got.keys[first+i], want.keys[first+i])
			}
		}
	}
}

func gapsEqualGo(t *testing.T, n *node, b Box, factor float64) {
	for axis := range b { // with more digits than products can hold
		b[axis] *= float32(1 + factor)
	}
	var got, want [Width]float64
	gapsAVX2(n, &b, factor, &got)
	gapsGo(n, &b, factor, &want)
	for c := range Width {
		if math.Float64bits(got[c]) != math.Float64bits(want[c]) && (got[c] == got[c] || want[c] == want[c]) {
			t.Fatalf("gaps to %v: %v, want %v", b, got, want)
		}
	}
}

// missing is a node without children.
var missing = func() (n node) {
	n.close(0)
	return n
}()

func randomNode(r *rand.Rand) node {
	n := missing
	for c := range Width {
		if r.IntN(8) == 0 {
			continue
		}
		var b Box
		for k := range 3 {
			x, y := float32(r.IntN(8)), float32(r.IntN(8))
			switch r.IntN(20) {
			case 0:
				x = float32(math.Inf(-1))
			case 1:
				y = float32(math.Inf(1))
			case 2:
				x = float32(math.Copysign(0, -1))
			}
			b[k], b[3+k] = min(x, y), max(x, y)
		}
		for k := range 3 {
			n.min[k][c], n.max[k][c] = b[k], b[3+k]
		}
	}
	return n
}

// fullNode returns a node without missing children.
func fullNode(r *rand.Rand) (n node) {
	for k := range 3 {
		for c := range Width {
			x, y := r.Float32()-0.5, r.Float32()-0.5
			if r.IntN(8) == 0 {
				x, y = float32(math.Inf(-1)), float32(math.Inf(1))
			}
			n.min[k][c], n.max[k][c] = min(x, y), max(x, y)
		}
	}
	return n
}

func randomTags(r *rand.Rand) (t Tags) {
	for k := range t {
		for c := range t[k] {
			t[k][c] = r.Uint32N(60)
		}
	}
	return t
}

func BenchmarkKernels(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := randomNode(r), randomNode(r)
	u, v := randomTags(r), randomTags(r)
	var masks [Width]uint16
	box := y.box(3)
	var gaps [Width]float64
	for _, k := range []struct {
		name               string
		assembly, portable func()
	}{
		{"gaps", func() { gapsAVX2(&x, &box, 0.5, &gaps) }, func() { gapsGo(&x, &box, 0.5, &gaps) }},
		{"near", func() { nearAVX2(&x, &y, 3) }, func() { nearGo(&x, &y, 3) }},
		{"overlaps", func() { overlapsAVX2(&x, &y, 1<<Width-1, &masks) }, func() { overlapsGo(&x, &y, 1<<Width-1, &masks) }},
		{"untagged", func() { untaggedAVX2(&u, &v, 1<<Width-1, &masks) }, func() { untaggedGo(&u, &v, 1<<Width-1, &masks) }},
	} {
		b.Run(k.name+"/avx2", func(b *testing.B) {
			skipWithoutAVX2(b)
			for b.Loop() {
				k.assembly()
			}
		})
		b.Run(k.name+"/go", func(b *testing.B) {
			for b.Loop() {
				k.portable()
			}
		})
	}
}

package boxtree

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// kernels are those of one extension.
type kernels struct {
	name     string
	needs    extension
	around   func(n *node, b *Box)                                      // nil where the extension has none of its own
	gaps     func(n *node, b *Box, factor float64, out *[Width]float64) // likewise
	near     func(a, up *node, slot int) uint32
	overlaps func(a, b *node, rows uint32, masks *[Width]uint16) uint32
	untagged func(a, b *Tags, rows uint32, masks *[Width]uint16) uint32
}

var allKernels = []kernels{
	{"go", none, nil, nil, nearGo, overlapsGo, untaggedGo},
	{"avx2", avx2, aroundAVX2, gapsAVX2, nearAVX2, overlapsAVX2, untaggedAVX2},
	{"avx512", avx512, nil, nil, nearAVX512, overlapsAVX512, untaggedAVX512},
}

func (k *kernels) skipUnlessHere(tb testing.TB) {
	if widest < k.needs {
		tb.Skipf("this machine does not have %s", k.name)
	}
}

// TestKernelsEqualGo compares the assembly with its Go twins bit for bit, on bounds
// full of ties, infinities and missing children.
func TestKernelsEqualGo(t *testing.T) {
	for _, k := range allKernels[1:] {
		t.Run(k.name, func(t *testing.T) {
			k.skipUnlessHere(t)
			k.equalGo(t)
		})
	}
}

func (k *kernels) equalGo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		a, b, up := randomNode(r), randomNode(r), randomNode(r)
		rows := r.Uint32N(1 << Width)
		slot := r.IntN(Width)
		if k.around != nil {
			full := fullNode(r)
			var got Box
			k.around(&full, &got)
			if want := aroundGo(&full); got != want {
				t.Fatalf("around: %v, want %v", got, want)
			}
		}
		if k.gaps != nil {
			k.gapsEqualGo(t, &a, up.box(slot), r.Float64())
		}
		if got, want := k.near(&a, &up, slot), nearGo(&a, &up, slot); got != want {
			t.Fatalf("near: %016b, want %016b", got, want)
		}
		got, want := [Width]uint16{5: 77}, [Width]uint16{5: 77}
		gotRows, wantRows := k.overlaps(&a, &b, rows, &got), overlapsGo(&a, &b, rows, &want)
		if got != want || gotRows != wantRows {
			t.Fatalf("overlaps: %016b in %04x, want %016b in %04x", gotRows, got, wantRows, want)
		}
		ta, tb := randomTags(r), randomTags(r)
		gotRows, wantRows = k.untagged(&ta, &tb, gotRows, &got), untaggedGo(&ta, &tb, wantRows, &want)
		if got != want || gotRows != wantRows {
			t.Fatalf("untagged: %016b in %04x, want %016b in %04x", gotRows, got, wantRows, want)
		}
	}
}

// TestPlaceTriangles compares keys with those of single boxes, of triangles of all sizes, some
// beyond float32 or not finite, and some outside of the bounds.
func TestPlaceTriangles(t *testing.T) {
	if widest < avx2 {
		t.Skip("this machine does not have avx2")
	}
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

func (k *kernels) gapsEqualGo(t *testing.T, n *node, b Box, factor float64) {
	for axis := range b { // with more digits than products can hold
		b[axis] *= float32(1 + factor)
	}
	var got, want [Width]float64
	k.gaps(n, &b, factor, &got)
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
	for _, k := range allKernels {
		if k.needs == none || k.gaps != nil {
			b.Run("gaps/"+k.name, func(b *testing.B) {
				k.skipUnlessHere(b)
				box, gaps := y.box(3), gapsGo
				if k.gaps != nil {
					gaps = k.gaps
				}
				var out [Width]float64
				for b.Loop() {
					gaps(&x, &box, 0.5, &out)
				}
			})
		}
		b.Run("near/"+k.name, func(b *testing.B) {
			k.skipUnlessHere(b)
			for b.Loop() {
				k.near(&x, &y, 3)
			}
		})
		b.Run("overlaps/"+k.name, func(b *testing.B) {
			k.skipUnlessHere(b)
			for b.Loop() {
				k.overlaps(&x, &y, 1<<Width-1, &masks)
			}
		})
		b.Run("untagged/"+k.name, func(b *testing.B) {
			k.skipUnlessHere(b)
			for b.Loop() {
				k.untagged(&u, &v, 1<<Width-1, &masks)
			}
		})
	}
}

package mesh

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/internal/seedhash"
)

// flood returns n points whose hashes all lead to one bucket of a weld and to the same few slots of
// any table for as many points.
func flood(rng *rand.Rand, n int, hash func(p [3]float32) uint32) []float32 {
	shift, mask := 32-bucketBits(n), uint32(2<<bits.Len(uint(n))-1)
	var xyz []float32
	for len(xyz) < 3*n {
		p := [3]float32{rng.Float32(), rng.Float32(), rng.Float32()}
		if h := hash(p); uint64(h)>>shift == 0 && h&mask < mask>>7 {
			xyz = append(xyz, p[:]...)
		}
	}
	return xyz
}

// hash32 returns the hash of points by a seed, and hash64 that of the same points as float64.
func hash32(seed seedhash.Seed) func([3]float32) uint32 {
	return func(p [3]float32) uint32 {
		b := bitsOf(&p)
		return hash(seed, &b)
	}
}

func hash64(seed seedhash.Seed) func([3]float32) uint32 {
	return func(p [3]float32) uint32 {
		var b [3]uint64
		for k, x := range p {
			b[k] = math.Float64bits(float64(x))
		}
		return hash(seed, &b)
	}
}

// repeatSome makes corners that repeat earlier ones, near and far, and two triangles that are not finite.
func repeatSome(rng *rand.Rand, xyz []float32) {
	n := len(xyz) / 3
	for range n / 10 {
		to := 1 + rng.IntN(n-1)
		from := rng.IntN(to)
		copy(xyz[3*to:3*to+3], xyz[3*from:3*from+3])
	}
	xyz[9*100], xyz[len(xyz)-10] = float32(math.NaN()), float32(math.Inf(1))
}

func testRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func testSeed() seedhash.Seed { return seedhash.New(testRand().Uint64) }

// floods are meshes of 15,000 triangles, some of whose corners are repeated or not finite if it says so.
func floods(seed seedhash.Seed, repeated bool) map[string]*Mesh {
	rng := testRand()
	xyz, wide := flood(rng, 45_000, hash32(seed)), flood(rng, 45_000, hash64(seed))
	if repeated {
		repeatSome(rng, xyz)
		repeatSome(rng, wide)
	}
	var indices []uint32
	for k := range uint32(45_000) {
		indices = append(indices, k)
	}
	var doubles []float64
	for _, x := range wide {
		doubles = append(doubles, float64(x))
	}
	return map[string]*Mesh{
		"soup":    {Parts: []Part{{Positions: Tight(xyz)}}},
		"indexed": {Parts: []Part{{Positions: Tight(xyz), Indices: Indices{U32: indices}}}},
		"float64": {Parts: []Part{{Positions: Positions{F64: doubles}}}},
	}
}

// TestWeldFlood: if the hashes of points collide for the seed in use, the weld is that of another seed.
func TestWeldFlood(t *testing.T) {
	seed := testSeed()
	for _, repeated := range []bool{false, true} {
		for name, m := range floods(seed, repeated) {
			want, err := weldSeeded(t.Context(), 2, m, seedhash.OfProcess())
			if err != nil {
				t.Fatal(err)
			}
			for workers := 1; workers <= 2; workers++ {
				got, err := weldSeeded(t.Context(), workers, m, seed)
				if err != nil || !slices.Equal(got.Faces, want.Faces) || !slices.Equal(got.Vertices, want.Vertices) {
					t.Errorf("%s, repeated: %v: another weld, %v", name, repeated, err)
				}
			}
		}
	}
}

// TestFloodIsNoticed: searches are given up where hashes fall together, and are not for the same points
// with another seed.
func TestFloodIsNoticed(t *testing.T) {
	seed := testSeed()
	for name, m := range floods(seed, false) {
		for _, s := range []seedhash.Seed{seed, seedhash.New(rand.New(rand.NewPCG(3, 4)).Uint64)} {
			noticed := gaveUp[uint32]
			if name == "float64" {
				noticed = gaveUp[uint64]
			}
			if noticed(t, m, s) != (s == seed) {
				t.Errorf("%s: noticed: %v", name, s != seed)
			}
		}
	}
}

// gaveUp reports whether the search for the points of the first bucket of a mesh is given up.
func gaveUp[W word](t *testing.T, m *Mesh, seed seedhash.Seed) bool {
	w := &welder[W]{ctx: t.Context(), workers: 1, seed: seed}
	if err := w.chunksOf(m); err != nil {
		t.Fatal(err)
	}
	w.same = make([]uint32, w.points)
	b, err := w.split()
	if err != nil {
		t.Fatal(err)
	}
	return !w.matchByHash(b, 0, make([]uint32, 1<<17), mostSteps(w.points))
}

// TestWeldFloodCancelled: the sorting that replaces a table can be cancelled too.
func TestWeldFloodCancelled(t *testing.T) {
	seed := testSeed()
	m := &Mesh{Parts: []Part{{Positions: Tight(flood(testRand(), 60_000, hash32(seed)))}}}
	whole := pollctx.CancelAt(t.Context(), 0)
	if _, err := weldSeeded(whole, 1, m, seed); err != nil {
		t.Fatal(err)
	}
	for k := range whole.Polls() - 1 {
		ctx := pollctx.CancelAt(t.Context(), k+1)
		if _, err := weldSeeded(ctx, 1, m, seed); !errors.Is(err, ctx.Err()) || ctx.PollsAfter() > 10 {
			t.Fatalf("cancelled at poll %d of %d: %d polls after it, %v", k+1, whole.Polls(), ctx.PollsAfter(), err)
		}
	}
	const sorted = 4 + 2*4 // runs of chunkLength, and what they are merged to
	if whole.Polls() < sorted {
		t.Errorf("%d polls", whole.Polls())
	}
}

// TestSoupFlood: if the hashes of corners collide, a run stores the same vertices as with another seed.
func TestSoupFlood(t *testing.T) {
	seed, rng := testSeed(), testRand()
	for _, repeated := range []bool{false, true} {
		xyz := flood(rng, 3*(MaxRun/2), hash32(seed))
		if repeated {
			repeatSome(rng, xyz)
		}
		var parts [2]Part
		for k, s := range []seedhash.Seed{seed, seedhash.OfProcess()} {
			soup, x := NewSoup(len(xyz)/9, len(xyz)/9), Indexer{seed: s}
			soup.Index(0, &x)
			for i := 0; i < len(xyz); i += 9 {
				x.Add([3]float32(xyz[i:]), [3]float32(xyz[i+3:]), [3]float32(xyz[i+6:]))
			}
			if noticed := x.steps < 0; noticed != (k == 0) {
				t.Errorf("seed %d: given up: %v", k, noticed)
			}
			if !soup.Keep(0, &x) {
				t.Fatal("the run is not complete")
			}
			vertices := slices.Clone(soup.vertices[0])
			if parts[k] = (Part{Positions: Tight(nil), Indices: Indices{U32: soup.indices}}); k == 1 && !slices.Equal(soup.indices, parts[0].Indices.U32) {
				t.Errorf("repeated: %v: other indices", repeated)
			}
			for _, v := range vertices {
				parts[k].Positions.F32 = append(parts[k].Positions.F32, v[:]...)
			}
		}
		same := func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }
		if !slices.EqualFunc(parts[0].Positions.F32, parts[1].Positions.F32, same) {
			t.Errorf("repeated: %v: other vertices", repeated)
		}
	}
}

// TestSeeds: no weld depends on the seed.
func TestSeeds(t *testing.T) {
	rng := testRand()
	var xyz []float32
	for range 9 * 20_000 {
		xyz = append(xyz, float32(rng.IntN(40)))
	}
	m := &Mesh{Parts: []Part{{Positions: Tight(xyz)}}}
	var first *Welded
	for range 10 {
		w, err := weldSeeded(t.Context(), 2, m, seedhash.New(rng.Uint64))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = w
		}
		if !slices.Equal(w.Faces, first.Faces) || !slices.EqualFunc(w.Vertices, first.Vertices, func(p, q geom.Vec) bool { return p == q }) {
			t.Fatal("another weld with another seed")
		}
	}
}

package mesh_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/mesh"
)

// weldSlowly is the definition of Weld: vertices in the order in which the parts
// first store them, of those that finite triangles use.
func weldSlowly(m *mesh.Mesh) *mesh.Welded {
	w := &mesh.Welded{}
	seen := map[geom.Vec]uint32{}
	for p := range m.Parts {
		part := &m.Parts[p]
		used := map[int]bool{}
		for i := range part.Triangles() {
			if t := part.Triangle(i); t.Finite() {
				for c := range 3 {
					used[part.Corner(3*i+c)] = true
				}
			}
		}
		for i := range part.Positions.Len() {
			// Map keys compare -0 and 0 as equal, but keep the first.
			if v := part.Positions.At(i); used[i] {
				if _, ok := seen[v]; !ok {
					seen[v] = uint32(len(w.Vertices))
					w.Vertices = append(w.Vertices, v.Add(geom.Vec{}))
				}
			}
		}
		for i := range part.Triangles() {
			t := part.Triangle(i)
			f := [3]uint32{mesh.NoVertex, mesh.NoVertex, mesh.NoVertex}
			if t.Finite() {
				f = [3]uint32{seen[t[0]], seen[t[1]], seen[t[2]]}
			}
			w.Faces = append(w.Faces, f)
		}
	}
	return w
}

// sameWeld describes the first difference between two welds, to the bits of their
// coordinates; "" if there is none.
func sameWeld(got, want *mesh.Welded) string {
	if len(got.Vertices) != len(want.Vertices) {
		return fmt.Sprintf("%d vertices, want %d", len(got.Vertices), len(want.Vertices))
	}
	for v, p := range got.Vertices {
		for k := range p {
			if math.Float64bits(p[k]) != math.Float64bits(want.Vertices[v][k]) {
				return fmt.Sprintf("vertex %d is %v, want %v", v, p, want.Vertices[v])
			}
		}
	}
	if len(got.Faces) != len(want.Faces) {
		return fmt.Sprintf("%d faces, want %d", len(got.Faces), len(want.Faces))
	}
	for i, f := range got.Faces {
		if f != want.Faces[i] {
			return fmt.Sprintf("face %d is %v, want %v", i, f, want.Faces[i])
		}
	}
	return ""
}

func weld(t testing.TB, m *mesh.Mesh) *mesh.Welded { return weldBy(t, m, 2) }

func weldBy(t testing.TB, m *mesh.Mesh, workers int) *mesh.Welded {
	t.Helper()
	w, err := mesh.Weld(t.Context(), workers, m)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// storages are the ways in which a part can hold a soup.
var storages = []struct {
	name  string
	store func(rng *rand.Rand, soup []geom.Triangle) mesh.Part
}{
	{"tight", func(_ *rand.Rand, soup []geom.Triangle) mesh.Part {
		return mesh.Part{Positions: mesh.Tight(floats(soup, 3))}
	}},
	{"interleaved", func(_ *rand.Rand, soup []geom.Triangle) mesh.Part {
		return mesh.Part{Positions: mesh.Positions{F32: floats(soup, 8), Stride: 8}}
	}},
	{"interleaved, cut behind the last vertex", func(_ *rand.Rand, soup []geom.Triangle) mesh.Part {
		xyz := floats(soup, 5)
		return mesh.Part{Positions: mesh.Positions{F32: xyz[:max(0, len(xyz)-2)], Stride: 5}}
	}},
	{"float64", func(_ *rand.Rand, soup []geom.Triangle) mesh.Part {
		xyz := []float64{}
		for _, t := range soup {
			for _, v := range t {
				xyz = append(xyz, v[:]...)
			}
		}
		return mesh.Part{Positions: mesh.Positions{F64: xyz}}
	}},
	{"uint16 indices", func(rng *rand.Rand, soup []geom.Triangle) mesh.Part {
		p := mesh.Part{Indices: mesh.Indices{U16: []uint16{}}}
		var at []int
		p.Positions, at = shuffled(rng, soup)
		for _, v := range at {
			p.Indices.U16 = append(p.Indices.U16, uint16(v))
		}
		return p
	}},
	{"uint32 indices and corners left over", func(rng *rand.Rand, soup []geom.Triangle) mesh.Part {
		p := mesh.Part{Indices: mesh.Indices{U32: []uint32{}}}
		var at []int
		p.Positions, at = shuffled(rng, soup)
		for _, v := range at {
			p.Indices.U32 = append(p.Indices.U32, uint32(v))
		}
		if len(at) > 0 {
			p.Indices.U32 = append(p.Indices.U32, p.Indices.U32[:2]...)
		}
		return p
	}},
}

// floats lays out the corners of a soup, stride numbers apart; what lies between
// would make other vertices.
func floats(soup []geom.Triangle, stride int) []float32 {
	xyz := []float32{}
	for _, t := range soup {
		for _, v := range t {
			xyz = append(xyz, float32(v[0]), float32(v[1]), float32(v[2]))
			for i := 3; i < stride; i++ {
				xyz = append(xyz, float32(len(xyz)))
			}
		}
	}
	return xyz
}

// shuffled stores the corners of a soup in random order, and returns the vertex of
// each corner.
func shuffled(rng *rand.Rand, soup []geom.Triangle) (p mesh.Positions, at []int) {
	xyz := floats(soup, 3)
	at = rng.Perm(3 * len(soup))
	moved := make([]float32, len(xyz))
	for c, v := range at {
		copy(moved[3*v:], xyz[3*c:3*c+3])
	}
	return mesh.Tight(moved), at
}

// soups have shared corners, zeros of both signs, and triangles that are not finite.
var soups = []struct {
	name string
	make func(rng *rand.Rand, n int) []geom.Triangle
}{
	{"snapped", func(rng *rand.Rand, n int) []geom.Triangle { return meshgen.Snapped(rng, n, 1+n/2, 6) }},
	{"random", func(rng *rand.Rand, n int) []geom.Triangle { return meshgen.Random(rng, n, 1) }},
	{"extreme", meshgen.Extreme},
	{"sprinkled", func(rng *rand.Rand, n int) []geom.Triangle {
		return meshgen.Sprinkle(rng, meshgen.Snapped(rng, n, 1+n/2, 4))
	}},
	{"one vertex", func(_ *rand.Rand, n int) []geom.Triangle { return make([]geom.Triangle, n) }},
}

func TestWeld(t *testing.T) {
	for _, soup := range soups {
		for _, storage := range storages {
			t.Run(soup.name+"/"+storage.name, func(t *testing.T) {
				for seed, n := range []int{0, 1, 2, 3, 7, 8, 9, 60, 127, 128, 129, 500, 6000} {
					rng := meshgen.Rand(uint64(seed))
					part := storage.store(rng, soup.make(rng, n))
					m := &mesh.Mesh{Parts: []mesh.Part{part}, Scale: 1}
					if m.Triangles() != n {
						t.Fatalf("%d triangles, want %d", m.Triangles(), n)
					}
					if d := sameWeld(weldBy(t, m, 1+seed%4), weldSlowly(m)); d != "" {
						t.Fatalf("seed %d, %d triangles: %s", seed, n, d)
					}
				}
			})
		}
	}
}

// TestWeldAcrossParts welds parts of different storage, empty ones among them.
func TestWeldAcrossParts(t *testing.T) {
	for seed := range uint64(20) {
		rng := meshgen.Rand(seed)
		m := &mesh.Mesh{Scale: 1}
		for range rng.IntN(12) {
			soup := meshgen.Sprinkle(rng, meshgen.Snapped(rng, rng.IntN(2)*rng.IntN(200), 40, 3))
			m.Parts = append(m.Parts, storages[rng.IntN(len(storages))].store(rng, soup))
		}
		if d := sameWeld(weld(t, m), weldSlowly(m)); d != "" {
			t.Fatalf("seed %d: %s", seed, d)
		}
	}
}

// TestWeldLarge exceeds every size at which one worker does all the work. The vertices of
// one part are repeated in the next.
func TestWeldLarge(t *testing.T) {
	sphere := meshgen.Sphere(300, 200, geom.Vec{})
	soup := sphere.Soup()
	for i := 0; i < len(soup); i += 1000 {
		soup[i][1][2] = math.NaN()
	}
	indexed, loose := sphere.Mesh(""), meshgen.Mesh("", soup)
	m := &mesh.Mesh{Parts: append(slices.Clone(loose.Parts), indexed.Parts...)}
	want := weldSlowly(m)
	if len(want.Vertices) != 300*200 {
		t.Fatalf("%d vertices, want %d", len(want.Vertices), 300*200)
	}
	for workers := 1; workers <= 5; workers++ {
		if d := sameWeld(weldBy(t, m, workers), want); d != "" {
			t.Errorf("%d workers: %s", workers, d)
		}
	}
}

// TestWeldScattered: in a soup in no order, hardly a point is repeated within a chunk; in the one after it,
// most are.
func TestWeldScattered(t *testing.T) {
	soup := meshgen.Sphere(150, 151, geom.Vec{}).Soup()
	scattered := slices.Clone(soup)
	meshgen.Rand(1).Shuffle(len(soup), func(i, j int) { scattered[i], scattered[j] = scattered[j], scattered[i] })
	scattered[7][1][2] = math.NaN()
	m := meshgen.Mesh("", append(scattered, slices.Concat(soup, soup)...))
	want := weldSlowly(m)
	for workers := 1; workers <= 3; workers++ {
		if d := sameWeld(weldBy(t, m, workers), want); d != "" {
			t.Errorf("%d workers: %s", workers, d)
		}
	}
}

func TestWeldByHand(t *testing.T) {
	negative := float32(math.Copysign(0, -1))
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	m := &mesh.Mesh{Parts: []mesh.Part{
		{Positions: mesh.Tight([]float32{negative, 0, 0, 1, 0, 0, 0, 1, 0})},
		{Positions: mesh.Tight([]float32{5, 5, nan, 6, 6, 6, 7, 7, 7, 1, negative, negative, 8, 8, 8, 0, 0, 0, 9, inf, 9, 9, 9, 9, 0, 0, 0})},
	}}
	want := &mesh.Welded{
		Vertices: []geom.Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {8, 8, 8}},
		Faces: [][3]uint32{
			{0, 1, 2},
			{mesh.NoVertex, mesh.NoVertex, mesh.NoVertex}, // and its finite corners are no vertices
			{1, 3, 0},
			{mesh.NoVertex, mesh.NoVertex, mesh.NoVertex},
		},
	}
	w := weld(t, m)
	if d := sameWeld(w, want); d != "" {
		t.Fatal(d)
	}
	if got, want := w.Triangle(2), (geom.Triangle{{1, 0, 0}, {8, 8, 8}, {0, 0, 0}}); got != want {
		t.Errorf("Triangle(2) = %v, want %v", got, want)
	}
	var finite []int
	for i := range w.Faces {
		if w.Finite(i) {
			finite = append(finite, i)
		}
	}
	if !slices.Equal(finite, []int{0, 2}) {
		t.Errorf("finite are %v", finite)
	}
}

// TestWeldApart: coordinates that differ in their last bit are two vertices, and
// float64 is not rounded to float32.
func TestWeldApart(t *testing.T) {
	m := &mesh.Mesh{Parts: []mesh.Part{
		{Positions: mesh.Positions{F64: []float64{1, 1, 1, 1, 1, math.Nextafter(1, 2), 5e-324, 0, 0}}},
		{Positions: mesh.Tight([]float32{1, 1, 1, 1, 1, math.Nextafter32(1, 2), math.SmallestNonzeroFloat32, 0, 0})},
	}}
	if got, want := weld(t, m).Faces, [][3]uint32{{0, 1, 2}, {0, 3, 4}}; !slices.Equal(got, want) {
		t.Errorf("faces %v, want %v", got, want)
	}
}

func TestWeldCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := mesh.Weld(ctx, 2, meshgen.Grid(10, 10, nil).Mesh("grid")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled beforehand: %v", err)
	}
	m := meshgen.Sphere(300, 300, geom.Vec{}).Mesh("sphere")
	whole := pollctx.CancelAt(t.Context(), 0)
	weldWithin := func(ctx *pollctx.Context) error {
		_, err := mesh.Weld(ctx, 2, m)
		return err
	}
	if err := weldWithin(whole); err != nil || whole.Polls() < 20 {
		t.Errorf("%d polls for %d triangles: %v", whole.Polls(), m.Triangles(), err)
	}
	for k := range int64(5) {
		ctx := pollctx.CancelAt(t.Context(), 1+k*whole.Polls()/6)
		if err := weldWithin(ctx); !errors.Is(err, context.Canceled) || ctx.PollsAfter() > 10 {
			t.Errorf("%d polls after it was cancelled: %v", ctx.PollsAfter(), err)
		}
	}
}

func BenchmarkWeld(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		side := int(math.Sqrt(float64(n) / 2))
		sphere := meshgen.Sphere(side, side+1, geom.Vec{})
		for _, m := range []*mesh.Mesh{sphere.Mesh("indexed"), meshgen.Mesh("soup", sphere.Soup())} {
			b.Run(fmt.Sprintf("%s/n=%d", m.Name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					weld(b, m)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(m.Triangles()), "ns/triangle")
			})
		}
	}
}

package mesh_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// indexSoup gives a soup indices, some of its runs at the same time.
func indexSoup(t testing.TB, xyz []float32, runLength int) mesh.Part {
	t.Helper()
	n := len(xyz) / 9
	s := mesh.NewSoup(n, runLength)
	corner := func(c int) [3]float32 { return [3]float32(xyz[3*c:]) }
	var g sync.WaitGroup
	for worker := range 3 {
		g.Go(func() {
			var x mesh.Indexer
			for run := worker; run*runLength < n; run += 3 {
				s.Index(run, &x)
				for i := run * runLength; i < min(n, (run+1)*runLength); i++ {
					x.Add(corner(3*i), corner(3*i+1), corner(3*i+2))
				}
				if !s.Keep(run, &x) {
					t.Errorf("run %d is not complete", run)
				}
			}
		})
	}
	g.Wait()
	p, err := s.Part(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// bits are those of a vertex.
func bits(v geom.Vec) (b [3]uint32) {
	for k, x := range v {
		b[k] = math.Float32bits(float32(x))
	}
	return b
}

// TestSoup: the corners are exactly those that were added, the weld is that of the plain soup, and a
// run stores no corner of a finite triangle twice if that saves memory.
func TestSoup(t *testing.T) {
	ordered := soups[0]
	ordered.name, ordered.make = "sphere", func(_ *rand.Rand, n int) []geom.Triangle {
		soup := meshgen.Sphere(110, 120, geom.Vec{}).Soup()[:n]
		if n > 200 {
			soup[100][1][0] = math.NaN()
		}
		return soup
	}
	for _, soup := range append(slices.Clone(soups), ordered) {
		t.Run(soup.name, func(t *testing.T) {
			for seed, c := range []struct{ n, runLength int }{{0, 5}, {1, 5}, {5, 5}, {6, 5}, {300, 7}, {3000, 1000}, {9000, 4000}, {mesh.MaxRun + 10, mesh.MaxRun}} {
				rng := meshgen.Rand(uint64(seed))
				xyz := floats(soup.make(rng, c.n), 3)
				plain := mesh.Part{Positions: mesh.Tight(xyz)}
				part := indexSoup(t, xyz, c.runLength)
				if part.Triangles() != c.n {
					t.Fatalf("%d triangles, want %d", part.Triangles(), c.n)
				}
				finite, distinct := true, 0
				inRun := map[[3]uint32]bool{}
				for i := range c.n {
					if i%c.runLength == 0 {
						clear(inRun)
					}
					got, want := part.Triangle(i), plain.Triangle(i)
					for k := range 3 {
						b := bits(want[k])
						if bits(got[k]) != b {
							t.Fatalf("corner %d of triangle %d is %v, want %v", k, i, got[k], want[k])
						}
						if !want.Finite() || !inRun[b] {
							distinct++
						}
						inRun[b] = inRun[b] || want.Finite()
					}
					finite = finite && want.Finite()
				}
				if distinct > 2*c.n { // indices would save nothing
					distinct, finite = 3*c.n, false
				}
				if part.Positions.Len() != distinct || part.Indices.Complete != finite || (part.Indices.U32 == nil) != (distinct > 2*c.n) {
					t.Errorf("%d vertices, complete: %v; want %d, %v", part.Positions.Len(), part.Indices.Complete, distinct, finite)
				}
				got := weldBy(t, &mesh.Mesh{Parts: []mesh.Part{part}, Scale: 1}, 1+seed%4)
				want := weldSlowly(&mesh.Mesh{Parts: []mesh.Part{plain}, Scale: 1})
				if d := sameWeld(got, want); d != "" {
					t.Errorf("%d triangles: %s", c.n, d)
				}
			}
		})
	}
}

func TestSoupIncomplete(t *testing.T) {
	s := mesh.NewSoup(2, 8)
	var x mesh.Indexer
	s.Index(0, &x)
	x.Add([3]float32{}, [3]float32{1}, [3]float32{0, 1})
	if s.Keep(0, &x) {
		t.Error("a run of two triangles is complete with one")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Part(ctx, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled beforehand: %v", err)
	}
}

// BenchmarkSoup indexes a sphere in the order of its grid, and in random order.
func BenchmarkSoup(b *testing.B) {
	sphere := meshgen.Sphere(700, 701, geom.Vec{}).Soup()
	shuffled := slices.Clone(sphere)
	meshgen.Rand(1).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for name, soup := range map[string][]geom.Triangle{"grid": sphere, "shuffled": shuffled} {
		xyz := floats(soup, 3)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				indexSoup(b, xyz, 1<<13)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(soup)), "ns/triangle")
		})
	}
}

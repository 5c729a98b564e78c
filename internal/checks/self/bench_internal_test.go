package self

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// models are what BenchmarkCheck checks, by what it takes to check them.
var models = []struct {
	name string
	most int // triangles
	make func(n int) *mesh.Mesh
}{
	// All neighbours are certified; hardly a pair is left.
	{"clean", 1_000_000, func(n int) *mesh.Mesh { return sphere(n, geom.Vec{}).Mesh("") }},
	{"crossing", 1_000_000, func(n int) *mesh.Mesh {
		return meshgen.Join(sphere(n/2, geom.Vec{}), sphere(n/2, geom.Vec{0.3, 0.2, 0.1})).Mesh("")
	}},
	{"coplanar", 100_000, func(n int) *mesh.Mesh {
		side := int(math.Sqrt(float64(n) / 4))
		flat := meshgen.Grid(side, side, func(_, _ float64) float64 { return 0 })
		return meshgen.Join(flat, flat.Map(func(v geom.Vec) geom.Vec { return v.Add(geom.Vec{0.25, 0.125, 0}) })).Mesh("")
	}},
	// No two triangles share a vertex, and boxes are large.
	{"soup", 10_000, func(n int) *mesh.Mesh { return meshgen.Mesh("", meshgen.Random(meshgen.Rand(1), n, 0.1)) }},
	// Every point is a multiple of a quarter: exact zeros everywhere.
	{"needs exact", 1000, func(n int) *mesh.Mesh { return meshgen.Mesh("", meshgen.Snapped(meshgen.Rand(1), n, n, 20)) }},
}

func sphere(n int, center geom.Vec) meshgen.Indexed {
	side := int(math.Sqrt(float64(n) / 2))
	return meshgen.Sphere(side, side+1, center)
}

// BenchmarkCheck checks models by size and difficulty. Beside the time for a triangle it
// reports, for each of them, the candidate pairs that the tree finds and those of them
// that the filter leaves to be related; and the share of these for which float64 does not
// tell the side of every corner.
func BenchmarkCheck(b *testing.B) {
	for _, m := range models {
		for n := 1000; n <= m.most; n *= 10 {
			b.Run(fmt.Sprintf("%s/n=%d", m.name, n), func(b *testing.B) {
				model := m.make(n)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Find(b.Context(), model, welded(b, model, runtime.GOMAXPROCS(0)), geom.Identity(), check.Settings{Workers: runtime.GOMAXPROCS(0), MaxFindings: 10_000}, func(float64) {}); err != nil {
						b.Fatal(err)
					}
				}
				triangles := float64(model.Triangles())
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/triangles, "ns/triangle")
				w := workOf(b, model)
				b.ReportMetric(float64(w.candidates)/triangles, "candidates/triangle")
				b.ReportMetric(float64(w.related)/triangles, "tests/triangle")
				b.ReportMetric(float64(w.exact)/max(1, float64(w.related)), "exact/test")
			})
		}
	}
}

func welded(tb testing.TB, m *mesh.Mesh, workers int) *world.Mesh {
	tb.Helper()
	w, err := mesh.Weld(tb.Context(), workers, m)
	if err != nil {
		tb.Fatal(err)
	}
	return &world.Mesh{Welded: w}
}

// work counts the pairs of a check.
type work struct{ candidates, related, exact int }

// workOf checks a mesh once more and counts.
func workOf(b *testing.B, m *mesh.Mesh) (w work) {
	c := newChecker(m, welded(b, m, 1), geom.Identity(), check.Settings{Workers: 1, MaxFindings: 10_000}, func(float64) {})
	if _, err := c.run(b.Context()); err != nil {
		b.Fatal(err)
	}
	err := c.search.tree.SelfPairs(b.Context(), 1, func(_ int, block *boxtree.Block) {
		w.candidates += pairsIn(block)
		c.search.filter(&c.search.workers[0], block)
		w.related += pairsIn(block)
		for rows := block.Rows; rows != 0; rows &= rows - 1 {
			x := bits.TrailingZeros32(rows)
			for lanes := block.Masks[x]; lanes != 0; lanes &= lanes - 1 {
				t, u := c.search.packets.at(block.I).Triangle(x), c.search.packets.at(block.J).Triangle(bits.TrailingZeros16(lanes))
				if !certain(&t, &u) || !certain(&u, &t) {
					w.exact++
				}
			}
		}
	}, nil)
	if err != nil {
		b.Fatal(err)
	}
	return w
}

func pairsIn(b *boxtree.Block) (n int) {
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		n += bits.OnesCount16(b.Masks[bits.TrailingZeros32(rows)])
	}
	return n
}

// certain reports that float64 tells the sides of u's corners with respect to t.
func certain(t, u *geom.Triangle) bool {
	plane := geom.PlaneOf(t[0], t[1], t[2])
	side, _ := plane.Glance(u)
	return side[0] != 0 && side[1] != 0 && side[2] != 0
}

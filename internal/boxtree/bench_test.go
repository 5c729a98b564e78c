package boxtree_test

import (
	"fmt"
	"math"
	"math/bits"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// sphereBoxes returns the boxes of about n triangles of a closed surface.
func sphereBoxes(n int) []geom.Box {
	side := int(math.Sqrt(float64(n) / 2))
	soup := meshgen.Sphere(side, side+1, geom.Vec{}).Soup()
	return each(len(soup), func(i int) geom.Box { return soup[i].Box() })
}

var benchmarkSizes = []int{1_000, 10_000, 100_000, 1_000_000}

func BenchmarkBuild(b *testing.B) {
	for _, n := range benchmarkSizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			boxes := sphereBoxes(n)
			b.ReportAllocs()
			for b.Loop() {
				build(b, boxes, 2)
			}
			perBox(b, len(boxes))
		})
	}
}

// BenchmarkSelfPairs reports the candidate pairs for each box beside the time.
func BenchmarkSelfPairs(b *testing.B) {
	for _, n := range benchmarkSizes {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				boxes := sphereBoxes(n)
				tree := build(b, boxes, 2)
				b.ReportAllocs()
				var pairs atomic.Int64
				runs := 0
				for b.Loop() {
					err := tree.SelfPairs(b.Context(), workers, func(_ int, b *boxtree.Block) { pairs.Add(int64(count(b))) }, nil)
					if err != nil {
						b.Fatal(err)
					}
					runs++
				}
				perBox(b, len(boxes))
				b.ReportMetric(float64(pairs.Load())/float64(runs)/float64(len(boxes)), "pairs/box")
			})
		}
	}
}

// count returns the number of pairs of a block.
func count(b *boxtree.Block) (n int) {
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		n += bits.OnesCount16(b.Masks[bits.TrailingZeros32(rows)])
	}
	return n
}

func perBox(b *testing.B, boxes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(boxes), "ns/box")
}

// BenchmarkCrossPairs has two spheres side by side, as stored and turned.
func BenchmarkCrossPairs(b *testing.B) {
	for _, n := range benchmarkSizes {
		for _, turned := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%d/turned=%v", n, turned), func(b *testing.B) {
				tree := build(b, sphereBoxes(n), 2)
				transform := boxtree.Transform{Map: shifted(geom.Identity(), geom.Vec{1.8, 0.1, 0.2})}
				if turned {
					transform.Map = shifted(turn(meshgen.Rand(1)), geom.Vec{1.8, 0.1, 0.2})
				}
				b.ReportAllocs()
				pairs, runs := 0, 0
				for b.Loop() {
					runs++
					err := boxtree.CrossPairs(b.Context(), 1, tree, tree, transform, func(_ int, b *boxtree.Block) { pairs += count(b) })
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(pairs)/float64(runs), "pairs")
			})
		}
	}
}

// BenchmarkNearest asks for the distance of one point each time.
func BenchmarkNearest(b *testing.B) {
	for _, n := range benchmarkSizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			boxes := sphereBoxes(n)
			members, tree := middles(boxes), build(b, boxes, 2)
			rng := meshgen.Rand(1)
			asked, runs := 0, 0
			for b.Loop() {
				runs++
				p := signed(rng, 1.5)
				tree.Nearest(p, math.Inf(1), func(i uint32) float64 {
					asked++
					return members[i].Sub(p).Norm()
				})
			}
			b.ReportMetric(float64(asked)/float64(runs), "distances")
		})
	}
}

// BenchmarkClosest has two spheres side by side, with and without a limit, one that is
// less than their distance among them.
func BenchmarkClosest(b *testing.B) {
	for _, n := range benchmarkSizes {
		for _, limit := range []float64{math.Inf(1), 1.05, 0.5} {
			b.Run(fmt.Sprintf("n=%d/limit=%v", n, limit), func(b *testing.B) {
				boxes := sphereBoxes(n)
				tree := build(b, boxes, 2)
				members, placed := middles(boxes), middles(boxes)
				transform := boxtree.Transform{Map: shifted(turn(meshgen.Rand(1)), geom.Vec{3, 0, 0}), Unit: 1}
				for j := range placed {
					placed[j] = transform.Map.Apply(placed[j])
				}
				asked, runs := 0, 0
				for b.Loop() {
					runs++
					_, _, err := closest(b.Context(), tree, tree, transform, limit, 1, func(i, j uint32) float64 {
						asked++
						return members[i].Sub(placed[j]).Norm()
					})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(asked)/float64(runs), "distances")
			})
		}
	}
}

func BenchmarkStab(b *testing.B) {
	for _, n := range benchmarkSizes {
		for _, turned := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%d/turned=%v", n, turned), func(b *testing.B) {
				tree, transform := build(b, sphereBoxes(n), 2), boxtree.Identity()
				if turned {
					transform.Map = turn(meshgen.Rand(1))
				}
				rng := meshgen.Rand(1)
				hits := 0
				for b.Loop() {
					tree.Stab(signed(rng, 0.5), 0, transform, func(ids []uint32) { hits += len(ids) })
				}
				b.ReportMetric(float64(hits)/float64(b.N), "hits")
			})
		}
	}
}

package bvh_test

import (
	"fmt"
	"math"
	"math/bits"
	"sync/atomic"
	"testing"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
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
					err := tree.SelfPairs(b.Context(), workers, func(_ int, b *bvh.Block) { pairs.Add(int64(count(b))) }, nil)
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
func count(b *bvh.Block) (n int) {
	for rows := b.Rows; rows != 0; rows &= rows - 1 {
		n += bits.OnesCount16(b.Masks[bits.TrailingZeros32(rows)])
	}
	return n
}

func perBox(b *testing.B, boxes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(boxes), "ns/box")
}

package convex_test

import (
	"math"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// The truth for hulls of a few points, from definitions. Coordinates are integers of at
// most 2^10, so that cross products stay below 2^24 and inner products with them below
// 2^37: float64 makes no error but in the last quotient and root.

// gridCloud returns n points with integer coordinates of at most limit around a place.
func gridCloud(rng *rand.Rand, n, limit int, at geom.Vec) convex.Cloud {
	c := make(convex.Cloud, n)
	for i := range c {
		for k := range c[i] {
			c[i][k] = at[k] + float64(rng.IntN(2*limit+1)-limit)
		}
	}
	return c
}

// edges returns the differences of any two of the points: among them are all edges of
// their hull, and in the plane of each face two that are not parallel.
func edges(c convex.Cloud) (all []geom.Vec) {
	for i := range c {
		for j := range i {
			if e := c[i].Sub(c[j]); e != (geom.Vec{}) {
				all = append(all, e)
			}
		}
	}
	return all
}

// slowDepth returns the depth of two clouds: the least support of the difference over
// the normals of its faces, each of which has two edges of a or b in its plane. It is
// negative if and only if they are apart, provided the difference has a volume.
func slowDepth(a, b convex.Cloud) float64 {
	least := math.Inf(1)
	all := append(edges(a), edges(b)...)
	for i := range all {
		for j := range i {
			n := all[i].Cross(all[j])
			if n == (geom.Vec{}) {
				continue
			}
			lowA, highA := extent(a, n)
			lowB, highB := extent(b, n)
			least = min(least, min(highA-lowB, highB-lowA)/n.Norm())
		}
	}
	return least
}

// extent returns the least and the greatest inner product with the points.
func extent(c convex.Cloud, n geom.Vec) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range c {
		along := n.Dot(p)
		low, high = min(low, along), max(high, along)
	}
	return low, high
}

// slowDistance returns the distance of two clouds that are apart: the least between a
// point of one and a triangle of the other, and between segments, of all there are.
func slowDistance(a, b convex.Cloud) float64 {
	least := min(toTriangles(a, b), toTriangles(b, a))
	for i := range a {
		for j := range i + 1 {
			s := geom.Segment{a[i], a[j]}
			for k := range b {
				for l := range k + 1 {
					_, _, d := s.NearestTo(&geom.Segment{b[k], b[l]})
					least = min(least, d)
				}
			}
		}
	}
	return least
}

func toTriangles(a, b convex.Cloud) float64 {
	least := math.Inf(1)
	for i := range b {
		for j := range i {
			for k := range j {
				t := geom.Triangle{b[i], b[j], b[k]}
				for _, p := range a {
					_, d := t.Nearest(p)
					least = min(least, d)
				}
			}
		}
	}
	return least
}

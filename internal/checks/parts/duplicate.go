package parts

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// samePlace reports whether a and b are the same geometry at the same place: each triangle
// of one is one of the other, with all corners no farther apart than rounding has moved them.
// Rounding that is coarse compared with the objects explains contact, but does not make
// duplicates of neighbours: a distance of more than a small part of their size keeps them
// apart.
func samePlace(a, b *world.Object) bool {
	if a.Shape == b.Shape && a.World == b.World {
		return true
	}
	small := min(a.Box.Diagonal(), b.Box.Diagonal()) * 0x1p-8
	limit := min(a.Rounding+b.Rounding, small)
	off := max(a.Box.Min.Sub(b.Box.Min).Norm(), a.Box.Max.Sub(b.Box.Max).Norm())
	if off > limit {
		return false
	}
	return a.Shape == b.Shape && sameVertices(a, b, small) || hasTriangles(a, b, small) && hasTriangles(b, a, small)
}

// sameVertices reports whether two places of one shape take all its vertices to the same
// points, up to rounding.
func sameVertices(a, b *world.Object, limit float64) bool {
	for _, v := range a.Shape.Welded.Vertices {
		maxAbs := geom.Vec{math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])}
		if a.World.Apply(v).Sub(b.World.Apply(v)).Norm() > min(limit, a.Precision.Within(maxAbs)+b.Precision.Within(maxAbs)) {
			return false
		}
	}
	return true
}

// hasTriangles reports whether each triangle of a is one of b's, up to rounding, in
// whatever order of corners.
func hasTriangles(a, b *world.Object, limit float64) bool {
	for f, proper := range a.Shape.Proper {
		if !proper {
			continue
		}
		t := a.Triangle(uint32(f))
		own := a.RoundingOf(uint32(f))
		found := false
		b.Touching(geom.PointBox(t[0]).Grown(min(limit, own+b.Rounding)), func(ids []uint32) {
			for _, g := range ids {
				if !found {
					u := b.Triangle(g)
					found = sameCorners(&t, &u, min(limit, own+b.RoundingOf(g)))
				}
			}
		})
		if !found {
			return false
		}
	}
	return true
}

// sameCorners reports whether the corners of two triangles, in some order, are no farther
// apart than a distance.
func sameCorners(t, u *geom.Triangle, distance float64) bool {
	for _, order := range [...][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}} {
		if t[0].Sub(u[order[0]]).Norm() <= distance && t[1].Sub(u[order[1]]).Norm() <= distance && t[2].Sub(u[order[2]]).Norm() <= distance {
			return true
		}
	}
	return false
}

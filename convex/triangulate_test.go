package convex_test

import (
	"context"
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// TestSurfacesOfSets: surfaces are closed, face outwards and are in the right place.
func TestSurfacesOfSets(t *testing.T) {
	hull, err := convex.HullOf(context.Background(), []geom.Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	shear := geom.Affine{{1, 0.5, 0, 3}, {0, -2, 0, 1}, {0, 0.25, 1, 0}}
	half := [3]geom.Vec{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}
	for _, row := range []struct {
		set    convex.Set
		volume float64
	}{
		{&geom.OBB{Half: half}, 48},
		{&geom.OBB{Half: [3]geom.Vec{half[1], half[0], half[2]}}, 48},
		{convex.Sphere{Center: geom.Vec{1, 2, 3}, Radius: 2}, 4 * math.Pi / 3 * 8},
		{convex.Capsule{A: geom.Vec{1, 2, 3}, B: geom.Vec{3, 2, 3}, Radius: 2}, 4*math.Pi/3*8 + 8*math.Pi},
		{convex.Capsule{A: geom.Vec{1, 2, 3}, B: geom.Vec{1, 2, 3}, Radius: 2}, 4 * math.Pi / 3 * 8},
		{convex.Cylinder{A: geom.Vec{0, 0, 1}, B: geom.Vec{0, 0, -1}, Radius: 1}, 2 * math.Pi},
		{hull, 0.5},
		{convex.Placed{Set: hull, World: shear}, 1},
		{convex.Placed{Set: convex.Sphere{Radius: 1}, World: shear}, 8 * math.Pi / 3},
		{convex.Cloud(hull.Vertices), 0.5},
	} {
		surface := convex.Triangulate(row.set, 32)
		inner := convex.Bounds(row.set)
		if got := volumeFrom(inner.Min.Lerp(inner.Max, 0.5), surface); got > row.volume*(1+1e-12) || got < row.volume*0.99 {
			t.Errorf("%T: volume %v, want %v", row.set, got, row.volume)
		}
		type edge [2]geom.Vec
		edges := map[edge]int{}
		for _, s := range surface {
			for k := range s {
				edges[edge{s[k], s[(k+1)%3]}]++
				edges[edge{s[(k+1)%3], s[k]}]--
			}
			c := s[0].Add(s[1]).Add(s[2]).Scale(1.0 / 3)
			if d := convex.Distance(convex.Sphere{Center: c}, row.set).Distance; d > 1e-9 {
				t.Errorf("%T: a triangle is %v outside", row.set, d)
				break
			}
		}
		for e, n := range edges {
			if n != 0 && e[0].Sub(e[1]).Norm() > 1e-9 {
				if _, isCloud := row.set.(convex.Cloud); !isCloud {
					t.Errorf("%T: open at %v", row.set, e)
					break
				}
			}
		}
	}
}

// volumeFrom adds up the tetrahedra between a point and triangles.
func volumeFrom(o geom.Vec, surface []geom.Triangle) (sum float64) {
	for _, t := range surface {
		sum += geom.TripleProduct(t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)) / 6
	}
	return sum
}

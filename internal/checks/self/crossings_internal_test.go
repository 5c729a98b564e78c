package self

import (
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// tangle returns a strip of n triangles with random corners, copies of a few of them among them.
func tangle(seed uint64, n int) (m meshgen.Indexed) {
	for _, t := range meshgen.Random(meshgen.Rand(seed), (n+4)/3, 4) {
		m.Vertices = append(m.Vertices, t[:]...)
	}
	for k := range n {
		v := uint32(k)
		if k%50 == 49 {
			v-- // a copy of the one before
		}
		m.Faces = append(m.Faces, [3]uint32{v, v + 1, v + 2})
	}
	return m
}

// TestCrossingsTogether: crossings that are measured many at a time are those that are measured
// one at a time, as they are in a world of twice the size, whether regions are made of contacts
// or of shells.
func TestCrossingsTogether(t *testing.T) {
	two := func(n int) *mesh.Mesh { // shells and parts
		m := tangle(1, n/2).Mesh("")
		m.Parts = append(m.Parts, tangle(2, n/2).Mesh("").Parts...)
		return m
	}
	soup := func(n int) *mesh.Mesh { return meshgen.Mesh("", meshgen.Random(meshgen.Rand(3), n, 4)) }
	type row struct {
		model     *mesh.Mesh
		atLeast   int
		tolerance float64
	}
	rows := []row{{two(200), 1000, 0}, {soup(300), 1000, 0x1p-7}}
	if longtest.On(t) {
		rows = append(rows, row{two(2600), 1 << 19, 0x1p-11}) // more than are divided into contacts
	}
	for _, row := range rows {
		var results [2]*check.Mesh
		for k, scale := range []float64{1, 2} {
			s := check.Settings{Workers: 2, MaxFindings: 500, Tolerance: check.Tolerance{Value: scale * row.tolerance}}
			r, err := Find(t.Context(), row.model, welded(t, row.model, 2), geom.Affine{{scale}, {0, scale}, {0, 0, scale}}, s, func(float64) {})
			if err != nil {
				t.Fatal(err)
			}
			results[k] = r
		}
		got, want := results[0], results[1]
		if n := got.Counts.ByRule[check.Crossing]; got.Counts != want.Counts || n < row.atLeast || got.RegionCount != want.RegionCount {
			t.Fatalf("%+v in %d regions, want %+v in %d", got.Counts, got.RegionCount, want.Counts, want.RegionCount)
		}
		for k, r := range got.Regions {
			s := want.Regions[k]
			r.Box.Min, r.Box.Max = r.Box.Min.Scale(2), r.Box.Max.Scale(2)
			if r.Box != s.Box || 2*r.Depth != s.Depth || 2*r.Length != s.Length || r.Counts != s.Counts || !slices.Equal(r.Parts, s.Parts) || !slices.Equal(r.Shells, s.Shells) {
				t.Fatalf("region %d: %+v of half the size of %+v", k, r, s)
			}
		}
		for k, f := range got.Findings {
			g := want.Findings[k]
			if f.A.Triangle != g.A.Triangle || f.B.Triangle != g.B.Triangle || f.Rule != g.Rule || 2*f.Depth != g.Depth || f.Region != g.Region {
				t.Fatalf("finding %d: %+v with half the depth of %+v", k, f, g)
			}
		}
	}
}

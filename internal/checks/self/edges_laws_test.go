package self_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// cells returns the surface of a block of cells.
func cells(lo, hi [3]int) []geom.Triangle {
	set := map[[3]int]bool{}
	for x := lo[0]; x < hi[0]; x++ {
		for y := lo[1]; y < hi[1]; y++ {
			for z := lo[2]; z < hi[2]; z++ {
				set[[3]int{x, y, z}] = true
			}
		}
	}
	return meshgen.Polycube(set)
}

// edgeCounts returns the numbers of edge crossings that fail and that do not, and the length of all.
func edgeCounts(r *check.Mesh) (failing, open int, length float64) {
	for _, region := range r.Regions {
		length += region.EdgeLength
	}
	return r.Counts.Of(check.EdgeCrossing), r.Counts.Of(check.OpenEdgeCrossing), length
}

// loadSoup returns the triangles of a file.
func loadSoup(t *testing.T, name string) (soup []geom.Triangle) {
	t.Helper()
	model, err := loader.Open(t.Context(), name, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := model.Scene
	for k := range s.Meshes[0].Parts {
		p := &s.Meshes[0].Parts[k]
		for i := range p.Triangles() {
			soup = append(soup, p.Triangle(i))
		}
	}
	return soup
}

// TestVoxelCubes: two cubes of eight cells with one cell in common, no two triangles of which cross,
// go through each other along six edges of the grid, in one place. The same is found if one of them
// is subdivided.
func TestVoxelCubes(t *testing.T) {
	soup := loadSoup(t, "testdata/voxel_cubes.stl")
	a, b := cells([3]int{0, 0, 0}, [3]int{2, 2, 2}), cells([3]int{1, 1, 1}, [3]int{3, 3, 3})
	for name, soup := range map[string][]geom.Triangle{
		"as found":            soup,
		"made":                slices.Concat(a, b),
		"one cut":             slices.Concat(a, meshgen.Quartered(b)),
		"the other":           slices.Concat(meshgen.Quartered(a), b),
		"both":                slices.Concat(meshgen.Quartered(a), meshgen.Quartered(b)),
		"one in sixteen":      slices.Concat(a, meshgen.Quartered(meshgen.Quartered(b))),
		"inside out":          meshgen.FlipWinding(slices.Concat(a, b)),
		"inside out, one cut": meshgen.FlipWinding(slices.Concat(a, meshgen.Quartered(b))),
	} {
		r := checkSoup(t, soup, 2)
		failing, open, length := edgeCounts(r)
		pieces := 6
		if strings.Contains(name, "cut") || name == "the other" || name == "both" {
			pieces = 12
		} else if name == "one in sixteen" {
			pieces = 24
		}
		if failing != pieces || open != 0 || length != 6 || r.RegionCount != 1 {
			t.Errorf("%s: %d fail, %d do not, %v long, in %d regions", name, failing, open, length, r.RegionCount)
		}
		if r.Counts.Of(check.Crossing)+r.Counts.Of(check.Overlap)+r.Counts.Of(check.Duplicate) != 0 {
			t.Errorf("%s: %+v", name, r.Counts)
		}
		if box := (geom.Box{Min: geom.Vec{1, 1, 1}, Max: geom.Vec{2, 2, 2}}); r.Regions[0].Box != box {
			t.Errorf("%s: the region is in %v", name, r.Regions[0].Box)
		}
	}
}

// TestNoEdgeCrossings: surfaces that meet in an edge without going through each other, or that cover
// each other and are found as overlaps.
func TestNoEdgeCrossings(t *testing.T) {
	box := func(lo, hi [3]int) []geom.Triangle { return cells(lo, hi) }
	unit := box([3]int{0, 0, 0}, [3]int{1, 1, 1})
	for name, soup := range map[string][]geom.Triangle{
		"two boxes that meet in an edge":   slices.Concat(unit, box([3]int{1, 1, 0}, [3]int{2, 2, 1})),
		"four around an edge, every other": slices.Concat(unit, box([3]int{1, 1, 0}, [3]int{2, 2, 2})),
		"two boxes with a common face":     slices.Concat(unit, box([3]int{1, 0, 0}, [3]int{2, 1, 1})),
		"a sheet that ends on another":     meshgen.Polycube(map[[3]int]bool{{0, 0, 0}: true})[:2:2],
		"a box twice":                      slices.Concat(unit, unit),
		"a box and the same inside out":    slices.Concat(unit, meshgen.FlipWinding(unit)),
		"a box in the corner of another":   slices.Concat(box([3]int{0, 0, 0}, [3]int{2, 2, 2}), unit),
		"a box in the side of another":     slices.Concat(box([3]int{0, 0, 0}, [3]int{3, 2, 2}), box([3]int{1, 0, 0}, [3]int{2, 1, 1})),
		"three sheets at an edge":          {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, -1, 1}}, {{0, 0, 0}, {1, 0, 0}, {0, -1, -1}}},
	} {
		r := checkSoup(t, soup, 1)
		if failing, open, _ := edgeCounts(r); failing+open != 0 {
			t.Errorf("%s: %d edges fail, %d do not", name, failing, open)
		}
	}
}

// TestEdgeSeverity: edges fail where all shells there are closed surfaces of bodies, or cavities of
// one; others do under strict.
func TestEdgeSeverity(t *testing.T) {
	a, b := cells([3]int{0, 0, 0}, [3]int{2, 2, 2}), cells([3]int{1, 1, 1}, [3]int{3, 3, 3})
	around := cells([3]int{-2, -2, -2}, [3]int{5, 5, 5})
	moved := func(d float64) []geom.Triangle { return meshgen.Translate(slices.Concat(a, b), geom.Vec{d, 0, 0}) }
	cards := []geom.Triangle{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 0, 1}, {0, 0, 0}, {-1, 0, 0}}, {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}, {{0, 0, 1}, {0, 0, 0}, {0, -1, 0}}}
	for name, row := range map[string]struct {
		soup          []geom.Triangle
		failing, open int
	}{
		"bodies":                        {slices.Concat(a, b), 6, 0},
		"a cavity of that shape":        {slices.Concat(around, meshgen.FlipWinding(slices.Concat(a, b))), 6, 0},
		"the same inside out":           {slices.Concat(meshgen.FlipWinding(around), a, b), 6, 0},
		"bodies, and turned ones":       {slices.Concat(around, meshgen.FlipWinding(moved(100))), 0, 6},
		"turned bodies, and others":     {slices.Concat(meshgen.FlipWinding(around), moved(100)), 0, 6},
		"bodies within a body":          {slices.Concat(around, a, b), 6, 0},
		"a body with a hole":            {slices.Concat(a, b[:len(b)-1]), 0, 6},
		"crossed cards":                 {cards, 0, 1},
		"crossed cards, turned":         {meshgen.FlipWinding(cards), 0, 1},
		"bodies of the volume of zero":  {slices.Concat(a, meshgen.FlipWinding(b)), 0, 6},
		"those, and others of the same": {slices.Concat(a, b, meshgen.FlipWinding(moved(50))), 12, 0},
	} {
		r := checkSoup(t, row.soup, 1)
		if failing, open, _ := edgeCounts(r); failing != row.failing || open != row.open || r.Counts.Failed[check.EdgeCrossing] != failing || r.Counts.Failed[check.OpenEdgeCrossing] != 0 {
			t.Errorf("%s: %d edges fail, %d do not, want %d and %d", name, failing, open, row.failing, row.open)
		}
		scene := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", row.soup)}}
		for policy, want := range map[string]int{
			"edge_crossing": row.failing + row.open, "edge_crossing:warning": 0, "edge_crossing:length>2": 0, "edge_crossing:length>0.5": row.failing + row.open,
		} {
			p, err := check.ParsePolicy(policy)
			if err != nil {
				t.Fatal(err)
			}
			r, err := meshcheck.Check(t.Context(), scene, check.Options{Policy: p})
			if err != nil {
				t.Fatal(err)
			}
			if c := &r.Counts; c.Failed[check.EdgeCrossing]+c.Failed[check.OpenEdgeCrossing] != want {
				t.Errorf("%s, %s: %v fail, want %d", name, policy, c.Failed, want)
			}
		}
	}
}

// TestEdgeLaws: neither the order of triangles, nor reversing all windings, nor swapping axes, nor
// scaling by a power of two changes what is found along edges.
func TestEdgeLaws(t *testing.T) {
	for _, s := range gridSoups {
		for seed := range uint64(longtest.Rounds(t, 6, 20)) {
			rng := meshgen.Rand(500 + seed)
			soup := s.Make(rng)
			want := summary(checkSoup(t, soup, 1))
			permuted, _ := meshgen.PermuteTriangles(rng, soup)
			for law, changed := range map[string][]geom.Triangle{
				"order of triangles": permuted,
				"order of corners":   cycled(rng.IntN(3), soup),
				"winding":            meshgen.FlipWinding(soup),
				"axes":               meshgen.SwapAxes(soup, [3]int{2, 0, 1}, [3]float64{1, 1, 1}),
				"mirrored":           meshgen.SwapAxes(soup, [3]int{1, 0, 2}, [3]float64{1, -1, 1}),
				"scale":              meshgen.Scale(soup, 0x1p-9),
			} {
				got := summary(checkSoup(t, changed, 1+int(seed%2)))
				if law == "scale" {
					got.length *= 1 << 9
				}
				if law == "axes" || law == "mirrored" { // lengths are rounded otherwise
					got.length = want.length
				}
				if got != want {
					t.Errorf("%s, seed %d: %s: %+v, want %+v", s.Name, seed, law, got, want)
				}
			}
		}
	}
}

// edgeSummary is what no change of the same mesh may change.
type edgeSummary struct {
	failing, open, regions, sameShell int
	length                            float64
}

func summary(r *check.Mesh) (s edgeSummary) {
	s.failing, s.open, s.length = edgeCounts(r)
	s.regions = r.RegionCount
	for _, f := range r.Findings {
		if f.Rule.Kind() == check.EdgeCrossing && f.SameShell {
			s.sameShell++
		}
	}
	return s
}

// cycled begins each triangle with another corner.
func cycled(by int, soup []geom.Triangle) (out []geom.Triangle) {
	for _, t := range soup {
		out = append(out, geom.Triangle{t[by], t[(by+1)%3], t[(by+2)%3]})
	}
	return out
}

// TestManyCovers has too many edges that cover each other to list them one by one.
func TestManyCovers(t *testing.T) {
	const copies = 600
	a, b := cells([3]int{0, 0, 0}, [3]int{2, 2, 2}), meshgen.Quartered(cells([3]int{1, 1, 1}, [3]int{3, 3, 3}))
	var soup []geom.Triangle
	for k := range copies {
		soup = append(soup, meshgen.Translate(slices.Concat(a, b), geom.Vec{8 * float64(k), 0, 0})...)
	}
	for _, workers := range []int{1, 3} {
		r := checkSoup(t, soup, workers)
		if failing, open, length := edgeCounts(r); failing != 12*copies || open != 0 || length != 6*copies || r.RegionCount != copies {
			t.Errorf("%d workers: %d fail, %d do not, %v long, in %d regions; %d touches", workers, failing, open, length, r.RegionCount, r.Counts.Of(check.Touch))
		}
	}
}

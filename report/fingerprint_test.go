package report

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// prints returns the fingerprints of all issues of a scene, sorted.
func prints(t *testing.T, s *mesh.Scene) []string {
	t.Helper()
	result, err := meshcheck.Check(t.Context(), s, meshcheck.Options{MaxFindings: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{Files: []File{{Path: "a.stl", Result: result}}}
	var out []string
	for _, is := range issuesOf(r, 0) {
		out = append(out, is.fingerprint)
	}
	slices.Sort(out)
	return out
}

func soupScene(name string, soup []geom.Triangle) *mesh.Scene {
	return &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh(name, soup)}}
}

// scattered is a model of n pairs of boxes that cut through each other, of all sizes
// and all over the place, and of a few triangles without area.
func scattered(rng *rand.Rand, n int) [][]geom.Triangle {
	var pairs [][]geom.Triangle
	for range n {
		at := geom.Vec{rng.Float64() * 90, rng.Float64() * 90, rng.Float64() * 90}
		size := geom.Vec{0.1 + rng.Float64(), 0.1 + rng.Float64(), 0.1 + rng.Float64()}
		half := geom.Vec{size[0] / 2, size[1] / 3, size[2] / 4}
		pair := meshgen.Join(meshgen.Box(at, at.Add(size)), meshgen.Box(at.Add(half), at.Add(half).Add(size)))
		pairs = append(pairs, pair.Soup())
	}
	line := geom.Triangle{{0, 0, 0}, {90, 90, 90}, {45, 45, 45}}
	return append(pairs, []geom.Triangle{line})
}

// The same model with its triangles in another order, each with its corners in another
// order and turned around, has the same fingerprints.
func TestFingerprintsSurviveAnotherOrder(t *testing.T) {
	rng := meshgen.Rand(41)
	soups := [][]geom.Triangle{slices.Concat(scattered(rng, 60)...)}
	for _, maker := range meshgen.Makers() {
		soups = append(soups, maker.Make(rng, 200))
	}
	for i, soup := range soups {
		want := prints(t, soupScene("body", soup))
		if i == 0 && len(want) < 60 {
			t.Fatalf("only %d issues", len(want))
		}
		for range 3 {
			shuffled, _ := meshgen.PermuteTriangles(rng, meshgen.PermuteCorners(rng, soup))
			if got := prints(t, soupScene("body", meshgen.FlipWinding(shuffled))); !slices.Equal(got, want) {
				t.Errorf("soup %d: %d of %d fingerprints changed", i, missing(got, want), len(want))
			}
		}
	}
}

// missing counts the elements of want that are not in got.
func missing(got, want []string) int {
	n := 0
	for _, w := range want {
		if !slices.Contains(got, w) {
			n++
		}
	}
	return n
}

// A model written with six digits, as text formats do, keeps its fingerprints.
func TestFingerprintsSurviveRoundedNumbers(t *testing.T) {
	for seed := range uint64(5) {
		soup := slices.Concat(scattered(meshgen.Rand(seed), 60)...)
		rounded := meshgen.Map(soup, func(v geom.Vec) geom.Vec {
			for k, x := range v {
				v[k], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
			}
			return v
		})
		if slices.Equal(rounded, soup) {
			t.Fatal("nothing was rounded")
		}
		want, got := prints(t, soupScene("", soup)), prints(t, soupScene("", rounded))
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %d of %d fingerprints changed", seed, missing(got, want), len(want))
		}
	}
}

// Mending one place leaves the fingerprints of the others alone.
func TestFingerprintsOfTheOthers(t *testing.T) {
	pairs := scattered(meshgen.Rand(7), 60)
	want := prints(t, soupScene("body", slices.Concat(pairs...)))
	got := prints(t, soupScene("body", slices.Concat(pairs[1:]...)))
	if len(got) >= len(want) || missing(want, got) > 0 {
		t.Errorf("%d issues, %d after one place was mended, %d of them with a new fingerprint", len(want), len(got), missing(want, got))
	}
}

// All issues of a report can be told apart, also those at the very same place, and
// a name is part of what an issue is.
func TestFingerprintsDiffer(t *testing.T) {
	pair := slices.Concat(scattered(meshgen.Rand(1), 1)[:1]...)
	twice := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", pair), meshgen.Mesh("", pair)}}
	both := prints(t, twice)
	if len(both) < 2 || len(slices.Compact(slices.Clone(both))) != len(both) {
		t.Errorf("two meshes alike have the fingerprints %v", both)
	}
	one, other := prints(t, soupScene("body", pair)), prints(t, soupScene("Body", pair))
	if slices.Equal(one, other) {
		t.Error("the name of a mesh has no share in the fingerprint")
	}
	shown := soupScene("body", pair)
	shown.Instances = []mesh.Instance{{Path: "/root/a", World: geom.Identity()}}
	if slices.Equal(prints(t, shown), one) {
		t.Error("the path of a node has no share in the fingerprint")
	}
}

func TestGridCell(t *testing.T) {
	unit := geom.Box{Max: geom.Vec{1, 1, 1}}
	at := func(x float64) geom.Box { return geom.Box{Min: geom.Vec{x, 0, 0}, Max: geom.Vec{x, 0, 0}} }
	for _, c := range []struct {
		why  string
		a, b geom.Box
		mesh geom.Box
		same bool
	}{
		{"a hair beside", at(0.3), at(0.3 + 1e-9), unit, true},
		{"around zero", at(1e-12), at(-1e-12), unit, true},
		{"around a half", at(0.5 + 1e-12), at(0.5 - 1e-12), unit, true},
		{"elsewhere", at(0.3), at(0.35), unit, false},
		{"of a point", at(0.3), at(0.4), geom.Box{}, true},
		{"beyond all numbers", at(0.3), at(0.4), geom.Box{Max: geom.Vec{math.Inf(1), 0, 0}}, true},
		{"no region", geom.EmptyBox(), geom.EmptyBox(), unit, true},
	} {
		if a, b := gridCell(c.a, c.mesh), gridCell(c.b, c.mesh); (a == b) != c.same {
			t.Errorf("%s: cells %s and %s", c.why, a, b)
		}
	}
	grown := geom.Box{Max: geom.Vec{1.05, 1, 1.1}}
	if a, b := gridCell(at(0.7), unit), gridCell(at(0.7), grown); a != b {
		t.Errorf("a mesh that grew a little has cell %s for %s", b, a)
	}
	// No diagonal that people like is near the size at which cells change.
	for _, d := range []float64{1, 2, 5, 10, 20, 50, 100, math.Sqrt2, math.Sqrt(3)} {
		a := gridCell(at(0.3), geom.Box{Max: geom.Vec{d * 0.999, 0, 0}})
		if b := gridCell(at(0.3), geom.Box{Max: geom.Vec{d * 1.001, 0, 0}}); a != b {
			t.Errorf("the cells change at the diagonal %g", d)
		}
	}
}

// The fingerprints of a real model survive as well.
func TestFingerprintsOfTheCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	model, err := loader.Open(t.Context(), filepath.Join(dir, "barkour_body.stl"), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var soup []geom.Triangle
	m := model.Scene.Meshes[0]
	for i := range m.Triangles() {
		part, in := m.Locate(i)
		soup = append(soup, m.Parts[part].Triangle(in))
	}
	want := prints(t, soupScene("", soup))
	shuffled, _ := meshgen.PermuteTriangles(meshgen.Rand(3), soup)
	if got := prints(t, soupScene("", shuffled)); !slices.Equal(got, want) || len(got) < 84 {
		t.Errorf("%d of %d fingerprints changed", missing(got, want), len(want))
	}
}

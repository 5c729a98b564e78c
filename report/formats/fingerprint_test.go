package formats

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// prints returns the fingerprints of all issues of a scene, sorted.
func prints(t *testing.T, s *mesh.Scene) []string {
	t.Helper()
	result, err := meshcheck.Check(t.Context(), s, check.Options{MaxFindings: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	r := &report.Report{Files: []report.File{{Path: "a.stl", Result: result}}}
	var out []string
	for _, is := range report.IssuesOf(r, 0) {
		out = append(out, is.Fingerprint)
	}
	slices.Sort(out)
	return out
}

// A model whose triangles are in another order, each with its corners reordered and reversed, has
// the same fingerprints.
func TestFingerprintsSurviveAnotherOrder(t *testing.T) {
	rng := meshgen.Rand(41)
	soups := [][]geom.Triangle{slices.Concat(scenetest.Scattered(rng, 60)...)}
	for _, maker := range meshgen.Makers() {
		if maker.Name == "near coplanar" || maker.Name == "extreme" {
			continue // the rule of a finding in a crowded place may depend on the last bits
		}
		soups = append(soups, maker.Make(rng, longtest.Size(t, 50, 200)))
	}
	for i, soup := range soups {
		want := prints(t, scenetest.SoupScene("body", soup))
		if i == 0 && len(want) < 60 {
			t.Fatalf("only %d issues", len(want))
		}
		for range longtest.Rounds(t, 1, 3) {
			shuffled, _ := meshgen.PermuteTriangles(rng, meshgen.PermuteCorners(rng, soup))
			if got := prints(t, scenetest.SoupScene("body", meshgen.FlipWinding(shuffled))); !slices.Equal(got, want) {
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

// A model written with six digits, as in text formats, keeps its fingerprints.
func TestFingerprintsSurviveRoundedNumbers(t *testing.T) {
	for seed := range uint64(5) {
		soup := slices.Concat(scenetest.Scattered(meshgen.Rand(seed), 60)...)
		rounded := meshgen.Map(soup, func(v geom.Vec) geom.Vec {
			for k, x := range v {
				v[k], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
			}
			return v
		})
		if slices.Equal(rounded, soup) {
			t.Fatal("nothing was rounded")
		}
		want, got := prints(t, scenetest.SoupScene("", soup)), prints(t, scenetest.SoupScene("", rounded))
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %d of %d fingerprints changed", seed, missing(got, want), len(want))
		}
	}
}

// Fixing one place does not change the fingerprints of the others.
func TestFingerprintsOfTheOthers(t *testing.T) {
	pairs := scenetest.Scattered(meshgen.Rand(7), 60)
	want := prints(t, scenetest.SoupScene("body", slices.Concat(pairs...)))
	got := prints(t, scenetest.SoupScene("body", slices.Concat(pairs[1:]...)))
	if len(got) >= len(want) || missing(want, got) > 0 {
		t.Errorf("%d issues, %d after one place was mended, %d of them with a new fingerprint", len(want), len(got), missing(want, got))
	}
}

// All issues of a report have different fingerprints, even those at the same place, and names are
// part of an issue's identity.
func TestFingerprintsDiffer(t *testing.T) {
	pair := slices.Concat(scenetest.Scattered(meshgen.Rand(1), 1)[:1]...)
	twice := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("", pair), meshgen.Mesh("", pair)}}
	both := prints(t, twice)
	if len(both) < 2 || len(slices.Compact(slices.Clone(both))) != len(both) {
		t.Errorf("two meshes alike have the fingerprints %v", both)
	}
	one, other := prints(t, scenetest.SoupScene("body", pair)), prints(t, scenetest.SoupScene("Body", pair))
	if slices.Equal(one, other) {
		t.Error("the name of a mesh has no share in the fingerprint")
	}
	shown := scenetest.SoupScene("body", pair)
	shown.Instances = []mesh.Instance{{Path: "/root/a", World: geom.Identity()}}
	if slices.Equal(prints(t, shown), one) {
		t.Error("the path of a node has no share in the fingerprint")
	}
}

// A real model keeps its fingerprints as well.
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
	want := prints(t, scenetest.SoupScene("", soup))
	shuffled, _ := meshgen.PermuteTriangles(meshgen.Rand(3), soup)
	if got := prints(t, scenetest.SoupScene("", shuffled)); !slices.Equal(got, want) || len(got) < 84 {
		t.Errorf("%d of %d fingerprints changed", missing(got, want), len(want))
	}
}

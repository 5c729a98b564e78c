package scenetest

import (
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// Everything are the options to list all findings.
var Everything = check.Options{ListTouches: true, MaxFindings: 1 << 30}

// Checked checks a scene that can be checked. Its results can be compared: they have no timings.
func Checked(t testing.TB, s *mesh.Scene, o check.Options) *check.Result {
	t.Helper()
	r, err := meshcheck.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Meshes) != len(s.Meshes) {
		t.Fatalf("%d results for %d meshes", len(r.Meshes), len(s.Meshes))
	}
	r.Timings = check.Timings{}
	return r
}

// CheckedSoup checks one soup as a mesh without nodes.
func CheckedSoup(t testing.TB, o check.Options, soup ...geom.Triangle) *check.Mesh {
	t.Helper()
	return &Checked(t, SoupScene("soup", soup), o).Meshes[0]
}

// Loaded loads a file without side files.
func Loaded(t testing.TB, data []byte) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Tri makes a triangle from nine numbers.
func Tri(x ...float64) geom.Triangle {
	return geom.Triangle{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}
}

// Floor faces up in the plane z = 0; Pin pierces it one unit deep, 1½ wide at the cut.
var (
	Floor = Tri(0, 0, 0, 8, 0, 0, 0, 8, 0)
	Pin   = Tri(2, 2, -1, 5, 2, 1, 2, 2, 1)
)

// Dirty has findings of all rules except check.Nonfinite, so that results can be compared,
// in several regions.
func Dirty() []geom.Triangle {
	rng := meshgen.Rand(7)
	soup := meshgen.Duplicates(rng, 40)
	soup = append(soup, meshgen.Translate(meshgen.Random(rng, 40, 0.2), geom.Vec{10, 0, 0})...)
	soup = append(soup, meshgen.Translate(meshgen.Coplanar(rng, 20), geom.Vec{100, 0, 0})...)
	for k := range 12 {
		soup = append(soup, meshgen.Translate([]geom.Triangle{Floor, Pin}, geom.Vec{0, 0, float64(100 + 10*k)})...)
	}
	for k := range 2 { // both contain one cell, so they pass through each other along its edges
		cube := meshgen.Polycube(map[[3]int]bool{{0, 0, 0}: true, {1, 0, 0}: true, {0, 1, 0}: true, {1, 1, 0}: true})
		soup = append(soup, meshgen.Translate(cube, geom.Vec{200 + float64(k), float64(k), 0})...)
	}
	return soup
}

// Policy parses a policy.
func Policy(t testing.TB, text string) check.Policy {
	t.Helper()
	p, err := check.ParsePolicy(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// CountsOf returns counts in the form of the answers of fixtures.
func CountsOf(c check.Counts) fixtures.Counts {
	return fixtures.Counts{
		Crossing: c.OfKind(check.Crossing), Overlap: c.OfKind(check.Overlap), Duplicate: c.Of(check.Duplicate),
		Touch: c.Of(check.Touch), Degenerate: c.Of(check.Degenerate), Nonfinite: c.Of(check.Nonfinite),
		ThroughEdge: c.ThroughEdge,
	}
}

// HullOptions returns the options for the answers of a fixture.
func HullOptions(t testing.TB, h *fixtures.Hulls) check.Options {
	t.Helper()
	p, ok := check.HullProfileOf(h.Profile)
	if !ok {
		t.Fatalf("there is no profile %q", h.Profile)
	}
	return check.Options{Hulls: check.HullOptions{Profile: &p, Names: h.Names, Meshes: h.Meshes}}
}

// Package scenetest has scenes with their results, for tests.
package scenetest

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"path"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// Balls returns a scene of n spheres in a row, each through the next.
func Balls(n, u, v int) *mesh.Scene {
	s := SceneOf(meshgen.Sphere(u, v, geom.Vec{}).Mesh("ball"))
	for i := range n {
		s.Instances = append(s.Instances, At(0, fmt.Sprintf("/ball%d", i), geom.Vec{0.9 * float64(i), 0.01 * float64(i), 0}))
	}
	return s
}

// SceneOf returns a scene without nodes.
func SceneOf(meshes ...*mesh.Mesh) *mesh.Scene { return &mesh.Scene{Meshes: meshes} }

// CheckedScene returns the result of a check that lists touches.
func CheckedScene(t *testing.T, s *mesh.Scene) *check.Result {
	t.Helper()
	r, err := meshcheck.Check(t.Context(), s, check.Options{ListTouches: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// ExcerptScenes are models of all sorts.
func ExcerptScenes() map[string]*mesh.Scene {
	crossing := meshgen.Join(meshgen.Sphere(30, 16, geom.Vec{}), meshgen.Sphere(30, 16, geom.Vec{0.3, 0.2, 0.1}))
	nan, inf := math.NaN(), math.Inf(1)
	odd := []geom.Triangle{
		{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, {{1, 1, -1}, {2, 1, 1}, {1, 2, 1}},
		{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}},
		{{nan, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {inf, 0, 0}, {0, 1, 0}}, {{4, 0, 0}, {5, 1, 1}, {4, 2, 2}},
	}
	scaled := func(s float64) *mesh.Scene { return SceneOf(meshgen.Mesh("", meshgen.Scale(crossing.Soup(), s))) }
	zoomed := func(s float64) *mesh.Scene {
		scene := SceneOf(crossing.Mesh(""))
		scene.Instances = []mesh.Instance{{World: geom.Affine{{s, 0, 0, 3 * s}, {0, s, 0, -s}, {0, 0, s, 900 * s}}}}
		return scene
	}
	far := SceneOf(crossing.Mesh("far"))
	far.Instances = []mesh.Instance{{Path: "/a", World: geom.Affine{{-1, 0, 0, 1e7}, {0, 2, 0, -4e6}, {0, 0, 1, 3}}}}
	return map[string]*mesh.Scene{
		"crossing":      SceneOf(crossing.Mesh("crossing")),
		"clean":         SceneOf(meshgen.Torus(20, 10, 3, 1).Mesh("clean")),
		"odd":           SceneOf(meshgen.Mesh("odd", odd)),
		"one":           SceneOf(meshgen.Mesh("one", odd[:1])),
		"one line":      SceneOf(meshgen.Mesh("one line", odd[4:5])),
		"one point":     SceneOf(meshgen.Mesh("one point", odd[5:6])),
		"soup":          SceneOf(meshgen.Mesh("soup", meshgen.Random(meshgen.Rand(1), 400, 0.3))),
		"several":       SceneOf(crossing.Mesh("a"), meshgen.Mesh("empty", nil), meshgen.Mesh("odd", odd), crossing.Mesh("b")),
		"huge":          scaled(1e30),
		"near infinite": scaled(1e38),
		"tiny":          scaled(1e-30),
		"denormal":      scaled(1e-43),
		"far":           far,
		"astronomic":    zoomed(1e50),
		"atomic":        zoomed(1e-60),
	}
}

// Pins returns a sheet of 2·n² triangles with k pins through it, the first of which
// reaches deepest.
func Pins(n, k int) []geom.Triangle {
	soup := meshgen.Grid(n, n, nil).Soup()
	for i := range k {
		x, depth := (float64(i)+0.5)*float64(n)/float64(k), 0.5/float64(i+1)
		soup = append(soup, geom.Triangle{{x, x, -depth}, {x + 0.3, x + 0.1, 3}, {x + 0.1, x + 0.3, 3}})
	}
	return soup
}

// SoupScene returns a scene of one mesh.
func SoupScene(name string, soup []geom.Triangle) *mesh.Scene {
	return &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh(name, soup)}}
}

// Scattered returns n pairs of crossing boxes, of all sizes and in many places, and a few
// triangles without area.
func Scattered(rng *rand.Rand, n int) [][]geom.Triangle {
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

// Fixture loads a model of package fixtures with the side files of its folder.
func Fixture(t testing.TB, name string) *mesh.Scene {
	t.Helper()
	data, err := fs.ReadFile(fixtures.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := fs.Sub(fixtures.Files(), path.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	scene, _, err := loader.Decode(t.Context(), data, folder, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return scene
}

// At returns an instance of mesh m moved by p.
func At(m int, path string, p geom.Vec) mesh.Instance {
	return mesh.Instance{Mesh: m, Path: path, World: geom.Affine{{1, 0, 0, p[0]}, {0, 1, 0, p[1]}, {0, 0, 1, p[2]}}}
}

// PairOptions are checks between objects that list all findings.
var PairOptions = check.Options{
	Checks: check.Self | check.Parts | check.Clearance, ListTouches: true,
	Clearance: check.Length{Value: 0.6},
}

// CheckedPairs returns the result of a check.
func CheckedPairs(t *testing.T, s *mesh.Scene, o check.Options) *check.Result {
	t.Helper()
	r, err := meshcheck.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// CheckedGeometry returns the result of all checks with these parts, and the geometry that they
// computed.
func CheckedGeometry(t *testing.T, s *mesh.Scene, of check.PartsOf) (*check.Result, *geometry.Geometry) {
	t.Helper()
	r, kept, err := meshcheck.CheckWithGeometry(t.Context(), s, check.Options{
		Checks: check.Self | check.Between | check.Hulls, PartsOf: of,
		Clearance: check.Length{Value: 0.01},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, geometry.Of(kept, s, 1)
}

// EachObjects runs a test on each fixture with several objects, including those with collision
// hulls.
func EachObjects(t *testing.T, test func(t *testing.T, s *mesh.Scene)) {
	t.Helper()
	for _, folder := range []string{"hulls", "scenes"} {
		for _, f := range fixtures.In(folder) {
			t.Run(f.File, func(t *testing.T) { test(t, Fixture(t, f.Path)) })
		}
	}
}

package assets_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestAssets(t *testing.T) {
	all := report.Needs{Scene: true, Excerpt: true}
	f := reporttest.CheckModel(t, fixtures.Files(), "chair.glb", check.Options{})
	scene := reporttest.Model(&f).Scene
	for _, needs := range []report.Needs{{}, {Scene: true}, {Excerpt: true}, all} {
		made, err := assets.New(t.Context(), scene, f.Result, needs, drawing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if made = (assets.List{made}).Of(0); (made.Scene != nil) != needs.Scene || (made.Excerpt != nil) != needs.Excerpt {
			t.Errorf("%+v gives scene %v and excerpt %v", needs, made.Scene != nil, made.Excerpt != nil)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := assets.New(ctx, scene, f.Result, all, drawing.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives %v", err)
	}
}

// A file says which axis is up; if it does not, its format does.
func TestZUp(t *testing.T) {
	for _, row := range []struct {
		format, up string
		want       bool
	}{{"usd", "z", true}, {"usd", "y", false}, {"fbx", "z", true}, {"stl", "z", true}, {"stl", "", true}, {"glb", "", false}, {"", "", false}} {
		if got := assets.ZUp(&report.File{Format: row.format, Up: row.up}); got != row.want {
			t.Errorf("%s with the axis %q: %v", row.format, row.up, got)
		}
	}
}

// A model other than the checked one is rejected, even if only a side file has changed.
func TestAssetsChanged(t *testing.T) {
	floor := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	pin := geom.Triangle{{1, 1, -1}, {1, 1, 1}, {2, 1, 0}}
	moved := geom.Triangle{{1, 1, -1}, {1, 1, 1}, {2, 1, 0.5}}
	scene := func(soups ...[]geom.Triangle) *mesh.Scene {
		s := &mesh.Scene{}
		for _, soup := range soups {
			s.Meshes = append(s.Meshes, sceneOf(reporttest.CheckSoup(t, soup...)).Meshes[0])
		}
		return s
	}
	two := scene([]geom.Triangle{floor}, nil)
	two.Meshes[0].Parts = append(two.Meshes[0].Parts, scene([]geom.Triangle{pin}).Meshes[0].Parts...)
	two.Meshes = two.Meshes[:1]
	for _, row := range []struct {
		why, want string
		scene     *mesh.Scene
	}{
		{"no mesh", "1 meshes, the model has 0", scene()},
		{"another mesh", "the model has 2", scene([]geom.Triangle{floor, pin}, nil)},
		{"a triangle less", "has 2 triangles, the model has 1", scene([]geom.Triangle{floor})},
		{"another corner", "triangle 1 has moved", scene([]geom.Triangle{floor, moved})},
		{"another part", "has 1 parts, the model has 2", two},
	} {
		f := reporttest.CheckSoup(t, floor, pin)
		made, err := assets.New(t.Context(), row.scene, f.Result, report.Needs{Scene: true}, drawing.Options{})
		if err == nil || !strings.Contains(err.Error(), row.want) || made != nil {
			t.Errorf("%s: %v, want %q", row.why, err, row.want)
		}
	}
}

// A node moved since the check is detected.
func TestAssetsMovedNode(t *testing.T) {
	s := scenetest.Balls(2, 12, 7)
	f := report.File{Result: scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts})}
	needs := report.Needs{Excerpt: true}
	if made, err := assets.New(t.Context(), s, f.Result, needs, drawing.Options{}); err != nil || len(made.Excerpt.Pairs) != 1 {
		t.Fatal(err)
	}
	s.Instances[1].World[2][3] = 0.5
	_, err := assets.New(t.Context(), s, f.Result, needs, drawing.Options{})
	if err == nil || !strings.Contains(err.Error(), "has moved") {
		t.Errorf("%v", err)
	}
	f.Result.Pairs()[0].Findings[0].B.Triangle = 1 << 20
	if _, err := assets.New(t.Context(), s, f.Result, needs, drawing.Options{}); err == nil {
		t.Error("a triangle that is not there goes unnoticed")
	}
}

// sceneOf returns the scene of a file.
func sceneOf(f report.File) *mesh.Scene { return reporttest.Model(&f).Scene }

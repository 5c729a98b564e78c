package formats

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
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestAttach(t *testing.T) {
	all := report.Needs{Scene: true, Excerpt: true}
	f := reporttest.CheckModel(t, fixtures.Files(), "chair.glb", check.Options{})
	scene := f.Scene
	for _, needs := range []report.Needs{{}, {Scene: true}, {Excerpt: true}, all} {
		f.Scene, f.Excerpt = nil, nil
		if err := f.Attach(t.Context(), scene, needs, drawing.Options{}); err != nil {
			t.Fatal(err)
		}
		if (f.Scene != nil) != needs.Scene || (f.Excerpt != nil) != needs.Excerpt {
			t.Errorf("%+v gives scene %v and excerpt %v", needs, f.Scene != nil, f.Excerpt != nil)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Attach(ctx, scene, all, drawing.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives %v", err)
	}
}

// A model that is not the one that was checked is refused, also where its file's own
// bytes are the same and a side file is another.
func TestAttachChanged(t *testing.T) {
	floor := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	pin := geom.Triangle{{1, 1, -1}, {1, 1, 1}, {2, 1, 0}}
	moved := geom.Triangle{{1, 1, -1}, {1, 1, 1}, {2, 1, 0.5}}
	scene := func(soups ...[]geom.Triangle) *mesh.Scene {
		s := &mesh.Scene{}
		for _, soup := range soups {
			s.Meshes = append(s.Meshes, reporttest.CheckSoup(t, soup...).Scene.Meshes[0])
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
		f.Scene = nil
		err := f.Attach(t.Context(), row.scene, report.Needs{Scene: true}, drawing.Options{})
		if err == nil || !strings.Contains(err.Error(), row.want) || f.Scene != nil {
			t.Errorf("%s: %v, want %q", row.why, err, row.want)
		}
	}
}

// A node that has been moved since the check is noticed.
func TestAttachMovedNode(t *testing.T) {
	s := scenetest.Balls(2, 12, 7)
	f := report.File{Result: scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts})}
	if err := f.Attach(t.Context(), s, report.Needs{Excerpt: true}, drawing.Options{}); err != nil || len(f.Excerpt.Pairs) != 1 {
		t.Fatal(err)
	}
	s.Instances[1].World[2][3] = 0.5
	err := f.Attach(t.Context(), s, report.Needs{Excerpt: true}, drawing.Options{})
	if err == nil || !strings.Contains(err.Error(), "have moved") {
		t.Errorf("%v", err)
	}
	f.Result.Pairs()[0].Findings[0].B.Triangle = 1 << 20
	if err := f.Attach(t.Context(), s, report.Needs{Excerpt: true}, drawing.Options{}); err == nil {
		t.Error("a triangle that is not there goes unnoticed")
	}
}

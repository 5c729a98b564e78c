package report

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestAttach(t *testing.T) {
	all := Needs{Scene: true, Excerpt: true}
	f := checkModel(t, fixtures.Files(), "chair.glb", meshcheck.Options{})
	scene := f.Scene
	for _, needs := range []Needs{{}, {Scene: true}, {Excerpt: true}, all} {
		f.Scene, f.Excerpt = nil, nil
		if err := f.Attach(t.Context(), scene, needs, ExcerptOptions{}); err != nil {
			t.Fatal(err)
		}
		if (f.Scene != nil) != needs.Scene || (f.Excerpt != nil) != needs.Excerpt {
			t.Errorf("%+v gives scene %v and excerpt %v", needs, f.Scene != nil, f.Excerpt != nil)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Attach(ctx, scene, all, ExcerptOptions{}); !errors.Is(err, context.Canceled) {
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
			s.Meshes = append(s.Meshes, checkSoup(t, soup...).Scene.Meshes[0])
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
		{"a triangle less", "of 2 triangles, the model has 1", scene([]geom.Triangle{floor})},
		{"another corner", "triangle 1 is not where it was", scene([]geom.Triangle{floor, moved})},
		{"another part", "of 1 parts, the model has 2", two},
	} {
		f := checkSoup(t, floor, pin)
		f.Scene = nil
		err := f.Attach(t.Context(), row.scene, Needs{Scene: true}, ExcerptOptions{})
		if err == nil || !strings.Contains(err.Error(), row.want) || f.Scene != nil {
			t.Errorf("%s: %v, want %q", row.why, err, row.want)
		}
	}
}

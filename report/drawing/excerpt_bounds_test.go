package drawing

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestExcerptOfNothing(t *testing.T) {
	nan := math.NaN()
	for name, m := range map[string]*mesh.Mesh{
		"empty": meshgen.Mesh("", nil), "no parts": {}, "not finite": meshgen.Mesh("", []geom.Triangle{{{nan, 0, 0}}, {{0, nan, 0}}}),
	} {
		e := excerptOf(t, scenetest.SceneOf(m), Options{})
		if len(e.Meshes) > 0 || e.Omitted != m.Triangles() || e.Size() != 0 {
			t.Errorf("%s: %d meshes, %d omitted", name, len(e.Meshes), e.Omitted)
		}
	}
	if e := excerptOf(t, &mesh.Scene{}, Options{}); len(e.Meshes) > 0 {
		t.Error("an empty scene has an excerpt")
	}
}

// A clean model gets a share of the bounds.
func TestExcerptClean(t *testing.T) {
	s := scenetest.SceneOf(meshgen.Sphere(100, 51, geom.Vec{}).Mesh("")) // 10,000 triangles
	x := excerptOf(t, s, Options{Triangles: 4000}).Meshes[0]
	if n := x.Embedded + x.StandIns; n > 1000 || n < 500 {
		t.Errorf("%d triangles of a clean mesh", n)
	}
}

func TestExcerptOfAnotherModel(t *testing.T) {
	scenes := scenetest.ExcerptScenes()
	r := scenetest.CheckedScene(t, scenes["crossing"])
	for _, name := range []string{"several", "clean", "empty"} {
		s := scenes[name]
		if s == nil {
			s = &mesh.Scene{}
		}
		if err := Match(s, r); err == nil {
			t.Errorf("the result of one model goes with %s", name)
		}
	}
	r.Meshes[0].Findings[3].B.Triangle = 1 << 30
	if err := Match(scenes["crossing"], r); err == nil {
		t.Error("a triangle that is not there goes unnoticed")
	}
}

func TestExcerptCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := scenetest.ExcerptScenes()["crossing"]
	r := scenetest.CheckedScene(t, s)
	cancel()
	if _, err := NewExcerpt(ctx, s, r, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it is cancelled", err)
	}
}

// Small models fit a page with many others, and medium ones are shown whole as long as all together
// take at most eight times the page.
func TestExcerptShare(t *testing.T) {
	s := scenetest.ExcerptScenes()["crossing"]
	r := scenetest.CheckedScene(t, s)
	for _, n := range []int{1, 2, 10, 300, 100_000} {
		e, err := NewExcerpt(t.Context(), s, r, ExcerptShare(n, 1_000_000))
		if err != nil {
			t.Fatal(err)
		}
		if n*e.Size() > 8_000_000 || n <= 10 && n*e.Size() > 1_000_000 {
			t.Errorf("%d files: %d bytes each", n, e.Size())
		}
		if n <= 10 && e.Meshes[0].OmittedFindings > 0 {
			t.Errorf("%d files: findings are omitted", n)
		}
	}
}

func TestExcerptShareBounds(t *testing.T) {
	for _, row := range []struct {
		n, bytes int
		want     Options
	}{
		{1, 8_000_000, Options{Triangles: 100_000, Findings: 20_000, Bytes: 4_000_000, Textures: 1_500_000}},
		{4, 8_000_000, Options{Triangles: 50_000, Findings: 10_000, Bytes: 2_000_000, Textures: 750_000}},
		{42, 8_000_000, Options{Triangles: 30_000, Findings: 6_000, Bytes: 1_200_000, Textures: 71_428}},
		{1000, 8_000_000, Options{Triangles: 1_600, Findings: 320, Bytes: 64_000, Textures: 3_000}},
	} {
		if got := ExcerptShare(row.n, row.bytes); got != row.want {
			t.Errorf("%d files: %+v, want %+v", row.n, got, row.want)
		}
	}
}

// Small demands get what they need, and the others equal amounts by weight.
func TestShareOut(t *testing.T) {
	for _, row := range []struct {
		demands []demand
		total   int
		want    []int
	}{
		{nil, 5, nil},
		{[]demand{{3, 0, 1}, {4, 0, 1}}, 7, []int{3, 4}},
		{[]demand{{3, 0, 1}, {40, 0, 1}, {50, 0, 1}}, 23, []int{3, 10, 10}},
		{[]demand{{100, 0, 4}, {100, 0, 1}}, 50, []int{40, 10}},
		{[]demand{{5, 0, 1}, {5, 0, 1}, {5, 0, 1}}, 2, []int{0, 0, 0}},
		{[]demand{{5, 0, 1}, {0, 0, 1}}, 0, []int{0, 0}},
	} {
		var got []int
		for _, share := range shareOut(row.demands, Options{Triangles: row.total}) {
			got = append(got, share.triangles)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%v of %d: %v, want %v", row.demands, row.total, got, row.want)
		}
	}
}

// Points that single precision cannot hold in a frame are not drawn.
func TestFrameReach(t *testing.T) {
	f := newFrame(geom.Box{Max: geom.Vec{1, 1, 1}})
	if got := f.singles([]geom.Vec{{1, 2, 3}, {4, 5, 6}}); len(got) != 2 || got[1] != (Single{4, 5, 6}) {
		t.Errorf("%v", got)
	}
	for _, far := range []geom.Vec{{1e60, 0, 0}, {0, math.NaN(), 0}, {0, 0, math.Inf(-1)}} {
		if got := f.singles([]geom.Vec{{1, 2, 3}, far}); got != nil {
			t.Errorf("%v with a point at %v", got, far)
		}
	}
}

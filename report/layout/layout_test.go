package layout_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/layout"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func layoutsOf(t *testing.T, s *mesh.Scene, o layout.Options) []*layout.Layout {
	t.Helper()
	r, err := meshcheck.Check(t.Context(), s, reporttest.LayoutOptions)
	if err != nil {
		t.Fatal(err)
	}
	all, err := layout.New(t.Context(), s, r.UV(), o)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The picture of the sample shows all its islands and their faults.
func TestPicture(t *testing.T) {
	all := layoutsOf(t, reporttest.LayoutScene(), layout.Options{})
	if len(all) != 1 || all[0].Width != 1024 || len(all[0].Runs) != 8 || all[0].RunsCut {
		t.Fatalf("%+v", all)
	}
	p := all[0].Picture(1 << 20)
	body := string(p.Body)
	for i := range 8 {
		if !strings.Contains(body, fmt.Sprintf(`data-island="%d"`, i)) {
			t.Errorf("there is no island %d", i)
		}
	}
	for _, want := range []string{`class="uv_overlap"`, `class="uv_fold"`, `class="uv_stacked"`, `class="uv_flipped"`, ">2.0 px<", ">1001<", ">1002<"} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is missing in\n%s", want, body)
		}
	}
	// The square of the first island, without its diagonal.
	if !strings.Contains(body, `<path data-island="0" fill="none" d="M400 100l0 300-300 0 0-300z"/>`) {
		t.Errorf("the first island is not drawn as a square:\n%s", body)
	}
	if p.LeftOut != "" || p.X+p.Width < 1500 || p.Y > 0 {
		t.Errorf("%+v", p)
	}
}

// Islands named by findings come first if there is no room for all.
func TestBudget(t *testing.T) {
	const bytes = 400
	all := layoutsOf(t, reporttest.LayoutScene(), layout.Options{Bytes: bytes, Runs: 3})
	p := all[0].Picture(1 << 20)
	if !strings.Contains(p.LeftOut, "islands and") || !strings.Contains(p.LeftOut, "left out of the picture") {
		t.Errorf("%q", p.LeftOut)
	}
	if !strings.Contains(string(p.Body), `data-island="0"`) || strings.Contains(string(p.Body), `data-island="6"`) {
		t.Errorf("other islands are in the picture:\n%s", p.Body)
	}
	if len(all[0].Runs) != 3 || !all[0].RunsCut {
		t.Errorf("%+v", all[0].Runs)
	}
	if q := layoutsOf(t, reporttest.LayoutScene(), layout.Options{})[0].Picture(bytes); q.LeftOut != p.LeftOut {
		t.Errorf("a picture leaves out %q, a layout %q", q.LeftOut, p.LeftOut)
	}
}

// Absurd coordinates neither break a picture nor widen it.
func TestFarAway(t *testing.T) {
	s := reporttest.LayoutScene()
	uv := s.Meshes[1].Parts[0].UVs[0].F32
	for i := range uv {
		uv[i] *= 1e30
	}
	p := layoutsOf(t, s, layout.Options{})[0].Picture(1 << 20)
	if p.Width > 3000 || p.LeftOut != "1 island left out of the picture" {
		t.Errorf("%v wide, %q", p.Width, p.LeftOut)
	}
	if found := regexp.MustCompile(`(?i)nan|inf|e\+`).FindString(strings.ReplaceAll(string(p.Body), "font", "")); found != "" {
		t.Errorf("%s in\n%s", found, p.Body)
	}
}

// A layout is the same whether what the check found is kept or searched again.
func TestKept(t *testing.T) {
	scenes := []*mesh.Scene{reporttest.LayoutScene()}
	for _, f := range fixtures.In("uv") {
		if data, err := fs.ReadFile(fixtures.Files(), f.Path); err == nil {
			if s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{UVs: true}); err == nil {
				scenes = append(scenes, s)
			}
		}
	}
	pictures := 0
	for i, s := range scenes {
		r, kept, err := meshcheck.CheckWithGeometry(t.Context(), s, reporttest.LayoutOptions)
		if err != nil {
			t.Fatal(err)
		}
		var both [2][]*layout.Layout
		for k, g := range []check.Geometry{kept, nil} {
			if both[k], err = layout.New(t.Context(), s, r.UV(), layout.Options{Geometry: g}); err != nil {
				t.Fatal(err)
			}
		}
		if pictures += len(both[0]); !reflect.DeepEqual(both[0], both[1]) {
			t.Errorf("scene %d: the layouts depend on what is kept", i)
		}
	}
	if pictures < 20 {
		t.Errorf("only %d layouts", pictures)
	}
}

func TestCancelled(t *testing.T) {
	s := reporttest.LayoutScene()
	r, err := meshcheck.Check(t.Context(), s, reporttest.LayoutOptions)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := layout.New(ctx, s, r.UV(), layout.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTexels(t *testing.T) {
	for d, want := range map[float64]string{0: "0 px", 2.4: "2.4 px", 2.049: "2.0 px", 3: "3 px", 0.0123: "0.012 px", 1e-9: "under 0.001 px"} {
		if got := layout.Texels(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

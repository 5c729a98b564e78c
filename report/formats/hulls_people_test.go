package formats

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/markdown"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

func TestHullsText(t *testing.T) {
	r := reporttest.HullReport()
	for i, want := range []string{
		`chair.glb: FAIL  48 triangles, 3 places to fix (3 collision hull errors)
  3 collision hulls of 1 mesh, 1 without a mesh, profile unreal: 3 errors, 2 warnings, 1 info
    chair  3 hulls; mesh up to 125 mm outside them; hulls up to 500 mm beyond the mesh (95 % within 400 mm); 125 % of its volume
      error  concave hull  /UCX_chair_02: a vertex is 0.03 outside the plane of a face, near (0.5, 0.25, 1) · 4f51
      error  hull with too many vertices  /UCX_chair_01: its convex hull has 300 vertices; unreal allows 255 · 7474
      warning  pair of overlapping hulls  /UCX_chair_01 ↔ /UCX_chair_02: it is 0.25 deep in /UCX_chair_02, near (1, 0.5, 0.5) · dda6
      warning  mesh outside its hulls: the mesh sticks out by 0.125, near (2, 0, 0) · fead
      info  open hull  /UCX_chair_02: 4 of 18 edges do not belong to two triangles (the first belongs to 1) · 879d
    Chiar  1 hull
      error  orphan hull  /UBX_Chiar: no mesh is named "Chiar"; one is named "chair" · e6c6
`,
		`lamp.glb: PASS  24 triangles, no findings within meshes
  1 collision hull of 1 mesh, profile godot: no problems found
    lamp  1 hull
`,
		`far.glb: NOT CHECKED  24 triangles, no findings within meshes
  1 collision hull of 1 mesh: no problems found
    not checked  /lamp/far: the matrix of its node flattens it
    lamp  1 hull
`,
	} {
		if got := textOf(t, &r.Files[i], text.Options{}); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	alone := textOf(t, &r.Files[1], text.Options{Check: check.Options{Checks: check.Hulls}})
	if !strings.HasPrefix(alone, "lamp.glb: PASS  24 triangles\n") {
		t.Errorf("without the self check nothing is said of it, not\n%s", alone)
	}
}

// The text puts a distance of 0 in words, and one that is only rounding beside the size of the hulls.
func TestHullsTextLevel(t *testing.T) {
	r := reporttest.HullReport()
	g := &r.Files[0].Result.Hulls().Groups[0]
	g.Hulls[0].Box = geom.Box{Max: geom.Vec{1, 1, 1}}
	g.Gap, g.Excess = &check.Coverage{}, &check.Coverage{Greatest: 3.2e-13}
	if got := textOf(t, &r.Files[0], text.Options{}); !strings.Contains(got, "    chair  3 hulls; mesh nowhere outside them; hulls nowhere beyond the mesh; 125 % of its volume\n") {
		t.Errorf("got\n%s", got)
	}
	if page := string(written(t, "html", r)); !strings.Contains(page, "<dt>Hulls beyond the mesh</dt><dd>nothing</dd>") {
		t.Error("the page does not say that the surfaces are level")
	}
}

// The text and the Markdown page are short for any number of hulls, and show what fails.
func TestHullsCut(t *testing.T) {
	r := manyHulls(50, 1)
	said := textOf(t, &r.Files[0], text.Options{})
	if n := strings.Count(said, "\n"); n != 2+text.MaxHullLines+1 || !strings.HasSuffix(said, "    and 40 more meshes with hulls (--json lists them)\n") {
		t.Errorf("%d lines:\n%s", n, said)
	}
	if strings.Contains(said, "thing0 ") || strings.Count(said, "inside-out hull") != text.MaxHullLines/2 {
		t.Errorf("the worst are not first:\n%s", said)
	}
	r = manyHulls(2, 60)
	said = textOf(t, &r.Files[0], text.Options{})
	if !strings.Contains(said, "\n      and 41 more findings (--json lists them)\n    and 1 more mesh with hulls (--json lists them)\n") {
		t.Errorf("a group that is cut:\n%s", said)
	}
	page := string(written(t, "markdown", r))
	if n := strings.Count(page, "\n| `/thing1/UCX_"); n != markdown.MaxHulls || !strings.Contains(page, "\nand 20 more hulls\n\nand 1 more mesh with hulls\n") {
		t.Errorf("%d hulls are shown:\n%s", n, page)
	}
}

func TestHullsMarkdown(t *testing.T) {
	reporttest.Golden(t, "hulls.md", written(t, "markdown", reporttest.HullReport()))
}

func TestHullsHostileNames(t *testing.T) {
	r := hostileHulls()
	for format := range machines {
		got := string(written(t, format, r))
		if found := wild.FindString(got); found != "" {
			t.Errorf("%s: %q gets through", format, found)
		}
		if limit := 500_000; !utf8.ValidString(got) || len(got) > limit {
			t.Errorf("%s: long names make %d bytes, or it is not UTF-8", format, len(got))
		}
	}
	for i := range r.Files {
		if got := textOf(t, &r.Files[i], text.Options{}); wild.MatchString(got) || !utf8.ValidString(got) || len(got) > 10_000 {
			t.Errorf("the text, of %d bytes, lets a name through", len(got))
		}
	}
	if columns, bad := unevenRow(string(written(t, "markdown", r))); bad != "" {
		t.Errorf("the head has %d columns: %s", columns, bad)
	}
}

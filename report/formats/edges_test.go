package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// edgeReport is a report on two cubes of a grid that pass through each other along edges, and on
// cards that do.
func edgeReport(t *testing.T) *report.Report {
	t.Helper()
	a := meshgen.Polycube(map[[3]int]bool{{0, 0, 0}: true, {1, 0, 0}: true, {0, 1, 0}: true, {1, 1, 0}: true})
	b := meshgen.Quartered(meshgen.Translate(meshgen.Scale(a, 0.5), geom.Vec{1.5, 0.5, 0.25}))
	cards := []geom.Triangle{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 0, 1}, {0, 0, 0}, {-1, 0, 0}}, {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}, {{0, 0, 1}, {0, 0, 0}, {0, -1, 0}}}
	cubes := reporttest.CheckSoup(t, slices.Concat(a, meshgen.Translate(a, geom.Vec{1, 1, 0}), b)...)
	grass := reporttest.CheckSoup(t, cards...)
	grass.Path = "grass.stl"
	return &report.Report{Version: "1", Files: []report.File{cubes, grass}}
}

// TestEdgeCrossingsInReports: every format names edge crossings, and the JSON report matches its
// schema and is read back unchanged.
func TestEdgeCrossingsInReports(t *testing.T) {
	r := edgeReport(t)
	c := r.Files[0].Result.Counts.Add(r.Files[1].Result.Counts)
	if c.Of(check.EdgeCrossing) == 0 || c.Of(check.OpenEdgeCrossing) != 1 || r.Files[1].Result.Status != check.Pass {
		t.Fatalf("%+v", c)
	}
	text := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
		t.Error(err)
	}
	back := reporttest.ReadBack(t, text)
	for k := range r.Files {
		if !reporttest.Alike(t, back.Files[k].Result.Meshes, r.Files[k].Result.Meshes) {
			t.Errorf("file %d reads back as\n%+v\nwant\n%+v", k, back.Files[k].Result.Meshes, r.Files[k].Result.Meshes)
		}
	}
	for _, edit := range [][2]string{
		{`"open":true,`, `"open":true,"z_fighting":true,`}, {`"open":true,`, `"open":true,"facing":"front",`},
	} {
		if bad := bytes.Replace(text, []byte(edit[0]), []byte(edit[1]), 1); bytes.Equal(bad, text) {
			t.Errorf("%s is not there", edit[0])
		} else if _, err := json.Read(bytes.NewReader(bad)); err == nil {
			t.Errorf("%s for %s is read", edit[1], edit[0])
		}
	}
	if page := htmlPage(t, r); !strings.Contains(page, "open edge crossing") || !strings.Contains(page, "Edge length") {
		t.Error("the page does not say what it is")
	}
}

package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// pinsOf returns the pins of the first file on a page.
func pinsOf(t *testing.T, r *report.Report) []pinFacts {
	t.Helper()
	return newPageView(r, reporttest.Models(r)).Files[0].Facts3D.Pins
}

// Each place that a stage shows has a pin, the worst first.
func TestPinsOfPage(t *testing.T) {
	r := townPage(t)
	pins := pinsOf(t, r)
	var stages []string
	for _, p := range pins {
		stages = append(stages, p.Stage+" "+p.Severity)
	}
	if got := strings.Join(stages, ", "); got != "pair-0 error, pair-1 error, pair-2 info" {
		t.Errorf("the pins are %s", got)
	}
	bench := pairsPage(t, "bench.glb", scenetest.Fixture(t, "hulls/bench.glb"), check.Options{})
	for _, p := range pinsOf(t, bench) {
		var group int
		if _, err := fmt.Sscanf(p.Stage, "hulls-%d", &group); err != nil {
			t.Fatal(p.Stage)
		}
		g := bench.Files[0].Result.Hulls().Groups[group]
		if p.Severity != g.Findings[p.Region].Severity.String() {
			t.Errorf("a pin of the bench: %+v", p)
		}
	}
	var boxes []meshgen.Indexed
	for k := range pinsPerFile + 50 {
		x := 4 * float64(k)
		boxes = append(boxes, scenetest.Box(x, 0, 0, x+1, 1, 1), scenetest.Box(x+0.5, 0.25, 0.25, x+2, 2, 2))
	}
	many := pageOf(t, "boxes.stl", "stl", scenetest.SceneOf(meshgen.Join(boxes...).Mesh("")))
	if n := len(pinsOf(t, many)); n != pinsPerFile {
		t.Errorf("%d pins of %d regions", n, len(many.Files[0].Result.Meshes[0].Regions))
	}
}

// Places in a mesh that no node shows, or in another scene, have no pins on the scene.
func TestPinsOnlyInScene(t *testing.T) {
	b := (&scenetest.Builder{}).Show(scenetest.Cube, scenetest.Moved(0, 0, 0), scenetest.Moved(3, 0, 0))
	b.Meshes = append(b.Meshes, scenetest.SoupScene("pins", scenetest.Pins(12, 4)).Meshes...)
	r := pageOf(t, "hidden.glb", "glb", &b.Scene)
	if pins := pinsOf(t, r); len(pins) != 0 {
		t.Errorf("%d pins of a mesh that no node shows", len(pins))
	}
	b.Instances = append(b.Instances, scenetest.At(1, "/pins", [3]float64{9, 9, 9}))
	r = pageOf(t, "shown.glb", "glb", &b.Scene)
	pins := pinsOf(t, r)
	if len(pins) != 4 {
		t.Errorf("%d pins of 4 regions", len(pins))
	}
	for _, p := range pins {
		if p.At[0] < 8 {
			t.Errorf("a pin at %v", p.At)
		}
	}
}

// What a baseline accepts comes after what it does not, in another colour, and is not the poster.
func TestPinsAccepted(t *testing.T) {
	r := sheet(t)
	f := &r.Files[0]
	worst := report.IssuesOf(r, 0)[0]
	f.Baseline = &report.Judged{Judgements: map[check.Ref]report.Judgement{worst.At: {State: report.BaselineAccepted}}}
	pins := pinsOf(t, r)
	if last := pins[len(pins)-1]; last.Severity != "accepted" || last.Region != worst.At.Index || pins[0].Severity != "error" {
		t.Errorf("the pins are %+v", pins)
	}
}

// A file has one large picture, of its worst place, as long as the page has room.
func TestPosters(t *testing.T) {
	page := htmlOf(t, townPage(t))
	if n := strings.Count(page, `<img class="poster" src="data:image/jpeg`); n != 1 {
		t.Errorf("%d posters", n)
	}
	clean := htmlOf(t, pageOf(t, "torus.stl", "stl", scenetest.Fixture(t, "clean/torus.stl")))
	if strings.Contains(clean, `class="poster"`) {
		t.Error("a file without places has a picture of the worst")
	}
	one := townPage(t).Files[0]
	r := &report.Report{}
	for range 200 {
		r.Files = append(r.Files, one)
	}
	p := newPageView(r, reporttest.Models(r))
	posters, bytes := 0, 0
	for i := range p.Files {
		if p.Files[i].Poster != "" {
			posters++
		}
		bytes += len(p.Files[i].Poster)
	}
	if posters < 10 || posters == len(r.Files) || bytes > postersPerPage+200_000 {
		t.Errorf("%d posters of %d bytes", posters, bytes)
	}
}

// The scene is the last of the stages to take room, as places matter more.
func TestSceneWithoutRoom(t *testing.T) {
	r := townPage(t)
	e := reporttest.Model(&r.Files[0]).Excerpt
	huge := *e.Scene
	huge.Points = make([]drawing.Single, 12_000_000)
	e.Scene = &huge
	v := newPageView(r, reporttest.Models(r)).Files[0]
	if len(v.Excerpts) != 3 || v.Excerpts[0].Stage != "pair-0" || len(v.Facts3D.Pins) != 3 {
		t.Errorf("%d stages, %d pins", len(v.Excerpts), len(v.Facts3D.Pins))
	}
}

package html

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

var (
	lineOwner   = regexp.MustCompile(`<p class="accept" data-of="([^"]*)"`)
	failingFile = regexp.MustCompile(`<article class="file"[^>]* data-failing="(\d+)"`)
)

// Every place that fails has a line of a baseline that names its element.
func TestHTMLDecidable(t *testing.T) {
	for name, r := range map[string]*report.Report{
		"regions": reporttest.Sample(),
		"pairs":   reporttest.BetweenReport(t, check.Options{}),
		"hulls":   reporttest.HullsOf(t, "hulls/bench.glb", check.Options{}),
		"uv":      reporttest.UVReport(t),
		"singles": pageOf(t, "nan.stl", "stl", scenetest.Fixture(t, "kinds/nonfinite.stl")),
	} {
		page := htmlOf(t, r)
		owners := lineOwner.FindAllStringSubmatch(page, -1)
		for _, m := range owners {
			if n := strings.Count(page, ` id="`+m[1]+`"`); m[1] == "" || n != 1 {
				t.Errorf("%s: %d elements are %q", name, n, m[1])
			}
		}
		failing := 0
		for _, m := range failingFile.FindAllStringSubmatch(page, -1) {
			n, _ := strconv.Atoi(m[1])
			failing += n
		}
		if failing == 0 || len(owners) != failing {
			t.Errorf("%s: %d lines, %d places fail", name, len(owners), failing)
		}
	}
}

// acceptedPage returns a report whose baseline accepts everything, and what its page has of it.
func acceptedPage(t *testing.T, r *report.Report) triageData {
	t.Helper()
	b := baseline.New()
	var judged []*report.Judged
	for i := range r.Files {
		b.Judge(&r.Files[i], r.Files[i].Path, *r.OptionsOf(&r.Files[i]), time.Now())
		judged = append(judged, r.Files[i].Baseline)
	}
	b.Update(judged, "old", "2999-01-31")
	for i := range r.Files {
		b.Judge(&r.Files[i], r.Files[i].Path, *r.OptionsOf(&r.Files[i]), time.Now())
	}
	return newTriageData(r)
}

// The page lists what the baseline accepts, with the elements of the places and lines that accept them.
func TestTriageData(t *testing.T) {
	chair := pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "chair.glb"))
	v := acceptedPage(t, chair)
	if v.Key != "chair.glb" || len(v.Accepted) != 2 || v.More != 0 {
		t.Fatalf("%+v", v)
	}
	page := htmlOf(t, chair)
	var lines []string
	for _, p := range v.Accepted {
		if strings.Count(page, ` id="`+p.ID+`"`) != 1 || !strings.Contains(p.Name, " ↔ ") || p.File != "chair.glb" || !strings.HasSuffix(p.Line, " until 2999-01-31 # old") {
			t.Errorf("%+v", p)
		}
		lines = append(lines, p.Line)
	}
	b, err := baseline.Read(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	f := &chair.Files[0]
	if b.Judge(f, f.Path, check.Options{}, time.Now()); f.Baseline.Of(report.BaselineAccepted) != 2 {
		t.Errorf("the lines accept %d", f.Baseline.Of(report.BaselineAccepted))
	}
	many := acceptedPage(t, reporttest.Many(3000, 3000))
	if len(many.Accepted)+many.More != 3000 || len(many.Accepted) > acceptedPerPage || many.More == 0 {
		t.Errorf("%d and %d more of 3000", len(many.Accepted), many.More)
	}
}

// The key is the same whatever is found in the files, and for more files in the same folder.
func TestTriageKey(t *testing.T) {
	for want, paths := range map[string][]string{
		"a/chair.glb": {"a/chair.glb"},
		"a/":          {"a/chair.glb", `a\b\seat.glb`, "a/leg.glb"},
		"":            {"a/chair.glb", "leg.glb"},
	} {
		r := &report.Report{}
		for _, path := range paths {
			r.Files = append(r.Files, report.File{Path: path})
		}
		if got := triageKey(r); got != want {
			t.Errorf("%q: %q", paths, got)
		}
	}
	if got := triageKey(&report.Report{Files: []report.File{{Path: fmt.Sprint("\u202e", strings.Repeat("x", 1<<20))}}}); len(got) > 10_000 || strings.Contains(got, "\u202e") {
		t.Errorf("a hostile path makes a key of %d bytes", len(got))
	}
}

package formats

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/html"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
	"github.com/meshcheck/meshcheck/report/wording"
)

func textOf(t *testing.T, f *report.File, o text.Options) string {
	t.Helper()
	return string(reporttest.Render(t, func(w *bytes.Buffer) error { return text.Write(w, f, o) }))
}

func TestTextGolden(t *testing.T) {
	r := reporttest.Sample()
	got := reporttest.Render(t, func(w *bytes.Buffer) error {
		for _, o := range []text.Options{{}, {Check: r.Options, Color: true}} {
			for i := range r.Files {
				if err := text.Write(w, &r.Files[i], o); err != nil {
					return err
				}
			}
		}
		return text.WriteSummary(w, r.Summary(), nil, nil, 0, text.Options{})
	})
	reporttest.Golden(t, "sample.txt", got)
}

func TestTextOfTheDocumentation(t *testing.T) {
	f := reporttest.Chair()
	f.Result.Counts.ThroughEdge = 0
	f.Unit = ""
	want := `chair.glb: FAIL  18240 triangles, 1 place to fix (3 triangle pairs)
  crossing   2   deepest 0.0042
  overlap    1   area 0.00031, same facing
  touch     12   not listed (--touch lists them)
  region 1 · 21a3  seat ↔ leg_front_left ↔ back: 2 crossings, 1 overlap, 0.0042 deep, size 0.16 × 0.15 × 0.46, near (0.121, 0.440, -0.203)
`
	if got := textOf(t, &f, text.Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextWords(t *testing.T) {
	one := check.Mesh{Triangles: 1, Counts: reporttest.Counts(1), RegionCount: 1}
	degenerate := check.Mesh{Triangles: 5, Counts: reporttest.Counts(0, 0, 0, 0, 2)}
	mixed := check.Mesh{Triangles: 5, Counts: reporttest.Counts(2, 0, 0, 0, 1), RegionCount: 2}
	nonfinite := check.Mesh{Triangles: 5, Counts: reporttest.Counts(0, 0, 0, 1)}
	touching := check.Mesh{Triangles: 5, Counts: reporttest.Counts(0, 0, 0, 0, 0, 4)}
	for _, c := range []struct {
		file report.File
		o    check.Options
		want string
	}{
		{reporttest.Checked("a", "stl", one), check.Options{}, "a: FAIL  1 triangle, 1 place to fix (1 triangle pair)\n"},
		{reporttest.Checked("a", "stl", one), check.Options{}, "not listed (a greater --max-findings lists more)"},
		{reporttest.Checked("a", "stl", mixed), check.Options{}, "2 places to fix (2 triangle pairs)\n"},
		{reporttest.Checked("a", "stl", nonfinite), check.Options{}, "a: FAIL  5 triangles, 1 place to fix (1 bad triangle)\n"},
		{reporttest.Checked("a", "stl", degenerate), check.Options{}, "a: PASS  5 triangles, no findings that fail\n"},
		{reporttest.Checked("a", "stl", touching), check.Options{}, "a: PASS  5 triangles, no findings\n"},
		{reporttest.Checked("a", "stl", touching), check.Options{ListTouches: true}, "a: PASS  5 triangles, no findings that fail\n"},
		{reporttest.Checked("a", "stl", touching), check.Options{ListTouches: true}, "(a greater --max-findings lists more)"},
		{reporttest.Checked("a", "stl"), check.Options{}, "a: PASS  0 triangles\n"},
		{report.File{Path: "a"}, check.Options{}, "a: NOT CHECKED  no result\n"},
	} {
		if got := textOf(t, &c.file, text.Options{Check: c.o}); !strings.Contains(got, c.want) {
			t.Errorf("got\n%s\nwant in it\n%s", got, c.want)
		}
	}
}

// A region is named by its parts, and by its mesh if there are several.
func TestTextPlaces(t *testing.T) {
	f := reporttest.Chair()
	m := &f.Result.Meshes[0]
	m.Regions[0].Parts = []int{0}
	if got := textOf(t, &f, text.Options{}); !strings.Contains(got, "  region 1 · 21a3  seat: 2 crossings") {
		t.Errorf("one part:\n%s", got)
	}
	f.Result.Meshes = append(f.Result.Meshes, check.Mesh{})
	if got := textOf(t, &f, text.Options{}); !strings.Contains(got, `  region 1 · 21a3  mesh "chair", seat: 2 crossings`) {
		t.Errorf("two meshes:\n%s", got)
	}
	m = &f.Result.Meshes[0]
	m.Parts, m.Name, m.Index = m.Parts[:1], "", 4
	f.Result.Meshes = append(make([]check.Mesh, 4), *m)
	m = &f.Result.Meshes[4]
	m.Findings = m.Findings[:1]
	if got := textOf(t, &f, text.Options{}); !strings.Contains(got, "  region 1 · 2551  mesh 4 (chair.001), seat: 2 crossings") {
		t.Errorf("a mesh without a name:\n%s", got)
	}
	m.Instances, m.Measured = nil, -1
	if got := textOf(t, &f, text.Options{}); !strings.Contains(got, "  region 1 · ba65  mesh 4, seat: 2 crossings") {
		t.Errorf("a mesh that no node shows:\n%s", got)
	}
}

// ungrouped finds the comma between two groups of digits.
var ungrouped = regexp.MustCompile(`(\d),(\d)`)

// On a terminal no line is wider than the terminal, wrapped lines are indented, no place is split,
// digits are grouped, and findings have the colour of their rule.
func TestTextOnATerminal(t *testing.T) {
	const id = " · 21a3"
	f := reporttest.Chair()
	plain := textOf(t, &f, text.Options{})
	for _, width := range []int{40, 60, 80, 160} {
		got := textOf(t, &f, text.Options{Width: width, Color: true})
		if !strings.Contains(got, "18,240 triangles") || !strings.Contains(got, "(0.121, 0.440, -0.203)") || !strings.Contains(got, "160 × 152 × 460 mm") {
			t.Errorf("%d columns:\n%s", width, got)
		}
		if !strings.Contains(got, "\x1b[38;5;166mcrossing") {
			t.Errorf("a crossing without its colour: %q", got)
		}
		bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(got, "")
		for line := range strings.Lines(bare) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d columns: a line of %d: %s", width, n, line)
			}
		}
		// A short ID never takes a line of its own, and there is one where it fits.
		if !strings.Contains(bare, id) {
			if width >= 80 {
				t.Errorf("%d columns: no ID in\n%s", width, bare)
			}
			bare = strings.Replace(bare, "region 1", "region 1"+id, 1)
		}
		if words := strings.Join(strings.Fields(ungrouped.ReplaceAllString(bare, "$1$2")), " "); words != strings.Join(strings.Fields(plain), " ") {
			t.Errorf("%d columns: got\n%s\nwant the words of\n%s", width, bare, plain)
		}
	}
}

// After many files the text names those that failed and those that were not checked.
func TestTextNamesFailedFiles(t *testing.T) {
	s := report.Summary{Files: 40, Passed: 10, Failed: 30}
	var paths []string
	for i := range 30 {
		paths = append(paths, fmt.Sprintf("a/%d.glb", i))
	}
	got := string(reporttest.Render(t, func(w *bytes.Buffer) error {
		return text.WriteSummary(w, s, paths, []string{"b.glb"}, 0, text.Options{})
	}))
	if !strings.HasPrefix(got, "\nThese files failed:\n  a/0.glb\n") || !strings.HasSuffix(got, "  a/19.glb\n  and 10 more files (--format short names all)\n\nThese files were not checked:\n  b.glb\n40 files: 10 passed, 30 failed\n") {
		t.Errorf("got\n%s", got)
	}
	got = string(reporttest.Render(t, func(w *bytes.Buffer) error {
		return text.WriteSummary(w, s, nil, nil, 200*time.Second, text.Options{Width: 80})
	}))
	if got != "40 files in 3 min 20 s: 10 passed, 30 failed\n" {
		t.Errorf("got %q", got)
	}
}

func TestTextPicksTheWorst(t *testing.T) {
	r := reporttest.Many(10, 1)
	m := &r.Files[0].Result.Meshes[0]
	m.Findings[6].Depth = 77
	if got := textOf(t, &r.Files[0], text.Options{}); !strings.Contains(got, "deepest 77\n") {
		t.Errorf("not the deepest:\n%s", got)
	}
	m.Truncated = true
	m.Findings = m.Findings[:4]
	if got := textOf(t, &r.Files[0], text.Options{}); !strings.Contains(got, "lists 4 of 10 findings (--max-findings 10 lists all)") {
		t.Errorf("a cut list looks whole:\n%s", got)
	}
	m.Counts.ByRule[check.CrossingWithinPrecision] = 290
	r.Files[0].Result.Counts = m.Counts
	got := textOf(t, &r.Files[0], text.Options{})
	for _, want := range []string{"(10 triangle pairs)", "4 of 300 findings (--max-findings 300 lists all)"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant in it %q", got, want)
		}
	}
}

func TestTextHostileNames(t *testing.T) {
	r := reporttest.Hostile()
	for i := range r.Files {
		got := textOf(t, &r.Files[i], text.Options{})
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\x1b\r\u202e\u2028") {
			t.Errorf("a name reaches the terminal unescaped:\n%q", got)
		}
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(line); n > 1000 {
				t.Errorf("a line of %d characters", n)
			}
		}
		if lines := strings.Count(got, "\n"); lines > 12 {
			t.Errorf("a name breaks lines:\n%s", got)
		}
	}
}

func TestPrintable(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{
		{"seat", 60, "seat"},
		{"", 60, ""},
		{"Stuhl ↔ كرسي 椅子", 60, "Stuhl ↔ كرسي 椅子"},
		{`C:\models\a.stl`, 60, `C:\models\a.stl`},
		{"a\x1b[31mb\n\t\x00", 60, `a\x1b[31mb\n\t\x00`},
		{"\u202eevil\u2066\ufeff", 60, `\u202eevil\u2066\ufeff`},
		{"\xff\xc3", 60, `\xff\xc3`},
		{"\ufffd", 60, "\ufffd"},
		{"0123456789", 10, "0123456789"},
		{"0123456789X", 10, "01234…789X"},
		{"ab\n\n\n\n\n", 7, `ab…\n`},
		{"::error::x", 60, `\x3a:error::x`},
		{"  ::x", 60, `  \x3a:x`},
		{"a ::x", 60, `a ::x`},
		{":a", 60, `:a`},
		{":", 60, `\x3a`},
		{"##[x] a##vso[y] C## #[", 60, `#\x23[x] a#\x23vso[y] C## #[`},
		{"0123456789##[X", 10, `01234…[X`},
	} {
		got := wording.Printable(c.in, c.limit)
		if got != c.want {
			t.Errorf("Printable(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
		if n := utf8.RuneCountInString(got); n > c.limit {
			t.Errorf("Printable(%q, %d) has %d characters", c.in, c.limit, n)
		}
	}
}

func TestTextSummary(t *testing.T) {
	pass, fail, not := report.File{Result: &check.Result{}}, report.File{Result: &check.Result{Status: check.Fail}}, report.File{}
	for _, c := range []struct {
		files []report.File
		want  string
	}{
		{nil, ""},
		{[]report.File{fail}, ""},
		{[]report.File{pass, fail, not}, "3 files: 1 passed, 1 failed, 1 not checked\n"},
		{[]report.File{pass, pass}, "2 files: 2 passed\n"},
	} {
		got := reporttest.Render(t, func(w *bytes.Buffer) error {
			return text.WriteSummary(w, (&report.Report{Files: c.files}).Summary(), nil, nil, 0, text.Options{})
		})
		if string(got) != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A place has as many digits as the size of its triangles needs.
func TestPlace(t *testing.T) {
	at := func(p geom.Vec, size float64) *check.Finding {
		return &check.Finding{A: reporttest.Face(0, 0, 0, p, p.Add(geom.Vec{size, 0, 0}), p.Sub(geom.Vec{size, 0, 0}))}
	}
	for _, c := range []struct {
		p    geom.Vec
		size float64
		want string
	}{
		{geom.Vec{0.1205, 0.44, -0.203}, 0.02, "(0.120, 0.440, -0.203)"},
		{geom.Vec{0.0001234, 0.0004, -1e-12}, 0.0001, "(0.00012, 0.00040, 0.00000)"},
		{geom.Vec{123.456, 0, 0}, 3, "(123.46, 0.00, 0.00)"},
		{geom.Vec{52340.7, -3, 0}, 500, "(52341, -3, 0)"},
		{geom.Vec{52340.71, -3, 0}, 0.04, "(52340.710, -3.000, 0.000)"},
		{geom.Vec{1e-12, 0, 0}, 1e-12, "(1e-12, 0, 0)"},
		{geom.Vec{1e30, 0, 0}, 1e20, "(1e+30, 0, 0)"},
		{geom.Vec{math.NaN(), 0, 0}, 1, ""},
	} {
		if got := wording.Place(at(c.p, c.size)); got != c.want {
			t.Errorf("place near %v of size %g: %s, want %s", c.p, c.size, got, c.want)
		}
	}
}

// A coordinate that is only rounding beside the others is 0 in a place with six digits.
func TestPlaceAt(t *testing.T) {
	for _, c := range []struct {
		p    geom.Vec
		want string
	}{
		{geom.Vec{66, -2.62268e-06, -60}, "(66, 0, -60)"},
		{geom.Vec{-4.45856e-06, -102, 4.45856e-06}, "(0, -102, 0)"},
		{geom.Vec{1000, -0.001, 0.002}, "(1000, -0.001, 0.002)"},
		{geom.Vec{2e-9, 1e-9, 0}, "(2e-09, 1e-09, 0)"},
	} {
		if got := wording.PlaceAt(c.p, wording.Significant); got != c.want {
			t.Errorf("%v is %s, want %s", c.p, got, c.want)
		}
	}
}

// The default name of a mesh's only part is not shown; a name from the file is.
func TestOnlyPart(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"part 0", "  region 1  1 crossing, "},
		{"part 17", "  region 1  1 crossing, "},
		{"part of it", "  region 1 · 34ca  part of it: 1 crossing, "},
		{"part ", "  region 1 · 34ca  part : 1 crossing, "},
	} {
		r := reporttest.Many(2, 2)
		f := &r.Files[0]
		f.Unit, f.Result.Meshes[0].Parts[0].Name = "", c.name
		for i := range f.Result.Meshes[0].Findings {
			f.Result.Meshes[0].Findings[i].Depth = 0.5
		}
		if got := textOf(t, f, text.Options{}); !strings.Contains(got, c.want) {
			t.Errorf("%q: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		page := string(reporttest.Render(t, func(w *bytes.Buffer) error { return html.Write(w, r, reporttest.Models(r)) }))
		if shown := strings.Contains(page, "<bdi>"+c.name+"</bdi>"); shown != strings.Contains(c.want, c.name) {
			t.Errorf("%q: the page shows it: %v", c.name, shown)
		}
	}
	r := reporttest.Many(2, 2)
	m := &r.Files[0].Result.Meshes[0]
	m.Parts = append(m.Parts, check.PartInfo{Name: "part 1", First: 4})
	if got := textOf(t, &r.Files[0], text.Options{}); !strings.Contains(got, "  region 1 · 34ca  part 0: ") {
		t.Errorf("one part of two is not named:\n%s", got)
	}
	lone := check.Mesh{Triangles: 5, Counts: reporttest.Counts(0, 0, 0, 1), Parts: []check.PartInfo{{Name: "part 0", Triangles: 5}},
		Findings: []check.Finding{{Rule: check.Nonfinite, A: reporttest.Face(0, 3, 3, geom.Vec{math.NaN(), 0, 0}, geom.Vec{}, geom.Vec{}), Region: -1}}}
	if got := textOf(t, reporttest.Pointer(reporttest.Checked("a", "stl", lone)), text.Options{}); !strings.Contains(got, "  nonfinite   1   triangle 3\n") {
		t.Errorf("got\n%s", got)
	}
}

// An accepted region is dim and marked as accepted; its size is not bold.
func TestTextAcceptedRegion(t *testing.T) {
	f := reporttest.Chair()
	f.Baseline = &report.Judged{Judgements: map[check.Ref]report.Judgement{{List: check.Regions}: {State: report.BaselineAccepted}}}
	got := textOf(t, &f, text.Options{Color: true})
	if !strings.Contains(got, "region 1  \x1b[2mseat ↔ leg") || !strings.Contains(got, "4.2 mm deep, size 160") || !strings.Contains(got, ", accepted\x1b[0m\n") {
		t.Errorf("got\n%q", got)
	}
}

// The headline counts findings within precision if they fail.
func TestTextFailingPrecision(t *testing.T) {
	f := reporttest.Chair()
	m := &f.Result.Meshes[0]
	m.Regions, m.Findings, m.RegionCount = nil, nil, 0
	counts := check.Counts{}
	counts.ByRule[check.CrossingWithinPrecision], counts.Failed[check.CrossingWithinPrecision] = 3, 3
	m.Counts, f.Result.Counts = counts, counts
	if got := textOf(t, &f, text.Options{}); !strings.Contains(got, "FAIL  18240 triangles, 1 place to fix (3 triangle pairs)\n") {
		t.Errorf("got\n%s", got)
	}
}

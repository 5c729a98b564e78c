package html

import (
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestHTMLBetweenGolden(t *testing.T) {
	r := reporttest.BetweenReport(t, check.Options{ListTouches: true, MaxFindings: 2, Allow: []string{"left:right"}})
	page := htmlOf(t, r)
	reporttest.Golden(t, "between.html", []byte(page[strings.Index(page, "<header"):strings.Index(page, `<footer id="about"`)]))
	if found := activeTags(page); found != nil {
		t.Errorf("active content: %q", found)
	}
}

// words returns the visible text of a page, without tags and runs of spaces.
func words(page string) string {
	page = strings.NewReplacer(script(), "", style(), "").Replace(page)
	return strings.Join(strings.Fields(tags.ReplaceAllString(page, " ")), " ")
}

// A file with clean meshes and crossing objects does not look like a pass.
func TestHTMLBetweenFails(t *testing.T) {
	for _, checks := range []check.Set{check.Parts, check.Parts | check.Self} {
		page := htmlOf(t, reporttest.SceneNamed(t, "boxes_overlap_50mm.glb", check.Options{Checks: checks}))
		head, _, _ := strings.Cut(page, `<section class="between"`)
		text := words(head)
		for _, want := range []string{"FAIL boxes_overlap_50mm.glb", "1 place to fix (1 pair of objects)", "overlap 1 between objects"} {
			if !strings.Contains(text, want) {
				t.Errorf("%d: no %q in %s", checks, want, text)
			}
		}
		if strings.Contains(text, "No findings of any kind") || strings.Contains(text, "nothing") {
			t.Errorf("%d: it looks like a pass: %s", checks, text)
		}
		unchecked := strings.Contains(text, "Meshes were not checked within themselves.")
		if unchecked != (checks == check.Parts) || unchecked == strings.Contains(text, "No findings within meshes.") {
			t.Errorf("%d: what of the meshes? %s", checks, text)
		}
	}
}

func TestHTMLBetweenSays(t *testing.T) {
	for _, row := range []struct {
		scene string
		o     check.Options
		want  []string
	}{
		{"boxes_overlap_50mm.glb", check.Options{}, []string{
			"/left ↔ /right 50 mm deep", "overlap near (", "Depth measured as", "the shortest move that separates the two convex objects",
			"Findings, the worst first: between a triangle of /left and one of /right", "To see the pairs in place, write a marked model with -o marked.glb."}},
		{"boxes_overlap_50mm.glb", check.Options{Allow: []string{"left:right", "no*:body"}}, []string{
			"PASS boxes", "allowed 1 between objects", "allowed overlap by the rule left:right", "left:right, no*:body"}},
		{"cube_in_sphere_in_cone.glb", check.Options{}, []string{"/sphere inside /cone", "/cube inside /sphere", "contained 3 between objects"}},
		{"boxes_stacked_equal.glb", check.Options{}, []string{"touch 1 between objects"}},
		{"ring_and_l.glb", check.Options{}, []string{"2 objects checked against each other: no objects overlap"}},
		{"instances_same_place.glb", check.Options{}, []string{"/one ↔ /two", "duplicate instance 1 between objects"}},
	} {
		text := words(htmlOf(t, reporttest.SceneNamed(t, row.scene, row.o)))
		for _, want := range row.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", row.scene, want, text)
			}
		}
	}
}

func TestHTMLBetweenHostile(t *testing.T) {
	page := htmlOf(t, reporttest.BetweenHostile(t, reporttest.HostileName))
	if found := activeTags(page); found != nil {
		t.Errorf("a name became active content: %q", found)
	}
	if strings.ContainsAny(page, "\x1b\r\u202e\u2028\ufffd") {
		t.Error("a control character stands in the page")
	}
	const name = "كرسي"
	text := regexp.MustCompile(`<bdi[^>]*>[^<]*</bdi>`).ReplaceAllString(htmlOf(t, reporttest.BetweenHostile(t, name)), "")
	if i := strings.Index(text, name); i >= 0 {
		t.Errorf("a name outside of bdi: %s", text[max(0, i-80):i+40])
	}
}

// The page stays small for any number of pairs, and says what it leaves out.
func TestHTMLBetweenSize(t *testing.T) {
	r := reporttest.SceneNamed(t, "boxes_overlap_50mm.glb", check.Options{})
	result := r.Files[0].Result
	for len(result.Pairs()) < 5000 {
		b := result.Between()
		b.Pairs = append(b.Pairs, b.Pairs[0])
	}
	for range 20 {
		r.Files = append(r.Files, r.Files[0])
	}
	page := htmlOf(t, r)
	if len(page) > 8_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	for _, want := range []string{"4,800 more pairs not on this page", "4,995 more pairs not on this page"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// The page says which pairs the 3D view shows, and for which it has no room.
func TestHTMLBetweenSeen(t *testing.T) {
	s := scenetest.Balls(6, 16, 9)
	r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts})
	drawn, err := drawing.NewExcerpt(t.Context(), s, r, drawing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for seen, want := range map[int]string{
		0: "write a marked model with -o marked.glb",
		2: "The 3D view shows 2 of them; there was no room for the others.",
		9: "The 3D view shows each of them.",
	} {
		f := report.File{Path: "balls.glb", Result: r}
		reporttest.Model(&f).Excerpt = &drawing.Excerpt{Pairs: drawn.Pairs[:seen]}
		page := htmlOf(t, &report.Report{Files: []report.File{f}})
		if !strings.Contains(page, want) {
			t.Errorf("%d pairs: the page does not say %q", seen, want)
		}
		unseen := len(r.Pairs()) - seen
		if seen == 0 {
			unseen = 0 // it is said once, for all
		}
		if n := strings.Count(page, "Not in the 3D view."); n != unseen {
			t.Errorf("%d pairs: %d are said not to be in the view, want %d", seen, n, unseen)
		}
		if n := strings.Count(page, `alt="Picture of the pair"`); n != seen {
			t.Errorf("%d pairs: %d pictures", seen, n)
		}
	}
}

package html

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func htmlOf(t *testing.T, r *report.Report) string {
	t.Helper()
	return string(reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, r, reporttest.Models(r)) }))
}

func TestHTMLGolden(t *testing.T) {
	got := htmlOf(t, reporttest.Sample())
	// The script and the style have tests of their own.
	bare := strings.NewReplacer(script(), "", style(), "").Replace(got)
	reporttest.Golden(t, "sample.html", regexp.MustCompile(`sha256-.*?&#39;`).ReplaceAll([]byte(bare), []byte("sha256-…&#39;")))
	if htmlOf(t, reporttest.Sample()) != got {
		t.Error("the same report gives other bytes the second time")
	}
}

// The policy allows only the page's own style and script.
func TestHTMLPolicy(t *testing.T) {
	page := htmlOf(t, reporttest.Sample())
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if policy == nil {
		t.Fatal("no policy")
	}
	got := html.UnescapeString(policy[1])
	if !strings.HasPrefix(got, "default-src 'none'; ") || strings.Contains(got, "unsafe") {
		t.Errorf("policy %s", got)
	}
	for source, element := range map[string]string{"style-src": "<style>", "script-src": `<script type="module">`} {
		texts := regexp.MustCompile(`(?s)`+element+`(.*?)</`).FindAllStringSubmatch(page, -1)
		if len(texts) != 1 {
			t.Fatalf("%d times %s", len(texts), element)
		}
		sum := sha256.Sum256([]byte(texts[0][1]))
		if want := source + " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(got, want) {
			t.Errorf("policy %s, want %s in it", got, want)
		}
	}
	if policyAt, styleAt := strings.Index(page, "Content-Security-Policy"), strings.Index(page, "<style"); policyAt > styleAt {
		t.Error("the policy comes after what it has to guard")
	}
}

var (
	active = regexp.MustCompile(`(?i)<(script|iframe|object|embed|img|link|base|form)\b|\son\w+\s*=|\sstyle\s*=|javascript:`)
	tags   = regexp.MustCompile(`<[^>]*>`)
	loads  = regexp.MustCompile(`(?i)https?://|url\(|@import|src=`)
)

// activeTags returns everything in the page's tags that could run or load something, except for the
// page's own script and embedded pictures.
func activeTags(page string) []string {
	page = strings.Replace(page, `<script type="module">`+script(), "<own>", 1)
	page = regexp.MustCompile(`<script type="application/(json|octet-stream)"[^<>]*>|<img class="picture" src="data:image/png;base64,[A-Za-z0-9&#;+/=]*"|<img class="poster" src="data:image/jpeg;base64,[A-Za-z0-9&#;+/=]*"|<link rel="icon" href="data:image/svg[^"]*"`).
		ReplaceAllString(page, "<data")
	var found []string
	for _, tag := range tags.FindAllString(page, -1) {
		if active.MatchString(tag) || loads.MatchString(tag) {
			found = append(found, tag)
		}
	}
	return found
}

func TestHTMLIsSelfContained(t *testing.T) {
	page := htmlOf(t, reporttest.Sample())
	if found := activeTags(page); found != nil {
		t.Errorf("active content: %q", found)
	}
	if loads.MatchString(style()) {
		t.Error("the style sheet loads something")
	}
	if loads.MatchString(strings.ReplaceAll(script(), "ObjectURL(", "")) || // of a text to save
		strings.Contains(script(), "</") || strings.Contains(script(), "<!--") {
		t.Error("the script loads something, or ends before its end")
	}
}

func TestHTMLHostileNames(t *testing.T) {
	page := htmlOf(t, reporttest.Hostile())
	if found := activeTags(page); found != nil {
		t.Errorf("a name became active content: %q", found)
	}
	if strings.ContainsAny(page, "\x1b\r\u202e\u2028\ufffd") {
		t.Error("a control character stands in the page")
	}
	if len(page) > 410_000 {
		t.Errorf("long names make a page of %d bytes", len(page))
	}
	if !strings.Contains(page, "&lt;script&gt;alert(1)") {
		t.Error("the name does not show")
	}
}

// Every name from a file is in an element that isolates its direction, or data for the script.
func TestHTMLIsolatesNames(t *testing.T) {
	r := reporttest.Sample()
	const name = "كرسي"
	for i := range r.Files {
		r.Files[i].Path = name
		if p := r.Files[i].Problem; p != nil {
			p.Message = name
			continue
		}
		for j := range r.Files[i].Result.Meshes {
			m := &r.Files[i].Result.Meshes[j]
			m.Name, m.Instances, m.Measured = name, []string{name}, 0
			for k := range m.Parts {
				m.Parts[k].Name = name
			}
		}
	}
	page := regexp.MustCompile(`<bdi[^>]*>[^<]*</bdi>|<title>[^<]*</title>|<option[^>]*>[^<]*</option>|<script type="application/json"[^<]*</script>|data-path="[^"]*"`).ReplaceAllString(htmlOf(t, r), "")
	if i := strings.Index(page, name); i >= 0 {
		t.Errorf("a name outside of bdi: %s", page[max(0, i-80):i+40])
	}
}

func TestHTMLIdsAndLinks(t *testing.T) {
	r := reporttest.Sample()
	page := htmlOf(t, r)
	ids := map[string]bool{}
	first, second := fileID(r, 0), fileID(r, 1)
	for _, m := range regexp.MustCompile(`\bid="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("id %s stands twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, want := range []string{first, second + "-mesh-1", second + "-mesh-1-singles", second + "-mesh-1-loose", "kinds", "options"} {
		if !ids[want] {
			t.Errorf("no id %s", want)
		}
	}
	for _, m := range regexp.MustCompile(`(?:href="#|aria-labelledby=")([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("a link to %s, which is not there", m[1])
		}
	}
}

var elements = regexp.MustCompile(`<(/?)([a-z0-9]+)([^>]*)>`)

// Elements close in the order in which they opened, with many findings and with few.
func TestHTMLIsWellFormed(t *testing.T) {
	for name, r := range map[string]*report.Report{"sample": reporttest.Sample(), "empty": {}, "hostile": reporttest.Hostile(), "many": reporttest.Many(3000, 300), "huge": reporttest.Huge(),
		"between": reporttest.BetweenReport(t, check.Options{ListTouches: true}), "hostile between": reporttest.BetweenHostile(t, reporttest.HostileName),
		"one problem": {Files: reporttest.Sample().Files[4:5]}} {
		var open []string
		page := strings.Replace(htmlOf(t, r), script(), "", 1)
		for _, m := range elements.FindAllStringSubmatch(page, -1) {
			switch tag := m[2]; {
			case tag == "meta" || tag == "link" || tag == "input" || tag == "img" || strings.HasSuffix(m[3], "/"):
			case m[1] == "":
				open = append(open, tag)
			case len(open) == 0 || open[len(open)-1] != tag:
				t.Fatalf("%s: </%s> closes %v", name, tag, open)
			default:
				open = open[:len(open)-1]
			}
		}
		if len(open) > 0 {
			t.Errorf("%s: %v left open", name, open)
		}
	}
}

func TestHTMLTitle(t *testing.T) {
	for want, r := range map[string]*report.Report{
		"<title>2 failed, 3 not checked, 2 passed · meshcheck</title>": reporttest.Sample(),
		"<title>FAIL: chair.glb · meshcheck</title>":                   {Files: []report.File{reporttest.Chair()}},
		"<title>PASS: 0 files · meshcheck</title>":                     {},
	} {
		if !strings.Contains(htmlOf(t, r), want) {
			t.Errorf("no %s", want)
		}
	}
}

// The page stays small whatever the findings are, and says what it leaves out.
func TestHTMLSize(t *testing.T) {
	for name, c := range map[string]struct {
		r    *report.Report
		most int
		want string
	}{
		"one region":     {reporttest.Many(10_000, 1), 370_000, "9,800 more here"},
		"many regions":   {reporttest.Many(10_000, 10_000), 2_000_000, "9,800 more regions are not on this page"},
		"a few regions":  {reporttest.Many(10_000, 50), 2_000_000, "Its findings are not on this page"},
		"hundred meshes": {manyMeshes(100), 8_000_000, "Its findings are not on this page"},
		"many meshes":    {manyMeshes(3000), 8_000_000, "2,500 more meshes with less severe findings"},
		"many files":     {manyFiles(5000), 8_000_000, "4,000 more files have no details on this page"},
	} {
		if !longtest.On(t) && strings.HasSuffix(name, "meshes") {
			continue
		}
		page := htmlOf(t, c.r)
		if len(page) > c.most {
			t.Errorf("%s: %d bytes", name, len(page))
		}
		if !strings.Contains(page, c.want) {
			t.Errorf("%s: does not say %q", name, c.want)
		}
	}
}

func manyMeshes(n int) *report.Report {
	one := reporttest.Many(1000, 100).Files[0].Result.Meshes[0]
	var meshes []check.Mesh
	for i := range n {
		one.Index = i
		meshes = append(meshes, one)
	}
	return &report.Report{Files: []report.File{reporttest.Checked("scene.glb", "glb", meshes...)}}
}

func manyFiles(n int) *report.Report {
	r := &report.Report{}
	for i := range n {
		f := reporttest.Chair()
		f.Path = fmt.Sprintf("chair-%d.glb", i)
		r.Files = append(r.Files, f)
	}
	return r
}

// A page without a model says so and why, in the section of the file.
func TestHTMLUnseenModel(t *testing.T) {
	const nothing = `This page does not include the model: <bdi>%s</bdi>; so there are no pictures and no 3D view.`
	crowd := manyScenes(t, 3)
	for _, x := range reporttest.Model(&crowd.Files[1]).Excerpt.Meshes {
		fill(x, excerptsPerPage+100_000)
	}
	two := reporttest.Model(&crowd.Files[2]).Excerpt
	two.Meshes = append(two.Meshes, &drawing.View{})
	fill(two.Meshes[len(two.Meshes)-1], excerptsPerPage+100_000)
	empty, changed, clean := reporttest.Chair(), reporttest.Chair(), report.File{Path: "x", Result: &check.Result{}}
	reporttest.Model(&empty).Excerpt = &drawing.Excerpt{}
	reporttest.Model(&changed).NoModel = `the file "<b>" has changed`
	for name, c := range map[string]struct {
		f    report.File
		want string
	}{
		"API":          {reporttest.Chair(), fmt.Sprintf(nothing, "it was not available when the page was written")},
		"changed":      {changed, fmt.Sprintf(nothing, "the file &#34;&lt;b&gt;&#34; has changed")},
		"undrawable":   {empty, fmt.Sprintf(nothing, "nothing of it can be drawn")},
		"clean":        {clean, ""},
		"there":        {crowd.Files[0], ""},
		"too large":    {crowd.Files[1], "This page does not include the model: <bdi>the page has no room for more models</bdi>; so there is no 3D view of it."},
		"half of them": {crowd.Files[2], "This page does not include 1 of 2 meshes of the model: <bdi>"},
	} {
		page := htmlOf(t, &report.Report{Files: []report.File{c.f}})
		if c.want == "" && strings.Contains(page, "This page does not include") {
			t.Errorf("%s: the page misses a model", name)
		}
		article := strings.Index(page, `<article class="file" id="file-0"`)
		if at := strings.Index(page, c.want); c.want != "" && (at < article || at > article+strings.Index(page[article:], "</article>")) {
			t.Errorf("%s: the page does not say %q", name, c.want)
		}
	}
}

// manyScenes is a report on the same model, read several times.
func manyScenes(t *testing.T, n int) *report.Report {
	r := &report.Report{}
	for range n {
		r.Files = append(r.Files, pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "chair.glb")).Files...)
	}
	return r
}

// The regions of all meshes are in one list, the worst first.
func TestHTMLWorstFirst(t *testing.T) {
	r := manyMeshes(3)
	meshes := r.Files[0].Result.Meshes
	for i := range meshes {
		m := &meshes[i]
		m.Regions, m.RegionCount, m.Findings = slices.Clone(m.Regions[:50]), 50, m.Findings[:500]
	}
	meshes[1].Regions[0].Depth = 9
	meshes[2].Regions[0].Depth = 5
	page := htmlOf(t, r)
	regions := regexp.MustCompile(`<li class="region" id="[^"]*" data-mesh="(\d+)" data-region="(\d+)"`).FindAllStringSubmatch(page, -1)
	if len(regions) != 150 || !slices.Equal(regions[0][1:], []string{"1", "0"}) || !slices.Equal(regions[1][1:], []string{"2", "0"}) {
		t.Errorf("%d regions, the first are %v", len(regions), regions[:min(2, len(regions))])
	}
	if first := regexp.MustCompile(`<section class="mesh" id="([^"]*)"`).FindStringSubmatch(page)[1]; first != "file-0-mesh-1" {
		t.Errorf("the first mesh is %s", first)
	}
}

// Findings are unfolded only if no region leads to them.
func TestHTMLOpensOnly(t *testing.T) {
	open := regexp.MustCompile(`<details class="findings[^>]* open>`)
	if n := len(open.FindAllString(htmlOf(t, reporttest.Sample()), -1)); n != 0 {
		t.Errorf("%d of the sample are open", n)
	}
	for _, path := range []string{"kinds/only_degenerate.stl", "kinds/nonfinite.stl"} {
		got := open.FindAllString(htmlOf(t, pageOf(t, path, "stl", scenetest.Fixture(t, path))), -1)
		if len(got) != 1 || !strings.Contains(got[0], `id="file-0-mesh-0-singles"`) {
			t.Errorf("%s: open are %q", path, got)
		}
	}
}

// The card of a region, which is always visible, gives its size.
func TestHTMLRegionSize(t *testing.T) {
	page := htmlOf(t, reporttest.Sample())
	cards := regexp.MustCompile(`(?s)<li class="region".*?<details`).FindAllString(page, -1)
	if len(cards) == 0 {
		t.Fatal("no regions")
	}
	for _, card := range cards {
		if !regexp.MustCompile(`<span class="size">size [0-9.]+ × [0-9.]+ × [0-9.]+ m?m</span>`).MatchString(card) {
			t.Errorf("a card without a size: %s", card)
		}
	}
}

func TestHTMLSaysWhatWasFound(t *testing.T) {
	page := htmlOf(t, reporttest.Sample())
	for _, want := range []string{
		`<strong class="verdict fail">FAIL</strong>`, `<strong class="verdict pass">PASS</strong>`, `NOT CHECKED`,
		"mesh 3 primitive 0: index 812 is past the end of 700 vertices", "not supported: extension KHR_draco_mesh_compression",
		"mesh 1 primitive 2: 14 points skipped", "18,240 triangles", "4.2 mm", "3.1 cm²", "/root/chair.001",
		"leg_front_left", "0.0001 of the mesh&#39;s diagonal", "0123456789abcdef0123456789abcdef", "The list of findings is cut",
		"Nothing was found.", "same facing", "through an edge",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

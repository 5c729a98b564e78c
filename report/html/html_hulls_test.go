package html

import (
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestHTMLHullsGolden(t *testing.T) {
	unreal, _ := check.HullProfileOf("unreal")
	o := check.Options{Hulls: check.HullOptions{Profile: &unreal}}
	r := &report.Report{Version: "0.1.0", Options: o}
	for _, path := range []string{"hulls/overlap.glb", "hulls/convex_two_boxes.glb", "hulls/unreal_misspelt.glb", "hulls/implicit_balls.gltf", "gltf/khr_physics_scaled.gltf"} {
		f := reporttest.HullsOf(t, path, o).Files[0]
		reporttest.Model(&f).Excerpt = nil
		r.Files = append(r.Files, f)
	}
	page := htmlOf(t, r)
	reporttest.Golden(t, "hulls.html", []byte(page[strings.Index(page, "<header"):strings.Index(page, `<footer id="about"`)]))
	if found := activeTags(page); found != nil {
		t.Errorf("active content: %q", found)
	}
}

// The page says which hull has which finding, how severe it is, and what was not checked.
func TestHTMLHullsSays(t *testing.T) {
	unreal, _ := check.HullProfileOf("unreal")
	for _, row := range []struct {
		path string
		o    check.Options
		want []string
	}{
		{"hulls/convex_two_boxes.glb", check.Options{}, []string{
			"FAIL hulls/ convex_two_boxes.glb", "1 collision hull error", "No findings within meshes.",
			"error concave hull 2 m /UCX_Crate_00 a vertex is 2 m outside the plane of a face", "What to do Split ",
			"Mesh outside its hulls 7.7 m (95 % within 6.5 m)", "1.56 % of that of the mesh", "/UCX_Crate_00 convex, unreal 8 6 2 m³ error concave hull",
			"limit 539 mm near (8, 4, 6)"}},
		{"hulls/overlap.glb", check.Options{Hulls: check.HullOptions{Profile: &unreal}}, []string{
			"PASS hulls/ overlap.glb", "warning pair of overlapping hulls 500 mm /UCX_Crate_00 ↔ /UCX_Crate_01", "Moving the second by (0.5, 0, 0)", "Volume in common 2 m³",
			"unreal : a hull may have 255 vertices and 256 faces; meshcheck explain profile says more.", "Limits: Unreal Engine, FBX"}},
		{"gltf/khr_physics_scaled.gltf", check.Options{}, []string{
			"Not checked: /flat , the matrix of its node flattens it", "1 hull of no mesh", "warning misshapen capsule"}},
		{"gltf/omi_physics.gltf", check.Options{}, []string{"7 collision hulls: 1 warning"}},
	} {
		text := words(htmlOf(t, reporttest.HullsOf(t, row.path, row.o)))
		for _, want := range row.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", row.path, want, text)
			}
		}
	}
}

func TestHTMLHullsHostile(t *testing.T) {
	page := htmlOf(t, reporttest.HullsHostile(t, reporttest.HostileName))
	if found := activeTags(page); len(found) > 0 {
		for _, tag := range found {
			if !strings.Contains(tag, `class="excerpt"`) && !strings.Contains(tag, "application/json") && !strings.HasPrefix(tag, "<img") {
				t.Errorf("a name became active content: %q", tag)
			}
		}
	}
	if strings.ContainsAny(page, "\x1b\r\u202e\u2028\ufffd") {
		t.Error("a control character stands in the page")
	}
	const name = "كرسي"
	text := htmlOf(t, reporttest.HullsHostile(t, name))
	text = regexp.MustCompile(`(?s)<bdi[^>]*>[^<]*</bdi>|<script.*?</script>`).ReplaceAllString(text, "")
	if i := strings.Index(text, name); i >= 0 {
		t.Errorf("a name outside of bdi: %s", text[max(0, i-80):i+40])
	}
}

// The page stays small for any number of hulls, and says what it leaves out.
func TestHTMLHullsSize(t *testing.T) {
	r := reporttest.HullsOf(t, "hulls/overlap.glb", check.Options{})
	f := &r.Files[0]
	reporttest.Model(f).Excerpt = nil
	s := f.Result.Hulls()
	for len(s.Groups) < 3000 {
		s.Groups = append(s.Groups, s.Groups[0])
	}
	g := &s.Groups[0]
	for len(g.Findings) < 3000 {
		g.Findings = append(g.Findings, g.Findings[0])
	}
	for len(g.Hulls) < 3000 {
		g.Hulls = append(g.Hulls, g.Hulls[0])
	}
	page := htmlOf(t, r)
	if len(page) > 5_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	for _, want := range []string{"2,500 more meshes with hulls not on this page", "2,950 more here", "1,000 more hulls"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

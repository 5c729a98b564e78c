package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestMarkdownText(t *testing.T) {
	for in, want := range map[string]string{
		"seat":                 "seat",
		"leg_front_left 2.5":   "leg_front_left 2.5",
		"_a_":                  "&#95;a&#95;",
		"<script>":             "&#60;script&#62;",
		"@octocat #12":         "<code>&#64;octocat</code> <code>&#35;12</code>",
		"http://x.y www.a.de":  "<code>http&#58;//x.y</code> <code>www&#46;a.de</code>",
		"2 crossings: a ↔ b":   "2 crossings: a ↔ b",
		"*a* `b` |c| \\d ~~e":  "&#42;a&#42; &#96;b&#96; &#124;c&#124; &#92;d <code>&#126;&#126;e</code>",
		"[a](b) ![c](d) &amp":  "&#91;a&#93;(b) &#33;&#91;c&#93;(d) <code>&#38;amp</code>",
		"me@a.de, 95 % & x: y": "<code>me&#64;a.de,</code> 95 &#37; &#38; x: y",
		":smile: ~\"a b\" !1":  "<code>&#58;smile:</code> <code>&#126;&#34;a</code> b&#34; <code>&#33;1</code>",
	} {
		if got := plainText(in); got != want {
			t.Errorf("plainText(%q) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"a b.glb": "`a b.glb`", "<b>@x": "`<b>@x`", "a`b": "<code>a&#96;b</code>", "a|b": "<code>a&#124;b</code>",
		" a": "<code> a</code>", "": "<code></code>", `C:\x`: "<code>C&#58;&#92;x</code>",
	} {
		if got := codeSpan(in); got != want {
			t.Errorf("codeSpan(%q) = %s, want %s", in, got, want)
		}
	}
}

// The table of files counts the regions of pairs that fail with those of meshes, and says
// so where some are not known.
func TestMarkdownCountsRegionsOfPairs(t *testing.T) {
	pairs := []parts.Pair{
		{Rule: check.PartsCrossing, RegionCount: 3},
		{Rule: check.PartsOverlap, RegionCount: 2, Allowed: "a:b"},
		{Rule: check.PartsTouch, Severity: check.Info, RegionCount: 4, WithinRounding: true},
	}
	for failing, want := range map[int]string{1: "5", 2: "at least 5"} {
		f := reporttest.Many(2, 2).Files[0]
		f.Result.Pairs = pairs
		f.Result.Between = &parts.Summary{Objects: 4, Truncated: failing > 1, Counts: check.Totals{check.PartsCrossing: {check.Error: failing}}}
		if got := regionCell(f.Result); got != want {
			t.Errorf("%d failing pairs: %q, want %q", failing, got, want)
		}
		if got := string(reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, &report.Report{Files: []report.File{f}}) })); !strings.Contains(got, " | "+want+" | ") {
			t.Errorf("no cell %q in\n%s", want, got)
		}
	}
}

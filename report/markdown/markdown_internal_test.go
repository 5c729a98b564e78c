package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestMarkdownText(t *testing.T) {
	for in, want := range map[string]string{
		"seat":                 "seat",
		"leg_front_left 2.5":   "leg_front_left 2.5",
		"_a_ __b__":            `\_a\_ \_\_b\_\_`,
		"<script> a < b > c":   `\<script> a < b > c`,
		"</b> <!-- <?":         `\</b> \<!-- \<?`,
		"@octocat #12":         "`@octocat` `#12`",
		"http://x.y www.a.de":  "`http://x.y` `www.a.de`",
		"2 crossings: a ↔ b":   "2 crossings: a ↔ b",
		"*a* `b` |c| \\d ~~e":  "\\*a\\* \\`b\\` \\|c\\| \\\\d `~~e`",
		"[a](b) ![c](d) &amp":  "\\[a](b) !\\[c](d) `&amp`",
		"&#38; x&#38;":         "`&#38;` `x&#38;`",
		"me@a.de, 95 % & x: y": "`me@a.de,` 95 % & x: y",
		`:smile: ~"a b" !1`:    "`:smile:` `~\"a` b\" `!1`",
		`"Bench", it's 1/2=3;`: `"Bench", it's 1/2=3;`,
		"$x$ $(x)$ @a|b`":      "`$x$` `$(x)$` <code>\\@a\\|b\\`</code>",
		"- a - b":              `\- a - b`,
		"# a #":                `\# a #`,
		"1. a 2. b":            `1\. a 2. b`,
		"> a > b":              `\> a > b`,
		"  a  b ":              "  a  b ",
	} {
		if got := plainText(in); got != want {
			t.Errorf("plainText(%q) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"a b.glb": "`a b.glb`", "<b>@x": "`<b>@x`", "a`b": "<code>a\\`b</code>", "a|b": `<code>a\|b</code>`,
		" a": "<code> a</code>", "": "<code></code>", `C:\x`: "`C:\\x`", `</code>|é\|`: `<code>\<\/code\>\|é\\\|</code>`,
	} {
		if got := codeSpan(in); got != want {
			t.Errorf("codeSpan(%q) = %s, want %s", in, got, want)
		}
	}
}

// The table of files counts the regions of failing pairs with those of meshes, and says if some are
// not known.
func TestMarkdownCountsRegionsOfPairs(t *testing.T) {
	pairs := []check.Pair{
		{Rule: check.PartsCrossing, RegionCount: 3},
		{Rule: check.PartsOverlap, RegionCount: 2, Allowed: "a:b"},
		{Rule: check.PartsTouch, Severity: check.Info, RegionCount: 4, WithinRounding: true},
	}
	for failing, want := range map[int]string{1: "5", 2: "at least 5"} {
		f := reporttest.Many(2, 2).Files[0]
		b := &check.PairResult{Objects: 4, Pairs: pairs}
		b.Truncated, b.Counts[check.PartsCrossing][check.Error] = failing > 1, failing
		f.Result.Put(b)
		if got := regionCell(f.Result); got != want {
			t.Errorf("%d failing pairs: %q, want %q", failing, got, want)
		}
		if got := string(reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, &report.Report{Files: []report.File{f}}) })); !strings.Contains(got, " | "+want+" | ") {
			t.Errorf("no cell %q in\n%s", want, got)
		}
	}
}

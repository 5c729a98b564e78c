package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
)

// At any limit the report is a whole number of lines within it, and says that it is cut.
func TestMarkdownLimit(t *testing.T) {
	r := sample()
	for range 30 {
		r.Files = append(r.Files, sample().Files...)
	}
	whole := written(t, "markdown", r)
	for limit := 0; limit <= len(whole)+500; limit += 97 {
		got := render(t, func(w *bytes.Buffer) error { return MarkdownWithin(w, r, limit) })
		switch text := string(got); {
		case len(got) > limit:
			t.Fatalf("%d bytes, the limit is %d", len(got), limit)
		case len(got) == 0 && limit >= len(markdownCut), len(got) > 0 && !strings.HasSuffix(text, "\n"):
			t.Fatalf("limit %d: got %q", limit, got)
		case len(got) > 0 && !bytes.Equal(got, whole) && !strings.HasSuffix(text, markdownCut):
			t.Fatalf("limit %d: a cut report looks whole", limit)
		case limit >= len(whole)+len(markdownCut) && !bytes.Equal(got, whole):
			t.Fatalf("limit %d: cut, though %d bytes would do", limit, len(whole))
		}
	}
	huge := &Report{}
	for i := range 3000 {
		f := many(40, 40).Files[0]
		f.Path = fmt.Sprintf("%d.stl", i)
		huge.Files = append(huge.Files, f)
	}
	got := string(written(t, "markdown", huge))
	if len(got) > MarkdownLimit || !strings.HasSuffix(got, markdownCut) || !strings.Contains(got, "and 2000 more files\n") {
		t.Errorf("%d bytes of a huge run, ending in %q", len(got), got[len(got)-100:])
	}
}

// The worst regions of a file are shown, and the number of the others.
func TestMarkdownRegions(t *testing.T) {
	got := string(written(t, "markdown", many(1000, 100)))
	if n := strings.Count(got, " | 10 crossings |"); n != markdownRegions || !strings.Contains(got, "\nand 80 more regions\n") {
		t.Errorf("%d rows:\n%s", n, got)
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
		f := many(2, 2).Files[0]
		f.Result.Pairs = pairs
		f.Result.Between = &parts.Summary{Objects: 4, Truncated: failing > 1, Counts: check.Totals{check.PartsCrossing: {check.Error: failing}}}
		if got := regionCell(f.Result); got != want {
			t.Errorf("%d failing pairs: %q, want %q", failing, got, want)
		}
		if got := string(written(t, "markdown", &Report{Files: []File{f}})); !strings.Contains(got, " | "+want+" | ") {
			t.Errorf("no cell %q in\n%s", want, got)
		}
	}
}

var cellBorder = regexp.MustCompile(`[^\\]\|`)

// All rows of a table have the columns of its head, whatever the names are.
func TestMarkdownTables(t *testing.T) {
	names := []string{hostileName, "a|b", `a\|b`, "a`b", "``", "`", "| | |", " ", "", "<b>", "@octocat #1", "[x](y)", "a\nb", "---"}
	for _, name := range names {
		r := hostile()
		for i := range r.Files {
			r.Files[i].Path = name
			if res := r.Files[i].Result; res != nil {
				for j := range res.Meshes {
					res.Meshes[j].Name = name
					for k := range res.Meshes[j].Parts {
						res.Meshes[j].Parts[k].Name = name
					}
				}
			}
		}
		columns, rows := 0, 0
		for line := range strings.Lines(string(written(t, "markdown", r))) {
			if !strings.HasPrefix(line, "|") {
				columns = 0
				continue
			}
			n := len(cellBorder.FindAllString(line, -1))
			if columns == 0 {
				columns = n
			}
			rows++
			if n != columns {
				t.Errorf("%.40q: %d columns, the head has %d: %s", name, n, columns, line)
			}
		}
		if rows < 10 {
			t.Errorf("%.40q: only %d rows", name, rows)
		}
	}
}

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

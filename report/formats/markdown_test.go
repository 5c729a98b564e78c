package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/markdown"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// At any limit the report consists of whole lines within it, and says if it is cut.
func TestMarkdownLimit(t *testing.T) {
	r := reporttest.Sample()
	for range 30 {
		r.Files = append(r.Files, reporttest.Sample().Files...)
	}
	whole := written(t, "markdown", r)
	for limit := 0; limit <= len(whole)+500; limit += longtest.Size(t, 997, 97) {
		got := reporttest.Render(t, func(w *bytes.Buffer) error { return markdown.WriteWithin(w, r, limit) })
		switch text := string(got); {
		case len(got) > limit:
			t.Fatalf("%d bytes, the limit is %d", len(got), limit)
		case len(got) == 0 && limit >= len(markdown.CutNote), len(got) > 0 && !strings.HasSuffix(text, "\n"):
			t.Fatalf("limit %d: got %q", limit, got)
		case len(got) > 0 && !bytes.Equal(got, whole) && !strings.HasSuffix(text, markdown.CutNote):
			t.Fatalf("limit %d: a cut report looks whole", limit)
		case limit >= len(whole)+len(markdown.CutNote) && !bytes.Equal(got, whole):
			t.Fatalf("limit %d: cut, though %d bytes would do", limit, len(whole))
		}
	}
	huge := &report.Report{}
	for i := range 3000 {
		f := reporttest.Many(40, 40).Files[0]
		f.Path = fmt.Sprintf("%d.stl", i)
		huge.Files = append(huge.Files, f)
	}
	got := string(written(t, "markdown", huge))
	if len(got) > markdown.Limit || !strings.HasSuffix(got, markdown.CutNote) || !strings.Contains(got, "and 2000 more files\n") {
		t.Errorf("%d bytes of a huge run, ending in %q", len(got), got[len(got)-100:])
	}
}

// The worst regions of a file are shown, with the number of the others.
func TestMarkdownRegions(t *testing.T) {
	got := string(written(t, "markdown", reporttest.Many(1000, 50)))
	if n := strings.Count(got, " | 20 crossings |"); n != markdown.MaxRegions || !strings.Contains(got, "\nand 30 more regions\n") {
		t.Errorf("%d rows:\n%s", n, got)
	}
}

// Many regions of the same parts share a row, followed by rows for the worst three.
func TestMarkdownFoldsRegions(t *testing.T) {
	got := string(written(t, "markdown", reporttest.Many(1000, 100)))
	want := "| **100 regions**; the worst: |  | 1000 crossings | 1 | 1 × 1 × 1 |  |\n| 1 | 34ca | 10 crossings | "
	if n := strings.Count(got, " | 10 crossings |"); n != 3 || !strings.Contains(got, want) || strings.Contains(got, "more region") {
		t.Errorf("%d rows of regions:\n%s", n, got)
	}
}

var cellBorder = regexp.MustCompile(`[^\\]\|`)

// All rows of a table have as many columns as its head, whatever the names are.
func TestMarkdownTables(t *testing.T) {
	names := []string{reporttest.HostileName, "a|b", `a\|b`, "a`b", "``", "`", "| | |", " ", "", "<b>", "@octocat #1", "[x](y)", "a\nb", "---"}
	for _, name := range names {
		r := reporttest.Hostile()
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

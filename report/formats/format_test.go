package formats

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"report.json": "json", "out/Report.HTML": "html", "a.b.json": "json", "ci.sarif": "sarif", "junit.XML": "junit",
		"notes.md": "markdown", "gl.codequality.json": "codequality", ".codequality.json": "codequality", "xcodequality.json": "json",
		"all.summary.json": "summary", "summary.json": "json", "all.Summary.JSON": "summary", "run.ndjson": "ndjson", "all.csv": "csv",
		"report": "", "report.txt": "", "json": "", "report.json/": "folder", "report/": "folder", "": "", "x.json\x1b": "",
	} {
		got, err := FormatOf(path)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("FormatOf(%q) = %q, %v", path, got, err)
		}
		if err != nil && (!strings.Contains(err.Error(), ".html, .json, .summary.json, .ndjson, .csv, .glb, .svg, .sarif, .xml, .md, .codequality.json or /") || strings.Contains(err.Error(), "\x1b")) {
			t.Errorf("FormatOf(%q) says %q", path, err)
		}
	}
}

// Every format that an ending selects can be written.
func TestWrite(t *testing.T) {
	for _, f := range formats {
		name, err := FormatOf("x" + f.ending)
		if f.ending == "" {
			name, err = f.name, nil
		}
		if err != nil || name != f.name {
			t.Errorf("%s: %s, %v", f.ending, name, err)
		}
		var b bytes.Buffer
		if err := Write(&b, name, reporttest.Sample(), nil); err != nil || b.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", name, b.Len(), err)
		}
	}
	if err := Write(&bytes.Buffer{}, "pdf", reporttest.Sample(), nil); err == nil || !strings.Contains(err.Error(), `"pdf"`) {
		t.Errorf("an unknown format gives %v", err)
	}
}

func TestWriteErrors(t *testing.T) {
	r := reporttest.Many(2000, 10)
	for _, f := range formats {
		if err := Write(&reporttest.Failing{}, f.name, r, nil); !errors.Is(err, reporttest.ErrFull) {
			t.Errorf("%s on a full device: %v", f.name, err)
		}
	}
	for _, format := range []string{"json", "html"} { // which are written bit by bit
		for _, n := range []int{1 << 16, 200_000} {
			if err := Write(&reporttest.Failing{Room: n}, format, r, reporttest.Models(r)); !errors.Is(err, reporttest.ErrFull) {
				t.Errorf("%s on a device with %d bytes: %v", format, n, err)
			}
		}
	}
	if err := text.Write(&reporttest.Failing{}, &r.Files[0], text.Options{}); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("text: %v", err)
	}
}

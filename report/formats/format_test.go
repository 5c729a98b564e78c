package formats

import (
	"bytes"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"report.json": "json", "out/Report.HTML": "html", "a.b.json": "json", "ci.sarif": "sarif", "junit.XML": "junit",
		"notes.md": "markdown", "gl.codequality.json": "codequality", ".codequality.json": "codequality", "xcodequality.json": "json",
		"report": "", "report.txt": "", "json": "", "report.json/": "", "": "", "x.json\x1b": "",
	} {
		got, err := FormatOf(path)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("FormatOf(%q) = %q, %v", path, got, err)
		}
		if err != nil && (!strings.Contains(err.Error(), ".html, .json, .glb, .svg, .sarif, .xml, .md or .codequality.json") || strings.Contains(err.Error(), "\x1b")) {
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

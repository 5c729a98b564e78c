package svg_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/svg"
)

func written(t *testing.T, r *report.Report) []byte {
	t.Helper()
	return reporttest.Render(t, func(b *bytes.Buffer) error { return svg.Write(b, r, reporttest.Models(r)) })
}

// texts returns the text of an XML document, or fails if it is not one.
func texts(t *testing.T, document []byte) string {
	t.Helper()
	var out strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(document)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok {
			out.Write(text)
		}
	}
}

func TestGolden(t *testing.T) {
	got := written(t, reporttest.LayoutReport(t, reporttest.LayoutScene()))
	reporttest.Golden(t, "bench.svg", got)
	all := texts(t, got)
	for _, want := range []string{"atlas.png, UV 0", "8 islands, 16 triangles, nothing may overlap", "1001", "1002", "2.0 px"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %s", want, all)
		}
	}
	if again := written(t, reporttest.LayoutReport(t, reporttest.LayoutScene())); !bytes.Equal(got, again) {
		t.Error("the same report gives other bytes")
	}
}

// Names cannot break the document.
func TestNames(t *testing.T) {
	r := reporttest.LayoutReport(t, reporttest.LayoutScene())
	name := "</text><script>&\"'\x00\x1b]]>\u202e\xff"
	f := &r.Files[0]
	f.Path, f.Result.UV().Sheets[0].Name, f.Result.UV().Sheets[0].Findings[0].Reason = name, name, name
	r.Files = append(r.Files, report.File{Path: name, Problem: &report.Problem{Message: name}})
	got := written(t, r)
	texts(t, got)
	if bytes.Contains(got, []byte("<script")) {
		t.Errorf("a name is an element:\n%s", got)
	}
}

// A report without layouts says why there are none.
func TestNothing(t *testing.T) {
	r := reporttest.LayoutReport(t, reporttest.LayoutScene())
	reporttest.Model(&r.Files[0]).Layouts = nil
	if all := texts(t, written(t, r)); !strings.Contains(all, "model was not available") {
		t.Error(all)
	}
	r.Files[0].Result.UV().Sheets = nil
	if all := texts(t, written(t, r)); !strings.Contains(all, "Nothing was found") {
		t.Error(all)
	}
	r.Files[0].Result.Sections = nil
	if all := texts(t, written(t, r)); !strings.Contains(all, "No UV sets were checked") {
		t.Error(all)
	}
	if err := svg.Write(&reporttest.Failing{Room: 10}, r, reporttest.Models(r)); !errors.Is(err, reporttest.ErrFull) {
		t.Error(err)
	}
}

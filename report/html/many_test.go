package html

import (
	"bytes"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// A thousand pairs give a page of a few megabytes, which says how many it shows.
func TestPageOfManyPairs(t *testing.T) {
	page := drawnPage(t, scenetest.Balls(longtest.Size(t, 301, 1001), 16, 9), check.Options{Checks: check.Parts})
	if len(page) > 8_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	if !strings.Contains(page, "The 3D view shows ") {
		t.Error("the page does not say how many pairs it shows")
	}
}

// drawnPage returns the page of a scene with its excerpt.
func drawnPage(t *testing.T, s *mesh.Scene, o check.Options) string {
	t.Helper()
	r := scenetest.CheckedPairs(t, s, o)
	e, err := drawing.NewExcerpt(t.Context(), s, r, drawing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := Write(&page, &report.Report{Files: []report.File{{Path: "many.glb", Result: r}}}, assets.List{{Excerpt: e}}); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

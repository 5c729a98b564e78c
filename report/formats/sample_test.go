package formats

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// written returns r in the named format.
func written(t *testing.T, format string, r *report.Report) []byte {
	t.Helper()
	return reporttest.Render(t, func(w *bytes.Buffer) error { return Write(w, format, r, reporttest.Models(r)) })
}

// samples returns reports of all kinds, by name.
func samples() map[string]*report.Report {
	return map[string]*report.Report{
		"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(1000, 300), "hostile": reporttest.Hostile(), "huge": reporttest.Huge(),
		"hulls":    reporttest.HullReport(),
		"silent":   {Files: []report.File{{Path: "x", Result: &check.Result{Status: check.NotChecked}}}},
		"noReason": {Files: []report.File{{Path: "x"}}}, "inconsistent": {Files: []report.File{{Path: "x", Result: &check.Result{Counts: reporttest.Counts(3)}}}},
	}
}

// htmlPage returns r as a page.
func htmlPage(t *testing.T, r *report.Report) string {
	t.Helper()
	return string(written(t, "html", r))
}

// corpus returns the models of the folder that MESHCHECK_CORPUS names.
func corpus(t *testing.T) (fsys fs.FS, names []string) {
	t.Helper()
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS is not set")
	}
	fsys = os.DirFS(dir)
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if slices.Contains([]string{".stl", ".glb", ".gltf"}, filepath.Ext(name)) {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) < 20 {
		t.Fatalf("%d models, %v", len(names), err)
	}
	return fsys, names
}

package reporttest

import (
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// models maps results to the assets of their files.
var models sync.Map // *check.Result to *assets.File

// Model returns the assets of a file with a result. Tests may change them.
func Model(f *report.File) *assets.File {
	if f.Result == nil {
		return &assets.File{}
	}
	m, _ := models.LoadOrStore(f.Result, &assets.File{})
	return m.(*assets.File)
}

// Models returns the assets of all files of a report.
func Models(r *report.Report) (all assets.List) {
	for i := range r.Files {
		all = append(all, Model(&r.Files[i]))
	}
	return all
}

// Attach makes the assets of a file from its scene.
func Attach(t testing.TB, f *report.File, s *mesh.Scene, needs report.Needs, o drawing.Options) {
	t.Helper()
	made, err := assets.New(t.Context(), s, f.Result, needs, o)
	if err != nil {
		t.Fatal(err)
	}
	models.Store(f.Result, made)
}

// WithScene records the scene of a result.
func WithScene(r *check.Result, s *mesh.Scene) *check.Result {
	models.Store(r, &assets.File{Scene: s})
	return r
}

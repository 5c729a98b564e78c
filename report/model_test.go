package report

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/loader"
)

// checkModel loads and checks a model as the command does.
func checkModel(t *testing.T, fsys fs.FS, name string, o meshcheck.Options) File {
	t.Helper()
	f := File{Path: name}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	scene, format, err := loader.Decode(t.Context(), data, folder, loader.Options{})
	f.Format, f.SHA256 = string(format), strings.Repeat("0", 64)
	if err != nil {
		f.Problem = &Problem{Kind: "format", Message: err.Error()}
		return f
	}
	f.Unit, f.Warnings, f.Scene = scene.Unit, scene.Warnings, scene
	if f.Result, err = meshcheck.Check(t.Context(), scene, o); err != nil {
		t.Fatal(err)
	}
	return f
}

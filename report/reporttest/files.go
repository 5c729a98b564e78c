package reporttest

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// CheckModel loads and checks a model as the command does.
func CheckModel(t *testing.T, fsys fs.FS, name string, o check.Options) report.File {
	t.Helper()
	f := report.File{Path: name}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	scene, format, err := loader.Decode(t.Context(), data, folder, loader.Options{UVs: o.Checks.Has(check.UV), Poses: o.Checks.Has(check.Poses)})
	f.Format, f.SHA256 = string(format), strings.Repeat("0", 64)
	if err != nil {
		f.Problem = &report.Problem{Kind: "format", Message: err.Error()}
		return f
	}
	f.Unit, f.Up, f.Warnings = scene.Unit, scene.Up(), scene.Warnings
	if f.Result, err = meshcheck.Check(t.Context(), scene, o); err != nil {
		t.Fatal(err)
	}
	WithScene(f.Result, scene)
	return f
}

// CheckSoup checks triangles as the one mesh of an STL file.
func CheckSoup(t *testing.T, soup ...geom.Triangle) report.File {
	t.Helper()
	var xyz []float32
	for _, s := range soup {
		for _, p := range s {
			xyz = append(xyz, float32(p[0]), float32(p[1]), float32(p[2]))
		}
	}
	scene := &mesh.Scene{Meshes: []*mesh.Mesh{{Parts: []mesh.Part{{Positions: mesh.Tight(xyz)}}}}}
	r, err := meshcheck.Check(t.Context(), scene, check.Options{ListTouches: true})
	if err != nil {
		t.Fatal(err)
	}
	return report.File{Path: "soup.stl", Format: "stl", SHA256: strings.Repeat("0", 64), Result: WithScene(r, scene)}
}

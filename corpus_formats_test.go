package meshcheck_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// formatAnswer is the known answer for a file of a format other than glTF and STL.
type formatAnswer struct {
	Meshes []tally
	Error  string
	// Parts are object, group, material and triangles of each part of an OBJ.
	Parts [][4]any
	// Polygons is the number of faces that are cut, 0 if it is not stated.
	Polygons int
	// Unit, Instances and Box, least and greatest corner, are given for 3MF.
	Unit      string
	Instances []int
	Box       []float64
}

// TestFormatsCorpus checks real OBJ, PLY, OFF and 3MF files whose counts another exact program
// has found.
func TestFormatsCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	data, err := os.ReadFile(filepath.Join(dir, "expected_formats.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]formatAnswer
	if err := json.Unmarshal(data, &files); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name, want := range files {
		if strings.HasPrefix(name, "compressed/") {
			continue
		}
		checked++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFormat(t, filepath.Join(dir, filepath.FromSlash(name)), want)
		})
	}
	if checked < 30 {
		t.Errorf("only %d files have answers", checked)
	}
}

func checkFormat(t *testing.T, path string, want formatAnswer) {
	model, err := loader.Open(t.Context(), path, loader.Options{})
	if want.Error != "" {
		checkRefusal(t, err, want.Error)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := meshcheck.Check(t.Context(), model.Scene, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []tally
	for _, m := range r.Meshes {
		got = append(got, tallyOf(m))
	}
	if !slices.Equal(got, want.Meshes) {
		t.Errorf("got\n%+v, want\n%+v", got, want.Meshes)
	}
	if want.Parts != nil {
		checkParts(t, model.Scene.Meshes[0], want.Parts)
	}
	if want.Unit != "" {
		checkPlaces(t, model.Scene, want)
	}
	if n := polygons(model.Scene.Meshes); want.Polygons > 0 && n != want.Polygons {
		t.Errorf("%d faces were cut, want %d", n, want.Polygons)
	}
}

// checkRefusal checks the error of a file against words such as "unsupported: line 31: statement
// surf" or "vertex 0: too few numbers".
func checkRefusal(t *testing.T, err error, want string) {
	t.Helper()
	var format *loader.FormatError
	var unsupported *loader.UnsupportedError
	if feature, ok := strings.CutPrefix(want, "unsupported: "); ok {
		if !errors.As(err, &unsupported) || !strings.Contains(unsupported.Error(), feature) {
			t.Errorf("%v, want %s", err, want)
		}
		return
	}
	if !errors.As(err, &format) {
		t.Errorf("%v, want %s", err, want)
		return
	}
	for word := range strings.FieldsSeq(strings.ReplaceAll(want, ":", "")) {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// checkPlaces compares the unit and the instances of a 3MF, and the box of all that they show.
func checkPlaces(t *testing.T, s *mesh.Scene, want formatAnswer) {
	t.Helper()
	if unit := map[string]string{"millimeter": "mm", "inch": "in"}[want.Unit]; s.Unit != unit {
		t.Errorf("unit %q, want %q", s.Unit, want.Unit)
	}
	var shown []int
	box := geom.EmptyBox()
	for i := range s.Instances {
		in := &s.Instances[i]
		shown = append(shown, in.Mesh)
		for k := range s.Meshes[in.Mesh].Parts {
			p := &s.Meshes[in.Mesh].Parts[k]
			for f := range p.Triangles() {
				u := in.World.ApplyTriangle(p.Triangle(f))
				box = box.Union(u.Box())
			}
		}
	}
	if !slices.Equal(shown, want.Instances) {
		t.Errorf("instances of meshes %v, want %v", shown, want.Instances)
	}
	for k := range 3 {
		if math.Abs(box.Min[k]-want.Box[k]) > 1e-3 || math.Abs(box.Max[k]-want.Box[3+k]) > 1e-3 {
			t.Errorf("box %v, want %v", box, want.Box)
		}
	}
}

// checkParts compares parts with their objects, groups and materials.
func checkParts(t *testing.T, m *mesh.Mesh, want [][4]any) {
	t.Helper()
	if len(m.Parts) != len(want) {
		t.Fatalf("%d parts, want %d", len(m.Parts), len(want))
	}
	for i, w := range want {
		p := &m.Parts[i]
		name := strings.Trim(w[0].(string)+"/"+w[1].(string), "/")
		if p.Material != w[2] || float64(p.Triangles()) != w[3] {
			t.Errorf("part %d: %q %q of %d triangles, want %v", i, p.Name, p.Material, p.Triangles(), w)
		}
		if got := p.Name; got != name && got != name+" ("+p.Material+")" {
			t.Errorf("part %d: %q, want %q", i, got, name)
		}
		if object, _ := w[0].(string); object != "" && m.Objects[p.Object] != object {
			t.Errorf("part %d: object %q, want %q", i, m.Objects[p.Object], object)
		}
	}
}

// polygons counts the faces that were cut into several triangles.
func polygons(meshes []*mesh.Mesh) (n int) {
	for _, m := range meshes {
		for i := range m.Parts {
			faces := m.Parts[i].Faces
			for k := range faces {
				if k > 0 && faces[k] == faces[k-1] && (k == 1 || faces[k-2] != faces[k]) {
					n++
				}
			}
		}
	}
	return n
}

package obj_test

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// Parts have the diffuse colors of their materials, and what is missing is a note. Nothing else
// changes.
func TestColors(t *testing.T) {
	const body = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl dark wood\nf 1 3 2\nusemtl gone\nf 2 1 3\n"
	const materials = "# comment\nnewmtl red\nKa 0 0 0\n  Kd 1 0.25 0\nnewmtl dark wood\r\nKd 0.5 7 0.5 \r\nnewmtl red\nKd 0 0 1\nnewmtl bad\nKd one two three\n"
	folder := fstest.MapFS{
		"my file.mtl": {Data: []byte(materials)}, "100%.mtl": {Data: []byte(materials)}, "map.mtl": {Data: []byte("newmtl red\nmap_Kd a.png\nKd 0 0 1\n")},
		"large.mtl": {Data: make([]byte, 4<<20+1)},
	}
	red, wood := [3]float64{1, 0.25, 0}, [3]float64{0.5, 1, 0.5}
	for name, row := range map[string]struct {
		library string
		want    []*[3]float64
		note    string
	}{
		"a name with spaces":      {"mtllib my file.mtl", []*[3]float64{&red, &wood, nil}, ""},
		"a name with a sign":      {"mtllib 100%.mtl", []*[3]float64{&red, &wood, nil}, ""},
		"after the faces":         {"", []*[3]float64{nil, nil, nil}, ""},
		"none there":              {"mtllib gone.mtl", []*[3]float64{nil, nil, nil}, "gone.mtl: the materials cannot be read"},
		"out of the folder":       {"mtllib ../a.mtl", []*[3]float64{nil, nil, nil}, "leads out"},
		"a texture":               {"mtllib map.mtl", []*[3]float64{{0, 0, 1}, nil, nil}, "map.mtl: 1 texture not shown"},
		"two, of which one fails": {"mtllib gone.mtl\nmtllib my file.mtl\r", []*[3]float64{&red, &wood, nil}, "gone.mtl"},
		"too large":               {"mtllib large.mtl", []*[3]float64{nil, nil, nil}, "more than 4194304 bytes"},
	} {
		data := []byte(row.library + "\n" + body)
		load := func(o loader.Options) *mesh.Scene {
			s, _, err := loader.Decode(t.Context(), data, folder, o)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return s
		}
		s, plain := load(loader.Options{Colors: true}), load(loader.Options{})
		loadertest.CheckScene(t, s)
		for i := range s.Meshes[0].Parts {
			got := s.Meshes[0].Parts[i].Color
			if want := row.want[i]; (got == nil) != (want == nil) || got != nil && got.Factor != *want {
				t.Errorf("%s: part %d: %+v, want %v", name, i, got, want)
			}
			s.Meshes[0].Parts[i].Color = nil
		}
		if notes := strings.Join(s.ColorNotes, "; "); !strings.Contains(notes, row.note) || (notes == "") != (row.note == "") {
			t.Errorf("%s: notes %q, want %q", name, notes, row.note)
		}
		if s.ColorNotes = nil; !reflect.DeepEqual(s, plain) {
			t.Errorf("%s: colors change the rest", name)
		}
	}
}

package formats

import (
	"bytes"
	encoding "encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// longNames returns a glTF file of tetrahedra in one place, with long names of the node above, the
// mesh and the material.
func longNames(t *testing.T, nodes, long int) fstest.MapFS {
	t.Helper()
	name := strings.Repeat("é", long/2)
	var list []map[string]any
	children := make([]int, nodes)
	for i := range nodes {
		children[i] = i + 1
		list = append(list, map[string]any{"mesh": 0, "translation": []float64{float64(i%2) / 8, 0, 0}})
	}
	root := map[string]any{"name": "root" + name, "children": children}
	document := map[string]any{
		"asset":       map[string]string{"version": "2.0"},
		"buffers":     []any{map[string]any{"byteLength": 48 + 12, "uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAQIDAgAD"}},
		"bufferViews": []any{map[string]any{"buffer": 0, "byteLength": 48}, map[string]any{"buffer": 0, "byteOffset": 48, "byteLength": 12}},
		"accessors": []any{
			map[string]any{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
			map[string]any{"bufferView": 1, "componentType": 5121, "count": 12, "type": "SCALAR"},
		},
		"materials": []any{map[string]any{"name": "material" + name}},
		"meshes":    []any{map[string]any{"name": "mesh" + name, "primitives": []any{map[string]any{"attributes": map[string]int{"POSITION": 0}, "indices": 1, "material": 0}}}},
		"nodes":     append([]map[string]any{root}, list...),
	}
	text, err := encoding.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{"long.gltf": {Data: text}}
}

// TestLongNames: the size of a report does not grow with the length of long names, and a report
// that is read back still finds the objects in the model.
func TestLongNames(t *testing.T) {
	const nodes, pairs = 12, 12 * 11 / 2
	for _, of := range []check.PartsOf{check.ByMesh, check.ByPrimitive, check.ByShell} {
		o := check.Options{Checks: check.Self | check.Parts, PartsOf: of}
		made := func(long int) *report.Report {
			return &report.Report{Version: "1", Options: o, Files: []report.File{reporttest.CheckModel(t, longNames(t, nodes, long), "long.gltf", o)}}
		}
		less, r := made(2000), made(200_000)
		if n := len(r.Files[0].Result.Pairs()); n != pairs {
			t.Fatalf("%d pairs", n)
		}
		for _, format := range []string{"json", "ndjson", "summary", "csv", "marked", "html", "sarif", "junit", "codequality", "github", "markdown"} {
			// The number of bytes of a name has two more digits.
			short, long := len(written(t, format, less)), len(written(t, format, r))
			if short == 0 || long > short+100*pairs {
				t.Errorf("%s of %s: %d bytes with names of 2,000, %d with names of 200,000", format, of, short, long)
			}
		}
		again, err := json.Read(bytes.NewReader(written(t, "json", r)))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fingerprints(again), fingerprints(r); got != want {
			t.Errorf("%s: a report that is read back has other fingerprints:\n%.300s\n%.300s", of, got, want)
		}
		if _, err := assets.New(t.Context(), reporttest.Model(&r.Files[0]).Scene, again.Files[0].Result, report.Needs{Excerpt: true, Scene: true}, drawing.ExcerptShare(1, 1<<20)); err != nil {
			t.Fatal("the pairs are not found in the model")
		}
	}
}

// fingerprints returns the fingerprints of all issues of a report.
func fingerprints(r *report.Report) string {
	var b strings.Builder
	for _, is := range report.IssuesOf(r, 0) {
		fmt.Fprintln(&b, is.Fingerprint)
	}
	return b.String()
}

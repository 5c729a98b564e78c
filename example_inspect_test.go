package meshcheck_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/inspect"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// From a file to reports in one call.
func Example_file() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "reports-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	file, err := inspect.File(ctx, "fixtures/chair.glb", inspect.Options{
		Reports: []string{filepath.Join(folder, "chair.html"), filepath.Join(folder, "chair.json")},
	})
	if err != nil {
		log.Fatal(err)
	}
	if file.Problem != nil {
		log.Fatal(file.Problem.Sentence())
	}
	fmt.Println(file.Status())
	for _, issue := range file.Result.Issues(check.Options{}) {
		fmt.Println(issue.Severity, issue.Rule, issue.Count)
	}
	// Output:
	// fail
	// error overlap 41
	// error crossing 26
}

// Vertices and indices in memory, as objects of a scene.
func Example_memory() {
	ctx := context.Background()

	vertices := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1} // float64 works as well
	triangles := []uint32{0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3}
	tetrahedron, err := mesh.New("tetrahedron", vertices, triangles)
	if err != nil {
		log.Fatal(err)
	}
	scene := &mesh.Scene{Unit: "m"} // z is up, unless YUp is set
	scene.Place("left", tetrahedron, geom.Identity())
	scene.Place("right", tetrahedron, geom.Translation(geom.Vec{0.5, 0, 0})) // or any matrix

	result, err := meshcheck.Check(ctx, scene, meshcheck.Options{Checks: check.Self | check.Parts})
	if err != nil {
		log.Fatal(err)
	}
	for _, pair := range result.Pairs() {
		fmt.Printf("%v: %s and %s, %.3f m deep\n", pair.Rule, pair.A.Path, pair.B.Path, pair.Depth)
	}
	// Output:
	// parts/overlap: /left and /right, 0.289 m deep
}

// Reports of a scene in memory, one of them not in a file.
func Example_memoryReport() {
	ctx := context.Background()
	cross := []float32{0, 0, 0, 8, 0, 0, 0, 8, 0, 2, 2, -1, 5, 2, 1, 2, 2, 1}

	two, err := mesh.New("two triangles", cross, nil) // no indices: three vertices each
	if err != nil {
		log.Fatal(err)
	}
	scene := &mesh.Scene{Unit: "cm", Meshes: []*mesh.Mesh{two}}
	var page bytes.Buffer // or an http.ResponseWriter
	file, err := inspect.Scene(ctx, "two triangles", scene, inspect.Options{Output: &page, Format: "html"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Status(), file.Result.Counts.Of(check.Crossing), page.Len() > 100_000)
	// Output:
	// fail 1 true
}

// UV sets of data in memory.
func Example_memoryUV() {
	ctx := context.Background()
	quad := []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}
	folded := []float32{0, 0, 1, 0, 1, 1, 0.8, 0.1}

	m, err := mesh.New("quad", quad, []uint32{0, 1, 2, 0, 2, 3})
	if err != nil {
		log.Fatal(err)
	}
	m.Parts[0].UVs = []mesh.UVSet{{Set: 1, F32: folded}} // two numbers for each vertex
	scene := &mesh.Scene{Meshes: []*mesh.Mesh{m}}
	if err := scene.Validate(); err != nil { // checks rely on lists of the right length
		log.Fatal(err)
	}
	options := meshcheck.Options{Checks: check.UV, UV: check.UVOptions{Lightmap: 1}}
	result, err := meshcheck.Check(ctx, scene, options)
	if err != nil {
		log.Fatal(err)
	}
	for _, issue := range result.Issues(options) {
		fmt.Println(issue.Severity, issue.Rule, issue.Count)
	}
	// Output:
	// error uv_fold 2
	// error uv_flipped 1
	// info uv_mirrored 1
}

// Progress, and the end of a check after a time.
func Example_progress() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel() // another goroutine may call it as well

	most := int64(0)
	_, err := inspect.File(ctx, "fixtures/chair.glb", inspect.Options{
		Progress: func(p inspect.Progress) {
			if !p.Loading {
				most = 100 * p.Done / p.Total
			}
		},
	})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("not done within a minute")
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println(most, "%")
	}
	// Output:
	// 100 %
}

// A policy of one's own.
func Example_policy() {
	ctx := context.Background()

	policy, err := check.ParsePolicy("overlap:area>50cm2,degenerate:error,crossing:warning")
	if err != nil {
		log.Fatal(err)
	}
	policy[check.Duplicate] = check.Verdict{Severity: check.Warning} // or as data
	file, err := inspect.File(ctx, "fixtures/chair.glb", inspect.Options{Check: meshcheck.Options{Policy: policy}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(file.Status())
	for _, issue := range file.Result.Issues(check.Options{Policy: policy}) {
		fmt.Println(issue.Severity, issue.Rule)
	}
	// Output:
	// pass
	// warning overlap
	// warning crossing
}

// Many files within limits of time and memory, with a report that has a line for each.
func Example_files() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "reports-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	paths := []string{"fixtures/clean", "fixtures/kinds/overlap_*.stl", "fixtures/faults/zip.stl"} // files, folders, globs
	options := inspect.Options{
		Timeout: time.Minute, // for one file
		Memory:  2 << 30,     // for all that are checked at the same time
		Reports: []string{filepath.Join(folder, "all.csv"), filepath.Join(folder, "pages") + "/"},
	}
	summary, err := inspect.Files(ctx, paths, options, func(f *report.File) {
		if f.Status() == check.NotChecked {
			fmt.Println(f.Path, f.Problem.Sentence())
		}
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Files, "files,", summary.Failed, "failed")
	// Output:
	// fixtures/faults/zip.stl this is a ZIP file, but neither a 3MF nor a USD file: export glTF, FBX, OBJ or STL
	// 23 files, 8 failed
}

// The pieces that inspect puts together.
func Example_pieces() {
	ctx := context.Background()

	model, err := loader.Open(ctx, "fixtures/chair.glb", loader.Options{})
	if err != nil {
		log.Fatal(err) // *loader.FormatError, *loader.UnsupportedError and so on
	}
	result, err := meshcheck.Check(ctx, model.Scene, meshcheck.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range result.Meshes {
		for _, r := range m.Regions {
			fmt.Printf("%s, region %d: %.4f m deep, %.4f m wide\n", m.Name, r.Number, r.CrossingDepth, r.Width)
		}
	}
	// Output:
	// chair, region 1: 0.0000 m deep, 0.0700 m wide
	// chair, region 2: 0.0042 m deep, 0.0000 m wide
}

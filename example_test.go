package meshcheck_test

import (
	"bytes"
	"context"
	encoding "encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/text"
)

// Load a model, check it, and see what was found.
func Example() {
	ctx := context.Background()
	model, err := loader.Open(ctx, "fixtures/chair.glb", loader.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := meshcheck.Check(ctx, model.Scene, check.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status)
	for _, rule := range check.Self.Rules() {
		if n := result.Counts.Of(rule); n > 0 {
			fmt.Printf("%d of rule %v, which fails: %v\n", n, rule, rule.Severity() == check.Error)
		}
	}
	// Output:
	// fail
	// 26 of rule crossing, which fails: true
	// 41 of rule overlap, which fails: true
	// 125 of rule touch, which fails: false
}

// A scene need not come from a file: any triangles can be checked.
func ExampleCheck() {
	floor := []float32{0, 0, 0, 8, 0, 0, 0, 8, 0}
	spike := []float32{2, 2, -1, 5, 2, 1, 2, 2, 1}
	scene := &mesh.Scene{Meshes: []*mesh.Mesh{{
		Scale: 1,
		Parts: []mesh.Part{
			{Name: "floor", Positions: mesh.Tight(floor)},
			{Name: "spike", Positions: mesh.Tight(spike)},
		},
	}}}

	result, err := meshcheck.Check(context.Background(), scene, check.Options{})
	if err != nil {
		log.Fatal(err)
	}
	m := result.Meshes[0]
	for _, f := range m.Findings {
		fmt.Printf("%v of %s and %s, %.4g deep\n", f.Rule, m.Parts[f.A.Part].Name, m.Parts[f.B.Part].Name, f.Depth)
		fmt.Printf("from %.4g to %.4g\n", f.Segment[0], f.Segment[1])
	}
	// Output:
	// crossing of floor and spike, 1 deep
	// from [2 2 0] to [3.5 2 0]
}

// Regions are the places to fix, the worst first. Every finding names its region,
// its triangles and their parts.
func ExampleResult() {
	ctx := context.Background()
	model, err := loader.Open(ctx, "fixtures/chair.glb", loader.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := meshcheck.Check(ctx, model.Scene, check.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range result.Meshes {
		for _, r := range m.Regions {
			fmt.Printf("%s, region %d: %.4f m deep, cuts of %.3f m, overlaps of %.3f m², %.4f m wide\n",
				m.Name, r.Number, r.CrossingDepth, r.Length, r.Area, r.Width)
		}
		between := map[string]int{}
		for _, f := range m.Findings {
			if f.B != nil { // nil for a single triangle, which is degenerate or not finite
				between[fmt.Sprint(f.Rule, " of ", m.Parts[f.A.Part].Name, " and ", m.Parts[f.B.Part].Name)]++
			}
		}
		for _, pair := range slices.Sorted(maps.Keys(between)) {
			fmt.Println(between[pair], pair)
		}
	}
	// Output:
	// chair, region 1: 0.0000 m deep, cuts of 0.000 m, overlaps of 0.028 m², 0.0700 m wide
	// chair, region 2: 0.0042 m deep, cuts of 0.116 m, overlaps of 0.000 m², 0.0000 m wide
	// 26 crossing of seat and leg_front_left
	// 41 overlap of seat and back
}

// Issues are everything there is to fix, whichever check found it, the worst first.
func ExampleResult_Issues() {
	ctx := context.Background()
	model, err := loader.Open(ctx, "fixtures/chair.glb", loader.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := check.Options{ListTouches: true}
	result, err := meshcheck.Check(ctx, model.Scene, o)
	if err != nil {
		log.Fatal(err)
	}
	for _, issue := range result.Issues(o) {
		fmt.Printf("%v: %v in %s, %d findings\n", issue.Severity, issue.Rule, issue.Subjects[0].Name, issue.Count)
	}
	// Output:
	// error: overlap in chair, 41 findings
	// error: crossing in chair, 26 findings
	// info: touch in chair, 125 findings
}

// Crossings no deeper than a tolerance count as touches, which do not fail.
func ExampleTolerance() {
	ctx := context.Background()
	model, err := loader.Open(ctx, "fixtures/kinds/crossing.stl", loader.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, tolerance := range []check.Tolerance{
		{},                           // none: everything is decided exactly
		{Value: 0.001},               // in the file's unit
		{Value: 0.5, Relative: true}, // half the diagonal of the mesh
	} {
		result, err := meshcheck.Check(ctx, model.Scene, check.Options{Tolerance: tolerance})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Status, result.Counts.Of(check.Crossing), result.Counts.Of(check.Touch))
	}
	// Output:
	// fail 1 0
	// fail 1 0
	// pass 0 1
}

// Package report writes results for people and for other programs.
func Example_report() {
	ctx := context.Background()
	const path = "fixtures/chair.glb"
	model, err := loader.Open(ctx, path, loader.Options{})
	if err != nil {
		log.Fatal(err)
	}
	options := check.Options{MaxFindings: 100}
	result, err := meshcheck.Check(ctx, model.Scene, options)
	if err != nil {
		log.Fatal(err)
	}
	r := &report.Report{Version: "1.0", Options: options, Files: []report.File{{
		Path: path, SHA256: model.SHA256, Format: string(model.Format),
		Unit: model.Scene.Unit, Warnings: model.Scene.Warnings, Result: result,
	}}}

	var file bytes.Buffer // or an *os.File
	if err := json.Write(&file, r); err != nil {
		log.Fatal(err)
	}
	var read struct{ Summary struct{ Status string } }
	if err := encoding.Unmarshal(file.Bytes(), &read); err != nil {
		log.Fatal(err)
	}
	fmt.Println("summary:", read.Summary.Status)

	if err := text.Write(os.Stdout, &r.Files[0], text.Options{Check: options}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// summary: fail
	// fixtures/chair.glb: FAIL  306 triangles, 2 places to fix (67 triangle pairs)
	//   crossing   26   deepest 4.2 mm
	//   overlap    41   largest area 18 cm², same facing
	//   touch     125   not listed (--touch lists them)
	//   region 1 · 5be4  seat ↔ back: 41 overlaps, 277 cm² shared, 70 mm wide, size 420 × 12 × 70 mm, near (-0.023, 0.450, -0.163)
	//   region 2 · bf09  seat ↔ leg_front_left: 26 crossings, 4.2 mm deep, size 38 × 0 × 38 mm, near (0.171, 0.420, 0.139)
}

// Errors distinguish malformed files, unsupported features, and files that are not models.
func Example_errors() {
	for _, name := range []string{"binary_truncated.stl", "extension_unknown.gltf", "zip.stl"} {
		_, err := loader.Open(context.Background(), "fixtures/faults/"+name, loader.Options{})
		var malformed *loader.FormatError
		var unsupported *loader.UnsupportedError
		switch {
		case errors.As(err, &malformed):
			fmt.Printf("malformed %s file at %s\n", malformed.Format, malformed.Place)
		case errors.As(err, &unsupported):
			fmt.Println("not supported:", unsupported.Feature)
		case errors.Is(err, loader.ErrUnknownFormat):
			fmt.Println("not a model")
		}
	}
	// Output:
	// malformed stl file at facet 5 (byte 354)
	// not supported: VENDOR_geometry_magic
	// not a model
}

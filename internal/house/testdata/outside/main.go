// Command outside uses meshcheck as a program of somebody else does: it checks a file, writes the
// reports that show the model, and checks data in memory.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/inspect"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/plane"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/html"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/tritri"
)

func main() {
	if err := run(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, path string) error {
	model, err := loader.Open(ctx, path, loader.Options{})
	if err != nil {
		return err
	}
	options := meshcheck.Options{Checks: check.Self | check.Parts}
	result, err := meshcheck.Check(ctx, model.Scene, options)
	if err != nil {
		return err
	}
	r := &report.Report{Options: options, Files: []report.File{{
		Path: path, SHA256: model.SHA256, Format: string(model.Format), Unit: model.Scene.Unit, Up: model.Scene.Up(), Result: result,
	}}}
	for _, is := range report.IssuesOf(r, 0) {
		fmt.Println(is.Severity, is.Rule, is.Summary())
	}
	shown, err := assets.New(ctx, model.Scene, result, formats.NeedsOf("html"), drawing.Options{})
	if err != nil {
		return err
	}
	if err := html.Write(os.Stdout, r, assets.List{shown}); err != nil {
		return err
	}
	if err := json.Write(os.Stdout, r); err != nil {
		return err
	}
	if err := inOneCall(ctx, path); err != nil {
		return err
	}
	return geometry(ctx, model.Scene)
}

// inOneCall writes reports of a file, and of triangles in memory.
func inOneCall(ctx context.Context, path string) error {
	options := inspect.Options{
		Check: meshcheck.Options{Policy: check.Policy{check.Overlap: {Severity: check.Warning}}}, Output: os.Stdout, Format: "csv",
		Progress: func(p inspect.Progress) { fmt.Fprintln(os.Stderr, p.Path, p.Loading, p.Done, p.Total) },
	}
	file, err := inspect.File(ctx, path, options)
	if err != nil {
		return err
	}
	fmt.Println("in one call:", file.Status())
	m, err := mesh.New("mine", []float64{0, 0, 0, 1, 0, 0, 0, 1, 0}, []uint32{0, 1, 2, 0, 1, 2})
	if err != nil {
		return err
	}
	scene := &mesh.Scene{}
	scene.Place("mine", m, geom.Translation(geom.Vec{1, 0, 0}))
	options.Format = "markdown"
	_, err = inspect.Scene(ctx, "in memory", scene, options)
	return err
}

// geometry uses the packages below the checks on their own.
func geometry(ctx context.Context, s *mesh.Scene) error {
	var boxes []geom.Box
	var points []geom.Vec
	for _, m := range s.Meshes {
		w, err := mesh.Weld(ctx, 1, m)
		if err != nil {
			return err
		}
		for i := range w.Faces {
			t := w.Triangle(i)
			boxes = append(boxes, t.Box())
			points = append(points, t[:]...)
		}
	}
	tree, err := bvh.Build(ctx, 1, boxes, nil)
	if err != nil {
		return err
	}
	hull, err := convex.HullOf(ctx, points)
	if err != nil {
		return err
	}
	a, b := geom.Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, geom.Triangle{{0, 0, -1}, {1, 1, 1}, {0, 1, 1}}
	fmt.Println(tree.Bounds(), hull.Dimension(), tritri.Relate(&a, &b).Kind, plane.Triangle{{0, 0}, {1, 0}, {0, 1}})
	return nil
}

package glb

import (
	"context"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/sketch"
)

// sketchesOf returns the sketches of a file with a Result, those that it has or else those
// that its Scene allows.
func sketchesOf(f *report.File) *sketch.Sketches {
	if f.Sketches != nil {
		return f.Sketches
	}
	var g *meshcheck.Geometry
	if f.Scene != nil {
		g = meshcheck.GeometryOf(f.Scene, 1)
	}
	s, _ := sketch.New(context.Background(), g, f.Result) // without an end there is no error
	return s
}

// drawingOf draws a sketch, all of which float32 can hold.
func drawingOf(s *sketch.Sketch) *drawing {
	box := geom.EmptyBox()
	for k := range s.Faces {
		box = box.Union(s.Faces[k].Box())
	}
	for _, l := range s.Lines {
		box = box.Include(l[0]).Include(l[1])
	}
	if box.Empty() {
		return &drawing{undrawn: s.Undrawn}
	}
	d := blank(box, 0)
	d.undrawn = s.Undrawn
	for _, t := range s.Faces {
		d.face(t)
	}
	for _, l := range s.Lines {
		if l[0] != l[1] {
			d.line(l[0], l[1])
		}
	}
	for _, p := range s.Points {
		d.cross(p)
	}
	return d
}

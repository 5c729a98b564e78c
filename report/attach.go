package report

import (
	"context"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/layout"
)

// Attach gives f, which has a Result, what the formats in sight need of its model:
// the scene s itself, an excerpt of it, both or nothing. The error is ctx's when it
// is cancelled, or says where the Result is not that of s, as when a file has changed
// since its report was written. f does not change on an error.
func (f *File) Attach(ctx context.Context, s *mesh.Scene, needs Needs, o drawing.Options) error {
	if !needs.models() {
		return nil
	}
	if err := drawing.Match(s, f.Result); err != nil {
		return err
	}
	var drawings []drawing.Drawing
	if needs.Scene && o.Geometry != nil {
		var err error
		if drawings, err = drawing.New(ctx, o.Geometry, f.Result); err != nil {
			return err
		}
	}
	layouts, err := layoutsOf(ctx, s, f.Result, needs, &o)
	if err != nil {
		return err
	}
	if needs.Excerpt {
		excerpt, err := drawing.NewExcerpt(ctx, s, f.Result, o)
		if err != nil {
			return err
		}
		f.Excerpt = excerpt
	}
	if needs.Scene {
		f.Scene, f.Drawings = s, drawings
	}
	f.Layouts = layouts
	return nil
}

// layoutsOf draws the UV sheets of a result, if that is needed, as large as o allows for a page or
// sixteen times as large.
func layoutsOf(ctx context.Context, s *mesh.Scene, r *check.Result, needs Needs, o *drawing.Options) ([]*layout.Layout, error) {
	if r.UV() == nil || !needs.Excerpt && !needs.Layouts {
		return nil, nil
	}
	if o.Geometry == nil {
		o.Geometry = meshcheck.GeometryOf(s, o.Workers)
	}
	of := layout.Options{Bytes: o.LayoutBytes(), Workers: o.Workers}
	if needs.Layouts {
		of.Bytes *= 16
	}
	return layout.New(ctx, o.Geometry, r.UV(), of)
}

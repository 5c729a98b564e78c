// Package assets holds what formats that show models need beside a report: the models and drawings
// of them.
package assets

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/layout"
)

// File holds the assets of one file of a report. Any may be missing.
type File struct {
	// Scene is the model that was checked, for writers of whole models.
	Scene *mesh.Scene
	// Drawings are what marked models draw of the result; nil if they have to be made from the
	// Scene.
	Drawings []drawing.Drawing
	// Excerpt is what pages draw of the model; nil if there is nothing to draw.
	Excerpt *drawing.Excerpt
	// Layouts are pictures of the UV sheets with findings; nil if there are none.
	Layouts []*layout.Layout
	// NoModel is why pages cannot show the model, such as "the file has changed". It is "" if they
	// can, or if nothing was tried.
	NoModel string
}

// List holds the assets of the files of a report, in order. It may be shorter than the list of
// files, and nil for files without assets.
type List []*File

// Of returns the assets of file number i. They are never nil.
func (l List) Of(i int) *File {
	if i >= len(l) || l[i] == nil {
		return &File{}
	}
	return l[i]
}

// New returns the assets for scene s with result r that formats with the given needs use, or nil if
// they need nothing. The error is ctx's when it is cancelled, or says where r does not match s, as
// when a file has changed since its report was written.
func New(ctx context.Context, s *mesh.Scene, r *check.Result, needs report.Needs, o drawing.Options) (*File, error) {
	if !needs.Models() {
		return nil, nil
	}
	if err := drawing.Match(s, r); err != nil {
		return nil, err
	}
	f := &File{}
	var err error
	if needs.Scene {
		f.Scene = s
		if o.Geometry != nil {
			if f.Drawings, err = drawing.New(ctx, s, r, o.Geometry); err != nil {
				return nil, err
			}
		}
	}
	o.Geometry = geometry.Of(o.Geometry, s, o.Workers) // one for all that follows
	if f.Layouts, err = layoutsOf(ctx, s, r, needs, &o); err != nil {
		return nil, err
	}
	if needs.Excerpt {
		f.Excerpt, err = drawing.NewExcerpt(ctx, s, r, o)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// layoutsOf draws the UV sheets of a result if they are needed, as large as o allows for a page or
// sixteen times as large.
func layoutsOf(ctx context.Context, s *mesh.Scene, r *check.Result, needs report.Needs, o *drawing.Options) ([]*layout.Layout, error) {
	if r.UV() == nil || !needs.Excerpt && !needs.Layouts {
		return nil, nil
	}
	of := layout.Options{Bytes: o.LayoutBytes(), Workers: o.Workers, Geometry: o.Geometry}
	if needs.Layouts {
		of.Bytes *= 16
	}
	return layout.New(ctx, s, r.UV(), of)
}

// UnitGiven reports whether the unit of a file was given by the user, because its format has none.
func UnitGiven(f *report.File) bool {
	return f.Unit != "" && f.Against == nil && loader.FormatNamed(loader.Format(f.Format)).Unitless
}

// OwnUnit returns the length in metres of the unit that a file has by itself, 0 if it has none.
func OwnUnit(f *report.File) float64 {
	if UnitGiven(f) {
		return 0
	}
	return mesh.UnitMetres(f.Unit)
}

// ZUp reports whether +Z is up in a file. If it does not say, as in old reports, that depends on its
// format.
func ZUp(f *report.File) bool {
	if f.Up != "" {
		return f.Up == "z"
	}
	info := loader.FormatNamed(loader.Format(f.Format))
	return info.Format != "" && !info.YUp
}

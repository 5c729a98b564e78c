// Package assets has what those formats that show models are given beside a report: the models, and
// what is drawn of them.
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

// File has the assets of one file of a report. All may be missing.
type File struct {
	// Scene is the model that was checked, for writers of whole models.
	Scene *mesh.Scene
	// Drawings are what marked models draw of the result; nil if they are yet to be made from the
	// Scene.
	Drawings []drawing.Drawing
	// Excerpt is what pages draw of the model; nil where there is nothing to draw.
	Excerpt *drawing.Excerpt
	// Layouts are pictures of the UV sheets in which something was found; nil where there are none.
	Layouts []*layout.Layout
	// NoModel is why pages cannot show the model, such as "the file has changed"; "" if they can, or
	// if nobody tried.
	NoModel string
}

// List has the assets of the files of a report, in their order. It may be shorter, and have nil for
// files without any.
type List []*File

// Of returns the assets of file number i, which are never nil.
func (l List) Of(i int) *File {
	if i >= len(l) || l[i] == nil {
		return &File{}
	}
	return l[i]
}

// New returns what formats with such needs are given of the scene s, of which r is the result; nil if
// they need nothing. The error is ctx's when it is cancelled, or says where r is not the result of s,
// as when a file has changed since its report was written.
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
		if g := geometry.Kept(ctx); g != nil && g.World() != nil {
			if f.Drawings, err = drawing.New(ctx, s, r); err != nil {
				return nil, err
			}
		}
	}
	ctx = geometry.With(ctx, s, o.Workers)
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

// layoutsOf draws the UV sheets of a result, if that is needed, as large as o allows for a page or
// sixteen times as large.
func layoutsOf(ctx context.Context, s *mesh.Scene, r *check.Result, needs report.Needs, o *drawing.Options) ([]*layout.Layout, error) {
	if r.UV() == nil || !needs.Excerpt && !needs.Layouts {
		return nil, nil
	}
	of := layout.Options{Bytes: o.LayoutBytes(), Workers: o.Workers}
	if needs.Layouts {
		of.Bytes *= 16
	}
	return layout.New(ctx, s, r.UV(), of)
}

// UnitGiven reports whether the unit of a file is one that was given for a file without one.
func UnitGiven(f *report.File) bool {
	return f.Unit != "" && f.Against == nil && loader.FormatNamed(loader.Format(f.Format)).Unitless
}

// ZUp reports whether +Z is up in files of the format.
func ZUp(f *report.File) bool {
	info := loader.FormatNamed(loader.Format(f.Format))
	return info.Format != "" && !info.YUp
}

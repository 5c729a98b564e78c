package model

import (
	"context"
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/wording"
)

// LargestExcerpt is about the size of the largest excerpt of a model in a page, with its textures, in
// bytes.
const LargestExcerpt = pageModels/2 + 1_500_000

// pageModels limits the size of all models in a page, in bytes.
const pageModels = 8_000_000

// Draw returns what reports with the given needs show of a scene, one of several in a run, and its
// result, with the options and the geometry of the check or nil. Its errors are those of assets.New.
func Draw(ctx context.Context, s *mesh.Scene, r *check.Result, of *check.Options, g check.Geometry, needs report.Needs, files, threads int) (*assets.File, error) {
	if files = min(files, report.FilesPerPage); needs.Pages {
		files = 1
	}
	o := drawing.ExcerptShare(files, pageModels)
	o.Workers, o.Geometry, o.Hulls = threads, g, &of.Hulls
	if !needs.Textures {
		o.Textures = -1
	}
	return assets.New(ctx, s, r, needs, o)
}

// Draw finds the model of a file of a report, one of several, that was checked with the given options,
// and returns what reports with the given needs show of it. The error is the reason why they show nothing.
func (f *Finder) Draw(ctx context.Context, of *report.File, o *check.Options, needs report.Needs, files int) (made *assets.File, err error) {
	if of.Path == "-" {
		return nil, errors.New("the model came from standard input")
	}
	load := loader.Options{Root: of.Root}
	for _, found := range of.Result.Sections {
		load = batch.Loading(load, found.Check())
	}
	draw := func(s *mesh.Scene) (err error) {
		made, err = Draw(ctx, s, of.Result, o, nil, needs, files, f.Threads)
		return err
	}
	if of.Against == nil {
		load.Colors = needs.Excerpt
		_, err = f.find(ctx, of.Path, of.SHA256, load, draw)
		return made, err
	}
	whole := func(*mesh.Scene) error { return nil }
	scene, err := f.find(ctx, of.Path, of.SHA256, load, whole)
	if err != nil {
		return nil, err
	}
	other, err := f.find(ctx, of.Against.Path, of.Against.SHA256, load, whole)
	if err == nil {
		scene, err = Join(scene, other, of.Path, of.Against.Path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", wording.Printable(of.Against.Path, wording.PathLimit), err)
	}
	err = draw(scene)
	return made, err
}

package run

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// againstError is an error about Run.Against.
type againstError struct {
	path string
	err  error
}

func (e *againstError) Error() string { return printable(e.path) + ": " + fserror.Cause(e.err).Error() }
func (e *againstError) Unwrap() error { return e.err }

// against adds the meshes of r.Against to a scene of hulls, and marks the hulls.
func (r *Run) against(ctx context.Context, c *Outcome, scene *mesh.Scene, s *batch.Share, o *check.Options, subject *cache.Subject) (*mesh.Scene, error) {
	path := r.Against
	if path == "" {
		return scene, nil
	}
	visual, err := model.Open(ctx, path, loader.Options{Workers: s.Threads(), Unit: r.Layers.Of(path).Unit, MaxTriangles: r.Layers.Base().MaxTriangles, MaxMemory: r.Memory, Side: subject.Reading(1), Named: c.naming(1)})
	if visual != nil {
		c.File.Against = &report.Companion{Path: path, SHA256: visual.SHA256}
		subject.Read(1, visual.SHA256)
	}
	if err != nil {
		return nil, &againstError{path, err}
	}
	for i := range scene.Meshes {
		o.Hulls.Meshes = append(o.Hulls.Meshes, i)
	}
	joined, err := model.Join(scene, visual.Scene, c.File.Path, path)
	if err != nil {
		return nil, &againstError{path, err}
	}
	return joined, nil
}

func printable(path string) string { return wording.Printable(path, wording.PathLimit) }

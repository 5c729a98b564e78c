package run

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/contents"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/loader"
)

// Contents returns what is in an input, which it reads with its settings but does not check. It fails
// only with the error of ctx: an input that cannot be read has a problem.
func Contents(ctx context.Context, in *input.File, s *config.Settings, threads int, memory int64) (*contents.File, error) {
	if in.Err != nil {
		return &contents.File{Path: filepath.ToSlash(in.Path), Problem: problem(in.Path, in.Err, nil)}, nil
	}
	o := s.Options()
	limited := batch.NewDeadline(ctx, s.Timeout)
	defer limited.End()
	limited.Run("loading")
	var names []string
	loaded, err := model.Open(limited.Context(), in.Path, loader.Options{
		Unit: s.Unit, Root: rootOf(in, s), MaxTriangles: s.MaxTriangles, Workers: threads, MaxMemory: memory, Poses: true, Named: func(name string) { names = append(names, name) },
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	f := &contents.File{}
	if err == nil {
		limited.Run("finding collision hulls")
		f, err = contents.Of(limited.Context(), loaded.Scene, &o.Hulls)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		f = &contents.File{Problem: problemWithin(limited, in.Path, err, &o)}
		f.Problem.Hint = cmp.Or(rootHint(f.Problem, in, s, names), f.Problem.Hint)
	}
	if f.Path = filepath.ToSlash(in.Path); loaded != nil {
		f.Format = string(loaded.Format)
	}
	return f, nil
}

package run

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// Scene checks a scene that no file holds, and draws what reports with the given needs show of it. It
// fails with the errors of meshcheck.Check.
func Scene(ctx context.Context, name string, s *mesh.Scene, o check.Options, needs report.Needs) (Outcome, error) {
	out := Outcome{}
	f := &out.File
	f.Path = name
	describe(f, s)
	geometry, err := checkInto(ctx, f, s, o, needs)
	if err == nil {
		out.Model, err = model.Draw(ctx, s, f.Result, &o, geometry, needs, 1, o.Workers)
	}
	return out, err
}

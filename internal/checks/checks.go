// Package checks defines the interface of a check and what a check is given. The packages below it
// are one check each.
package checks

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Check is one check, or two that run together, for one run.
type Check interface {
	// Of returns the check, or both.
	Of() check.Set
	// Validate fails for options that are invalid for every scene.
	Validate(o *check.Options) error
	// Default returns which of its checks run for a job whose options name none.
	Default(j *Job) check.Set
	// Prepare announces to the world which meshes Run will ask for, and returns the work of Run in
	// triangles. It fails for options that are invalid for the scene.
	Prepare(j *Job) (work int, err error)
	// Run runs the check. It calls progress, from any goroutine, with the completed fraction of the
	// work. It fails with a *check.CutError once ctx has ended, and for a mesh that is too large.
	Run(ctx context.Context, j *Job, progress func(share float64)) (check.Found, error)
}

// Job is a scene to check and everything its checks share.
type Job struct {
	Scene *mesh.Scene
	World *world.World
	// Options with defaults applied.
	Options check.Options
	// Settings are the Options in the unit of the scene.
	Settings check.Settings
	// Keep asks the checks to keep what drawing can use of what they compute.
	Keep bool
	// Result so far: the descriptions of the meshes and the sections of earlier checks.
	Result *check.Result

	search *hullname.Search
}

// FindHulls finds the collision hulls of the scene. It fails only with a *check.CutError once ctx has
// ended.
func (j *Job) FindHulls(ctx context.Context) (err error) {
	j.search, err = hullname.Find(ctx, j.Scene, &j.Options.Hulls)
	return j.Interrupted(ctx, err, check.CheckingHulls)
}

// Hulls returns the collision hulls that FindHulls found, nil if hull detection is switched off.
func (j *Job) Hulls() *hullname.Search { return j.search }

// OnlyHulls reports for each instance of the scene whether it is a collision hull and nothing else.
// It is nil if hull detection is switched off.
func (j *Job) OnlyHulls() []bool {
	if s := j.Hulls(); s != nil {
		return s.Only
	}
	return nil
}

// Interrupted returns a *check.CutError for a phase instead of err if ctx has ended.
func (j *Job) Interrupted(ctx context.Context, err error, phase check.Phase) error {
	return check.Interrupted(ctx, err, phase, j.Result.Counts)
}

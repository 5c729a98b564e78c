package poses

import (
	"context"
	"fmt"
	"math"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Check is the check of poses.
type Check struct {
	plan plan
}

// Of returns check.Poses.
func (*Check) Of() check.Set { return check.Poses }

// Default returns 0: Poses runs only if it is asked for.
func (*Check) Default(*checks.Job) check.Set { return 0 }

// Validate returns an error for an invalid rate, glob, limit or tolerance.
func (*Check) Validate(all *check.Options) error {
	o := &all.Poses
	if math.IsNaN(o.Rate) || math.IsInf(o.Rate, 0) {
		return fmt.Errorf("%v samples a second must be finite", o.Rate)
	}
	for _, glob := range o.Clips {
		if glob == "" || !doublestar.ValidatePattern(glob) {
			return fmt.Errorf("invalid pattern %q for clips", glob)
		}
	}
	if o.MaxSamples < 0 {
		return fmt.Errorf("the limit of samples must not be negative: %d", o.MaxSamples)
	}
	if v := o.Tolerance.Value; !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("the tolerance of poses, %v, must be finite and not negative", v)
	}
	return nil
}

// Prepare announces the meshes that move, and returns the number of triangles in all samples.
func (c *Check) Prepare(j *checks.Job) (work int, err error) {
	if c.plan, err = planOf(j); err != nil {
		return 0, err
	}
	triangles := 0
	for _, o := range c.plan.objects {
		j.World.Expect(world.Poses, o.mesh)
		triangles += j.Scene.Meshes[o.mesh].Triangles()
	}
	if samples := len(c.plan.samples); triangles > 0 && samples > math.MaxInt/triangles/2 {
		return math.MaxInt / 2, nil
	}
	return triangles * len(c.plan.samples), nil
}

// Run checks the poses of the scene, which must have been loaded with them.
func (c *Check) Run(ctx context.Context, j *checks.Job, progress func(share float64)) (check.Found, error) {
	r := &check.PoseResult{IssueList: check.IssueList{Of: check.Poses}}
	r.Section = c.plan.section
	r.Clips = c.plan.clips
	if len(c.plan.samples) > 0 && len(c.plan.objects) > 0 {
		if err := c.find(ctx, j, r, progress); err != nil {
			return nil, j.Interrupted(ctx, err, check.PhaseOf(check.Poses))
		}
	}
	j.World.AllDone(world.Poses)
	progress(1)
	return r, nil
}

// find adds what it finds to r.
func (c *Check) find(ctx context.Context, j *checks.Job, r *check.PoseResult, progress func(share float64)) error {
	s, err := newScene(ctx, j, &c.plan)
	if err != nil {
		return err
	}
	f := &finder{scene: s, settings: j.Settings, samples: c.plan.samples, clips: c.plan.clips}
	if err := f.run(ctx, progress); err != nil {
		return err
	}
	return f.report(ctx, r)
}

package parts

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Check is the checks check.Parts and check.Clearance, for which the objects are made once.
type Check struct {
	clearance float64 // in the unit of the scene
}

// Of returns check.Between.
func (*Check) Of() check.Set { return check.Between }

// Default returns 0.
func (*Check) Default(*checks.Job) check.Set { return 0 }

// Validate fails for an invalid rule in Allow and for an impossible clearance.
func (*Check) Validate(o *check.Options) error {
	for _, text := range o.Allow {
		if err := ValidateRule(text); err != nil {
			return fmt.Errorf("allow %q: %w", text, err)
		}
	}
	if v := o.Clearance.Value; (o.Checks.Has(check.Clearance) || v != 0) && !(v > 0 && v <= math.MaxFloat64) {
		return fmt.Errorf("clearance %v is not a finite length above 0", v)
	}
	return nil
}

// Prepare announces the meshes of objects.
func (c *Check) Prepare(j *checks.Job) (work int, err error) {
	made := j.Options.Checks & check.Between
	if made.Has(check.Clearance) {
		if c.clearance, err = j.Options.Clearance.In(j.Scene.Unit); err != nil {
			return 0, fmt.Errorf("a clearance of %s: %w", j.Options.Clearance, err)
		}
	}
	expect(j.World, j.OnlyHulls())
	return len(made.Members()) * j.Scene.Triangles(), nil
}

// Run compares the objects of the scene. It makes them once for both checks.
func (c *Check) Run(ctx context.Context, j *checks.Job, progress func(share float64)) (check.Found, error) {
	r, err := find(ctx, j.World, options{
		Settings: j.Settings, Checks: j.Options.Checks & check.Between, PartsOf: j.Options.PartsOf,
		Clearance: c.clearance, Allow: j.Options.Allow, Hulls: j.OnlyHulls(),
	}, progress)
	if err != nil {
		return nil, j.Interrupted(ctx, err, check.ComparingObjects)
	}
	return r, nil
}

// options say how to check objects against each other.
type options struct {
	check.Settings
	Checks    check.Set // check.Parts, check.Clearance or both
	PartsOf   check.PartsOf
	Clearance float64 // in the unit of the scene
	Allow     []string
	Hulls     []bool // of each instance, whether it is a collision hull and nothing else; nil if none is
}

// find finds how the objects of w meet each other.
func find(ctx context.Context, w *world.World, o options, progress func(share float64)) (*check.PairResult, error) {
	c, err := newChecker(ctx, w, o)
	if err != nil {
		return nil, err
	}
	c.summary.Clearance = o.Clearance
	made := o.Checks.Members()
	for k, of := range made {
		pass := c.pass
		if of == check.Clearance {
			pass = c.clearancePass
		}
		share := func(share float64) { progress((float64(k) + share) / float64(len(made))) }
		share(0)
		p, err := pass(ctx)
		if err == nil {
			err = p.run(ctx, share)
		}
		if err != nil {
			return nil, err
		}
		share(1)
	}
	c.warnOfRounding(w.Scene().Unit)
	c.summary.Pairs, err = c.results(ctx)
	return c.summary, err
}

// warnOfRounding warns if the numbers of the file are coarse compared with the clearance, as
// they are far from the origin: objects then pass that miss the clearance by much.
func (c *checker) warnOfRounding(unit string) {
	coarse := 0.0
	for _, o := range c.objects {
		coarse = max(coarse, 2*o.Rounding)
	}
	if limit := c.summary.Clearance; limit > 0 && coarse > limit/10 {
		let := min(coarse, limit/2)
		c.summary.Warnings = append(c.summary.Warnings,
			strings.TrimSpace(fmt.Sprintf("places are rounded by up to %.2g %s: objects that miss the clearance by less than %.2g pass", coarse, unit, let)))
	}
}

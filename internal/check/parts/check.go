// Package parts finds how the objects of a scene meet each other in the world, and which are
// too near to each other.
package parts

import (
	"context"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Options say how to check objects against each other.
type Options struct {
	check.Settings
	// Checks are check.Parts, check.Clearance or both.
	Checks check.Set
	// PartsOf says what the objects are.
	PartsOf check.PartsOf
	// Clearance is the distance that objects must keep, in the unit of the scene; it counts for
	// check.Clearance only.
	Clearance float64
	// Allow lists pairs of objects that may cross or be near: see ValidateRule.
	Allow []string
	// Hulls tells for each instance whether it is a collision hull and nothing else, and so
	// not an object; nil if none is.
	Hulls []bool
}

// Check finds how the objects of w meet each other. The objects are made once for both
// checks. At the beginning of each check it calls begin, and then calls the function that
// begin returned with the share of the check that is done, from any goroutine. It fails with
// ctx's error, for an invalid rule in Options.Allow, and for a mesh that is too large.
func Check(ctx context.Context, w *world.World, o Options, begin func() (progress func(share float64))) (*check.PairResult, []check.Pair, error) {
	c, err := newChecker(ctx, w, o)
	if err != nil {
		return nil, nil, err
	}
	c.summary.Clearance = o.Clearance
	for _, of := range []struct {
		name check.Set
		pass func(context.Context) (*pass, error)
	}{
		{check.Parts, c.pass},
		{check.Clearance, (&clearanceCheck{c, o.Clearance}).pass},
	} {
		if !o.Checks.Has(of.name) {
			continue
		}
		progress := begin()
		p, err := of.pass(ctx)
		if err == nil {
			err = p.run(ctx, progress)
		}
		if err != nil {
			return nil, nil, err
		}
		progress(1)
	}
	c.warnOfRounding(w.Scene().Unit)
	pairs, err := c.results(ctx)
	return c.summary, pairs, err
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

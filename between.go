package meshcheck

import (
	"context"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// clearanceIn returns the clearance in a file's unit, 0 where none is asked for.
func (o Options) clearanceIn(unit string) (float64, error) {
	if !o.Checks.Has(check.Clearance) {
		return 0, nil
	}
	limit, err := o.Clearance.In(unit)
	if err != nil {
		err = fmt.Errorf("a clearance of %s: %w", o.Clearance, err)
	}
	return limit, err
}

// checkBetween fills in what r says about pairs of objects. The objects are made once
// for all checks.
func checkBetween(ctx context.Context, s *mesh.Scene, o Options, r *Result, progress *progress) error {
	limit, err := o.clearanceIn(s.Unit)
	if err != nil {
		return err
	}
	c, err := newPartsCheck(ctx, s, o)
	if err != nil {
		return err
	}
	c.summary.Clearance = limit
	for _, of := range []struct {
		name check.Set
		pass func(context.Context) (*pass, error)
	}{
		{check.Parts, c.pass},
		{check.Clearance, (&clearanceCheck{c, limit}).pass},
	} {
		if !o.Checks.Has(of.name) {
			continue
		}
		share := progress.share(triangles(s))
		p, err := of.pass(ctx)
		if err == nil {
			err = p.run(ctx, share)
		}
		if err != nil {
			return err
		}
		share(1)
	}
	r.Between = c.summary
	c.warnOfRounding(s.Unit)
	r.Pairs, err = c.results(ctx)
	return err
}

// warnOfRounding says if the numbers of the file are coarse against the clearance, as they
// are far from the origin: what is let pass for that is much then.
func (c *partsCheck) warnOfRounding(unit string) {
	coarse := 0.0
	for _, o := range c.objects {
		coarse = max(coarse, 2*o.rounding)
	}
	if limit := c.summary.Clearance; limit > 0 && coarse > limit/10 {
		let := min(coarse, limit/2)
		c.summary.Warnings = append(c.summary.Warnings,
			strings.TrimSpace(fmt.Sprintf("places are rounded by up to %.2g %s: objects that miss the clearance by less than %.2g pass", coarse, unit, let)))
	}
}

package meshcheck

import (
	"context"
	"fmt"

	"github.com/meshcheck/meshcheck/mesh"
)

// clearanceIn returns the clearance in a file's unit, 0 where none is asked for.
func (o Options) clearanceIn(unit string) (float64, error) {
	if !o.Checks.Has(ClearanceCheck) {
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
	for _, check := range []struct {
		name Checks
		pass func(context.Context) (*pass, error)
	}{
		{PartsCheck, c.pass},
		{ClearanceCheck, (&clearanceCheck{c, limit}).pass},
	} {
		if !o.Checks.Has(check.name) {
			continue
		}
		share := progress.share(triangles(s))
		p, err := check.pass(ctx)
		if err == nil {
			err = p.run(ctx, share)
		}
		if err != nil {
			return err
		}
		share(1)
	}
	r.Between = c.summary
	r.Pairs, err = c.results(ctx)
	return err
}

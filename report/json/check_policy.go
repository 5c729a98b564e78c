package json

import (
	"fmt"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// checkPolicy sees to it that what fails in a file is what its options say, as far as
// they do without a look at sizes.
func checkPolicy(f *report.File, o *meshcheck.Options) error {
	if f.Result == nil {
		return nil
	}
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		if err := checkFailed(&m.Counts, o.Policy); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
		for k := range m.Regions {
			if err := checkFailed(&m.Regions[k].Counts, o.Policy); err != nil {
				return fmt.Errorf("mesh %d: region %d: %w", i, k, err)
			}
		}
	}
	if f.Result.Between == nil {
		return nil
	}
	return setSeverities(&f.Result.Between.Counts, o.Policy)
}

// setSeverities gives those pairs their severity that do not fail, of which a report has only
// the number.
func setSeverities(c *check.Totals, p check.Policy) error {
	for _, k := range check.Between.Rules() {
		v, rest := p.Of(k), c[k][check.Info]
		if err := agrees(c.Of(k), c[k][check.Error], v); err != nil {
			return fmt.Errorf("pairs: %s: %w", k.PairWord(), err)
		}
		c[k][check.Info] = 0
		c[k][v.Within()] += rest
	}
	return nil
}

func checkFailed(c *check.Counts, p check.Policy) error {
	for _, k := range check.Self.Rules() {
		if err := agrees(c.Of(k), c.Failed[k], p.Of(k)); err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
	}
	return nil
}

// agrees fails where a verdict makes all fail, or none, and a count says otherwise.
func agrees(all, failed int, v check.Verdict) error {
	if v.Limit.Of == check.NoMeasure && failed != wording.Either(v.Severity == check.Error, all, 0) {
		return fmt.Errorf("%d of %d fail, which contradicts the options", failed, all)
	}
	return nil
}

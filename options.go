package meshcheck

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/check/hulls"
	"github.com/meshcheck/meshcheck/internal/check/parts"
	"github.com/meshcheck/meshcheck/internal/check/uv"
)

// validate fails for options that are invalid for every scene.
func validate(o *check.Options) error {
	if v := o.Tolerance.Value; !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("tolerance %v is not a finite length of 0 or more", v)
	}
	if o.Checks&^check.All != 0 || o.PartsOf > check.ByPrimitive {
		return fmt.Errorf("checks %b of parts %d are not known", o.Checks, o.PartsOf)
	}
	if o.Checks.Has(check.Hulls) && o.Hulls.Off() {
		return errors.New("finding collision hulls is switched off, and they are to be checked")
	}
	for _, text := range o.Allow {
		if err := parts.ValidateRule(text); err != nil {
			return fmt.Errorf("allow %q: %w", text, err)
		}
	}
	if v := o.Clearance.Value; o.Checks.Has(check.Clearance) && !(v > 0 && v <= math.MaxFloat64) {
		return fmt.Errorf("clearance %v is not a finite length above 0", v)
	}
	if err := cmp.Or(hulls.Validate(&o.Hulls), uv.Validate(&o.UV), o.Policy.Validate()); err != nil {
		return err
	}
	if o.Workers < 0 {
		return fmt.Errorf("%d workers: use 0 for as many as there are processors", o.Workers)
	}
	return nil
}

// maxWorkers is more than any machine has use for.
const maxWorkers = 1024

// withDefaults returns the options with what their zeros mean, for a scene that has hulls or not.
func withDefaults(o check.Options, hulls bool) check.Options {
	if o.Checks == 0 {
		o.Checks = check.Self
		if hulls {
			o.Checks |= check.Hulls
		}
	}
	if o.MaxFindings == 0 {
		o.MaxFindings = check.DefaultMaxFindings
	}
	o.MaxFindings = min(max(o.MaxFindings, 0), math.MaxInt32) // twice as many can be counted
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, maxWorkers)
	return o
}

// clearanceIn returns the clearance in a file's unit, 0 where none is asked for.
func clearanceIn(o *check.Options, unit string) (float64, error) {
	if !o.Checks.Has(check.Clearance) {
		return 0, nil
	}
	limit, err := o.Clearance.In(unit)
	if err != nil {
		err = fmt.Errorf("a clearance of %s: %w", o.Clearance, err)
	}
	return limit, err
}

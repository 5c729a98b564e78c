package meshcheck

import (
	"fmt"
	"math"
	"runtime"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
)

// validate fails for options that are invalid for every scene.
func validate(o *check.Options, all []checks.Check) error {
	if v := o.Tolerance.Value; !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("tolerance %v must be finite and not negative", v)
	}
	if o.Checks&^check.All != 0 || o.PartsOf > check.ByPrimitive {
		return fmt.Errorf("unknown checks %#b or parts %d", o.Checks, o.PartsOf)
	}
	for _, c := range all {
		if err := c.Validate(o); err != nil {
			return err
		}
	}
	if err := o.Policy.Validate(); err != nil {
		return err
	}
	if o.Workers < 0 {
		return fmt.Errorf("%d workers: use 0 for one per processor", o.Workers)
	}
	return nil
}

// maxWorkers is more than any machine can use.
const maxWorkers = 1024

// withDefaults returns the options with defaults in place of zeros, except for Checks.
func withDefaults(o check.Options) check.Options {
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

// settingsIn returns the settings in the unit of a scene. It fails with check.ErrNoUnit for lengths
// that cannot be converted to it.
func settingsIn(unit string, o *check.Options) (s check.Settings, err error) {
	if s.Criteria, err = o.Policy.In(unit); err != nil {
		return s, err
	}
	s.Tolerance, err = o.Tolerance.In(unit)
	s.ListTouches = o.ListTouches || s.Criteria[check.Touch].Severity == check.Error
	s.MaxFindings, s.Workers = o.MaxFindings, o.Workers
	return s, err
}

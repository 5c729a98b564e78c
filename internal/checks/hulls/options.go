package hulls

import (
	"errors"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/internal/selector"
	"github.com/meshcheck/meshcheck/mesh"
)

// Validate fails for options that are invalid for every scene.
func (*Check) Validate(all *check.Options) error {
	o := &all.Hulls
	if all.Checks.Has(check.Hulls) && o.Off() {
		return errors.New("checks include hulls, but finding hulls is switched off")
	}
	if err := o.ProfileOrNone().Validate(); err != nil {
		return err
	}
	for _, text := range o.Names {
		if _, err := selector.ParsePath(text); err != nil {
			return fmt.Errorf("hulls %q: %w", text, err)
		}
		if text == check.NoHullNames && !o.Off() {
			return fmt.Errorf("hulls %q cannot be combined with another name", text)
		}
	}
	if o.Off() && len(o.Meshes) > 0 {
		return fmt.Errorf("hulls %q cannot be combined with meshes that are hulls", check.NoHullNames)
	}
	for _, l := range []check.Length{o.Gap, o.Excess} {
		if !(l.Value >= 0 && l.Value <= math.MaxFloat64) {
			return fmt.Errorf("hull distance %v is not a finite length of 0 or more", l.Value)
		}
	}
	return nil
}

// limits are the distances of Options in the unit of a file.
type limits struct{ gap, excess float64 }

// limitsIn returns the limits in the unit of a scene. It fails
// for meshes that the scene does not have, and for distances with a unit where it has none.
func limitsIn(o *check.HullOptions, s *mesh.Scene) (limits limits, err error) {
	for _, m := range o.Meshes {
		if m < 0 || m >= len(s.Meshes) {
			return limits, fmt.Errorf("hull mesh %d: the model has %s", m, quantity.Count(len(s.Meshes), "mesh", "meshes"))
		}
	}
	for _, l := range []struct {
		length check.Length
		to     *float64
	}{{o.Gap, &limits.gap}, {o.Excess, &limits.excess}} {
		if *l.to, err = l.length.In(s.Unit); err != nil {
			return limits, fmt.Errorf("hull distance %s: %w", l.length, err)
		}
	}
	return limits, nil
}

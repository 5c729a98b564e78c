package hulls

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/selector"
	"github.com/meshcheck/meshcheck/mesh"
)

// Validate fails for options that are invalid for every scene.
func Validate(o *check.HullOptions) error {
	if err := profileOf(o).Validate(); err != nil {
		return err
	}
	for _, text := range o.Names {
		if _, err := parsePattern(text); err != nil {
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
			return fmt.Errorf("a distance of hulls of %v is not a finite length of 0 or more", l.Value)
		}
	}
	return nil
}

// ValidatePattern checks a pattern of Options.Names. Its error says why the pattern is
// invalid.
func ValidatePattern(text string) error {
	_, err := parsePattern(text)
	return err
}

// parsePattern reads one of Options.Names.
func parsePattern(text string) (selector.Selector, error) {
	s, err := selector.Parse(text)
	if err == nil && s.Field != "path" {
		err = fmt.Errorf("a pattern for hulls is for paths of nodes, not for %s", s.Field)
	}
	return s, err
}

// profileOf returns the profile to use.
func profileOf(o *check.HullOptions) *check.HullProfile {
	if o.Profile == nil {
		return &check.HullProfiles()[0]
	}
	return o.Profile
}

// limits are the distances of Options in the unit of a file.
type limits struct{ gap, excess float64 }

// ValidateFor fails for options that are invalid for a scene: meshes that it does not have,
// and distances with a unit where the scene has none.
func ValidateFor(o *check.HullOptions, s *mesh.Scene) error {
	_, err := limitsIn(o, s)
	return err
}

// limitsIn returns the limits in the unit of a scene. It fails as ValidateFor does.
func limitsIn(o *check.HullOptions, s *mesh.Scene) (limits limits, err error) {
	for _, m := range o.Meshes {
		if m < 0 || m >= len(s.Meshes) {
			return limits, fmt.Errorf("hull mesh %d: there %s %d %s", m, agree(len(s.Meshes), "is", "are"), len(s.Meshes), agree(len(s.Meshes), "mesh", "meshes"))
		}
	}
	for _, l := range []struct {
		length check.Length
		to     *float64
	}{{o.Gap, &limits.gap}, {o.Excess, &limits.excess}} {
		if *l.to, err = l.length.In(s.Unit); err != nil {
			return limits, fmt.Errorf("a distance of hulls of %s: %w", l.length, err)
		}
	}
	return limits, nil
}

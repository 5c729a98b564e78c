package hulls

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/selector"
	"github.com/meshcheck/meshcheck/mesh"
)

// Options say which shapes of a scene are collision hulls, and their limits. The zero value
// finds them by their names and by physics extensions, and checks them for no particular
// engine: all rules, and no limits on vertices and faces.
type Options struct {
	// Profile of the engine that is to read the hulls: nil for that of no engine, "none".
	Profile *Profile
	// Names are patterns for nodes that are hulls of the mesh they hang on, or else of
	// the one whose name theirs begins with: globs for paths as in parts.ValidateRule. A single
	// NoNames switches finding hulls off: nothing is a hull.
	Names []string
	// Meshes are indices into the meshes of the scene that are hulls. Together they stand for
	// all instances of other meshes that are not hulls by their names.
	Meshes []int
	// Gap and Excess are the distances beyond which check.HullGap and check.HullExcess are a
	// check.Error; one that the search cannot rule out to be beyond counts as beyond. 0 stands
	// for the distances of the profile, beyond which they are a check.Warning.
	Gap, Excess check.Length
}

// NoNames is the item of Options.Names that switches finding hulls off.
const NoNames = "none"

// Off reports whether finding hulls is switched off.
func (o *Options) Off() bool { return len(o.Names) == 1 && o.Names[0] == NoNames }

// profile returns the profile to use.
func (o *Options) profile() *Profile {
	if o.Profile == nil {
		return &profiles[0]
	}
	return o.Profile
}

// Validate fails for options that are invalid for every scene.
func (o *Options) Validate() error {
	if err := o.profile().Validate(); err != nil {
		return err
	}
	for _, text := range o.Names {
		if _, err := parsePattern(text); err != nil {
			return fmt.Errorf("hulls %q: %w", text, err)
		}
		if text == NoNames && !o.Off() {
			return fmt.Errorf("hulls %q cannot be combined with another name", text)
		}
	}
	if o.Off() && len(o.Meshes) > 0 {
		return fmt.Errorf("hulls %q cannot be combined with meshes that are hulls", NoNames)
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

// limits are the distances of Options in the unit of a file.
type limits struct{ gap, excess float64 }

// ValidateFor fails for options that are invalid for a scene: meshes that it does not have,
// and distances with a unit where the scene has none.
func (o *Options) ValidateFor(s *mesh.Scene) error {
	_, err := o.limitsIn(s)
	return err
}

// limitsIn returns the limits in the unit of a scene. It fails as ValidateFor does.
func (o *Options) limitsIn(s *mesh.Scene) (limits limits, err error) {
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

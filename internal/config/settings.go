// Package config computes the settings of a check from layers: defaults, a built-in policy,
// a configuration file, its overrides for some files, and flags. Later layers take precedence.
package config

import (
	"cmp"
	"reflect"
	"time"

	"github.com/meshcheck/meshcheck/check"
)

// Settings are the settings for the check of a file.
type Settings struct {
	Policy              string // "" for none
	Checks              check.Set
	PartsOf             check.PartsOf
	Allow               []string
	Clearance           check.Length // 0 for none
	Unit                string       // of files that have none, "" for none
	Tolerance           check.Tolerance
	Touch               bool
	Baseline            string
	AllowEmpty          bool
	MaxTriangles        int           // of one file; 0 for any number
	Timeout             time.Duration // 0 for none
	MaxFindings         int
	Profile             check.HullProfile // without a name for none
	HullNames           []string
	HullGap, HullExcess check.Length
	UVUnique            []string
	UVPadding           []check.PaddingLimit
	Lightmap            int // the number of a UV set, 0 for none
	UVProfile           check.UVProfile
	FailOn              check.Policy
	Exclude             []string // globs of the configuration, not of flags; relative to Folder
	Folder              string   // absolute, "" without a configuration
}

// New returns the defaults.
func New() Settings { return Settings{MaxFindings: check.DefaultMaxFindings} }

// Options returns the settings as options of the library.
func (s *Settings) Options() check.Options {
	o := check.Options{
		Tolerance:   s.Tolerance,
		ListTouches: s.Touch,
		Policy:      s.FailOn,
		MaxFindings: s.MaxFindings,
		Checks:      s.AllChecks(),
		Clearance:   s.Clearance,
		PartsOf:     s.PartsOf,
		Allow:       s.Allow,
		Hulls:       check.HullOptions{Names: s.HullNames, Gap: s.HullGap, Excess: s.HullExcess},
		UV:          check.UVOptions{Unique: s.UVUnique, Padding: s.UVPadding, Lightmap: cmp.Or(s.Lightmap, s.UVProfile.Lightmap)},
	}
	if len(s.UVPadding) == 0 {
		o.UV.Padding = s.UVProfile.Padding
	}
	if s.Profile.Name != "" {
		o.Hulls.Profile = &s.Profile
	}
	if o.MaxFindings == 0 {
		o.MaxFindings = -1 // the library's zero is its default
	}
	return o
}

// AllChecks returns the checks to run, 0 for the default. A clearance adds its check to those
// that are named, or to the default.
func (s *Settings) AllChecks() check.Set {
	checks := s.Checks
	if s.Clearance.Value > 0 {
		checks = cmp.Or(checks, check.Self) | check.Clearance
	}
	return checks
}

// Differing returns the options of the settings if they differ from those of other settings,
// otherwise nil.
func (s *Settings) Differing(from *Settings) *check.Options {
	if s == from {
		return nil
	}
	o := s.Options()
	if reflect.DeepEqual(o, from.Options()) {
		return nil
	}
	return &o
}

// Package config makes the settings of a check out of layers: defaults, a built-in policy,
// a configuration file, its overrides for some files, and what the command line gives, each
// counting for more than those before.
package config

import (
	"cmp"
	"math"
	"reflect"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
)

// Settings are what a configuration can say of the check of a file. Each value reads itself
// from text, as a flag or as the key of a configuration.
type Settings struct {
	Policy              PolicyName
	Checks              Checks
	PartsOf             PartsOf
	Allow               Allow
	Clearance           Distance
	Tolerance           Tolerance
	Touch               Switch
	Baseline            Path
	MaxTriangles        Count // of one file; 0, which cannot be given, means any number
	Timeout             Timeout
	MaxFindings         Count
	Profile             Profile
	HullNames           HullNames
	HullGap, HullExcess Distance
	FailOn              FailOn
	Exclude             []string // globs of the configuration alone, relative to its Folder
	Folder              string   // absolute, "" without a configuration
}

// New returns the defaults.
func New() Settings {
	return Settings{
		MaxFindings:  Count{N: meshcheck.DefaultMaxFindings, Most: math.MaxInt32},
		MaxTriangles: Count{Least: 1, Most: math.MaxInt},
	}
}

// Options returns what the settings mean to the library.
func (s *Settings) Options() meshcheck.Options {
	o := meshcheck.Options{
		Tolerance:   check.Tolerance(s.Tolerance),
		ListTouches: bool(s.Touch),
		Policy:      check.Policy(s.FailOn),
		MaxFindings: s.MaxFindings.N,
		Checks:      s.AllChecks(),
		Clearance:   check.Length(s.Clearance),
		PartsOf:     check.PartsOf(s.PartsOf),
		Allow:       s.Allow,
		Hulls:       hulls.Options{Names: s.HullNames, Gap: check.Length(s.HullGap), Excess: check.Length(s.HullExcess)},
	}
	if s.Profile.Name != "" {
		o.Hulls.Profile = &s.Profile.Profile
	}
	if o.MaxFindings == 0 {
		o.MaxFindings = -1 // the library's zero is its default
	}
	return o
}

// AllChecks returns the checks to make, 0 for the default: a clearance asks for its check,
// beside those that are named, or beside the default.
func (s *Settings) AllChecks() check.Set {
	checks := check.Set(s.Checks)
	if s.Clearance.Value > 0 {
		checks = cmp.Or(checks, check.Self) | check.Clearance
	}
	return checks
}

// Differing returns the options that the settings stand for if they are not those of other
// settings, and else nil.
func (s *Settings) Differing(from *Settings) *meshcheck.Options {
	if s == from {
		return nil
	}
	o := s.Options()
	if reflect.DeepEqual(o, from.Options()) {
		return nil
	}
	return &o
}

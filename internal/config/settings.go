// Package config computes the settings of a check from layers: defaults, a built-in policy,
// a configuration file, its overrides for some files, and flags. Later layers take precedence.
package config

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
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
	USDRoot             string       // the folder below which layers of USD are read, "" for none
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
	Lightmap            string // the number or the name of a UV set, "" for none
	UVProfile           check.UVProfile
	Poses               check.PoseOptions
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
		Checks:      s.Checks,
		Clearance:   s.Clearance,
		PartsOf:     s.PartsOf,
		Allow:       s.Allow,
		Hulls:       check.HullOptions{Names: s.HullNames, Gap: s.HullGap, Excess: s.HullExcess},
		UV:          check.UVOptions{Unique: s.UVUnique, Padding: s.UVPadding},
		Poses:       s.Poses,
	}
	if o.UV.Lightmap, o.UV.LightmapName = lightmapOf(s.Lightmap); s.Lightmap == "" {
		o.UV.Lightmap = s.UVProfile.Lightmap
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

// Of returns the settings that have the given options. It fails for options that only make sense for
// a certain scene.
func Of(o check.Options) (Settings, error) {
	if o.Hulls.Meshes != nil {
		return Settings{}, errors.New("the hulls of files are named by patterns, not by the numbers of meshes")
	}
	if number, _ := lightmapOf(o.UV.LightmapName); number != 0 {
		return Settings{}, fmt.Errorf("the name %q of a UV set is a number", o.UV.LightmapName)
	}
	s := Settings{
		Tolerance: o.Tolerance, Touch: o.ListTouches, FailOn: o.Policy, MaxFindings: max(o.MaxFindings, 0),
		Checks: o.Checks, Clearance: o.Clearance, PartsOf: o.PartsOf, Allow: o.Allow,
		HullNames: o.Hulls.Names, HullGap: o.Hulls.Gap, HullExcess: o.Hulls.Excess,
		UVUnique: o.UV.Unique, UVPadding: o.UV.Padding, Lightmap: o.UV.LightmapName,
		Poses: o.Poses,
	}
	if o.MaxFindings == 0 {
		s.MaxFindings = check.DefaultMaxFindings
	}
	if o.Hulls.Profile != nil {
		s.Profile = *o.Hulls.Profile
	}
	if o.UV.Lightmap != 0 {
		s.Lightmap = strconv.Itoa(o.UV.Lightmap)
	}
	return s, nil
}

// Reported returns the options as reports have them: Checks are all that were asked for.
func (s *Settings) Reported() check.Options {
	o := s.Options()
	o.Checks = o.AllChecks()
	return o
}

// Differing returns the options of the settings, as Reported does, if they differ from those of
// other settings, otherwise nil.
func (s *Settings) Differing(from *Settings) *check.Options {
	if s == from {
		return nil
	}
	o := s.Reported()
	if reflect.DeepEqual(o, from.Reported()) {
		return nil
	}
	return &o
}

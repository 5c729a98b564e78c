package checks

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/selector"
	"github.com/meshcheck/meshcheck/mesh"
)

// FindHulls finds the collision hulls of a scene by names and extensions. It returns nil if that is
// switched off. The options must be valid.
func FindHulls(s *mesh.Scene, o *check.HullOptions) *hullname.Search {
	if o.Off() {
		return nil
	}
	profile := o.ProfileOrNone()
	options := &hullname.Options{Meshes: o.Meshes, Engine: profile.Name, Knows: func(scheme string) bool { return knows(profile, scheme) }}
	for _, text := range o.Names {
		pattern, _ := selector.ParsePath(text)
		options.Patterns = append(options.Patterns, hullname.Pattern{Text: text, Meets: pattern.MeetsPath})
	}
	return hullname.Find(s, s.Shown(), options)
}

// knows reports whether the engine finds hulls by the scheme.
func knows(p *check.HullProfile, scheme string) bool {
	return p.Schemes == nil || slices.Contains(p.Schemes, scheme) || scheme == hullname.SchemeGiven || scheme == hullname.SchemePattern
}

package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// hullFiles are two files that are checked together: the hulls, and the meshes they belong to.
type hullFiles struct{ hulls, against string }

// judgesHulls reports whether any setting is a requirement on collision hulls.
func (s *settings) judgesHulls() bool {
	return s.Profile.Name != "" || s.HullGap.Value > 0 || s.HullExcess.Value > 0 || s.hulls.hulls != ""
}

// validHulls fails for flags for hulls that have no effect or contradict others.
func (s *settings) validHulls(paths []string, checks check.Set) error {
	h := &s.hulls
	switch {
	case (h.hulls == "") != (h.against == ""):
		return &failure{statusUsage, errors.New("--hulls and --against must be used together"), "meshcheck --hulls collision.stl --against visual.stl"}
	case h.hulls != "" && len(paths) > 0:
		return &failure{statusUsage, fmt.Errorf("--hulls cannot be combined with other files: %s", shown(paths[0])), "check it in a run of its own"}
	case h.hulls != "" && s.inputs.filesFrom != "":
		return &failure{statusUsage, errors.New("--hulls cannot be combined with other files: --files-from"), "check them in a run of their own"}
	case h.hulls == "-" && h.against == "-":
		return &failure{statusUsage, errors.New("standard input (-) can be read only once"), ""}
	case s.judgesHulls() && checks != 0 && !checks.Has(check.Hulls),
		len(s.HullNames) > 0 && checks != 0 && checks&(check.Hulls|check.Between) == 0:
		return &failure{statusUsage, errors.New("options for collision hulls are given, but hulls are not checked"), `add "hulls" to --checks`}
	case slices.Contains(s.HullNames, check.NoHullNames) && (len(s.HullNames) > 1 || s.judgesHulls() || checks.Has(check.Hulls)):
		return &failure{statusUsage, errors.New(`--hull-names none switches collision hulls off, but other options ask for them`), ""}
	}
	return nil
}

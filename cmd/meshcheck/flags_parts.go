package main

import (
	"errors"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/internal/config"
)

// validChecks reports flags for a check that is not made, and a check without what it
// needs. A configuration may say more than a run has use for.
func validChecks(s *config.Settings, flags *settings) error {
	objects := s.AllChecks()&(meshcheck.PartsCheck|meshcheck.ClearanceCheck) != 0
	pieces := objects || s.AllChecks() == 0 || s.AllChecks().Has(meshcheck.HullsCheck) // of hulls as well
	switch {
	case meshcheck.Checks(s.Checks).Has(meshcheck.ClearanceCheck) && s.Clearance.Value == 0:
		return &failure{statusUsage, errors.New("--checks clearance needs a distance"), "--clearance 0.5mm sets it"}
	case !objects && len(flags.Allow) > 0:
		return &failure{statusUsage, errors.New("--allow is for pairs of objects, which are not checked"), `add "--checks parts"`}
	case !pieces && flags.PartsOf != 0:
		return &failure{statusUsage, errors.New("--parts-of is for objects, which are not checked"), `add "--checks parts"`}
	}
	return nil
}

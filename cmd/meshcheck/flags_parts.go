package main

import (
	"errors"
	"strings"

	"github.com/meshcheck/meshcheck"
)

// checks is a flag for a list of checks, "self,parts".
type checks meshcheck.Checks

var checkNames = map[string]meshcheck.Checks{
	"self": meshcheck.SelfCheck, "parts": meshcheck.PartsCheck, "clearance": meshcheck.ClearanceCheck,
	"hulls": meshcheck.HullsCheck,
}

func (c *checks) Type() string { return "LIST" }

func (c *checks) String() string {
	var names []string
	for _, name := range []string{"self", "parts", "clearance", "hulls"} {
		if meshcheck.Checks(*c).Has(checkNames[name]) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

func (c *checks) Set(s string) error {
	*c = 0
	for name := range strings.SplitSeq(s, ",") {
		check, ok := checkNames[name]
		if !ok {
			return errors.New("not a list of self, parts, clearance and hulls, such as self,parts")
		}
		*c |= checks(check)
	}
	return nil
}

// partsOf is a flag for what an object is.
type partsOf meshcheck.PartsOf

func (p *partsOf) Type() string   { return "PIECE" }
func (p *partsOf) String() string { return meshcheck.PartsOf(*p).String() }

func (p *partsOf) Set(s string) error {
	for _, of := range []meshcheck.PartsOf{meshcheck.ByMesh, meshcheck.ByShell, meshcheck.ByPrimitive} {
		if s == of.String() {
			*p = partsOf(of)
			return nil
		}
	}
	return errors.New("not mesh, shell or primitive")
}

// allow is a flag for rules, one each time it is given.
type allow []string

func (a *allow) Type() string   { return "A:B" }
func (a *allow) String() string { return strings.Join(*a, " ") }

func (a *allow) Set(s string) error {
	if err := meshcheck.AllowRule(s); err != nil {
		return err
	}
	*a = append(*a, s)
	return nil
}

// validChecks reports flags for a check that is not made, and a check without what it
// needs. A configuration may say more than a run has use for.
func (s *settings) validChecks(flags *settings) error {
	objects := s.allChecks()&(meshcheck.PartsCheck|meshcheck.ClearanceCheck) != 0
	pieces := objects || s.allChecks() == 0 || s.allChecks().Has(meshcheck.HullsCheck) // of hulls as well
	switch {
	case meshcheck.Checks(s.checks).Has(meshcheck.ClearanceCheck) && s.clearance.Value == 0:
		return &failure{statusUsage, errors.New("--checks clearance needs a distance"), "--clearance 0.5mm sets it"}
	case !objects && len(flags.allow) > 0:
		return &failure{statusUsage, errors.New("--allow is for pairs of objects, which are not checked"), `add "--checks parts"`}
	case !pieces && flags.partsOf != 0:
		return &failure{statusUsage, errors.New("--parts-of is for objects, which are not checked"), `add "--checks parts"`}
	}
	return nil
}

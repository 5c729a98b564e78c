package main

import (
	"errors"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// checks is a flag for a list of checks, "self,parts".
type checks check.Set

func (c *checks) Type() string { return "LIST" }

func (c *checks) String() string { return check.Set(*c).String() }

func (c *checks) Set(s string) error {
	set, ok := check.ParseSet(s)
	if !ok {
		return errors.New("not a list of self, parts, clearance and hulls, such as self,parts")
	}
	*c = checks(set)
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
	objects := s.allChecks()&check.Between != 0
	pieces := objects || s.allChecks() == 0 || s.allChecks().Has(check.Hulls) // of hulls as well
	switch {
	case check.Set(s.checks).Has(check.Clearance) && s.clearance.Value == 0:
		return &failure{statusUsage, errors.New("--checks clearance needs a distance"), "--clearance 0.5mm sets it"}
	case !objects && len(flags.allow) > 0:
		return &failure{statusUsage, errors.New("--allow is for pairs of objects, which are not checked"), `add "--checks parts"`}
	case !pieces && flags.partsOf != 0:
		return &failure{statusUsage, errors.New("--parts-of is for objects, which are not checked"), `add "--checks parts"`}
	}
	return nil
}

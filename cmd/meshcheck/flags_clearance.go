package main

import (
	"cmp"
	"errors"

	"github.com/meshcheck/meshcheck/check"
)

// clearance is a flag for a distance above 0, "0.5mm". Its zero value is none.
type clearance check.Length

func (c *clearance) Type() string { return "DISTANCE" }

func (c *clearance) String() string {
	if *c == (clearance{}) {
		return ""
	}
	return check.Length(*c).String()
}

func (c *clearance) Set(s string) error {
	l, err := check.ParseLength(s)
	if err == nil && l.Value == 0 {
		err = errors.New("nothing is nearer than 0; --checks parts finds what crosses and touches")
	}
	if err == nil {
		*c = clearance(l)
	}
	return err
}

// allChecks returns the checks to make: a clearance asks for its check, beside those
// that are named, or beside the default.
func (s *settings) allChecks() check.Set {
	checks := check.Set(s.checks)
	if s.clearance.Value > 0 {
		checks = cmp.Or(checks, check.Self) | check.Clearance
	}
	return checks
}

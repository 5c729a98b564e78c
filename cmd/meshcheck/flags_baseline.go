package main

import (
	"errors"
	"time"
)

// baselineFile is the baseline of the commands for it, if none is named.
const baselineFile = ".meshcheck-baseline"

// baselineMode is what a run is to do about a baseline.
type baselineMode uint8

const (
	baselineUse   baselineMode = iota // what it accepts does not fail
	baselineCheck                     // and lines that are out of date fail
	baselineWrite                     // accept all that fails now
	baselinePrune                     // take out lines that are out of date
)

// rewrites reports whether the run changes the baseline, and says nothing else.
func (m baselineMode) rewrites() bool { return m >= baselineWrite }

// baselineFlags are the flags for a baseline.
type baselineFlags struct {
	reason string
	until  date
	mode   baselineMode
}

// date is a flag for a day.
type date string

func (d *date) Type() string   { return "DATE" }
func (d *date) String() string { return string(*d) }

func (d *date) Set(s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return errors.New("not a date such as 2027-01-31")
	}
	*d = date(s)
	return nil
}

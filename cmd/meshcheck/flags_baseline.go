package main

import (
	"errors"
	"time"

	"github.com/spf13/pflag"
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
	file   baselinePath
	reason string
	until  date
	mode   baselineMode
}

func (b *baselineFlags) declare(f *pflag.FlagSet) {
	f.Var(&b.file, "baseline", "let pass what this file accepts")
}

// baselinePath is a flag for a file.
type baselinePath string

func (p *baselinePath) Type() string   { return "FILE" }
func (p *baselinePath) String() string { return string(*p) }

func (p *baselinePath) Set(s string) error {
	*p = baselinePath(s)
	return nil
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

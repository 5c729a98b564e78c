package main

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// problem says for a report why a file could not be checked with some options, nil if it was
// not even looked for, and what may help. The text names no path, since the report does:
// reports of the same files are the same anywhere.
func problem(path string, err error, o *check.Options) *report.Problem {
	p := cause(path, err)
	p.Hint = hint(err, o)
	return p
}

// cause is problem without a hint.
func cause(path string, err error) *report.Problem {
	var against *againstError
	if errors.As(err, &against) {
		p := cause(against.path, against.err)
		p.Message = shown(against.path) + ": " + p.Message
		return p
	}
	var format *loader.FormatError
	var unsupported *loader.UnsupportedError
	var limit *loader.LimitError
	switch {
	case errors.Is(err, loader.ErrChanged):
		return &report.Problem{Kind: "io", Message: loader.ErrChanged.Error()}
	case errors.As(err, &limit) && limit.What == "triangles":
		return &report.Problem{Kind: "unsupported", Message: limit.Text() + ", the limit of --max-triangles"}
	case errors.As(err, &limit):
		return &report.Problem{Kind: "unsupported", Message: limit.Text()}
	case errors.As(err, &format):
		return &report.Problem{Kind: "format", Message: format.Err.Error(), Place: format.Place}
	case errors.As(err, &unsupported):
		return &report.Problem{Kind: "unsupported", Message: unsupported.Feature, Place: unsupported.Place}
	case errors.Is(err, check.ErrNoUnit):
		return &report.Problem{Kind: "unsupported", Message: err.Error()}
	case errors.Is(err, loader.ErrUnknownFormat):
		return &report.Problem{Kind: "format", Message: err.Error()}
	}
	return &report.Problem{Kind: "io", Message: fserror.Cause(err).Error()}
}

// problemWithin is problem, or says that the time is up where that is what err came from.
func problemWithin(d *batch.Deadline, path string, err error, o *check.Options) *report.Problem {
	phase, expired := d.Expired(err)
	if !expired {
		return problem(path, err, o)
	}
	progress := "while " + phase
	var cut *check.CutError
	if errors.As(err, &cut) {
		progress = cut.Progress()
	}
	return &report.Problem{Kind: "timeout", Message: fmt.Sprintf("timed out after %s %s", d.Limit(), progress)}
}

// hint returns what may help with a file that could not be checked with some options, nil
// if it was not even looked for, or "".
func hint(err error, o *check.Options) string {
	switch {
	case !errors.Is(err, check.ErrNoUnit):
		return ""
	case o.Checks.Has(check.Clearance) && o.Clearance.Unit != "": // in the order in which they are looked at
		return unitHint + "--clearance as a plain number, which is in the file's own unit"
	case o.Tolerance.Unit != "":
		return unitHint + "--tolerance as a plain number, which is in the file's own unit, or as a percentage"
	case anyUnit(o.Policy):
		return unitHint + "the limit of --fail-on as a plain number, which is in the file's own unit"
	}
	return unitHint + "--hull-gap and --hull-excess as plain numbers, which are in the file's own unit"
}

// unitHint begins the hints for lengths with a unit in files without one.
const unitHint = "if the file is in millimetres, --unit mm says so; or give "

// anyUnit reports whether the limit of any verdict has a unit of length.
func anyUnit(p check.Policy) bool {
	for _, v := range p {
		if v.Limit.Size.Unit != "" {
			return true
		}
	}
	return false
}

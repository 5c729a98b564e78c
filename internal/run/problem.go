package run

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// problem returns, for a report, why a file could not be checked, with a hint. The options
// are nil if the file was not opened. The message names no path, so that reports of the
// same files are equal everywhere.
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
		p.Message = printable(against.path) + ": " + p.Message
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
		return &report.Problem{Kind: "unsupported", Message: limit.Text(), Place: limit.Place}
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

// problemWithin is problem, except that it reports a timeout if that caused err.
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

// hint returns a hint for a file that could not be checked, or "". The options are nil if
// the file was not opened.
func hint(err error, o *check.Options) string {
	var told *loader.HintError
	switch {
	case errors.As(err, &told):
		return told.Hint
	case errors.Is(err, loader.ErrOutside):
		return outsideHint // withoutRoot says which
	case !errors.Is(err, check.ErrNoUnit):
		return ""
	case o.Clearance.Unit != "": // in the order of validation
		return unitHint + "--clearance as a plain number, which is in the file's own unit"
	case o.Tolerance.Unit != "":
		return unitHint + "--tolerance as a plain number, which is in the file's own unit, or as a percentage"
	case anyUnit(o.Policy):
		return unitHint + "the limit of --fail-on as a plain number, which is in the file's own unit"
	}
	return unitHint + "--hull-gap and --hull-excess as plain numbers, which are in the file's own unit"
}

// outsideHint is the hint for a layer that is outside of the folder that may be read.
const outsideHint = "--usd-root DIR names the folder below which all layers are"

// unitHint begins the hints for a length with a unit if the file has none.
const unitHint = "if the file is in millimetres, use --unit mm; or give "

// anyUnit reports whether the limit of any verdict has a unit of length.
func anyUnit(p check.Policy) bool {
	for _, v := range p {
		if v.Limit.Size.Unit != "" {
			return true
		}
	}
	return false
}

// foreign returns a hint for a file of unrecognised content whose ending is that of a format
// that is not read; else "". Results depend on the content alone, so it is not part of them.
func foreign(f *report.File) string {
	if f.Problem == nil || f.Problem.Message != loader.ErrUnknownFormat.Error() {
		return ""
	}
	name := loader.ForeignFormat(f.Path)
	if name == "" {
		return ""
	}
	return fmt.Sprintf("the extension is that of %s: export glTF, FBX, OBJ or STL", name)
}

package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// problem says for a report why a file could not be checked. The text names no
// path, since the report does: reports of the same files are the same anywhere.
func problem(path string, err error) *report.Problem {
	var against *againstError
	if errors.As(err, &against) {
		p := problem(against.path, against.err)
		p.Message = shown(against.path) + ": " + p.Message
		return p
	}
	var format *loader.FormatError
	var unsupported *loader.UnsupportedError
	var limit *loader.LimitError
	switch {
	case errors.Is(err, loader.ErrChanged):
		return &report.Problem{Kind: "io", Message: loader.ErrChanged.Error()}
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
	return &report.Problem{Kind: "io", Message: cause(err).Error()}
}

// sentence is a problem as one line of text.
func sentence(p *report.Problem) string {
	text := p.Message
	if p.Place != "" {
		text = p.Place + ": " + text
	}
	if p.Kind == "unsupported" {
		text = "not supported: " + text
	}
	return shown(text)
}

// problemHint is what may help with a file that could not be checked, or "".
func problemHint(f *report.File) string {
	if f.Problem != nil && strings.Contains(f.Problem.Message, check.ErrNoUnit.Error()) {
		if strings.Contains(f.Problem.Message, "hulls") {
			return "give --hull-gap and --hull-excess as plain numbers, which are in the file's own unit"
		}
		if strings.Contains(f.Problem.Message, "limit") {
			return "give the limit of --fail-on as a plain number, which is in the file's own unit"
		}
		return "give --clearance as a plain number, which is in the file's own unit"
	}
	if f.Problem == nil || f.Problem.Kind != "io" || f.Path == "-" {
		return ""
	}
	switch f.Problem.Message {
	case errNoModels.Error():
		return "a file with another ending is checked where it is named itself"
	case errNoMatch.Error():
		return "** stands for any number of folders; a glob without an ending of its own finds models only"
	}
	return ""
}

// cause strips the operation and the path from an error of the file system, for
// messages that name the path already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	var s *os.SyscallError
	if errors.As(err, &s) {
		return s.Err
	}
	return err
}

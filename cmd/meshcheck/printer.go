package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

// printer is standard output for what commands print beside the results of checks: help,
// versions, explanations, completions. It remembers its first error and tells nobody, since
// the library for commands would take it for wrong usage or lose it.
type printer struct{ err error }

func (p *printer) Write(b []byte) (int, error) {
	if p.err == nil {
		_, p.err = os.Stdout.Write(b)
	}
	return len(b), nil
}

// failure is what the error means for the run.
func (p *printer) failure() error {
	if errors.Is(p.err, syscall.EPIPE) {
		return &failure{status: statusUnread, err: p.err}
	}
	return &failure{status: statusNotChecked, err: fmt.Errorf("cannot write %s: %w", stdout, fserror.Cause(p.err))}
}

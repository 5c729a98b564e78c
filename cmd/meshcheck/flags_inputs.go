package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
)

// inputFlags say what to check beside the arguments, and what not.
type inputFlags struct {
	exclude   []string
	filesFrom string
}

func (i *inputFlags) declare(f *pflag.FlagSet) {
	f.Var(config.Excludes(&i.exclude), "exclude", "skip files and folders that match, such as '*_old.glb' or tmp; may be repeated")
	f.StringVar(&i.filesFrom, "files-from", "", "check the files named in this `FILE`, one a line or NUL-separated; - is standard input")
}

// valid reports wrong usage that no file needs to be read for.
func (i *inputFlags) valid(named []string) error {
	if len(named) == 0 && i.filesFrom == "" {
		return &failure{statusUsage, errors.New("no file to check"),
			`"meshcheck model.glb" checks a file, "meshcheck --help" says more`}
	}
	stdin := 0
	if i.filesFrom == "-" {
		stdin++
	}
	for _, p := range named {
		if p == "" {
			return &failure{statusUsage, errors.New("a path is empty"), ""}
		}
		if p == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return &failure{statusUsage, errors.New("standard input (-) can be read only once"), ""}
	}
	return nil
}

// gather returns the files to check. A list may name none. It fails for wrong usage, and
// with the cause when the context ends.
func (s *settings) gather(ctx context.Context, con *console, named []string) ([]input.File, error) {
	if err := s.inputs.valid(named); err != nil {
		return nil, err
	}
	var listed []string
	if from := s.inputs.filesFrom; from != "" {
		var err error
		if listed, err = input.ReadList(ctx, from); ctx.Err() != nil {
			return nil, context.Cause(ctx)
		} else if err != nil {
			return nil, &failure{statusUsage, fmt.Errorf("--files-from %s: %w", shown(from), fserror.Cause(err)), ""}
		}
	}
	files, err := input.Gather(ctx, named, listed, input.Options{
		Exclude: s.inputs.exclude, ExcludeBelow: s.Exclude, Folder: s.Folder,
		Outputs: s.outputs, Warn: func(path, text string) { con.warningf("%s: %s", shown(path), text) },
	})
	switch {
	case err == input.ErrAllExcluded && len(named) > 0:
		return nil, &failure{statusUsage, err, ""}
	case err == input.ErrAllExcluded: // as of a change without models
		con.warningf("%v", err)
		return nil, nil
	case err == nil && len(files) == 0:
		con.warningf("no file to check: %s names none", shown(s.inputs.filesFrom))
	}
	return files, err
}

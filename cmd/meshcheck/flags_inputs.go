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

// inputFlags add files to the arguments, or exclude some.
type inputFlags struct {
	exclude   []string
	filesFrom string
	// modelsOnly skips named files that are not models.
	modelsOnly bool
}

func (i *inputFlags) declare(f *pflag.FlagSet) {
	f.Var(config.Excludes(&i.exclude), "exclude", "skip files and folders that match, such as '*_old.glb' or tmp; may be repeated")
	f.StringVar(&i.filesFrom, "files-from", "", "check the files named in this `FILE`, one per line or NUL-separated; - is standard input")
	f.BoolVar(&i.modelsOnly, "models-only", false, "of the named files, check only models, as in a folder: for lists of changed files")
}

// valid reports wrong usage that can be found without reading files.
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

// gather returns the files to check, and calls skip for models in formats that are not read. A
// list may name none. It fails for wrong usage, and with the cause when the context ends.
func (s *settings) gather(ctx context.Context, con *console, named []string, skip func(path, ending string)) ([]input.File, error) {
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
	o := s.inputOptions()
	o.Skip, o.Warn = skip, func(path, text string) { con.warningf("%s: %s", shown(path), text) }
	files, err := input.Gather(ctx, named, listed, o)
	var empty *input.EmptyError
	switch {
	case errors.As(err, &empty):
		return nil, &failure{statusUsage, errors.New(shown(err.Error())), emptyHint(err)}
	case err == input.ErrAllExcluded && len(named) > 0 && !s.AllowEmpty:
		return nil, &failure{statusUsage, err, allowEmpty}
	case err == input.ErrAllExcluded: // such as a commit without models
		con.warningf("%v", err)
		return nil, nil
	case err == nil && len(files) == 0:
		con.warningf("no file to check: %s", s.inputs.noFile())
	}
	return files, err
}

// inputOptions returns the options for the search of files, without what it calls.
func (s *settings) inputOptions() input.Options {
	return input.Options{
		Exclude: s.inputs.exclude, ExcludeBelow: s.Exclude, Folder: s.Folder,
		AllowEmpty: s.AllowEmpty, ModelsOnly: s.inputs.modelsOnly, Outputs: s.outputs,
	}
}

// noFile returns the reason why there is no file to check.
func (i *inputFlags) noFile() string {
	switch {
	case i.modelsOnly:
		return "none of the named files is a model that meshcheck reads"
	case i.filesFrom == "-":
		return "the list on standard input is empty"
	case i.filesFrom != "":
		return shown(i.filesFrom) + " is empty"
	}
	return "none of the paths has a model"
}

// allowEmpty is the hint for runs that may rightly find no models.
const allowEmpty = "--allow-empty lets folders and globs without models pass"

// emptyHint returns the hint for a folder or glob without models.
func emptyHint(err error) string {
	if errors.Is(err, input.ErrNoModels) {
		return "export glTF, FBX, OBJ or STL; to check a model with another ending, give its name; " + allowEmpty
	}
	return "** stands for any number of folders; a glob without an ending of its own finds models only; " + allowEmpty
}

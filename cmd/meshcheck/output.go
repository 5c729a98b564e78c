package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/formats"
)

// temporary holds the files to delete when the process ends for any reason.
var temporary = atomicfile.NewTemporaries()

// output is one report to be written.
type output struct {
	path   string // as given
	format string
	*atomicfile.File
}

// outputs are all reports of a run.
type outputs []*output

// in returns the reports in a format.
func (all outputs) in(format string) (some outputs) {
	for _, o := range all {
		if o.format == format {
			some = append(some, o)
		}
	}
	return some
}

// needs returns what the reports together need of the files. Nothing else is kept in memory.
func (all outputs) needs() report.Needs {
	var needs report.Needs
	for _, o := range all {
		needs = needs.And(formats.NeedsOf(o.format))
	}
	return needs
}

// prepareOutputs checks the report paths and creates a temporary file for each, so that bad
// paths fail before the long work. Its errors are usage errors.
func prepareOutputs(paths []string, reads sources) (all outputs, err error) {
	defer func() {
		if err != nil {
			all.discard()
		}
	}()
	for _, path := range paths {
		o := &output{path: path}
		var target string
		if o.format, err = formats.FormatOf(path); err != nil {
			return all, &failure{statusUsage, err, outputHint(path)}
		}
		if target, err = atomicfile.Resolve(path); err == nil {
			err = distinct(target, all, reads)
		}
		if err == nil {
			o.File, err = temporary.Claim(target)
		}
		if err != nil {
			return all, &failure{statusUsage, fmt.Errorf("-o %s: %w", shown(path), fserror.Cause(err)), folderHint(path)}
		}
		all = append(all, o)
	}
	return all, nil
}

// outputEndings are the endings of report files without their dots, for completion.
func outputEndings() []string {
	var endings []string
	for _, e := range formats.Endings() {
		endings = append(endings, strings.TrimPrefix(e, "."))
	}
	return endings
}

// outputHint returns the hint for a path whose ending is not that of a format.
func outputHint(path string) string {
	if path == "-" {
		return "--json prints the JSON report on standard output, and --format FORMAT others"
	}
	return meantLong("o", path, []string{"output"})
}

// folderHint returns a hint for a path in a folder that does not exist.
func folderHint(path string) string {
	folder := filepath.Dir(path)
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return fmt.Sprintf("there is no folder %s", shown(folder))
}

// distinct returns an error if a report at target would overwrite a source or another report.
func distinct(target string, others outputs, reads sources) error {
	for _, other := range others {
		if target == other.Target() {
			return errors.New("is named twice")
		}
	}
	return reads.overwritten(target)
}

func (all outputs) discard() {
	for _, o := range all {
		o.Discard()
	}
}

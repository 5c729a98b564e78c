package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck/report"
)

// output is one report to be written. It becomes a file under its own name only
// when it is whole.
type output struct {
	path   string // as given
	format string
	target string // absolute, links followed
	// temp is the file beside target that is renamed to it at the end; nil where
	// target is a device or a pipe, which is written to directly.
	temp *os.File
	// old is the file that is replaced; nil where there is none.
	old fs.FileInfo
	// refused is why the file must stay as it is; nil for nothing.
	refused error
	// written: the report is whole and in its place.
	written bool
}

// outputs are all reports of a run.
type outputs []*output

// needs returns what the reports need of the files, taken together. What none needs is
// not kept in memory.
func (all outputs) needs() report.Needs {
	var needs report.Needs
	for _, o := range all {
		needs = needs.And(report.NeedsOf(o.format))
	}
	return needs
}

// prepareOutputs checks the report paths and claims a place for each, so that a
// bad one is known before the long work. Its errors are wrong usage.
func prepareOutputs(paths []string, reads sources) (all outputs, err error) {
	defer func() {
		if err != nil {
			all.discard()
		}
	}()
	for _, path := range paths {
		o := &output{path: path}
		if o.format, err = report.FormatOf(path); err != nil {
			return all, &failure{statusUsage, err, outputHint(path)}
		}
		if o.target, err = resolve(path); err == nil {
			err = o.distinct(all, reads)
		}
		if err == nil {
			err = o.claim()
		}
		if err != nil {
			return all, &failure{statusUsage, fmt.Errorf("-o %s: %w", shown(path), cause(err)), ""}
		}
		all = append(all, o)
	}
	return all, nil
}

// outputEndings are the endings of report files without their dots, for completion.
func outputEndings() []string {
	var endings []string
	for _, e := range report.Endings() {
		endings = append(endings, strings.TrimPrefix(e, "."))
	}
	return endings
}

func outputHint(path string) string {
	if path == "-" {
		return "--json prints the JSON report on standard output"
	}
	return ""
}

// resolve returns the absolute path of a file that need not exist, links followed.
func resolve(path string) (string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", errors.New("is a directory")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Lstat(abs); err == nil {
		return filepath.EvalSymlinks(abs)
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	return filepath.Join(dir, filepath.Base(abs)), err
}

// distinct reports an error if o would overwrite what the run reads or another report.
func (o *output) distinct(others outputs, reads sources) error {
	for _, other := range others {
		if o.target == other.target {
			return errors.New("is named twice")
		}
	}
	return reads.overwritten(o.target)
}

// claim creates the file that the report is written to first.
func (o *output) claim() error {
	mode := fs.FileMode(0o666)
	info, err := os.Stat(o.target)
	if err == nil && !info.Mode().IsRegular() {
		return nil
	}
	if err == nil {
		o.old, mode = info, info.Mode().Perm()
		// A rename would replace even a file that is protected against writing.
		f, err := os.OpenFile(o.target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		f.Close()
	}
	temporary.clean(filepath.Dir(o.target))
	o.temp, err = temporary.create(filepath.Dir(o.target), mode)
	return err
}

// write writes what produce does, unless the context ends before. A file still has to be
// committed then.
func (o *output) write(ctx context.Context, produce func(io.Writer) error) (err error) {
	if o.refused != nil {
		o.discard()
		return o.refused
	}
	f := o.temp
	if f == nil {
		if f, err = os.OpenFile(o.target, os.O_WRONLY, 0); err != nil {
			return err
		}
	}
	w := bufio.NewWriterSize(untilDone{ctx, f}, 1<<16)
	err = firstError(produce(w), w.Flush(), f.Close())
	if err != nil {
		o.discard()
	}
	o.written = err == nil && o.temp == nil
	return err
}

// commit puts a written file in its place.
func (o *output) commit() error {
	if o.temp == nil {
		return nil
	}
	err := temporary.rename(o.temp.Name(), o.target)
	if err != nil {
		o.discard()
	}
	o.temp = nil
	o.written = err == nil
	return err
}

// discard removes what was not committed.
func (o *output) discard() {
	if o.temp != nil {
		_ = o.temp.Close() // which write may have done
		temporary.remove(o.temp.Name())
		o.temp = nil
	}
}

func (all outputs) discard() {
	for _, o := range all {
		o.discard()
	}
}

// untilDone is a writer that fails once its context has ended.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

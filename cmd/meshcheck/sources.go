package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/config"
)

// source is a file that a run reads and must not overwrite.
type source struct {
	path string // "-" is standard input
	what string // such as "input"
}

// sources are all files that a run is known to read before it begins.
type sources []source

// with returns the sources and more of a kind. It skips empty paths.
func (all sources) with(what string, paths ...string) sources {
	for _, p := range paths {
		if p != "" {
			all = append(all, source{p, what})
		}
	}
	return all
}

// sources returns the given inputs and everything else that a check reads.
func (s *settings) sources(l *config.Layers, inputs ...string) sources {
	all := sources{}.with("input", inputs...).with("list of files", s.inputs.filesFrom).with("baseline", s.Baseline)
	if c := l.File(); c != nil {
		all = all.with("configuration", c.Path)
	}
	return all
}

// overwritten returns an error if a file at target would replace one of them under any name.
func (all sources) overwritten(target string) error {
	info, err := os.Stat(target)
	for _, s := range all {
		if err != nil && s.what != "baseline" {
			continue // a file that does not exist is not a source, unless it will be written
		}
		if s.path == "-" && s.is(target, info) {
			return errors.New("would overwrite the file on standard input")
		}
		if s.is(target, info) {
			return fmt.Errorf("would overwrite the %s %s", s.what, shown(s.path))
		}
	}
	return nil
}

// is reports whether the source is the file at target. info is that of target, nil if target
// does not exist.
func (s *source) is(target string, info fs.FileInfo) bool {
	if info == nil {
		path, err := atomicfile.Resolve(s.path)
		return err == nil && path == target
	}
	own, err := os.Stat(s.path)
	if s.path == "-" {
		own, err = os.Stdin.Stat()
	}
	return err == nil && os.SameFile(info, own)
}

// naming returns a function that records the files that one of the models refers to.
func (c *checked) naming(i int) func(name string) {
	return func(name string) { c.Named[i] = append(c.Named[i], name) }
}

// spare protects the files that the models refer to from being overwritten. They are known
// only after the models have been read.
func (r *runner) spare(c *checked) {
	for i := range c.Named {
		model := c.File.Path
		if i > 0 && c.File.Against != nil {
			model = c.File.Against.Path
		}
		r.outputs.spare(model, c.Named[i])
		if r.baseline != nil && r.baseline.out != nil {
			outputs{r.baseline.out}.spare(model, c.Named[i])
		}
	}
}

// spare refuses to write reports that would overwrite a file to which a model refers by
// one of the names.
func (all outputs) spare(model string, names []string) {
	for _, o := range all {
		for _, name := range names {
			info, err := os.Stat(filepath.Join(filepath.Dir(model), filepath.FromSlash(name)))
			if err == nil && o.Replaces(info) {
				o.Refuse(fmt.Errorf("%s refers to that file", shown(model)))
			}
		}
	}
}

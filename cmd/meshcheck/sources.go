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

// source is a file that a run reads and must leave as it is.
type source struct {
	path string // "-" is standard input
	what string // such as "input"
}

// sources are all files that a run is known to read before it begins.
type sources []source

// with returns the sources and more of a kind, empty paths left out.
func (all sources) with(what string, paths ...string) sources {
	for _, p := range paths {
		if p != "" {
			all = append(all, source{p, what})
		}
	}
	return all
}

// sources returns what a check reads beside the given inputs.
func (s *settings) sources(l *config.Layers, inputs ...string) sources {
	all := sources{}.with("input", inputs...).with("list of files", s.inputs.filesFrom).with("baseline", s.Baseline)
	if c := l.File(); c != nil {
		all = all.with("configuration", c.Path)
	}
	return all
}

// overwritten reports an error if a file at target would take the place of one of them,
// however that is spelled.
func (all sources) overwritten(target string) error {
	info, err := os.Stat(target)
	for _, s := range all {
		if err != nil && s.what != "baseline" {
			continue // what does not exist is no source either, unless it is to be written
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

// is reports whether the source is the file at target, info of which is nil if there is
// none yet.
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

// naming notes the files that one of the models refers to.
func (c *checked) naming(i int) func(name string) {
	return func(name string) { c.Named[i] = append(c.Named[i], name) }
}

// spare keeps the files that the models refer to from being overwritten. They are known
// only when the models have been read.
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

// spare refuses to write the reports that would overwrite a file which a model refers to
// by one of the names.
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

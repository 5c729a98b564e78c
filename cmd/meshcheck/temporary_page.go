package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
)

// temporaryPage is the page of a run that opens one without naming a path for it.
type temporaryPage struct {
	wanted bool
	// The paths are "" if there is none.
	folder, path string
}

// choose makes a temporary folder and adds a page in it to the outputs: a file for one model, or the
// folder itself for several.
func (p *temporaryPage) choose(s *settings, inputs []input.File, paths []string) (err error) {
	if !p.wanted {
		return nil
	}
	name := "models"
	switch {
	case len(inputs) == 1:
		name = pageName(inputs[0].Path)
	case len(paths) == 1:
		name = pageName(paths[0])
	}
	p.folder, err = os.MkdirTemp("", "meshcheck-"+name+"-*")
	if err != nil {
		return &failure{statusNotChecked, fmt.Errorf("no temporary folder for the page: %w", fserror.Cause(err)), "-o page.html writes it elsewhere"}
	}
	page := p.folder + string(filepath.Separator)
	p.path = page + "index.html"
	if len(inputs) == 1 {
		page += name + ".html"
		p.path = page
	}
	s.outputs = append(s.outputs, page)
	return nil
}

// discard removes the folder if no page was written.
func (p *temporaryPage) discard() {
	if p.folder != "" {
		_ = os.Remove(p.folder) // not if there is anything in it
	}
}

// pageName returns the name of the page for a path, which any file system takes.
func pageName(path string) string {
	if absolute, err := filepath.Abs(path); err == nil && path != "-" {
		path = absolute
	}
	name := filepath.Base(path)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_. ", r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(name, ""))
	const longest = 60
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest])
	}
	if name = strings.Trim(name, "-. "); name == "" {
		return "model"
	}
	return name
}

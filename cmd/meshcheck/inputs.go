package main

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// modelEndings are the endings of the files that are taken from folders. What a file
// is says its content all the same, and a file of any name is checked if it is named.
var modelEndings = []string{".glb", ".gltf", ".stl"}

// input is one file to check.
type input struct {
	path string
	// err is why there is nothing to open: nothing matches a glob, a folder cannot be
	// read or has no models. It must not pass unseen.
	err error
}

// gatherer makes a list of files of what was named: files, folders and globs.
type gatherer struct {
	ctx      context.Context
	flags    *inputFlags
	own      ownModels // left out of folders and globs
	warn     func(format string, args ...any)
	files    []input
	seen     map[string]bool // cleaned paths of files
	excluded bool            // something was
}

// gather returns the files to check in the order in which they were named, sorted
// within folders and globs, each path once. A list may name none. It fails for wrong usage,
// and with the cause when the context ends.
func (s *settings) gather(ctx context.Context, con *console, named []string) ([]input, error) {
	if err := s.inputs.valid(named); err != nil {
		return nil, err
	}
	g := &gatherer{ctx: ctx, flags: &s.inputs, own: ownOf(s.outputs), warn: con.warningf, seen: map[string]bool{}}
	for _, name := range named {
		g.add(name)
	}
	if from := s.inputs.filesFrom; from != "" {
		list, err := readList(ctx, from)
		if err != nil {
			return nil, err
		}
		for _, name := range list {
			g.addListed(name)
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case len(g.files) > 0:
		return g.files, nil
	case len(named) > 0:
		return nil, &failure{statusUsage, errAllExcluded, ""}
	case g.excluded:
		con.warningf("%v", errAllExcluded)
	default:
		con.warningf("no file to check: %s names none", shown(s.inputs.filesFrom))
	}
	return nil, nil // as of a change without models
}

var errAllExcluded = errors.New("no file to check: all are excluded")

// add adds what an argument names. A file by that very name comes before a glob.
func (g *gatherer) add(name string) {
	if _, err := os.Stat(name); err != nil && isGlob(name) {
		g.addGlob(name)
		return
	}
	g.addListed(name)
}

// addListed adds a file, or those in a folder, by its very name.
func (g *gatherer) addListed(name string) {
	if info, err := os.Stat(name); name != "-" && err == nil && info.IsDir() {
		g.addFolder(name)
		return
	}
	g.file(name)
}

// file adds one file, unless it is excluded or there already.
func (g *gatherer) file(name string) {
	clean := filepath.Clean(name)
	switch {
	case name != "-" && g.flags.excluded(clean):
		g.excluded = true
	case !g.seen[clean]:
		g.seen[clean] = true
		g.files = append(g.files, input{path: name})
	}
}

func (g *gatherer) addFolder(name string) {
	found := g.walk(name, "", func(string) bool { return true }, isModel)
	if !found && g.ctx.Err() == nil {
		g.files = append(g.files, input{name, errNoModels})
	}
}

// addGlob adds the files that match a pattern. A pattern that does not spell the ending
// of its files finds models.
func (g *gatherer) addGlob(pattern string) {
	base, below := doublestar.SplitPattern(filepath.ToSlash(pattern))
	ending := path.Ext(below)
	spelled := ending != "" && !strings.ContainsAny(ending, globSigns)
	found := false
	if _, err := os.Stat(base); err == nil {
		found = g.walk(filepath.FromSlash(base), below, leadsTo(below), func(rel string) bool {
			return (spelled || isModel(rel)) && doublestar.MatchUnvalidated(below, rel)
		})
	}
	if !found && g.ctx.Err() == nil {
		g.files = append(g.files, input{pattern, errNoMatch})
	}
}

var (
	errNoModels = errors.New("there is no " + strings.Join(modelEndings[:2], ", ") + " or " + modelEndings[2] + " file in this folder")
	errNoMatch  = errors.New("nothing matches this glob")
)

// isModel reports whether a file has the ending of a model, in any letter case.
func isModel(name string) bool {
	return slices.Contains(modelEndings, strings.ToLower(path.Ext(name)))
}

// globSigns make a path a glob.
const globSigns = `*?[{`

func isGlob(name string) bool {
	return strings.ContainsAny(name, globSigns) && doublestar.ValidatePattern(filepath.ToSlash(name))
}

// leadsTo returns whether a folder may have files below it that match the pattern, so
// that others need not be read. Both are relative to the same folder.
func leadsTo(pattern string) func(folder string) bool {
	steps := strings.Split(pattern, "/")
	return func(folder string) bool {
		for i, name := range strings.Split(folder, "/") {
			switch {
			case i == len(steps)-1:
				return steps[i] == "**" || strings.Contains(steps[i], "{")
			case steps[i] == "**", strings.Contains(steps[i], "{"): // braces may hold slashes
				return true
			case !doublestar.MatchUnvalidated(steps[i], name):
				return false
			}
		}
		return true
	}
}

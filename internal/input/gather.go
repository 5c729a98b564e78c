// Package input lists the files to check from named files, folders, globs and lists of
// paths.
package input

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/loader"
)

// modelEndings are the endings of the files that are taken from folders. The content decides
// the format, and a named file is checked whatever its ending.
var modelEndings = loader.Endings()

// File is one file to check.
type File struct {
	Path string
	// Folder is the folder in which it was found, as given; "" for a file that was named or that a glob
	// matches.
	Folder string
	// Err is the reason why nothing can be opened, such as an unreadable folder. Callers must
	// report it.
	Err error
}

// Options are the options of Gather.
type Options struct {
	// Exclude matches paths as they are given.
	Exclude Excludes
	// ExcludeBelow matches paths relative to Folder, which is absolute.
	ExcludeBelow Excludes
	Folder       string
	// Outputs are the reports that will be written. Folders and globs skip a marked model that
	// an earlier run wrote to one of these paths.
	Outputs []string
	// AllowEmpty lets folders and globs without models pass, with a warning.
	AllowEmpty bool
	// ModelsOnly skips named files without the ending of a model, as for folders.
	ModelsOnly bool
	// Warn is called with a path and something unexpected about it.
	Warn func(path, text string)
	// Skip, if not nil, is called with each model in a format that is not read, and the ending of
	// that format. The ending of the name identifies a model, or else its content. Named files,
	// and files of globs with an ending, are not skipped.
	Skip func(path, ending string)
	// Entered, if not nil, is called with each folder that is read.
	Entered func(folder string)
}

// EmptyError says that a folder or glob has no models.
type EmptyError struct {
	// Path is as given. Err is the reason; for a folder it wraps ErrNoModels.
	Path string
	Err  error
	// More is the number of other folders and globs without models.
	More int
}

func (e *EmptyError) Error() string {
	text := e.Path + ": " + e.Err.Error()
	if e.More > 0 {
		text += fmt.Sprintf(" (and %d more without models)", e.More)
	}
	return text
}

func (e *EmptyError) Unwrap() error { return e.Err }

// Reasons why there is no file.
var (
	ErrAllExcluded = errors.New("no file to check: all are excluded")
	ErrNoModels    = errors.New("no " + strings.Join(modelEndings[:len(modelEndings)-1], ", ") + " or " + modelEndings[len(modelEndings)-1] + " files in this folder")
	ErrNoMatch     = errors.New("nothing matches this glob")

	errNoModelMatches = errors.New("no model that meshcheck reads matches this glob")
)

// Gather returns the files of the named files, folders and globs, then those of the listed
// files and folders. Files are in the order of the names, sorted within folders and globs, and
// each path occurs once. What cannot be read is a File with an error. Gather fails with an
// *EmptyError for folders and globs without models, with ErrAllExcluded if nothing is left,
// and with the cause when the context ends.
func Gather(ctx context.Context, named, listed []string, o Options) ([]File, error) {
	g := &gatherer{ctx: ctx, options: &o, marked: markedAt(o.Outputs), seen: map[string]bool{}}
	for _, name := range named {
		g.add(name)
	}
	for _, name := range listed {
		g.addListed(name)
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case len(g.empty) > 0:
		g.empty[0].More = len(g.empty) - 1
		return nil, g.empty[0]
	case len(g.files) == 0 && g.excluded:
		return nil, ErrAllExcluded
	}
	return g.files, nil
}

// gatherer builds the list.
type gatherer struct {
	ctx      context.Context
	options  *Options
	marked   markedModels // skipped in folders and globs
	files    []File
	empty    []*EmptyError
	folder   string          // that is searched, "" for none
	seen     map[string]bool // cleaned paths of files, including skipped ones
	excluded bool            // something was excluded
}

// add adds the files of an argument. A file of that exact name takes precedence over a glob.
func (g *gatherer) add(name string) {
	if _, err := os.Stat(name); err != nil && IsGlob(name) {
		g.addGlob(name)
		return
	}
	g.addListed(name)
}

// addListed adds a file, or the files of a folder, by its exact name.
func (g *gatherer) addListed(name string) {
	if info, err := os.Stat(name); name != "-" && err == nil && info.IsDir() {
		g.addFolder(name)
		return
	}
	g.file(name)
}

// file adds one file unless it was added before, and reports whether it is not excluded.
func (g *gatherer) file(name string) bool {
	clean := filepath.Clean(name)
	if name != "-" && g.options.excluded(clean) {
		g.excluded = true
		return false
	}
	if name != "-" && g.options.ModelsOnly && !isModel(name) {
		g.other(name, name)
		return true
	}
	if !g.seen[clean] {
		g.seen[clean] = true
		g.files = append(g.files, File{Path: name, Folder: g.folder})
	}
	return true
}

func (g *gatherer) addFolder(name string) {
	others := otherFiles{}
	g.folder = name
	found := g.walk(&walker{root: name, others: others})
	g.folder = ""
	if !found && g.ctx.Err() == nil {
		g.none(name, others.explain(ErrNoModels, "it has"))
	}
}

// addGlob adds the files that match a pattern. A pattern without an ending finds only models.
func (g *gatherer) addGlob(pattern string) {
	base, below := doublestar.SplitPattern(filepath.ToSlash(pattern))
	ending := path.Ext(below)
	spelled := ending != "" && !strings.ContainsAny(ending, globSigns) && !g.options.ModelsOnly
	others, found := otherFiles{}, false
	if _, err := os.Stat(base); err == nil {
		found = g.walk(&walker{root: filepath.FromSlash(base), glob: below, anyEnding: spelled, others: others})
	}
	err := ErrNoMatch
	if len(others) > 0 {
		err = others.explain(errNoModelMatches, "it matches")
	}
	if !found && g.ctx.Err() == nil {
		g.none(pattern, err)
	}
}

// none records that a folder or glob has no models.
func (g *gatherer) none(name string, err error) {
	if g.options.AllowEmpty {
		g.options.Warn(name, err.Error())
		return
	}
	g.empty = append(g.empty, &EmptyError{Path: name, Err: err})
}

// isModel reports whether a file has the ending of a model, in any letter case.
func isModel(name string) bool {
	return slices.Contains(modelEndings, strings.ToLower(path.Ext(name)))
}

// globSigns are the characters that make a path a glob.
const globSigns = `*?[{`

// IsGlob reports whether a path is a valid glob and not a plain name.
func IsGlob(name string) bool {
	return strings.ContainsAny(name, globSigns) && doublestar.ValidatePattern(filepath.ToSlash(name))
}

// leadsTo returns a function that reports whether a folder may have matches of the pattern
// below it. Other folders need not be read. Both are relative to the same folder.
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

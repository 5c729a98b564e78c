package input

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// walker goes through one folder and all below it, links to folders included.
type walker struct {
	*gatherer
	globs       *globs
	enter, take func(rel string) bool
	found       bool
	open        []spot         // the folders on the way to here
	linked      map[spot]bool  // what links led to
	ways        map[string]int // in how many of them a real folder is
	again       int            // links to them that came later
}

// spot is a real folder and what the globs have matched on the way to it. Two of the
// same are the same to a walk.
type spot struct{ real, globs string }

// mostWays bounds how often a folder is read by links, each time with other outcome.
const mostWays = 256

// walk adds the files below a folder whose path, relative to it and with slashes, take
// accepts, in the order of their names, and reports whether there was any, or anything
// that could not be read. Folders that enter does not accept are not read.
//
// A link to a folder that it stands in itself, or that was gone through on the way to it,
// is not followed, with a warning. A folder that several links lead to is read at the
// first one only, unless glob, which take is about ("" for all models), or what is left
// out takes other files there at another: links in linked folders could else lead to it
// in exponentially many ways.
func (g *gatherer) walk(root, glob string, enter, take func(rel string) bool) bool {
	w := &walker{gatherer: g, enter: enter, take: take, linked: map[spot]bool{}, ways: map[string]int{}}
	w.globs = g.options.globs(glob)
	real, err := realPath(root)
	if err != nil {
		g.files = append(g.files, File{root, err})
		return true
	}
	if g.options.excluded(filepath.Clean(root)) {
		g.excluded = true
		return true
	}
	w.folder(root, "", real)
	if w.again > 0 {
		g.options.Warn(root, fmt.Sprintf("%d of the links in it lead where another one does; what is there is checked once", w.again))
	}
	return w.found
}

// folder goes through the folder at path, which is rel below the root, "" for itself,
// and real with all links followed.
func (w *walker) folder(path, rel, real string) {
	if w.ctx.Err() != nil {
		return
	}
	w.open = append(w.open, w.spot(path, rel, real))
	defer func() { w.open = w.open[:len(w.open)-1] }()
	// The system follows no more than some tens of links in one path.
	entries, err := os.ReadDir(real)
	if err != nil {
		w.fail(path, err)
	}
	for _, e := range entries {
		w.entry(e, filepath.Join(path, e.Name()), strings.TrimPrefix(rel+"/"+e.Name(), "/"), real)
	}
}

// entry goes on with one entry of the folder whose real path is real.
func (w *walker) entry(e fs.DirEntry, path, rel, real string) {
	mode := e.Type()
	link := mode&fs.ModeSymlink != 0
	if link {
		// What a broken link stands for cannot be known; one that is named like a model
		// is one that cannot be checked.
		if info, err := os.Stat(filepath.Join(real, e.Name())); err == nil {
			mode = info.Mode()
		} else {
			mode = 0
		}
	}
	switch {
	case mode.IsDir() && link:
		w.link(path, rel, real, e.Name())
	case mode.IsDir():
		w.below(path, rel, filepath.Join(real, e.Name()))
	case !w.take(rel):
	case w.marked.has(path):
	case !mode.IsRegular():
		w.options.Warn(path, "is no file and is left out")
	default:
		w.found = true
		w.file(path)
	}
}

// link follows a link of some name, in the folder whose real path is real, to a folder.
func (w *walker) link(path, rel, real, name string) {
	if !w.wanted(path, rel) {
		return
	}
	target, err := realPath(filepath.Join(real, name))
	if err != nil {
		w.fail(path, err)
		return
	}
	there := w.spot(path, rel, target)
	switch {
	case within(real, target), slices.Contains(w.open, there):
		w.options.Warn(path, "leads back to a folder that it stands in and is not followed")
	case w.linked[there]:
		w.again++
	case w.ways[target] == mostWays:
		w.ways[target]++
		w.fail(path, errTooManyWays)
	case w.ways[target] < mostWays:
		w.linked[there] = true
		w.ways[target]++
		w.folder(path, rel, target)
	}
}

var errTooManyWays = fmt.Errorf("more than %d links lead to this folder, each to other files of it by what is named and left out; some are not looked for", mostWays)

// spot returns where the walk is at a path.
func (w *walker) spot(path, rel, real string) spot {
	return spot{real, w.globs.state(path, rel)}
}

// fail notes a folder that cannot be read.
func (w *walker) fail(path string, err error) {
	w.files = append(w.files, File{path, err})
	w.found = true
}

func (w *walker) below(path, rel, real string) {
	if w.wanted(path, rel) {
		w.folder(path, rel, real)
	}
}

// wanted reports whether a folder is to be read.
func (w *walker) wanted(path, rel string) bool {
	if !w.enter(rel) {
		return false
	}
	if w.options.excluded(path) {
		w.excluded, w.found = true, true // what there may be was not asked for
		return false
	}
	return true
}

// realPath returns the absolute path without links.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// within reports whether the folder is the other or below it.
func within(folder, other string) bool {
	rel, err := filepath.Rel(other, folder)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

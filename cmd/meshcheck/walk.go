package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// walker goes through one folder and all below it, links to folders included.
type walker struct {
	*gatherer
	enter, take func(rel string) bool
	found       bool
	linked      map[string]bool // real paths of the folders that links led to
	again       int             // links to them that came later
}

// walk adds the files below a folder whose path, relative to it and with slashes, take
// accepts, in the order of their names, and reports whether there was any, or anything
// that could not be read. Folders that enter does not accept are not read.
//
// A link to a folder that it stands in itself is not followed, with a warning. A
// folder that several links lead to is read at the first one only: links in linked
// folders could else lead to it in exponentially many ways.
func (g *gatherer) walk(root string, enter, take func(rel string) bool) bool {
	w := &walker{gatherer: g, enter: enter, take: take, linked: map[string]bool{}}
	real, err := realPath(root)
	if err != nil {
		g.files = append(g.files, input{root, err})
		return true
	}
	if g.skip(filepath.Clean(root)) {
		g.excluded = true
		return true
	}
	w.folder(root, "", real)
	if w.again > 0 {
		g.warn("%s: %d of the links in it lead where another one does; what is there is checked once", shown(root), w.again)
	}
	return w.found
}

// folder goes through the folder at path, which is rel below the root, "" for itself,
// and real with all links followed.
func (w *walker) folder(path, rel, real string) {
	if w.ctx.Err() != nil {
		return
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		w.files = append(w.files, input{path, err})
		w.found = true
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
		if info, err := os.Stat(path); err == nil {
			mode = info.Mode()
		} else {
			mode = 0
		}
	}
	switch {
	case mode.IsDir() && link:
		w.link(path, rel, real)
	case mode.IsDir():
		w.below(path, rel, filepath.Join(real, e.Name()))
	case !w.take(rel):
	case !mode.IsRegular():
		w.warn("%s: is no file and is left out", shown(path))
	default:
		w.found = true
		w.file(path)
	}
}

// link follows a link to a folder.
func (w *walker) link(path, rel, real string) {
	if !w.wanted(path, rel) {
		return
	}
	target, err := realPath(path)
	switch {
	case err != nil:
		w.files = append(w.files, input{path, err})
		w.found = true
	case within(real, target):
		w.warn("%s: leads back to a folder that it stands in and is not followed", shown(path))
	case w.linked[target]:
		w.again++
	default:
		w.linked[target] = true
		w.folder(path, rel, target)
	}
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
	if w.skip(path) {
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

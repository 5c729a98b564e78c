package input

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// walker goes through one folder and all below it, links to folders included.
type walker struct {
	*gatherer
	root string
	// glob that the paths of files match, relative to the root and with slashes; "" for all files.
	glob      string
	anyEnding bool       // files that match are taken whatever their ending
	others    otherFiles // that match and are not taken
	enter     func(folder string) bool
	byFolders bool // the folders of a path decide what is taken, beside its last name
	found     bool
	open      []string        // the real folders on the way to here
	paths     map[string]int  // by how many paths a real folder was reached
	taken     map[string]bool // files in real folders, if byFolders
	several   int             // folders that were reached by more than one path
}

// mostPaths bounds how often a folder is read.
const mostPaths = 256

// walk adds the models below the root of a walker, in the order of their names, and reports whether
// there was any, or anything that could not be read. Folders without anything that could match its
// glob are not read.
//
// A link to a folder that it stands in itself, or that was gone through on the way to it,
// is not followed, with a warning. What is in a folder that several paths lead to, by
// links, is taken once, by the first of them that takes it, also with a warning.
//
// Such a folder is read once only, since links in linked folders can lead to it in
// exponentially many ways, unless the glob, or what is excluded, tells its paths apart.
func (g *gatherer) walk(w *walker) bool {
	w.gatherer, w.paths, w.taken = g, map[string]int{}, map[string]bool{}
	w.enter = func(string) bool { return true }
	if w.glob != "" {
		w.enter = leadsTo(w.glob)
	}
	w.byFolders = namesFolders(strings.TrimPrefix(w.glob, "**/")) || g.options.namesFolders()
	root := w.root
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
	if w.several > 0 {
		g.options.Warn(root, fmt.Sprintf("links give %d of the folders in it several paths; what is there is checked once", w.several))
	}
	return w.found
}

// folder goes through the folder at path, which is rel below the root, "" for itself,
// and real with all links followed.
func (w *walker) folder(path, rel, real string) {
	if w.ctx.Err() != nil || !w.reached(path, real) {
		return
	}
	w.open = append(w.open, real)
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

// reached counts a path to a real folder and reports whether the folder is to be read.
func (w *walker) reached(path, real string) bool {
	w.paths[real]++
	n := w.paths[real]
	if n == 2 {
		w.several++
	}
	if w.byFolders && n == mostPaths+1 {
		w.fail(path, errTooManyPaths)
	}
	return n == 1 || w.byFolders && n <= mostPaths
}

var errTooManyPaths = fmt.Errorf("links give this folder more than %d paths, and globs may take other files on each; it is not read again", mostPaths)

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
	case w.glob != "" && !doublestar.MatchUnvalidated(w.glob, rel):
	case !w.anyEnding && !isModel(rel):
		w.others.count(rel)
		if mode.IsRegular() {
			w.otherOnce(path, filepath.Join(real, e.Name()))
		}
	case w.marked.has(path):
	case !mode.IsRegular():
		w.options.Warn(path, "is not a file and is skipped")
	default:
		w.found = true
		w.once(path, filepath.Join(real, e.Name()))
	}
}

// once adds a file unless another path to its real folder has led to it.
func (w *walker) once(path, real string) {
	if !w.byFolders {
		w.file(path)
	} else if !w.taken[real] {
		w.taken[real] = w.file(path)
	}
}

// otherOnce is once for a file without the ending of a model.
func (w *walker) otherOnce(path, real string) {
	if w.options.Skip == nil || w.taken[real] || w.options.excluded(filepath.Clean(path)) {
		return
	}
	w.other(path, real)
	if w.byFolders {
		w.taken[real] = true
	}
}

// link follows a link of some name, in the folder whose real path is real, to a folder.
func (w *walker) link(path, rel, real, name string) {
	if !w.wanted(path, rel) {
		return
	}
	target, err := realPath(filepath.Join(real, name))
	switch {
	case err != nil:
		w.fail(path, err)
	case within(real, target), slices.Contains(w.open, target):
		w.options.Warn(path, "leads back to a folder that contains it and is not followed")
	default:
		w.folder(path, rel, target)
	}
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

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

// walker walks one folder and everything below it, following links to folders.
type walker struct {
	*gatherer
	root string
	// glob matches the paths of files, relative to the root and with slashes; "" for all files.
	glob      string
	anyEnding bool       // take matching files whatever their ending
	others    otherFiles // matching files that were not taken
	enter     func(folder string) bool
	byFolders bool // whether a file is taken depends on the folders of its path, not only on its name
	found     bool
	open      []string        // the real folders from the root to here
	paths     map[string]int  // number of paths that reached a real folder
	taken     map[string]bool // files in real folders, if byFolders
	several   int             // number of folders that several paths reached
}

// mostPaths limits how often a folder is read.
const mostPaths = 256

// walk adds the models below the root of a walker in the order of their names, and reports
// whether it found any, or anything that could not be read. It does not read folders in which
// nothing can match the glob.
//
// It does not follow a link to a folder that contains the link, with a warning. Files in a
// folder that links reach by several paths are added once, by the first path that adds them,
// also with a warning.
//
// Links in linked folders can lead to a folder in exponentially many ways. Such a folder is
// read once, unless the glob or the excludes depend on the path.
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
		g.files = append(g.files, File{Path: root, Err: err})
		return true
	}
	if g.options.excluded(filepath.Clean(root)) {
		g.excluded = true
		return true
	}
	w.folder(root, "", real)
	if w.several > 0 {
		g.options.Warn(root, fmt.Sprintf("folders in it that are linked more than once: %d; each is checked once", w.several))
	}
	return w.found
}

// folder walks the folder at path. rel is its path below the root, "" for the root; real is
// its path with all links resolved.
func (w *walker) folder(path, rel, real string) {
	if w.ctx.Err() != nil || !w.reached(path, real) {
		return
	}
	if w.options.Entered != nil {
		w.options.Entered(path)
	}
	w.open = append(w.open, real)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	// path may have more links than the system follows, some tens.
	entries, err := os.ReadDir(real)
	if err != nil {
		w.fail(path, err)
	}
	for _, e := range entries {
		w.entry(e, filepath.Join(path, e.Name()), strings.TrimPrefix(rel+"/"+e.Name(), "/"), real)
	}
}

// reached counts a path to a real folder and reports whether to read the folder.
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

var errTooManyPaths = fmt.Errorf("skipped: reachable through more than %d symbolic links", mostPaths)

// entry handles one entry of the folder whose real path is real.
func (w *walker) entry(e fs.DirEntry, path, rel, real string) {
	mode := e.Type()
	link := mode&fs.ModeSymlink != 0
	if link {
		// The target of a broken link is unknown. If its name is that of a model, it is a
		// model that cannot be checked.
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
		if w.wanted(path, rel) {
			w.folder(path, rel, filepath.Join(real, e.Name()))
		}
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

// once adds a file unless another path to its real folder has added it.
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

// link follows the link name, in the folder whose real path is real, to a folder.
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

// fail records a folder that cannot be read.
func (w *walker) fail(path string, err error) {
	w.files = append(w.files, File{Path: path, Err: err})
	w.found = true
}

// wanted reports whether to read a folder.
func (w *walker) wanted(path, rel string) bool {
	if !w.enter(rel) {
		return false
	}
	if w.options.excluded(path) {
		w.excluded, w.found = true, true // the folder may have models, but they are excluded
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

// within reports whether folder is other or below it.
func within(folder, other string) bool {
	rel, err := filepath.Rel(other, folder)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

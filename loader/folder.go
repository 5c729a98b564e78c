package loader

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// folder is the file system of a model's folder. It is opened for the first side file, because most
// models have none, and a user who may read the model may not be allowed to open the folder.
type folder struct {
	dir    string
	name   string // of the model
	root   *os.Root
	closed bool
	// wide is Options.Root until widest is called. above is then its folder, and base the path of this
	// folder in it; above is nil if this folder is not below one.
	wide  string
	above *folder
	base  string
}

// folderOf returns the folder of the model at a path. root is Options.Root.
func folderOf(path, root string) *folder {
	return &folder{dir: filepath.Dir(path), name: filepath.Base(path), wide: root}
}

// below returns the path of a folder within root, with slashes and "" for root itself; ok is false if
// it is elsewhere, or root is "".
func below(root, dir string) (base string, ok bool) {
	if root == "" {
		return "", false
	}
	from, err := filepath.Abs(root)
	if err != nil {
		return "", false
	}
	to, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	rel, err := filepath.Rel(from, to)
	if err != nil {
		return "", false
	}
	if rel = filepath.ToSlash(rel); rel == "." {
		rel = ""
	}
	return rel, rel == "" || fs.ValidPath(rel)
}

// widest returns the file system of Options.Root and the path of the folder in it, or the folder itself
// and "" if there is no root, or links lead from it to the folder that it does not contain.
func (f *folder) widest() (fs.FS, string) {
	if base, ok := below(f.wide, f.dir); ok {
		f.above, f.base = &folder{dir: f.wide}, base
	}
	f.wide = ""
	if f.above == nil || f.base == "" {
		return f, ""
	}
	if info, err := f.above.Stat(f.base); err != nil || !info.IsDir() {
		return f, ""
	}
	return f.above, f.base
}

// open returns the file system below the folder. os.Root ensures that links do not lead out of it.
func (f *folder) open() (fs.FS, error) {
	if f.root == nil {
		root, err := os.OpenRoot(f.dir)
		if err != nil {
			return nil, err
		}
		f.root = root
	}
	return f.root.FS(), nil
}

// Open opens a file by its slash-separated path below the folder. Files that are needed after the load,
// as textures are, can still be opened when the folder is closed, which then is safe for concurrent use.
func (f *folder) Open(name string) (fs.File, error) {
	if f.closed {
		again := &folder{dir: f.dir}
		defer again.Close()
		return again.Open(name)
	}
	fsys, err := f.open()
	if err != nil {
		return nil, err
	}
	return fsys.Open(name)
}

// Stat describes a file without opening it, since opening a pipe could block.
func (f *folder) Stat(name string) (fs.FileInfo, error) {
	if f.closed {
		again := &folder{dir: f.dir}
		defer again.Close()
		return again.Stat(name)
	}
	fsys, err := f.open()
	if err != nil {
		return nil, err
	}
	return fs.Stat(fsys, name)
}

// Close closes the folder and that of Options.Root.
func (f *folder) Close() error {
	f.closed = true
	if f.above != nil {
		defer f.above.Close()
	}
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// LeadsOut reports whether the name of a side file, as in SideFile, is that of one above the model's
// folder.
func LeadsOut(name string) bool { return name == ".." || strings.HasPrefix(name, "../") }

package loader

import (
	"io/fs"
	"os"
)

// folder is the file system of a model's folder. It is opened for the first side file, because most
// models have none, and a user who may read the model may not be allowed to open the folder.
type folder struct {
	dir    string
	root   *os.Root
	closed bool
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

// Close closes the folder.
func (f *folder) Close() error {
	f.closed = true
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

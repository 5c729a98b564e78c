package loader

import (
	"io/fs"
	"os"
)

// folder is the file system of a model's folder. It is opened when the first
// side file is read, because most models have none and a folder may be
// closed to a user who may read the model.
type folder struct {
	dir  string
	root *os.Root
}

// open returns the file system below the folder; os.Root ensures that no
// link leads out of it.
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

// Open opens a file by its slash-separated path below the folder.
func (f *folder) Open(name string) (fs.File, error) {
	fsys, err := f.open()
	if err != nil {
		return nil, err
	}
	return fsys.Open(name)
}

// Stat describes a file without opening it, which could block on a pipe.
func (f *folder) Stat(name string) (fs.FileInfo, error) {
	fsys, err := f.open()
	if err != nil {
		return nil, err
	}
	return fs.Stat(fsys, name)
}

// Close closes the folder.
func (f *folder) Close() error {
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

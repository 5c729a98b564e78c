package main

import (
	"crypto/rand"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// temporary are the files that are to be gone when the process ends, whatever ends it.
var temporary = temporaryFiles{names: map[string]bool{}}

type temporaryFiles struct {
	mu    sync.Mutex
	names map[string]bool
}

// What the names of temporary files begin and end with.
const (
	temporaryPrefix = ".meshcheck-"
	temporarySuffix = ".tmp"
)

// create creates an empty file in a folder.
func (t *temporaryFiles) create(dir string, mode fs.FileMode) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	name := filepath.Join(dir, temporaryPrefix+rand.Text()[:10]+temporarySuffix)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		t.names[name] = true
	}
	return f, err
}

// rename gives a file the name that it is to keep.
func (t *temporaryFiles) rename(name, target string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := os.Rename(name, target)
	if err == nil {
		delete(t.names, name)
	}
	return err
}

func (t *temporaryFiles) remove(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if os.Remove(name) == nil {
		delete(t.names, name)
	}
}

// exit removes all of them and ends the process. Nobody can create another one
// meanwhile.
func (t *temporaryFiles) exit(status int) {
	t.mu.Lock()
	for name := range t.names {
		_ = os.Remove(name)
	}
	os.Exit(status)
}

package watch

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// file is a file as it was seen. One that does not exist has no info.
type file struct {
	info   fs.FileInfo
	beside bool
}

// state has the files of a set by their paths.
type state map[string]file

func stateOf(s *Set) state {
	all := make(state, len(s.Inputs)+len(s.Beside))
	see := func(path string, beside bool) {
		info, err := os.Stat(path)
		if err != nil {
			info = nil
		}
		all[path] = file{info, beside}
	}
	for _, path := range s.Beside {
		see(path, true)
	}
	for _, path := range s.Inputs {
		see(path, false)
	}
	return all
}

// same reports whether two states have the same files with the same content, as far as that can be
// told without reading them.
func (s state) same(t state) bool {
	return maps.EqualFunc(s, t, func(a, b file) bool { return sameFile(a.info, b.info) })
}

func sameFile(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && os.SameFile(a, b)
}

// readable reports whether each file that differs from what is known has content and can be opened.
// Some programs lock a file while they write it, and many empty it first.
func (s state) readable(known state) bool {
	for path, f := range s {
		if f.info == nil || !f.info.Mode().IsRegular() || sameFile(f.info, known[path].info) {
			continue
		}
		if f.info.Size() == 0 {
			return false
		}
		opened, err := os.Open(path)
		if err != nil {
			return false
		}
		opened.Close()
	}
	return true
}

// folders returns the folders in which something happens when a file of the set changes: also those
// that links lead to, and for those that do not exist the nearest that does.
func (s *Set) folders() []string {
	all := map[string]bool{}
	add := func(path string) {
		for {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				all[filepath.Clean(path)] = true
				return
			}
			parent := filepath.Dir(path)
			if parent == path {
				return
			}
			path = parent
		}
	}
	for _, folder := range s.Folders {
		add(folder)
	}
	for _, paths := range [][]string{s.Inputs, s.Beside} {
		for _, path := range paths {
			add(filepath.Dir(path))
			if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
				if target, err := filepath.EvalSymlinks(path); err == nil {
					add(filepath.Dir(target))
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

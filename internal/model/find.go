package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// Candidates returns where the model may be that a report in a folder names by a path:
// relative to that folder, and to the working folder.
func Candidates(folder, path string) []string {
	switch {
	case path == "-" || path == "":
		return nil
	case filepath.IsAbs(path) || folder == ".":
		return []string{path}
	}
	return []string{filepath.Join(folder, path), path}
}

// Finder finds the models of a report in a folder.
type Finder struct {
	Folder  string
	Threads int
	Memory  int64 // limit for one model, in bytes
	// Named is called with the names of the files that a model at a path refers to.
	Named func(path string, names []string)
}

// find returns the scene of the first candidate that has the SHA-256 of the report and that
// take accepts, loaded with UVs, colors and root as load says. The root is relative to the folder that the
// path is relative to. The error is that of the first candidate that could not be used, without its path.
func (f *Finder) find(ctx context.Context, name, sha256 string, load loader.Options, take func(*mesh.Scene) error) (*mesh.Scene, error) {
	var found error
	roots := Candidates(f.Folder, load.Root)
	for i, path := range Candidates(f.Folder, name) {
		if len(roots) > 0 {
			load.Root = roots[min(i, len(roots)-1)]
		}
		// Reading a pipe or device may never end, and anyone may have written the report
		// that names it.
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		scene, err := f.open(ctx, path, sha256, load)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			err = take(scene)
		}
		if err == nil {
			return scene, nil
		}
		found = cmp.Or(found, fserror.Cause(err))
	}
	return nil, cmp.Or(found, errors.New("there is no such file beside the report or in the working folder"))
}

// open returns the scene of a file that has not changed.
func (f *Finder) open(ctx context.Context, path, sha256 string, load loader.Options) (*mesh.Scene, error) {
	// The name may be that of a file that needs too much memory.
	if need, _ := batch.Need(path, 0, f.Threads); need > f.Memory {
		return nil, fmt.Errorf("needs about %s of memory, more than the limit of %s", limits.FormatBytes(need), limits.FormatBytes(f.Memory))
	}
	var named []string
	load.Workers, load.MaxMemory = f.Threads, f.Memory
	load.Named = func(name string) { named = append(named, name) }
	model, err := loader.Open(ctx, path, load)
	f.Named(path, named)
	if model.SHA256 != "" && model.SHA256 != sha256 {
		return nil, fmt.Errorf("the file has changed: its SHA-256 is %s, in the report %s", model.SHA256, sha256)
	}
	return model.Scene, err
}

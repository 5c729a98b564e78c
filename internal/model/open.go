// Package model loads the models that a run or a report names by their paths.
package model

import (
	"context"
	"os"

	"github.com/meshcheck/meshcheck/loader"
)

// Open loads the model at a path, "-" for standard input, as loader.Open does. When the
// context ends, it does not wait for a pipe that nobody writes to.
func Open(ctx context.Context, path string, o loader.Options) (*loader.Model, error) {
	if info, err := os.Stat(path); path != "-" && (err != nil || info.Mode().IsRegular()) {
		return loader.Open(ctx, path, o)
	}
	type opened struct {
		model *loader.Model
		err   error
	}
	done := make(chan opened, 1)
	stdin := os.Stdin
	var names []string // only the goroutine below uses it until it is done
	named := o.Named
	o.Named = func(name string) { names = append(names, name) }
	go func() {
		var f opened
		if path == "-" {
			f.model, f.err = loader.Read(ctx, stdin, o)
		} else {
			f.model, f.err = loader.Open(ctx, path, o)
		}
		done <- f
	}()
	select {
	case f := <-done:
		for _, name := range names {
			named(name)
		}
		return f.model, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

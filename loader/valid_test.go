package loader_test

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

// TestValid: scenes of files are valid as scenes in memory have to be.
func TestValid(t *testing.T) {
	loaded := 0
	err := filepath.WalkDir("../fixtures", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		model, err := loader.Open(t.Context(), path, loader.Options{UVs: true, Colors: true})
		if err != nil {
			return nil // no model, or a broken one
		}
		loaded++
		if err := model.Scene.Validate(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil || loaded < 100 {
		t.Errorf("%d models, %v", loaded, err)
	}
}

package meshcheck_test

import (
	"io/fs"
	"path"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// openFixture loads an embedded model with the side files of its folder.
func openFixture(t testing.TB, name string) *mesh.Scene {
	t.Helper()
	data, err := fs.ReadFile(fixtures.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := fs.Sub(fixtures.Files(), path.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	scene, _, err := loader.Decode(t.Context(), data, folder, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return scene
}

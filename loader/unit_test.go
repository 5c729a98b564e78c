package loader_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

// A file without a unit gets that of Options, however it is read. A file with another unit keeps
// it, with a warning. Nothing else changes.
func TestUnit(t *testing.T) {
	for path, own := range map[string]string{
		"stl/binary.stl": "", "stl/text.stl": "", "formats/plain.obj": "", "formats/plain.off": "", "formats/ascii.ply": "", "formats/big_endian.ply": "",
		"formats/plain.3mf": "in", "chair.glb": "m",
	} {
		path = filepath.Join("..", "fixtures", filepath.FromSlash(path))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, unit := range []string{"", "mm", "in", "m"} {
			o := loader.Options{Unit: unit}
			model, err := loader.Open(t.Context(), path, o)
			if err != nil {
				t.Fatal(err)
			}
			decoded, _, err := loader.Decode(t.Context(), data, nil, o)
			if err != nil {
				t.Fatal(err)
			}
			want, warns := own, own != "" && unit != "" && unit != own
			if own == "" {
				want = unit
			}
			for _, s := range []string{model.Scene.Unit, decoded.Unit} {
				if s != want {
					t.Errorf("%s in %q: the unit is %q, want %q", path, unit, s, want)
				}
			}
			about := func(w string) bool {
				return strings.Contains(w, "own unit of length, "+own+", is used instead of "+unit)
			}
			if slices.ContainsFunc(model.Scene.Warnings, about) != warns || slices.ContainsFunc(decoded.Warnings, about) != warns {
				t.Errorf("%s in %q: the warnings are %q and %q", path, unit, model.Scene.Warnings, decoded.Warnings)
			}
		}
	}
}

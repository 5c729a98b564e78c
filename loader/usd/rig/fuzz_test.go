package rig_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// FuzzUSDRig: whatever a stage says of what moves, it loads as it does without poses, and its rig can be posed.
func FuzzUSDRig(f *testing.F) {
	f.Add(rigged)
	for _, change := range [][2]string{
		{"rotateZ", "rotateXYZ"}, {"float xformOp", "matrix4d xformOp"}, {"[0, 0, 0, 1, 1, 0]", "[0, 7, 0, 1, 1, 0]"}, {"1, 0]", "nan, 0]"},
		{"0.5", "1e300"}, {"elementSize = 2", "elementSize = 1"}, {"interpolation = \"vertex\"; ", ""}, {"[2, 1]", "[1, 2]"},
		{"10: 90", "5: None, 10: 90"}, {"def Skeleton", "over"}, {"a/b", "b"}, {"timeCodesPerSecond = 10", "timeCodesPerSecond = 1e-300"},
		{"uniform token[] xformOpOrder = [", "uniform token[] xformOpOrder = [\"!invert!xformOp:rotateZ\", \"!resetXformStack!\", "},
		{"prepend apiSchemas", "instanceable = true; references = </R/M>; prepend apiSchemas"}, {"primvars:skel:jointWeights", "primvars:skel:jointIndices:indices"},
		{"def Mesh \"C\"", "token visibility.timeSamples = { 3: \"invisible\", 4: \"inherited\" }\ndef Mesh \"C\""},
	} {
		f.Add(strings.ReplaceAll(rigged, change[0], change[1]))
	}
	files, err := filepath.Glob("testdata/*.usda")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil && len(data) < 1<<15 {
			f.Add(string(data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		options := loader.Options{Workers: 1, MaxMemory: 1 << 28}
		plain, _, err := loader.Decode(t.Context(), []byte(text), nil, options)
		options.Poses = true
		s, _, also := loader.Decode(t.Context(), []byte(text), nil, options)
		var limit *loader.LimitError
		if errors.As(err, &limit) || errors.As(also, &limit) {
			return
		}
		switch {
		case (err == nil) != (also == nil):
			t.Fatalf("%v, with poses %v", err, also)
		case err != nil:
			return
		case !slices.Equal(plain.Warnings, s.Warnings) || len(plain.Instances) != len(s.Instances) || len(plain.Meshes) != len(s.Meshes):
			t.Fatalf("the warnings %q, with poses %q", plain.Warnings, s.Warnings)
		}
		if !errors.As(s.RigError, &limit) {
			loadertest.CheckRig(t, s)
		}
	})
}

package parts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/loader"
)

// TestPartsCorpus states what real scenes have between their objects.
func TestPartsCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	for _, row := range []struct {
		file, why string
		want      string // objects: crossing, overlap, duplicate, clearance, contained, not checked, touch
	}{
		{"boolean.glb", "the operands of Boolean operations, cylinders and boxes pushed through a base", "28: [40 12 0 0 0 0 15]"},
		{"crates_stacked.glb", "a single node shows all crates as one mesh", "1: [0 0 0 0 0 0 0]"},
		{"duplicate_meshes.gltf", "four nodes show one sphere at one place, some with every triangle twice", "4: [0 0 6 0 0 0 0]"},
		{"gpu_instancing/24_gpu_instancing.gltf", "1,899 open teapots lie with their bottoms in an open plane, 28 of them in another", "1900: [28 1899 0 0 0 99 0]"},
		{"scaled_instances/cube_att.gltf", "a box at three sizes and places", "4: [0 2 0 0 0 0 1]"},
		{"subpass_scene/subpass_scene_opaque.gltf", "a diorama with its pieces put through each other", "70: [216 3 1 0 0 0 0]"},
	} {
		t.Run(row.file, func(t *testing.T) {
			if strings.HasPrefix(row.file, "gpu_instancing/") {
				longtest.Skip(t, "compares 1,900 objects of 6,320 triangles")
			}
			model, err := loader.Open(t.Context(), filepath.Join(dir, filepath.FromSlash(row.file)), loader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := checkedPairs(t, model.Scene, check.Options{})
			if got := fmt.Sprintf("%d: %v", r.Between().Objects, pairCounts(&r.Between().Counts)); got != row.want {
				t.Errorf("%s: got %s, want %s", row.why, got, row.want)
			}
		})
	}
}

// pairCounts returns how many pairs there are of each rule for them.
func pairCounts(c *check.Totals) []int {
	var all []int
	for _, r := range check.Between.Rules() {
		all = append(all, c.Of(r))
	}
	return all
}

package self

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestGroupsEqualSingle: small meshes that are checked beside each other have the same findings
// as if each were checked after the other, also where they list fewer and fewer because the
// room for them runs out.
func TestGroupsEqualSingle(t *testing.T) {
	scene := &mesh.Scene{Unit: "m"}
	for k := range 150 {
		soup := meshgen.Random(meshgen.Rand(uint64(k)), 10+k%20, 1)
		scene.Meshes = append(scene.Meshes, meshgen.Mesh(fmt.Sprint("soup ", k), soup))
	}
	for _, most := range []int{1, 3, 20, 1000} {
		together, alone := groupedBy(t, scene, most, (*sceneCheck).groupFrom), groupedBy(t, scene, most, func(_ *sceneCheck, first int) int { return first + 1 })
		if together.Counts != alone.Counts {
			t.Errorf("at most %d findings: %v in groups, %v alone", most, together.Counts, alone.Counts)
		}
		full := 0
		for i := range scene.Meshes {
			grouped, alone := &together.Meshes[i], &alone.Meshes[i]
			if !reflect.DeepEqual(grouped.Findings, alone.Findings) || grouped.Truncated != alone.Truncated || grouped.RegionCount != alone.RegionCount {
				t.Errorf("at most %d findings: mesh %d has others in a group", most, i)
			}
			if len(alone.Findings) == most {
				full++
			}
		}
		t.Logf("at most %d findings: %d of %d meshes list as many", most, full, len(scene.Meshes))
		if most == 20 && (full < 10 || full > len(scene.Meshes)-10) {
			t.Error("the room hardly matters")
		}
	}
}

// groupedBy returns the result for a scene whose meshes are checked in groups.
func groupedBy(t *testing.T, scene *mesh.Scene, most int, endOf func(s *sceneCheck, first int) int) *check.Result {
	t.Helper()
	j := &checks.Job{Scene: scene, World: world.New(scene, 2), Result: &check.Result{Meshes: make([]check.Mesh, len(scene.Meshes))}}
	j.Settings = check.Settings{MaxFindings: most, Workers: 2}
	s := sceneCheck{Job: j, progress: func(float64) {}, places: world.PlacesOf(scene), room: collect.NewBudget(most)}
	if err := s.groups(t.Context(), func(first int) int { return endOf(&s, first) }); err != nil {
		t.Fatal(err)
	}
	return j.Result
}

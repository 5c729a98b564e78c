package meshcheck

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/mesh"
)

// cover notes what the checks did not look at, and which of them had nothing to look at.
func cover(j *checks.Job) {
	r := j.Result
	if r.Section(check.Between) == nil {
		r.Uncompared = uncompared(j)
	}
	if r.Section(check.Poses) == nil {
		r.Unposed = j.Scene.Animations
	}
	if empty(j) {
		r.Note(check.Empty, emptyReason(j.Scene), j.Settings.CriteriaOrDefault())
		return
	}
	for _, found := range r.Sections {
		if s := found.Common(); s.Nothing != "" && len(s.NotChecked) == 0 {
			r.Note(check.NothingToCompare, s.Nothing, j.Settings.CriteriaOrDefault())
		}
	}
}

// emptyReason says that a scene has no triangles, and what it has instead.
func emptyReason(s *mesh.Scene) string {
	const none = "the model has no triangles"
	switch n := len(s.Omitted); n {
	case 0:
		return none
	case 1:
		return none + ": its only object, of kind " + mesh.ShortName(s.Omitted[0].Kind) + ", is left out and was not checked"
	default:
		return fmt.Sprintf("%s: all its %d objects, the first of kind %s, are left out and were not checked", none, n, mesh.ShortName(s.Omitted[0].Kind))
	}
}

// empty reports whether the scene has neither triangles nor collision hulls that were checked.
func empty(j *checks.Job) bool {
	h := j.Result.Hulls()
	return j.Scene.Triangles() == 0 && (h == nil || h.Empty(j.Result) && len(h.NotChecked) == 0)
}

// uncompared returns Result.Uncompared. Collision hulls are not objects, whichever checks run.
// Objects that are pieces of a lone mesh were compared if that mesh was checked against itself.
func uncompared(j *checks.Job) int {
	if len(j.Scene.Instances) == 0 && j.Options.Checks.Has(check.Self) {
		return 0
	}
	return parts.Comparable(j.Scene, j.OnlyHulls())
}

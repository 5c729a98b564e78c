package meshcheck

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
)

// cover notes what the checks did not look at, and which of them had nothing to look at.
func cover(j *checks.Job) {
	r := j.Result
	if r.Section(check.Between) == nil {
		r.Uncompared = uncompared(j)
	}
	if empty(j) {
		r.Note(check.Empty, "the model has no triangles", j.Settings.CriteriaOrDefault())
		return
	}
	for _, found := range r.Sections {
		if s := found.Common(); s.Nothing != "" && len(s.NotChecked) == 0 {
			r.Note(check.NothingToCompare, s.Nothing, j.Settings.CriteriaOrDefault())
		}
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

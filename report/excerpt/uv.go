package excerpt

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// uvTells reports whether something was found in UV sheets.
func uvTells(r *check.Result) bool {
	return r.UV() != nil && slices.ContainsFunc(r.UV().Sheets, func(s check.UVSheet) bool { return len(s.Findings) > 0 })
}

// mostKept is how many pairs of islands of a sheet have their worst triangles in an excerpt, whatever
// else is.
const mostKept = 50

// keptFor returns the triangles of a mesh at which pairs of islands that are listed first meet in
// UV.
func keptFor(r *check.UVResult, mesh int) (keep []int) {
	if r == nil {
		return nil
	}
	add := func(faces [2]check.UVFace) {
		for _, f := range faces {
			if int(f.Mesh) == mesh {
				keep = append(keep, int(f.Triangle))
			}
		}
	}
	for i := range r.Sheets {
		s := &r.Sheets[i]
		for k := range s.IslandPairs.Listed[:min(len(s.IslandPairs.Listed), mostKept)] {
			add(s.IslandPairs.Listed[k].Worst)
		}
		for p := range s.Padding {
			listed := s.Padding[p].Listed
			for k := range listed[:min(len(listed), mostKept)] {
				add(listed[k].Faces)
			}
		}
	}
	slices.Sort(keep)
	return slices.Compact(keep)
}

package drawing

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

func meshesOf(r *check.Result) []check.Mesh { return r.Meshes }

func pairsOf(r *check.Result) []check.Pair { return r.Pairs() }

func groupsOf(r *check.Result) []check.HullGroup {
	if r.Hulls() == nil {
		return nil
	}
	return r.Hulls().Groups
}

func sheetsOf(r *check.Result) []check.UVSheet {
	if r.UV() == nil {
		return nil
	}
	return r.UV().Sheets
}

// foundInMeshes reports whether there are findings in single meshes or in UV sheets.
func foundInMeshes(r *check.Result) bool {
	return r.Counts != (check.Counts{}) || slices.ContainsFunc(sheetsOf(r), func(s check.UVSheet) bool { return len(s.Findings) > 0 })
}

// mostKept is how many pairs of islands of a sheet always have their worst triangles in an excerpt.
const mostKept = 50

// keptFor returns the triangles of a mesh where the first listed pairs of islands meet in UV.
func keptFor(r *check.Result, mesh int) (keep []int) {
	add := func(faces [2]check.UVFace) {
		for _, f := range faces {
			if int(f.Mesh) == mesh {
				keep = append(keep, int(f.Triangle))
			}
		}
	}
	sheets := sheetsOf(r)
	for i := range sheets {
		s := &sheets[i]
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

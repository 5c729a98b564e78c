package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MeshRegion is one region of a file.
type MeshRegion struct {
	Mesh  *check.Mesh
	Index int
}

// Region returns the region.
func (p MeshRegion) Region() *check.Region { return &p.Mesh.Regions[p.Index] }

// At returns the reference of the region in the file's result.
func (p MeshRegion) At() check.Ref {
	return check.Ref{List: check.Regions, Of: p.Mesh.Index, Index: p.Index}
}

// worstRegions returns the listed regions of all meshes of a file, the worst first. Regions that a
// baseline accepts come last.
func worstRegions(f *File) []MeshRegion {
	var all []MeshRegion
	for i := range f.Result.Meshes {
		for number := range f.Result.Meshes[i].Regions {
			all = append(all, MeshRegion{&f.Result.Meshes[i], number})
		}
	}
	slices.SortStableFunc(all, func(p, q MeshRegion) int { return CompareRegions(f, p, q) })
	return all
}

// CompareRegions orders the regions of a file as worstRegions does.
func CompareRegions(f *File, p, q MeshRegion) int {
	return cmp.Or(AcceptedLast(f.Accepts(p.At()), f.Accepts(q.At())), check.CompareRegions(p.Region(), q.Region()))
}

// Near returns the place of the worst listed finding of the region, or "".
func (p MeshRegion) Near() string {
	i := slices.IndexFunc(p.Mesh.Findings, func(f check.Finding) bool { return f.Region == p.Index })
	if i < 0 {
		return ""
	}
	return wording.Place(&p.Mesh.Findings[i])
}

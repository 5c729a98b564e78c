package report

import (
	"slices"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MeshRegion is one region of a file.
type MeshRegion struct {
	Mesh  *self.Result
	Index int
}

// Region returns the region.
func (p MeshRegion) Region() *check.Region { return &p.Mesh.Regions[p.Index] }

// At says where in the result of the file the region is.
func (p MeshRegion) At() check.Ref {
	return check.Ref{List: check.Regions, Of: p.Mesh.Index, Index: p.Index}
}

// WorstRegions returns the listed regions of all meshes, the worst first.
func WorstRegions(r *meshcheck.Result) []MeshRegion {
	var all []MeshRegion
	for i := range r.Meshes {
		for number := range r.Meshes[i].Regions {
			all = append(all, MeshRegion{&r.Meshes[i], number})
		}
	}
	slices.SortStableFunc(all, func(p, q MeshRegion) int { return check.CompareRegions(p.Region(), q.Region()) })
	return all
}

// Near returns the place of the worst listed finding of the region, or "".
func (p MeshRegion) Near() string {
	i := slices.IndexFunc(p.Mesh.Findings, func(f check.Finding) bool { return f.Region == p.Index })
	if i < 0 {
		return ""
	}
	return wording.Place(&p.Mesh.Findings[i])
}

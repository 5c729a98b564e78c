package check

import (
	"github.com/meshcheck/meshcheck/geom"
)

// Mesh is what was found in one mesh.
//
// Places and sizes in it are in the world of the instance that shows the mesh largest, by
// the greatest singular value of its matrix, the first of several; instances whose matrix
// is singular do not count. Without any other they are in the mesh's own model units.
type Mesh struct {
	// Index and Name of the mesh in its scene.
	Index int    `json:"index"`
	Name  string `json:"name"`
	// Triangles counts all triangles, Vertices the distinct positions of finite
	// triangles, Shells the sets of finite triangles connected through vertices.
	Triangles int `json:"triangles"`
	Vertices  int `json:"vertices"`
	Shells    int `json:"shells"`
	// Parts of the mesh in file order.
	Parts []PartInfo `json:"parts"`
	// Instances are the paths of the nodes that show the mesh, as mesh.ShortName gives them.
	Instances []string `json:"instances"`
	// Measured is the index into Instances of the one whose world places and sizes are
	// in: -1 if all are singular, 0 if there is no instance.
	Measured int `json:"measured,omitempty"`
	// Box holds all finite triangles; empty if there are none.
	Box    geom.Box `json:"box,omitempty"`
	Counts Counts   `json:"counts"`
	// Truncated reports that Findings or Regions were cut at Settings.MaxFindings.
	Truncated bool `json:"truncated"`
	// RegionCount is the number of regions, those cut from Regions included.
	RegionCount int `json:"region_count"`
	// Regions in order of severity: those that fail first, then by worst rule, greatest depth,
	// greatest area, greatest length, then position. The place in the order is the region's
	// number.
	Regions []Region `json:"regions,omitzero"`
	// Findings by region, within a region the worst first; then those of no region,
	// the ones of single triangles last, in triangle order.
	Findings []Finding `json:"findings,omitzero"`
}

// MeshRegions returns the regions of all meshes.
func MeshRegions(meshes []Mesh) (all []*Region) {
	for i := range meshes {
		for k := range meshes[i].Regions {
			all = append(all, &meshes[i].Regions[k])
		}
	}
	return all
}

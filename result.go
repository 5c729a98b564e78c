package meshcheck

import (
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// Status is the verdict on a mesh, a file or a whole run.
type Status uint8

const (
	// Pass: checked, and nothing found that fails.
	Pass Status = iota
	// Fail: checked, and something found that fails.
	Fail
	// NotChecked: could not be checked, wholly or in part; never a pass.
	NotChecked
)

// String returns "pass", "fail" or "not checked".
func (s Status) String() string { return [...]string{"pass", "fail", "not checked"}[s] }

// Result is what a check found in one scene. It is plain data: the same scene
// and options give the same Result, Timings aside, for any number of workers.
type Result struct {
	Status Status
	// Counts are the sums over all meshes.
	Counts check.Counts
	// Meshes as in the scene, one each, also those that no node shows.
	Meshes []MeshResult
	// Pairs of objects that have to do with each other, the worst first: those that
	// fail, then the others, by kind and depth or distance. Each check between objects has
	// a result of its own for a pair. Empty unless Options.Checks has such a check.
	Pairs []PairResult
	// Between sums up what was checked between objects; nil unless Options.Checks has
	// check.Parts or check.Clearance.
	Between *PairSummary
	// Hulls says what was found about collision hulls; nil unless Options.Checks has
	// check.Hulls, or is 0 and the scene has collision shapes.
	Hulls *HullSummary
	// Timings are wall-clock times and therefore not part of any report.
	Timings Timings
}

// Timings are the wall-clock times of the phases of a check.
type Timings struct{ Weld, Check time.Duration }

// MeshResult is what was found in one mesh.
//
// Places and sizes in it are in the world of the instance that shows the mesh largest, by
// the greatest singular value of its matrix, the first of several; instances whose matrix
// is singular do not count. Without any other they are in the mesh's own model units.
type MeshResult struct {
	// Index and Name of the mesh in its scene.
	Index int
	Name  string
	// Triangles counts all triangles, Vertices the distinct positions of finite
	// triangles, Shells the sets of finite triangles connected through vertices.
	Triangles, Vertices, Shells int
	// Parts of the mesh in file order.
	Parts []PartInfo
	// Instances are the paths of the nodes that show the mesh, as mesh.ShortName gives them.
	Instances []string
	// Measured is the index into Instances of the one whose world places and sizes are
	// in: -1 if all are singular, 0 if there is no instance.
	Measured int
	// Box holds all finite triangles; empty if there are none.
	Box    geom.Box
	Counts check.Counts
	// Truncated reports that Findings or Regions were cut at Options.MaxFindings.
	Truncated bool
	// RegionCount is the number of regions, those cut from Regions included.
	RegionCount int
	// Regions in order of severity: those that fail first, then by worst kind, greatest depth, greatest area,
	// greatest length, then position. The place in the order is the region's number.
	Regions []check.Region
	// Findings by region, within a region the worst first; then those of no region,
	// the ones of single triangles last, in triangle order.
	Findings []check.Finding
}

// PartInfo describes a part of a mesh.
type PartInfo struct {
	// Name is the part's own name, else its material's name, else "part N".
	Name string
	// First is the first triangle of the part in the mesh, Triangles their number.
	First, Triangles int
}

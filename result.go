package meshcheck

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/check/uv"
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
	Meshes []self.Result
	// Pairs of objects that have to do with each other, the worst first: those that
	// fail, then the others, by rule and depth or distance. Each check between objects has
	// a result of its own for a pair. Empty unless Options.Checks has such a check.
	Pairs []parts.Pair
	// Between sums up what was checked between objects; nil unless Options.Checks has
	// check.Parts or check.Clearance.
	Between *parts.Summary
	// Hulls says what was found about collision hulls; nil unless Options.Checks has
	// check.Hulls, or is 0 and the scene has collision shapes.
	Hulls *hulls.Result
	// UV says what was found in UV sets; nil unless Options.Checks has check.UV.
	UV *uv.Result
	// Checks are those that were made; 0 in what was read from a report that does not say so.
	Checks check.Set
	// Uncompared is the number of objects that were not compared with each other, since neither
	// check.Parts nor check.Clearance was made; 0 if no scene shows two of them.
	Uncompared int
	// Model says what is to be said of the model as a whole, such as that it is empty.
	Model []check.ModelFinding
	// Timings are wall-clock times and therefore not part of any report.
	Timings check.Timings
}

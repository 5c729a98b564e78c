package check

// Status is the verdict on a mesh, a file or a whole run.
type Status uint8

const (
	// Pass: checked, and no finding fails.
	Pass Status = iota
	// Fail: checked, and a finding fails.
	Fail
	// NotChecked: could not be checked, wholly or in part; never a pass.
	NotChecked
)

// String returns "pass", "fail" or "not checked".
func (s Status) String() string { return [...]string{"pass", "fail", "not checked"}[s] }

// Result is what the checks found in one scene. It is plain data: the same scene and options give
// the same Result, except for Timings, with any number of workers.
type Result struct {
	Status Status
	// Counts are the sums over all meshes.
	Counts Counts
	// Meshes of the scene in order, including those that no node shows.
	Meshes []Mesh
	// Sections are the findings of each check, in the order of checks. The last is that of Model,
	// if there are issues about the model as a whole.
	Sections []Found
	// Checks that ran, 0 if read from a report that does not say.
	Checks Set
	// Uncompared is the number of objects that were not compared with each other because neither
	// Parts nor Clearance ran; 0 if no scene shows two.
	Uncompared int
	// Unposed is the number of animations that were not looked at because Poses did not run.
	Unposed int
	// Timings are wall-clock times and therefore not part of any report.
	Timings Timings
}

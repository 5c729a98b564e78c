package check

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
	Counts Counts
	// Meshes as in the scene, one each, also those that no node shows.
	Meshes []Mesh
	// Sections are what each check found, in the order of checks. The last is of Model, if there is
	// anything to say about the model as a whole.
	Sections []Found
	// Checks are those that were made; 0 in what was read from a report that does not say so.
	Checks Set
	// Uncompared is the number of objects that were not compared with each other, since neither
	// Parts nor Clearance was made; 0 if no scene shows two of them.
	Uncompared int
	// Timings are wall-clock times and therefore not part of any report.
	Timings Timings
}

package meshcheck

import "github.com/meshcheck/meshcheck/check"

// Options say how to check: see check.Options.
type Options = check.Options

// Result is what a check found in a scene: see check.Result.
type Result = check.Result

// Status is the verdict on a mesh, a file or a whole run: see check.Status.
type Status = check.Status

// The verdicts.
const (
	Pass       = check.Pass
	Fail       = check.Fail
	NotChecked = check.NotChecked
)

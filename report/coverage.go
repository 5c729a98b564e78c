package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Skipped counts the models in folders and globs that were not checked because their format is not
// supported.
type Skipped struct {
	// Ending is their file extension in lower case, with its dot: ".fbx".
	Ending string `json:"ending"`
	// Files is their number, at least 1. Failing is how many of them fail the run by the rule
	// check.Skipped.
	Files   int `json:"files"`
	Failing int `json:"failing,omitzero"`
}

// CompareSkipped puts the ending with the most files first.
func CompareSkipped(a, b Skipped) int {
	return cmp.Or(cmp.Compare(b.Files, a.Files), strings.Compare(a.Ending, b.Ending))
}

// FailingSkipped reports whether any skipped model fails the run.
func FailingSkipped(all []Skipped) bool {
	return slices.ContainsFunc(all, func(s Skipped) bool { return s.Failing > 0 })
}

// SkippedText returns "3 models were not looked at: 2 .fbx, 1 .blend", or "" if there are none.
func SkippedText(all []Skipped) string {
	n := 0
	var endings []string
	for _, s := range all {
		n += s.Files
		endings = append(endings, fmt.Sprint(s.Files, " ", wording.Printable(s.Ending, wording.NameLimit)))
	}
	if n == 0 {
		return ""
	}
	return wording.Count(n, "model") + wording.Either(n == 1, " was", " were") + " not looked at: " + strings.Join(endings, ", ")
}

// UncomparedText returns "60 objects not compared with each other", or "" if there are none.
func UncomparedText(r *check.Result) string {
	if r.Uncompared == 0 {
		return ""
	}
	return wording.Count(r.Uncompared, "object") + " not compared with each other"
}

// ComparingChecks returns the value of --checks that adds the check of objects to the checks that
// were made: "self,parts".
func ComparingChecks(r *check.Result) string { return (r.Checks | check.Parts).String() }

// UnposedText returns "3 animations not looked at", or "" if there are none.
func UnposedText(r *check.Result) string {
	if r.Unposed == 0 {
		return ""
	}
	return wording.GroupedCount(r.Unposed, "animation") + " not looked at"
}

// PosingChecks returns the value of --checks that adds the check of animations to the checks that were
// made: "self,poses".
func PosingChecks(r *check.Result) string { return (r.Checks | check.Poses).String() }

// UncomparedFiles returns "Objects of 2 files were not compared with each other", or "" if there
// are no such files.
func UncomparedFiles(s Summary) string {
	if s.Uncompared == 0 {
		return ""
	}
	return "Objects of " + wording.Count(s.Uncompared, "file") + " were not compared with each other"
}

package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Verdicts returns "1 passed, 2 failed", without the verdicts of no file, and how many files
// were not reached where the run was interrupted.
func Verdicts(s Summary) string {
	var parts []string
	for _, v := range []struct {
		n    int
		word string
	}{{s.Passed, "passed"}, {s.Failed, "failed"}, {s.NotChecked, "not checked"}} {
		if v.n > 0 {
			parts = append(parts, fmt.Sprint(v.n, " ", v.word))
		}
	}
	if s.Interrupted {
		parts = append(parts, Interrupted(s.Unreached))
	}
	text := strings.Join(parts, ", ")
	if s.Accepted > 0 {
		text += fmt.Sprintf("; %d accepted by the baseline", s.Accepted)
	}
	return text
}

// Interrupted says that a run was stopped before it had checked all files.
func Interrupted(unreached int) string {
	return "interrupted before " + wording.Count(unreached, "more file")
}

// TriangleCount returns the number of triangles of all meshes.
func TriangleCount(r *check.Result) int {
	n := 0
	for i := range r.Meshes {
		n += r.Meshes[i].Triangles
	}
	return n
}

// RegionCount returns the number of regions of all meshes.
func RegionCount(r *check.Result) int {
	n := 0
	for i := range r.Meshes {
		n += r.Meshes[i].RegionCount
	}
	return n
}

// RunLine returns the number of files and their verdicts.
func RunLine(s Summary) string {
	return wording.Count(s.Files, "file") + ": " + cmp.Or(Verdicts(s), "nothing to check")
}

// RunNotes says what a run did not look at, a line each: models of formats that are not read, and
// objects that were not compared.
func RunNotes(s Summary) []string {
	return slices.DeleteFunc([]string{SkippedText(s.Skipped), UncomparedFiles(s)}, func(line string) bool { return line == "" })
}

// Has reports whether r has anything of a rule.
func Has(r *check.Result, rule check.Rule) bool {
	all, _ := Counted(rule, r)
	return all > 0
}

// FailingHulls returns "2 collision hull errors", "" if there are none.
func FailingHulls(f *File) string {
	if f.Result.Hulls() == nil {
		return ""
	}
	n := f.Result.Hulls().Counts.Failing() - f.Accepted(check.HullFindings)
	return wording.When(n > 0, wording.Count(n, "collision hull error"))
}

// FailingPairs returns "2 failing pairs of objects", "" if there are none.
func FailingPairs(f *File) string {
	if f.Result.Between() == nil {
		return ""
	}
	n := f.Result.Between().Counts.Failing() - f.Accepted(check.Pairs)
	return wording.When(n > 0, wording.Count(n, "failing pair")+" of objects")
}

// RuleNotes says what was found in file number i, which has these issues, at one severity: a
// line for each rule with findings that no baseline accepts.
func RuleNotes(r *Report, i int, issues []Issue, s check.Severity) []string {
	var lines []string
	for _, rule := range check.Rules() {
		if note := RuleNote(r, i, issues, rule, s); note != "" {
			lines = append(lines, note)
		}
	}
	return lines
}

// RuleNote says in one line how many findings or pairs of objects of a rule file number i,
// which has these issues, has at a severity, and which is the worst; "" if it has none.
func RuleNote(r *Report, i int, issues []Issue, rule check.Rule, s check.Severity) string {
	f := &r.Files[i]
	o := r.OptionsOf(f)
	n := f.FailingOf(rule, s)
	if n == 0 {
		return ""
	}
	text := wording.Count(n, rule.Words().Noun) + ": "
	if OfModel(rule) {
		text = rule.Label() + ": "
	}
	if rule.Check() == check.Self && f.acceptedOf(rule) == 0 {
		return text + describeAt(f, rule, o, s)
	}
	for k := range issues {
		if is := &issues[k]; is.At.Index >= 0 && is.Has(rule, s) && !is.Accepted() {
			return text + is.Summary()
		}
	}
	return text + notListed(rule, o)
}

// LeftOut says that a list of issues was cut.
func LeftOut(dropped, kept int) string {
	return fmt.Sprintf("%s of lesser severity left out: only the worst %d are listed; the JSON report has all",
		wording.Count(dropped, "result"), kept)
}

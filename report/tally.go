package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// VerdictCount is a number of files with a verdict, and the word for it, such as "failed".
type VerdictCount struct {
	Files  int
	Word   string
	Status check.Status
}

// ByVerdict returns how many files have each verdict, those that failed first and those that passed
// last, without verdicts that no file has.
func (s *Summary) ByVerdict() []VerdictCount {
	all := []VerdictCount{{s.Failed, "failed", check.Fail}, {s.NotChecked, "not checked", check.NotChecked}, {s.Passed, "passed", check.Pass}}
	return slices.DeleteFunc(all, func(c VerdictCount) bool { return c.Files == 0 })
}

// Verdicts returns "1 passed, 2 failed", without zero counts, and for an interrupted run the number
// of unreached files.
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

// Interrupted says that a run stopped before all files were checked.
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

// RunNotes says what a run did not check, a line each: models in unsupported formats, and objects
// that were not compared.
func RunNotes(s Summary) []string {
	return slices.DeleteFunc([]string{SkippedText(s.Skipped), UncomparedFiles(s)}, func(line string) bool { return line == "" })
}

// Has reports whether r has any findings of a rule.
func Has(r *check.Result, rule check.Rule) bool {
	all, _ := Counted(rule, r)
	return all > 0
}

// Failing returns the numbers of failures of each check that no baseline accepts, such as
// "2 collision hull errors". It leaves out checks without any, and that of meshes against themselves.
func Failing(f *File) (all []string) {
	for _, found := range f.Result.Sections {
		words, n := found.Check().Words(), failing(f, found)
		if words.Failing != "" && n > 0 {
			all = append(all, fmt.Sprint(n, " ", wording.Either(n == 1, words.Failing, words.ManyFailing)))
		}
	}
	return all
}

// failing returns the number of failures of a check that no baseline accepts. An issue counts once.
func failing(f *File, found check.Found) int {
	n := found.Common().Counts.Failing()
	for _, is := range found.Issues(f.Result, nil) {
		if is.At.Index < 0 || !is.Fails() {
			continue
		}
		n -= is.Count
		if !f.Accepts(is.At) {
			n++
		}
	}
	return n
}

// BeyondMeshes reports whether any check looked at more than each mesh by itself.
func BeyondMeshes(r *check.Result) bool {
	return slices.ContainsFunc(r.Sections, func(found check.Found) bool { return found.Check()&(check.Self|check.Model) == 0 })
}

// Notable reports whether a passing file still has something to report: see
// check.CheckWords.Notable.
func Notable(r *check.Result) bool {
	return slices.ContainsFunc(r.Sections, func(found check.Found) bool {
		from := found.Check().Words().Notable
		return from != check.Off && found.Common().Counts.AtLeast(from) > 0
	})
}

// RuleNotes describes the findings of file number i that no baseline accepts, at one severity: a
// line for each rule. Issues are those of the file.
func RuleNotes(r *Report, i int, issues []Issue, s check.Severity) []string {
	var lines []string
	for _, rule := range check.Rules() {
		if note := RuleNote(r, i, issues, rule, s); note != "" {
			lines = append(lines, note)
		}
	}
	return lines
}

// RuleNote says in one line how many findings or pairs of objects of a rule file number i has at a
// severity, and describes the worst; "" if there are none. Issues are those of the file.
func RuleNote(r *Report, i int, issues []Issue, rule check.Rule, s check.Severity) string {
	f := &r.Files[i]
	o := r.OptionsOf(f)
	n := f.FailingOf(rule, s)
	if n == 0 {
		return ""
	}
	text := wording.Count(n, rule.Words().Noun) + ": "
	if rule.Check() == check.Model {
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

package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Verdicts returns "1 passed, 2 failed", verdicts that nobody got left out, and what
// became of the others where the run was interrupted.
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

// Interrupted says that a run was stopped before it was through.
func Interrupted(unreached int) string {
	return "interrupted before " + wording.Count(unreached, "more file")
}

// TriangleCount returns the number of triangles of all meshes.
func TriangleCount(r *meshcheck.Result) int {
	n := 0
	for i := range r.Meshes {
		n += r.Meshes[i].Triangles
	}
	return n
}

// RegionCount returns the number of regions of all meshes.
func RegionCount(r *meshcheck.Result) int {
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

// Has reports whether r has anything of a rule.
func Has(r *meshcheck.Result, id check.Rule) bool {
	all, _ := Counted(id, r)
	return all > 0
}

// FailingHulls returns "2 errors of collision hulls", "" if there are none that fail.
func FailingHulls(f *File) string {
	if f.Result.Hulls == nil {
		return ""
	}
	_, _, accepted := f.Accepted()
	n := f.Result.Hulls.Counts.Failing() - accepted
	return wording.When(n > 0, wording.Count(n, "error")+" of collision hulls")
}

// FailingPairs returns "2 failing pairs of objects", "" if there are none.
func FailingPairs(f *File) string {
	if f.Result.Between == nil {
		return ""
	}
	_, accepted, _ := f.Accepted()
	n := f.Result.Between.Counts.Failing() - accepted
	return wording.When(n > 0, wording.Count(n, "failing pair")+" of objects")
}

// KindNote says in one line how many findings or pairs of objects of a kind file f has at
// a level, and which is the worst.
func KindNote(r *Report, f *File, id check.Rule, l check.Severity) string {
	o := r.OptionsOf(f)
	text := wording.Count(f.FailingOf(id, o.Policy, l), id.Words().Noun) + ": "
	switch {
	case l == check.Error && f.acceptedOf(id) > 0:
		return text + openNote(r, f, id)
	case OfPairs(id):
		return text + pairNote(f, id, l)
	case OfHulls(id):
		return text + HullNote(f, id, l)
	}
	return text + describeAt(f, id, o, l)
}

// KindNotes says what was found at one level, a line for each kind.
func KindNotes(r *Report, f *File, l check.Severity) []string {
	var lines []string
	for _, id := range check.Rules() {
		if f.FailingOf(id, r.OptionsOf(f).Policy, l) > 0 {
			lines = append(lines, KindNote(r, f, id, l))
		}
	}
	return lines
}

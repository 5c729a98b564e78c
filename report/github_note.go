package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// fileNote is what is to be said about one file at one level.
type fileNote struct {
	file  *File
	title string
	lines []string
	worst *issue // nil where there is none
}

// fileNotes returns what there is to say about the files, at the level of errors those
// that were not checked first, then the worst.
func fileNotes(r *Report) (errors, warnings []fileNote) {
	for i := range r.Files {
		f := &r.Files[i]
		remarks := firstWarnings(f, "")
		if n, bad := errorNote(r, i); bad {
			errors = append(errors, n)
		}
		if f.Result != nil {
			remarks = append(kindNotes(r, f, check.Warning), remarks...)
		}
		if len(remarks) > 0 {
			warnings = append(warnings, fileNote{file: f, title: "warning", lines: remarks})
		}
	}
	slices.SortStableFunc(errors, func(m, n fileNote) int {
		if m.worst == nil || n.worst == nil {
			return cmp.Compare(rank(m), rank(n))
		}
		return compareIssues(*m.worst, *n.worst)
	})
	return errors, warnings
}

// errorNote returns what is wrong with file number i: that it was not checked, or not
// wholly, and what was found that fails.
func errorNote(r *Report, i int) (n fileNote, bad bool) {
	f := &r.Files[i]
	n = fileNote{file: f}
	unchecked := f.Status() == meshcheck.NotChecked
	if unchecked {
		n.title, n.lines = "not checked", notChecked(f)
	}
	if f.Result == nil || f.failing() == 0 {
		return n, unchecked
	}
	n.lines = append(n.lines, kindNotes(r, f, check.Error)...)
	if unchecked {
		n.title += ", " + failedWith(f)
		return n, true
	}
	n.title = failedWith(f)
	if issues := slices.DeleteFunc(issuesOf(r, i), func(is issue) bool { return is.accepted() }); len(issues) > 0 {
		n.worst = &issues[0]
	}
	return n, true
}

// failingCount returns the number of findings, of pairs of objects and of findings about
// hulls that fail.
func failingCount(r *meshcheck.Result) int {
	n := r.Counts.Failing()
	if r.Between != nil {
		n += r.Between.Counts.Failing()
	}
	if r.Hulls != nil {
		n += r.Hulls.Counts.Failing()
	}
	return n
}

// rank puts files that were not checked before those that failed.
func rank(n fileNote) int {
	if n.worst == nil {
		return 0
	}
	return 1
}

// failedWith returns "3 findings in 1 region, 2 failing pairs of objects, 1 error of
// collision hulls".
func failedWith(f *File) string {
	var parts []string
	if accepted, _, _ := f.accepted(); f.Result.Counts.Failing() > accepted {
		parts = append(parts, failedWithin(f.Result, accepted))
	}
	for _, text := range []string{failingPairs(f), failingHulls(f), acceptedText(f)} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// failingPairs returns "2 failing pairs of objects", "" if there are none.
func failingPairs(f *File) string {
	if f.Result.Between == nil {
		return ""
	}
	_, accepted, _ := f.accepted()
	n := f.Result.Between.Counts.Failing() - accepted
	return named(n > 0, count(n, "failing pair")+" of objects")
}

// failedWithin returns "3 findings in 1 region", findings that are accepted left out.
func failedWithin(r *meshcheck.Result, accepted int) string {
	text := count(r.Counts.Failing()-accepted, "finding")
	if n := regionCount(r); n > 0 && accepted == 0 && r.Counts.Of(check.Nonfinite) == 0 {
		text += " in " + count(n, "region")
	}
	return text
}

// kindNotes says what was found at one level, a line for each kind.
func kindNotes(r *Report, f *File, l check.Severity) []string {
	var lines []string
	for _, id := range check.Rules() {
		if f.failingOf(id, r.optionsOf(f).Policy, l) > 0 {
			lines = append(lines, kindNote(r, f, id, l))
		}
	}
	return lines
}

// kindNote says in one line how many findings or pairs of objects of a kind file f has at
// a level, and which is the worst.
func kindNote(r *Report, f *File, id check.Rule, l check.Severity) string {
	o := r.optionsOf(f)
	text := count(f.failingOf(id, o.Policy, l), id.Words().Noun) + ": "
	switch {
	case l == check.Error && f.acceptedOf(id) > 0:
		return text + openNote(r, f, id)
	case ofPairs(id):
		return text + pairNote(f, id, l)
	case ofHulls(id):
		return text + hullNote(f, id, l)
	}
	return text + describeAt(f, id, TextOptions{Check: *o}, l)
}

package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck"
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
		if f.Result == nil {
			errors = append(errors, fileNote{file: f, title: "not checked", lines: []string{problemText(f.Problem)}})
		} else {
			remarks = append(kindNotes(r, f, levelWarning), remarks...)
		}
		if issues := issuesOf(r, i); len(issues) > 0 && f.Result.Counts.Failing() > 0 {
			errors = append(errors, fileNote{f, failedWith(f.Result), kindNotes(r, f, levelError), &issues[0]})
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

// rank puts files that were not checked before those that failed.
func rank(n fileNote) int {
	if n.worst == nil {
		return 0
	}
	return 1
}

// failedWith returns "3 findings in 1 region".
func failedWith(r *meshcheck.Result) string {
	text := count(r.Counts.Failing(), "finding")
	if n := regionCount(r); n > 0 && r.Counts.Of(meshcheck.Nonfinite) == 0 {
		text += " in " + count(n, "region")
	}
	return text
}

// kindNotes says what was found at one level, a line for each kind.
func kindNotes(r *Report, f *File, l level) []string {
	var lines []string
	for _, k := range meshcheck.Kinds() {
		if f.Result.Counts.Of(k) > 0 && levelOf(k) == l {
			lines = append(lines, kindNote(r, f, k))
		}
	}
	return lines
}

// kindNote says in one line how many findings of kind k file f has, and which is the
// worst.
func kindNote(r *Report, f *File, k meshcheck.Kind) string {
	return findingCount(f.Result.Counts.Of(k), k) + ": " + describe(f, k, TextOptions{Check: r.Options})
}

package github

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// fileNote describes one file at one level.
type fileNote struct {
	file  *report.File
	title string
	lines []string
	worst *report.Issue // nil if there is none
}

// fileNotes returns the notes on the files. Among errors, files that were not checked come first,
// then the worst.
func fileNotes(r *report.Report) (errors, warnings []fileNote) {
	for i := range r.Files {
		f := &r.Files[i]
		remarks := report.FirstWarnings(f, "")
		issues := report.IssuesOf(r, i)
		if n, bad := errorNote(r, i, issues); bad {
			errors = append(errors, n)
		}
		if f.Result != nil {
			remarks = append(report.RuleNotes(r, i, issues, check.Warning), remarks...)
		}
		if len(remarks) > 0 {
			warnings = append(warnings, fileNote{file: f, title: "warning", lines: remarks})
		}
	}
	slices.SortStableFunc(errors, func(m, n fileNote) int {
		if m.worst == nil || n.worst == nil {
			return cmp.Compare(rank(m), rank(n))
		}
		return report.CompareIssues(*m.worst, *n.worst)
	})
	return errors, warnings
}

// errorNote says what is wrong with file number i: that it was not checked, or not completely, and
// what fails. Issues are those of the file.
func errorNote(r *report.Report, i int, issues []report.Issue) (n fileNote, bad bool) {
	f := &r.Files[i]
	n = fileNote{file: f}
	unchecked := f.Status() == check.NotChecked
	if unchecked {
		n.title, n.lines = "not checked", report.NotChecked(f)
	}
	if f.Result == nil || f.Failing() == 0 {
		return n, unchecked
	}
	n.lines = append(n.lines, report.RuleNotes(r, i, issues, check.Error)...)
	if unchecked {
		n.title += ", " + failedWith(f, r.OptionsOf(f))
		return n, true
	}
	n.title = failedWith(f, r.OptionsOf(f))
	if k := slices.IndexFunc(issues, func(is report.Issue) bool { return !is.Accepted() }); k >= 0 {
		worst := issues[k] // a copy, so that the list can be freed
		n.worst = &worst
	}
	return n, true
}

// rank puts files that were not checked before those that failed.
func rank(n fileNote) int {
	if n.worst == nil {
		return 0
	}
	return 1
}

// failedWith returns "2 places to fix (3 triangle pairs, 1 collision hull error), 1 accepted".
func failedWith(f *report.File, o *check.Options) string {
	text := report.ToFix(f, o, wording.Count)
	if accepted := report.AcceptedText(f); accepted != "" {
		text += ", " + accepted
	}
	return text
}

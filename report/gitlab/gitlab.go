// Package gitlab writes reports as GitLab's code quality report.
package gitlab

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxIssues is how many issues GitLab's report lists.
const MaxIssues = 5000

// Write writes r as GitLab's code quality report: an issue for each result of the SARIF report, and
// one for each file that was not checked, since GitLab's report has no other place for it.
// Fingerprints also depend on the file's path, because GitLab compares nothing else. The only
// errors are those of w.
func Write(w io.Writer, r *report.Report) error {
	out := []Issue{}
	for i := range r.Files {
		if f := &r.Files[i]; f.Status() == check.NotChecked {
			out = append(out, newIssue(f, "not-checked", "blocker", "Not checked: "+strings.Join(report.NotChecked(f), "; "), ""))
		}
	}
	if last := len(r.Files) - 1; r.Interrupted && last >= 0 { // an issue needs a file
		out = append(out, newIssue(&r.Files[last], "interrupted", "blocker", "The run was "+report.Interrupted(r.Unreached), ""))
	}
	if text := report.SkippedText(r.Skipped); text != "" && len(r.Files) > 0 {
		severity := wording.Either(report.FailingSkipped(r.Skipped), "blocker", "minor")
		out = append(out, newIssue(&r.Files[len(r.Files)-1], check.Skipped.String(), severity, text, ""))
	}
	kept, dropped := report.WorstIssues(r, MaxIssues)
	for i := range kept {
		is := &kept[i]
		severity := [...]string{check.Error: "critical", check.Warning: "minor", check.Info: "info"}[is.Severity]
		text := is.Rule.Words().Title + ": " + is.Summary()
		if is.Accepted() {
			severity, text = "info", text+", accepted"+is.Judgement().Because(": ")
		}
		out = append(out, newIssue(is.File, is.Rule.String(), severity, text, is.Fingerprint))
	}
	if len(dropped) > 0 {
		out = append(out, newIssue(dropped[0].File, "results-left-out", "info",
			report.LeftOut(len(dropped), MaxIssues), ""))
	}
	return wording.WriteIndented(w, out)
}

// Issue is one issue in GitLab's format.
type Issue struct {
	Description string   `json:"description"`
	CheckName   string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"`
	Location    Location `json:"location"`
}

// Location is the place of an issue: the first line of its file, as models have no lines.
type Location struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

func newIssue(f *report.File, rule, severity, description, fingerprint string) Issue {
	at := Location{Path: wording.Printable(wording.PortablePath(f.Path), wording.LongestPath)}
	at.Lines.Begin = 1
	sum := sha256.Sum256([]byte(rule + "\x00" + at.Path + "\x00" + fingerprint))
	return Issue{
		Description: description,
		CheckName:   rule,
		Fingerprint: hex.EncodeToString(sum[:16]),
		Severity:    severity,
		Location:    at,
	}
}

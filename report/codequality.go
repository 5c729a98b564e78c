package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// codeQualityIssues is how many issues GitLab's report lists.
const codeQualityIssues = 5000

// longestPath is the length of the longest path that systems know, in bytes.
const longestPath = 4096

// CodeQuality writes r as GitLab's code quality report: an issue for each result of
// the SARIF report, and one for each file that was not checked, since nothing else
// would tell of it. Fingerprints hold the file's path as well, for GitLab looks at nothing
// else. The only errors are those of w.
func CodeQuality(w io.Writer, r *Report) error {
	out := []codeQualityIssue{}
	for i := range r.Files {
		if f := &r.Files[i]; f.Status() == meshcheck.NotChecked {
			out = append(out, newCodeQualityIssue(f, "not-checked", "blocker", "Not checked: "+strings.Join(notChecked(f), "; "), ""))
		}
	}
	if last := len(r.Files) - 1; r.Interrupted && last >= 0 { // an issue must have a file
		out = append(out, newCodeQualityIssue(&r.Files[last], "interrupted", "blocker", "The run was "+interrupted(r.Unreached), ""))
	}
	kept, dropped := worstIssues(r, codeQualityIssues)
	for i := range kept {
		is := &kept[i]
		severity := [...]string{check.Error: "critical", check.Warning: "minor", check.Info: "info"}[is.severity]
		text := is.rule.Words().Title + ": " + is.summary()
		if is.accepted() {
			severity, text = "info", text+", accepted"+is.judgement().because(": ")
		}
		out = append(out, newCodeQualityIssue(is.file, is.rule.String(), severity, text, is.fingerprint))
	}
	if len(dropped) > 0 {
		out = append(out, newCodeQualityIssue(dropped[0].file, "results-left-out", "info",
			leftOut(len(dropped), codeQualityIssues), ""))
	}
	return writeIndented(w, out)
}

type codeQualityIssue struct {
	Description string              `json:"description"`
	CheckName   string              `json:"check_name"`
	Fingerprint string              `json:"fingerprint"`
	Severity    string              `json:"severity"`
	Location    codeQualityLocation `json:"location"`
}

type codeQualityLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

func newCodeQualityIssue(f *File, rule, severity, description, fingerprint string) codeQualityIssue {
	at := codeQualityLocation{Path: Printable(portablePath(f.Path), longestPath)}
	at.Lines.Begin = 1
	sum := sha256.Sum256([]byte(rule + "\x00" + at.Path + "\x00" + fingerprint))
	return codeQualityIssue{
		Description: description,
		CheckName:   rule,
		Fingerprint: hex.EncodeToString(sum[:16]),
		Severity:    severity,
		Location:    at,
	}
}

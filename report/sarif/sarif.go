// Package sarif writes reports as SARIF 2.1.0.
package sarif

import (
	"io"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxResults is how many results of a run GitHub keeps.
const MaxResults = 5000

// schemaURI is the location of the schema in the standard.
const schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// Write writes r in the Static Analysis Results Interchange Format 2.1.0: a result for each region,
// one for each rule with findings in a mesh outside of listed regions, and one for each pair of
// objects and each finding about hulls. Fingerprints stay the same when a model is exported again
// with its triangles in another order. Files that were not checked are notifications, and the run
// then counts as unsuccessful. At most 5,000 results are written, the worst; a notification says
// what was left out. Where an earlier report was compared, results have a baselineState, and what is
// fixed is absent. The only errors are those of w.
func Write(w io.Writer, r *report.Report) error {
	kept, dropped := report.WorstIssues(r, MaxResults)
	of := run{
		Tool: tool{newDriver(r)}, Results: []result{},
		Language: english, NewlineSequences: []string{"\r\n", "\n"},
	}
	at := artifacts{}
	for i := range r.Files {
		if f := &r.Files[i]; at.add(f) {
			of.Artifacts = append(of.Artifacts, newArtifact(f))
		}
	}
	judged := r.Summary().Baseline
	for i := range kept {
		of.Results = append(of.Results, at.result(&kept[i], judged))
	}
	of.Results = append(of.Results, at.absent(r, MaxResults-len(kept), judged)...)
	of.Invocations = []invocation{at.invocation(r, dropped)}
	if len(dropped) > 0 {
		of.Properties = map[string]any{"resultsLeftOut": countsByRule(dropped)}
	}
	return wording.WriteIndented(w, document{Schema: schemaURI, Version: "2.1.0", Runs: []run{of}})
}

// countsByRule returns how many issues there are of each rule.
func countsByRule(issues []report.Issue) map[string]int {
	n := map[string]int{}
	for i := range issues {
		n[issues[i].Rule.String()]++
	}
	return n
}

// artifacts maps the URI of each file to its index in the list of artifacts. A file that was named
// twice is there once.
type artifacts map[string]int

// add reports whether f is new.
func (at artifacts) add(f *report.File) bool {
	uri := wording.FileURI(f.Path)
	if _, ok := at[uri]; ok {
		return false
	}
	at[uri] = len(at)
	return true
}

// location returns the location of a file.
func (at artifacts) location(f *report.File) physicalLocation {
	file := newFileLocation(f)
	index := at[file.URI]
	file.Index = &index
	return physicalLocation{ArtifactLocation: file}
}

func newArtifact(f *report.File) artifact {
	a := artifact{Location: newFileLocation(f), Roles: []string{"analysisTarget"}}
	if f.SHA256 != "" {
		a.Hashes = map[string]string{"sha-256": f.SHA256}
	}
	return a
}

// newFileLocation returns the location of a file. Relative paths are relative to the root of the
// sources, which is the working directory of pipelines.
func newFileLocation(f *report.File) artifactLocation {
	uri := wording.FileURI(f.Path)
	return artifactLocation{URI: uri, URIBaseID: wording.When(!strings.HasPrefix(uri, "file:"), "%SRCROOT%")}
}

// invocation describes the files that were not checked, and everything else that is not a result.
func (at artifacts) invocation(r *report.Report, dropped []report.Issue) invocation {
	in := invocation{ExecutionSuccessful: r.Summary().Status != check.NotChecked}
	note := func(kind noteKind, text string, files ...location) {
		in.ToolExecutionNotifications = append(in.ToolExecutionNotifications, newNotification(kind, text, files...))
	}
	if r.Interrupted {
		note(noteNotChecked, report.Interrupted(r.Unreached))
	}
	if text := report.SkippedText(r.Skipped); text != "" {
		note(noteSkipped, text)
		if report.FailingSkipped(r.Skipped) {
			in.ToolExecutionNotifications[len(in.ToolExecutionNotifications)-1].Level = "error"
		}
	}
	for i := range r.Files {
		f := &r.Files[i]
		file := location{PhysicalLocation: at.location(f)}
		if lines := report.NotChecked(f); len(lines) > 0 {
			note(noteNotChecked, "not checked: "+strings.Join(lines, "; "), file)
		}
		if f.Result != nil && f.Result.Uncompared > 0 {
			note(noteUncompared, report.UncomparedText(f.Result), file)
		}
		for _, text := range report.FirstWarnings(f, "") {
			note(noteWarning, text, file)
		}
	}
	if len(dropped) > 0 {
		note(noteLeftOut, report.LeftOut(len(dropped), MaxResults))
	}
	return in
}

// newMessage returns a message without links: it escapes brackets and backslashes, which may come
// from names. SARIF 2.1.0, section 3.11.6.
func newMessage(text string) message { return message{Text: linkSigns.Replace(text)} }

var linkSigns = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)

// Package sarif writes reports as SARIF 2.1.0.
package sarif

import (
	"io"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
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
// what was left out. The only errors are those of w.
func Write(w io.Writer, r *report.Report) error {
	kept, dropped := report.WorstIssues(r, MaxResults)
	run := sarif.NewRunWithInformationURI("meshcheck", "https://github.com/meshcheck/meshcheck")
	run.Tool.Driver.WithVersion(r.Version).WithFullName("meshcheck " + r.Version)
	addRules(run.Tool.Driver, r.Options.Policy)
	at := artifacts{}
	for i := range r.Files {
		if f := &r.Files[i]; at.add(f) {
			run.AddArtifact(newArtifact(f))
		}
	}
	for i := range kept {
		run.AddResult(at.result(&kept[i]))
	}
	run.AddInvocation(at.invocation(r, dropped))
	if len(dropped) > 0 {
		bag := sarif.NewPropertyBag()
		bag.Add("resultsLeftOut", countsByRule(dropped))
		run.WithProperties(bag)
	}

	log := sarif.NewReport()
	log.Schema = schemaURI
	log.AddRun(run)
	plain, err := withoutDefaults(log)
	if r.Summary().Baseline && err == nil {
		suppressAll(plain)
	}
	if err != nil {
		return err
	}
	return wording.WriteIndented(w, plain)
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
func (at artifacts) location(f *report.File) *sarif.PhysicalLocation {
	return sarif.NewPhysicalLocation().WithArtifactLocation(newFileLocation(f).WithIndex(at[wording.FileURI(f.Path)]))
}

func newArtifact(f *report.File) *sarif.Artifact {
	a := sarif.NewArtifact().WithLocation(newFileLocation(f)).WithRoles([]string{"analysisTarget"})
	if f.SHA256 != "" {
		a.WithHashes(map[string]string{"sha-256": f.SHA256})
	}
	return a
}

// newFileLocation returns the location of a file. Relative paths are relative to the root of the
// sources, which is the working directory of pipelines.
func newFileLocation(f *report.File) *sarif.ArtifactLocation {
	uri := wording.FileURI(f.Path)
	file := sarif.NewSimpleArtifactLocation(uri)
	if !strings.HasPrefix(uri, "file:") {
		file.WithURIBaseID("%SRCROOT%")
	}
	return file
}

// invocation describes the files that were not checked, and everything else that is not a result.
func (at artifacts) invocation(r *report.Report, dropped []report.Issue) *sarif.Invocation {
	in := sarif.NewInvocation().WithExecutionSuccessful(r.Summary().Status != check.NotChecked)
	if r.Interrupted {
		in.AddToolExecutionNotification(newNotification(noteNotChecked, report.Interrupted(r.Unreached)))
	}
	if text := report.SkippedText(r.Skipped); text != "" {
		n := newNotification(noteSkipped, text)
		if report.FailingSkipped(r.Skipped) {
			n.WithLevel("error")
		}
		in.AddToolExecutionNotification(n)
	}
	for i := range r.Files {
		f := &r.Files[i]
		file := sarif.NewLocationWithPhysicalLocation(at.location(f))
		if lines := report.NotChecked(f); len(lines) > 0 {
			text := "not checked: " + strings.Join(lines, "; ")
			in.AddToolExecutionNotification(newNotification(noteNotChecked, text).AddLocation(file))
		}
		if f.Result != nil && f.Result.Uncompared > 0 {
			in.AddToolExecutionNotification(newNotification(noteUncompared, report.UncomparedText(f.Result)).AddLocation(file))
		}
		for _, text := range report.FirstWarnings(f, "") {
			in.AddToolExecutionNotification(newNotification(noteWarning, text).AddLocation(file))
		}
	}
	if len(dropped) > 0 {
		in.AddToolExecutionNotification(newNotification(noteLeftOut, report.LeftOut(len(dropped), MaxResults)))
	}
	return in
}

// newMessage returns a message without links: it escapes brackets and backslashes, which may come
// from names. SARIF 2.1.0, section 3.11.6.
func newMessage(text string) *sarif.Message {
	return sarif.NewTextMessage(linkSigns.Replace(text))
}

var linkSigns = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)

func newNotification(n noteKind, text string) *sarif.Notification {
	return sarif.NewNotification().
		WithLevel(notifications[n].level).
		WithDescriptor(sarif.NewReportingDescriptorReference().WithID(notifications[n].id).WithIndex(int(n))).
		WithMessage(newMessage(text))
}

// Package junit writes reports as JUnit XML.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Write writes r as JUnit XML according to Jenkins' schema: a suite for each file, with one case.
// The case of a file that fails has a failure, whose text lists the worst places to fix; that of a
// file that was not checked has an error. The output of a case has its warnings and what a baseline
// accepts. There are no times, so that the same report gives the same bytes. The only errors are
// those of w.
func Write(w io.Writer, r *report.Report) error {
	all := Suites{Name: "meshcheck"}
	for i := range r.Files {
		all.add(newSuite(r, i))
	}
	if r.Interrupted {
		s := Suite{Name: "meshcheck", Properties: []Property{tool(r)}}
		s.add(Case{Name: "run", Class: "meshcheck", Error: &Outcome{Type: "not checked", Message: report.Interrupted(r.Unreached)}})
		all.add(s)
	}
	if text := report.SkippedText(r.Skipped); text != "" {
		s := Suite{Name: "meshcheck", Properties: []Property{tool(r)}}
		c := Case{Name: "skipped", Class: "meshcheck"}
		if report.FailingSkipped(r.Skipped) {
			c.Error = &Outcome{Type: "not checked", Message: text}
		} else {
			c.Skipped = &Outcome{Message: text}
		}
		s.add(c)
		all.add(s)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// MaxPlaces is how many places the text of a failure describes.
const MaxPlaces = 20

type (
	// Suites is the document.
	Suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Suites   []Suite  `xml:"testsuite"`
	}
	// Suite is a file of the report, or what is said about the whole run.
	Suite struct {
		Name       string     `xml:"name,attr"`
		Tests      int        `xml:"tests,attr"`
		Failures   int        `xml:"failures,attr"`
		Errors     int        `xml:"errors,attr"`
		Skipped    int        `xml:"skipped,attr"`
		File       string     `xml:"file,attr"`
		Properties []Property `xml:"properties>property"`
		Cases      []Case     `xml:"testcase"`
	}
	// Property is a fact about a file.
	Property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	// Case is the one case of a suite: its check.
	Case struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Skipped *Outcome `xml:"skipped"`
		Error   *Outcome `xml:"error"`
		Failure *Outcome `xml:"failure"`
		Out     *Output  `xml:"system-out"`
	}
	// Outcome is why a case did not pass.
	Outcome struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",cdata"` // with line breaks as they are
	}
	// Output is what there is to say about a case beside its outcome.
	Output struct {
		Text string `xml:",cdata"`
	}
)

func (all *Suites) add(s Suite) {
	all.Suites = append(all.Suites, s)
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
}

func (s *Suite) add(c Case) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

// newSuite returns the suite of file number i.
func newSuite(r *report.Report, i int) Suite {
	f := &r.Files[i]
	name := wording.Printable(wording.PortablePath(f.Path), wording.PathLimit)
	s := Suite{Name: name, File: name, Properties: propertiesOf(r, f)}
	c := Case{Name: name, Class: "meshcheck"}
	issues, row := report.IssuesOf(r, i), report.RowOf(f, r.OptionsOf(f))
	switch f.Status() {
	case check.NotChecked:
		c.Error = &Outcome{Type: "not checked", Message: row.Reason, Text: joined(report.NotChecked(f), failures(issues))}
	case check.Fail:
		c.Failure = &Outcome{Message: row.Why(), Text: joined(failures(issues))}
		if row.Worst != nil {
			c.Failure.Type = row.Worst.Rule.String()
		}
	}
	if out := joined(report.FirstWarnings(f, "warning: "), accepted(issues), notes(r, i, issues)); out != "" {
		c.Out = &Output{out}
	}
	s.add(c)
	return s
}

// tool returns the property that names the tool.
func tool(r *report.Report) Property { return Property{"tool", r.Tool()} }

// joined returns all lines of several lists.
func joined(lists ...[]string) string { return strings.Join(slices.Concat(lists...), "\n") }

// failures describes the worst issues that fail, a line each.
func failures(issues []report.Issue) (lines []string) {
	more := 0
	for i := range issues {
		switch is := &issues[i]; {
		case !is.Fails() || is.Accepted():
		case len(lines) < MaxPlaces:
			lines = append(lines, is.Summary())
		default:
			more++
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}

// accepted describes the worst issues that a baseline accepts, a line each.
func accepted(issues []report.Issue) (lines []string) {
	for i := range issues {
		if is := &issues[i]; is.Accepted() && len(lines) < MaxPlaces {
			lines = append(lines, is.AcceptedNote())
		}
	}
	return lines
}

// notes describes what does not fail in file number i, a line for each rule.
func notes(r *report.Report, i int, issues []report.Issue) (lines []string) {
	if r.Files[i].Result == nil {
		return nil
	}
	for _, s := range []check.Severity{check.Warning, check.Info} {
		lines = append(lines, report.RuleNotes(r, i, issues, s)...)
	}
	return lines
}

func propertiesOf(r *report.Report, f *report.File) []Property {
	out := []Property{tool(r), {"status", f.Status().String()}}
	for _, p := range []Property{{"format", f.Format}, {"unit", f.Unit}, {"sha256", f.SHA256}} {
		if p.Value != "" {
			out = append(out, p)
		}
	}
	if f.Result != nil && f.Result.Between() != nil && f.Result.Between().Allowed > 0 {
		out = append(out, Property{"allowed pairs", fmt.Sprint(f.Result.Between().Allowed)})
	}
	if f.Result != nil && f.Result.Uncompared > 0 {
		out = append(out, Property{"not compared", report.UncomparedText(f.Result)})
	}
	if f.Result != nil && f.Result.Unposed > 0 {
		out = append(out, Property{"not looked at", report.UnposedText(f.Result)})
	}
	if tally := report.BaselineTally(f); tally != "" {
		out = append(out, Property{"baseline", tally})
	}
	return out
}

// Package junit writes reports as JUnit XML.
package junit

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Write writes r as JUnit XML according to Jenkins' schema: a suite for each file, with a case for
// each rule of the checks made on it. A case of a rule with failing findings has one failure, whose
// text lists the worst regions or pairs of objects. A file that was not checked has an error, and
// one skipped case for its checks. There are no times, so that the same report gives the same
// bytes. The only errors are those of w.
func Write(w io.Writer, r *report.Report) error {
	all := Suites{Name: "meshcheck"}
	for i := range r.Files {
		all.add(newSuite(r, i))
	}
	if r.Interrupted {
		s := suite{Name: "meshcheck"}
		s.add(testCase{Name: "run", Class: "meshcheck", Error: &outcome{Type: "not checked", Message: report.Interrupted(r.Unreached)}})
		all.add(s)
	}
	if text := report.SkippedText(r.Skipped); text != "" {
		s := suite{Name: "meshcheck"}
		c := testCase{Name: "skipped", Class: "meshcheck"}
		if report.FailingSkipped(r.Skipped) {
			c.Error = &outcome{Type: "not checked", Message: text}
		} else {
			c.Skipped = &outcome{Message: text}
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

// made reports whether a check was made on a file and had anything to examine.
func made(of check.Set, r *check.Result, asked check.Set) bool {
	found := r.Section(of)
	if found == nil || of == check.Model || found.Empty(r) {
		return false
	}
	checks := cmp.Or(r.Checks, asked)
	if checks&found.Check() == 0 { // old reports do not name the checks that were made
		checks = first(found.Check())
	}
	return checks.Has(of)
}

// MaxRegions is how many regions the text of a failure describes.
const MaxRegions = 20

type (
	// Suites is the document.
	Suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Suites   []suite  `xml:"testsuite"`
	}
	suite struct {
		Name       string     `xml:"name,attr"`
		Tests      int        `xml:"tests,attr"`
		Failures   int        `xml:"failures,attr"`
		Errors     int        `xml:"errors,attr"`
		Skipped    int        `xml:"skipped,attr"`
		File       string     `xml:"file,attr"`
		Properties []property `xml:"properties>property"`
		Cases      []testCase `xml:"testcase"`
	}
	property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	testCase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Skipped *outcome `xml:"skipped"`
		Error   *outcome `xml:"error"`
		Failure *outcome `xml:"failure"`
		Out     *output  `xml:"system-out"`
	}
	outcome struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",cdata"` // with line breaks as they are
	}
	output struct {
		Text string `xml:",cdata"`
	}
)

func (all *Suites) add(s suite) {
	all.Suites = append(all.Suites, s)
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
}

func (s *suite) add(c testCase) {
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
func newSuite(r *report.Report, i int) suite {
	f := &r.Files[i]
	name := wording.Printable(wording.PortablePath(f.Path), wording.PathLimit)
	s := suite{Name: name, File: name, Properties: propertiesOf(f)}
	load := testCase{Name: "load", Class: name}
	if f.Result == nil {
		load.Error = &outcome{Type: "not checked", Message: strings.Join(report.NotChecked(f), "; ")}
	}
	if warnings := report.FirstWarnings(f, "warning: "); len(warnings) > 0 {
		load.Out = &output{strings.Join(warnings, "\n")}
	}
	s.add(load)
	if f.Result == nil {
		s.add(testCase{Name: "checks", Class: name, Skipped: &outcome{Message: "the file was not checked"}})
		return s
	}
	issues := report.IssuesOf(r, i)
	for _, of := range (check.All | check.Model).Members() {
		for _, rule := range of.Rules() {
			if !applies(rule, f.Result, r.OptionsOf(f)) {
				continue
			}
			c := testCase{Name: of.String() + ": " + rule.Word(), Class: name}
			if of.String() == rule.Word() {
				c.Name = of.String()
			}
			c.judge(r, i, rule, issues)
			s.add(c)
		}
		if found := f.Result.Section(of); found != nil && first(found.Check()) == of {
			if lines := report.Unchecked(f.Result, found); len(lines) > 0 {
				s.add(testCase{Name: of.String() + ": not_checked", Class: name, Error: notChecked(lines)})
			}
		}
	}
	return s
}

// first returns the first of several checks.
func first(checks check.Set) check.Set { return checks & -checks }

// applies reports whether a rule has a case: it has findings, or its check was made and no policy
// turns it off. A rule that is counted under another has a case only if it was broken.
func applies(rule check.Rule, r *check.Result, o *check.Options) bool {
	if o.Policy.Of(rule).Severity == check.Off {
		return false
	}
	return report.Has(r, rule) || rule.Kind() == rule && made(rule.Check(), r, o.Checks)
}

// notChecked says what could not be checked, the number first.
func notChecked(lines []string) *outcome {
	return &outcome{Type: "not checked", Message: lines[0], Text: strings.Join(lines[1:], "\n")}
}

func propertiesOf(f *report.File) []property {
	out := []property{{"status", f.Status().String()}}
	for _, p := range []property{{"format", f.Format}, {"unit", f.Unit}, {"sha256", f.SHA256}} {
		if p.Value != "" {
			out = append(out, p)
		}
	}
	if f.Result != nil && f.Result.Between() != nil && f.Result.Between().Allowed > 0 {
		out = append(out, property{"allowed pairs", fmt.Sprint(f.Result.Between().Allowed)})
	}
	if f.Result != nil && f.Result.Uncompared > 0 {
		out = append(out, property{"not compared", report.UncomparedText(f.Result)})
	}
	if tally := report.BaselineTally(f); tally != "" {
		out = append(out, property{"baseline", tally})
	}
	return out
}

// judge decides the outcome of the case for a rule of file number i, with the file's issues.
func (c *testCase) judge(r *report.Report, i int, rule check.Rule, issues []report.Issue) {
	var notes []string
	for k := range issues {
		if is := &issues[k]; is.Has(rule, check.Error) && is.Accepted() && len(notes) < MaxRegions {
			notes = append(notes, is.AcceptedNote())
		}
	}
	for l := range check.Info + 1 {
		note := report.RuleNote(r, i, issues, rule, l)
		switch {
		case note == "":
		case l == check.Error:
			c.Failure = &outcome{Type: rule.String(), Message: note, Text: issueLines(issues, rule)}
		default:
			notes = append(notes, note)
		}
	}
	if notes != nil {
		c.Out = &output{strings.Join(notes, "\n")}
	}
}

// issueLines describes the worst failing issues of a rule, a line each.
func issueLines(issues []report.Issue, rule check.Rule) string {
	var lines []string
	more := 0
	for i := range issues {
		switch is := &issues[i]; {
		case !is.Has(rule, check.Error) || is.Accepted():
		case len(lines) < MaxRegions:
			lines = append(lines, is.Summary())
		default:
			more++
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

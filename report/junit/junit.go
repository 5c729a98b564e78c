// Package junit writes reports as JUnit XML.
package junit

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Write writes r as JUnit XML, as Jenkins' schema has it: a suite for each file, and in
// it a case for each rule. A case of a rule with findings that fail has one failure, with the
// worst regions or pairs of objects in its text; a file that was not checked has an error, and
// its checks are skipped. There are no times, so that the same report gives the same bytes. The
// only errors are those of w.
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
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// checkCases makes the cases of a check. Each of its rules is a case of its own, named
// "self: crossing".
type checkCases struct {
	check check.Set
	// skipped says why there was nothing to check in a file, "" if there was.
	skipped func(r *meshcheck.Result) string
	// unchecked says what of a file could not be checked, for a check that has no rule of
	// its own for that.
	unchecked func(r *meshcheck.Result) []string
}

var checks = []checkCases{
	{check.Self, func(r *meshcheck.Result) string {
		return wording.Either(report.TriangleCount(r) == 0, "the file has no triangles", "")
	}, nil},
	{check.Parts, noPairs, nil},
	{check.Clearance, noPairs, nil},
	{check.Hulls, noHulls, report.UncheckedHulls},
}

// noPairs says why there were no pairs of objects to check, "" if there were.
func noPairs(r *meshcheck.Result) string {
	if r.Between == nil {
		return "objects were not checked against each other"
	}
	return wording.Either(r.Between.Objects < 2, "the file has fewer than two objects", "")
}

// noHulls says why there were no hulls to check, "" if there were.
func noHulls(r *meshcheck.Result) string {
	return wording.Either(r.Hulls == nil || len(r.Hulls.Groups) == 0, "the file has no collision hulls", "")
}

// askedFor reports whether r has the check's results. A report can hold those of
// objects and of hulls though its options do not say so.
func (c *checkCases) askedFor(r *report.Report) bool {
	asked := r.Options.Checks
	for i := range r.Files {
		if o := r.Files[i].Options; o != nil {
			asked |= cmp.Or(o.Checks, check.Self)
		}
	}
	asked = cmp.Or(asked, check.Self)
	if c.check == check.Hulls && slices.ContainsFunc(r.Files, func(f report.File) bool { return f.Result != nil && f.Result.Hulls != nil }) {
		return true
	}
	return asked.Has(c.check) || c.check == check.Parts && !asked.Has(check.Clearance) &&
		slices.ContainsFunc(r.Files, func(f report.File) bool { return f.Result != nil && f.Result.Between != nil })
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

// newSuite returns the suite of file number i. All suites have the same cases,
// so that one can be followed from run to run.
func newSuite(r *report.Report, i int) suite {
	f := &r.Files[i]
	name := wording.Printable(wording.PortablePath(f.Path), wording.PathLimit)
	s := suite{Name: name, File: name, Properties: propertiesOf(f)}
	load := testCase{Name: "load", Class: name}
	if f.Result == nil {
		load.Error = &outcome{Type: "not checked", Message: report.ProblemText(f.Problem)}
	}
	if warnings := report.FirstWarnings(f, "warning: "); len(warnings) > 0 {
		load.Out = &output{strings.Join(warnings, "\n")}
	}
	s.add(load)
	issues := report.IssuesOf(r, i)
	for k := range checks {
		of := &checks[k]
		if !of.askedFor(r) {
			continue
		}
		for _, rule := range of.check.Rules() {
			if rule.Kind() != rule && (f.Result == nil || !report.Has(f.Result, rule)) {
				continue // it is counted under a kind, which has a case
			}
			c := testCase{Name: of.check.String() + ": " + rule.Word(), Class: name}
			if of.check.String() == rule.Word() {
				c.Name = of.check.String()
			}
			c.judge(r, i, of, rule, issues)
			s.add(c)
		}
		if of.unchecked != nil {
			s.add(of.complete(f, name))
		}
	}
	return s
}

// complete returns the case that says whether everything could be checked.
func (c *checkCases) complete(f *report.File, class string) testCase {
	out := testCase{Name: c.check.String() + ": not_checked", Class: class}
	if f.Result == nil {
		out.Skipped = &outcome{Message: "the file was not checked"}
	} else if lines := c.unchecked(f.Result); len(lines) > 0 {
		out.Error = &outcome{Type: "not checked", Message: lines[0], Text: strings.Join(lines[1:], "\n")}
	}
	return out
}

func propertiesOf(f *report.File) []property {
	out := []property{{"status", f.Status().String()}}
	for _, p := range []property{{"format", f.Format}, {"unit", f.Unit}, {"sha256", f.SHA256}} {
		if p.Value != "" {
			out = append(out, p)
		}
	}
	if f.Result != nil && f.Result.Between != nil && f.Result.Between.Allowed > 0 {
		out = append(out, property{"allowed pairs", fmt.Sprint(f.Result.Between.Allowed)})
	}
	if tally := report.BaselineTally(f); tally != "" {
		out = append(out, property{"baseline", tally})
	}
	return out
}

// judge decides how the case of a rule ends for file number i, which has these issues.
func (c *testCase) judge(r *report.Report, i int, of *checkCases, rule check.Rule, issues []report.Issue) {
	f := &r.Files[i]
	if f.Result == nil {
		c.Skipped = &outcome{Message: "the file was not checked"}
		return
	}
	if lines := report.UncheckedObjects(f.Result); len(lines) > 0 && rule == check.PartsNotChecked {
		c.Error = &outcome{Type: "not checked", Message: lines[0], Text: strings.Join(lines[1:], "\n")}
		return
	}
	if skipped := of.skipped(f.Result); !report.Has(f.Result, rule) && skipped != "" {
		c.Skipped = &outcome{Message: skipped}
		return
	}
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

// issueLines describes the worst issues of a rule that fail, a line each.
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

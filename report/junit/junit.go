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
// it a case for each kind that the checks can find. A case that found something that fails has one failure with
// the worst regions or pairs of objects in its text; a file that was not checked has an error, and
// its checks are skipped. There are no times, so that the same report gives the same bytes. The
// only errors are those of w.
func Write(w io.Writer, r *report.Report) error {
	all := Suites{Name: "meshcheck"}
	for i := range r.Files {
		all.add(newJUnitSuite(r, i))
	}
	if r.Interrupted {
		s := junitSuite{Name: "meshcheck"}
		s.add(junitCase{Name: "run", Class: "meshcheck", Error: &junitOutcome{Type: "not checked", Message: report.Interrupted(r.Unreached)}})
		all.add(s)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// junitCheck is a check of a file. Each of its rules is a
// case of its own, named "self: crossing".
type junitCheck struct {
	check check.Set
	// skipped says why there was nothing to check in a file, "" if there was.
	skipped func(r *meshcheck.Result) string
	// unchecked says what of a file could not be checked, for a check that has no rule of
	// its own for that.
	unchecked func(r *meshcheck.Result) []string
}

var checks = []junitCheck{
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
func (c *junitCheck) askedFor(r *report.Report) bool {
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
	Suites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		File       string          `xml:"file,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Skipped *junitOutcome `xml:"skipped"`
		Error   *junitOutcome `xml:"error"`
		Failure *junitOutcome `xml:"failure"`
		Out     *junitOutput  `xml:"system-out"`
	}
	junitOutcome struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",cdata"` // with line breaks as they are
	}
	junitOutput struct {
		Text string `xml:",cdata"`
	}
)

func (all *Suites) add(s junitSuite) {
	all.Suites = append(all.Suites, s)
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
}

func (s *junitSuite) add(c junitCase) {
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

// newJUnitSuite returns the suite of file number i. All suites have the same cases,
// so that one can be followed from run to run.
func newJUnitSuite(r *report.Report, i int) junitSuite {
	f := &r.Files[i]
	name := wording.Printable(wording.PortablePath(f.Path), wording.PathLimit)
	s := junitSuite{Name: name, File: name, Properties: junitProperties(f)}
	load := junitCase{Name: "load", Class: name}
	if f.Result == nil {
		load.Error = &junitOutcome{Type: "not checked", Message: report.ProblemText(f.Problem)}
	}
	if warnings := report.FirstWarnings(f, "warning: "); len(warnings) > 0 {
		load.Out = &junitOutput{strings.Join(warnings, "\n")}
	}
	s.add(load)
	issues := report.IssuesOf(r, i)
	for k := range checks {
		of := &checks[k]
		if !of.askedFor(r) {
			continue
		}
		for _, id := range of.check.Rules() {
			c := junitCase{Name: of.check.String() + ": " + id.Word(), Class: name}
			if of.check.String() == id.Word() {
				c.Name = of.check.String()
			}
			c.judge(r, i, of, id, issues)
			s.add(c)
		}
		if of.unchecked != nil {
			s.add(of.complete(f, name))
		}
	}
	return s
}

// complete is the case that all could be checked.
func (c *junitCheck) complete(f *report.File, class string) junitCase {
	out := junitCase{Name: c.check.String() + ": not_checked", Class: class}
	if f.Result == nil {
		out.Skipped = &junitOutcome{Message: "the file was not checked"}
	} else if lines := c.unchecked(f.Result); len(lines) > 0 {
		out.Error = &junitOutcome{Type: "not checked", Message: lines[0], Text: strings.Join(lines[1:], "\n")}
	}
	return out
}

func junitProperties(f *report.File) []junitProperty {
	out := []junitProperty{{"status", f.Status().String()}}
	for _, p := range []junitProperty{{"format", f.Format}, {"unit", f.Unit}, {"sha256", f.SHA256}} {
		if p.Value != "" {
			out = append(out, p)
		}
	}
	if f.Result != nil && f.Result.Between != nil && f.Result.Between.Allowed > 0 {
		out = append(out, junitProperty{"allowed pairs", fmt.Sprint(f.Result.Between.Allowed)})
	}
	if tally := report.BaselineTally(f); tally != "" {
		out = append(out, junitProperty{"baseline", tally})
	}
	return out
}

// judge decides how the case of a rule ends for file number i, which has these issues.
func (c *junitCase) judge(r *report.Report, i int, of *junitCheck, id check.Rule, issues []report.Issue) {
	f := &r.Files[i]
	if f.Result == nil {
		c.Skipped = &junitOutcome{Message: "the file was not checked"}
		return
	}
	if lines := report.UncheckedObjects(f.Result); len(lines) > 0 && id == check.PartsNotChecked {
		c.Error = &junitOutcome{Type: "not checked", Message: lines[0], Text: strings.Join(lines[1:], "\n")}
		return
	}
	if skipped := of.skipped(f.Result); !report.Has(f.Result, id) && skipped != "" {
		c.Skipped = &junitOutcome{Message: skipped}
		return
	}
	var notes []string
	for k := range issues {
		if is := &issues[k]; is.Has(id, check.Error) && is.Accepted() && len(notes) < MaxRegions {
			notes = append(notes, is.AcceptedNote())
		}
	}
	for l := range check.Info + 1 {
		note := report.KindNote(r, i, issues, id, l)
		switch {
		case note == "":
		case l == check.Error:
			c.Failure = &junitOutcome{Type: id.String(), Message: note, Text: issueLines(issues, id)}
		default:
			notes = append(notes, note)
		}
	}
	if notes != nil {
		c.Out = &junitOutput{strings.Join(notes, "\n")}
	}
}

// issueLines describes the worst issues of a rule that fail, a line each.
func issueLines(issues []report.Issue, id check.Rule) string {
	var lines []string
	more := 0
	for i := range issues {
		switch is := &issues[i]; {
		case !is.Has(id, check.Error) || is.Accepted():
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

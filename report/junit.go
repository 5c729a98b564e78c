package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck"
)

// JUnit writes r as JUnit XML, as Jenkins' schema has it: a suite for each file, and in
// it a case for each check. A check that found something that fails has one failure with
// the worst regions in its text; a file that was not checked has an error, and
// its checks are skipped. There are no times, so that the same report gives the same bytes. The
// only errors are those of w.
func JUnit(w io.Writer, r *Report) error {
	all := junitSuites{Name: "meshcheck"}
	for i := range r.Files {
		all.add(newJUnitSuite(r, i))
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// checks are the checks of a file and the kinds that each of them can find. A kind is
// a case of its own, named "self: crossing".
var checks = []struct {
	name  string
	kinds []meshcheck.Kind
}{
	{"self", meshcheck.Kinds()},
}

// junitRegions is how many regions the text of a failure describes.
const junitRegions = 20

type (
	junitSuites struct {
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

func (all *junitSuites) add(s junitSuite) {
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
func newJUnitSuite(r *Report, i int) junitSuite {
	f := &r.Files[i]
	name := Printable(portablePath(f.Path), pathLimit)
	s := junitSuite{Name: name, File: name, Properties: junitProperties(f)}
	load := junitCase{Name: "load", Class: name}
	if f.Result == nil {
		load.Error = &junitOutcome{Type: "not checked", Message: problemText(f.Problem)}
	}
	if warnings := firstWarnings(f, "warning: "); len(warnings) > 0 {
		load.Out = &junitOutput{strings.Join(warnings, "\n")}
	}
	s.add(load)
	issues := issuesOf(r, i)
	for _, check := range checks {
		for _, k := range check.kinds {
			c := junitCase{Name: check.name + ": " + k.String(), Class: name}
			c.judge(r, f, k, issues)
			s.add(c)
		}
	}
	return s
}

func junitProperties(f *File) []junitProperty {
	out := []junitProperty{{"status", f.Status().String()}}
	for _, p := range []junitProperty{{"format", f.Format}, {"unit", f.Unit}, {"sha256", f.SHA256}} {
		if p.Value != "" {
			out = append(out, p)
		}
	}
	return out
}

// judge decides how the case of kind k ends.
func (c *junitCase) judge(r *Report, f *File, k meshcheck.Kind, issues []issue) {
	switch {
	case f.Result == nil:
		c.Skipped = &junitOutcome{Message: "the file was not checked"}
	case triangleCount(f.Result) == 0:
		c.Skipped = &junitOutcome{Message: "the file has no triangles"}
	case f.Result.Counts.Of(k) == 0:
	case k.Fails():
		c.Failure = &junitOutcome{Type: k.String(), Message: kindNote(r, f, k), Text: regionLines(issues, k)}
	default:
		c.Out = &junitOutput{kindNote(r, f, k)}
	}
}

// regionLines describes the worst issues of kind k, a line each.
func regionLines(issues []issue, k meshcheck.Kind) string {
	var lines []string
	more := 0
	for i := range issues {
		switch is := &issues[i]; {
		case is.kind != k:
		case len(lines) < junitRegions:
			lines = append(lines, is.summary())
		default:
			more++
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

package formats

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/junit"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// junitValid validates a report against Jenkins' schema with libxml2.
func junitValid(t *testing.T, text []byte) (string, error) {
	t.Helper()
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint (Debian: libxml2-utils) is not installed")
	}
	schema := filepath.Join("testdata", "schemas", "junit-10.xsd")
	file := filepath.Join(t.TempDir(), "junit.xml")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(xmllint, "--noout", "--nonet", "--schema", schema, file).CombinedOutput()
	return string(out), err
}

func TestJUnitMatchesSchema(t *testing.T) {
	for name, r := range samples() {
		if out, err := junitValid(t, written(t, "junit", r)); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	bad := strings.Replace(string(written(t, "junit", reporttest.Sample())), "<failure ", "<fault ", 1)
	bad = strings.Replace(bad, "</failure>", "</fault>", 1)
	if _, err := junitValid(t, []byte(bad)); err == nil {
		t.Error("the schema lets an unknown element pass")
	}
}

func junitOf(t *testing.T, r *report.Report) junit.Suites {
	t.Helper()
	var s junit.Suites
	if err := xml.Unmarshal(written(t, "junit", r), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// The numbers of each suite and of the whole match the cases.
func TestJUnitCounts(t *testing.T) {
	for name, r := range samples() {
		all := junitOf(t, r)
		var tests, failures, errors int
		for _, s := range all.Suites {
			var f, e, skipped int
			for _, c := range s.Cases {
				switch {
				case c.Failure != nil:
					f++
				case c.Error != nil:
					e++
				case c.Skipped != nil:
					skipped++
				}
			}
			if s.Tests != len(s.Cases) || s.Failures != f || s.Errors != e || s.Skipped != skipped {
				t.Errorf("%s: suite %.40s says %d tests, %d failures, %d errors, %d skipped; it has %d, %d, %d, %d",
					name, s.Name, s.Tests, s.Failures, s.Errors, s.Skipped, len(s.Cases), f, e, skipped)
			}
			tests, failures, errors = tests+s.Tests, failures+f, errors+e
		}
		if len(all.Suites) != len(r.Files) || all.Tests != tests || all.Failures != failures || all.Errors != errors {
			t.Errorf("%s: the whole says %d tests, %d failures, %d errors; the suites have %d, %d, %d",
				name, all.Tests, all.Failures, all.Errors, tests, failures, errors)
		}
	}
}

// outcomeOf returns the outcome of the named case in a suite.
func outcomeOf(all junit.Suites, suite int, name string) string {
	for _, c := range all.Suites[suite].Cases {
		switch {
		case c.Name != name:
		case c.Failure != nil:
			return "failure: " + c.Failure.Message
		case c.Error != nil:
			return "error: " + c.Error.Message + ": " + c.Error.Text
		case c.Skipped != nil:
			return "skipped: " + c.Skipped.Message
		case c.Out != nil:
			return "passed: " + c.Out.Text
		default:
			return "passed"
		}
	}
	return "none"
}

// TestJUnitOutcomes covers all outcomes of a case.
func TestJUnitOutcomes(t *testing.T) {
	all := junitOf(t, reporttest.Sample())
	for _, c := range []struct {
		suite      int
		name, want string
	}{
		{0, "load", "passed"},
		{0, "self: crossing", "failure: 2 crossings: seat ↔ leg_front_left, deepest 4.2 mm"},
		{0, "self: duplicate", "passed"},
		{0, "self: touch", "passed: 12 touches: "},
		{1, "load", "passed: warning: mesh 1 primitive 2: 14 points skipped"},
		{1, "self: nonfinite", "failure: 1 nonfinite triangle"},
		{1, "self: degenerate", "passed: 1 degenerate triangle"},
		{3, "load", "passed"},
		{3, "self: crossing", "none"},
		{3, "checks", "none"},
		{4, "load", "error: mesh 3 primitive 0: index 812"},
		{4, "self: crossing", "none"},
		{4, "checks", "skipped: the file was not checked"},
	} {
		if got := outcomeOf(all, c.suite, c.name); !strings.HasPrefix(got, c.want) {
			t.Errorf("suite %d, %s: %q, want %q", c.suite, c.name, got, c.want)
		}
	}
}

// A failure says where to look first, and how much more there is.
func TestJUnitFailureText(t *testing.T) {
	for _, c := range junitOf(t, reporttest.Many(1000, 100)).Suites[0].Cases {
		if c.Failure == nil {
			continue
		}
		lines := strings.Split(c.Failure.Text, "\n")
		if len(lines) != junit.MaxRegions+1 || lines[junit.MaxRegions] != "and 80 more" || !strings.HasPrefix(lines[0], "10 crossings in region 1, ") {
			t.Errorf("the failure says\n%s", c.Failure.Text)
		}
		return
	}
	t.Error("nothing fails")
}

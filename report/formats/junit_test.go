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

// outcomeOf returns the outcome of the case of a suite.
func outcomeOf(all junit.Suites, suite int) string {
	switch c := all.Suites[suite].Cases[0]; {
	case c.Failure != nil:
		return "failure: " + c.Failure.Type + ": " + c.Failure.Message + ": " + c.Failure.Text
	case c.Error != nil:
		return "error: " + c.Error.Message + ": " + c.Error.Text
	default:
		return "passed"
	}
}

// outputOf returns the output of the case of a suite.
func outputOf(all junit.Suites, suite int) string {
	if out := all.Suites[suite].Cases[0].Out; out != nil {
		return out.Text
	}
	return ""
}

// TestJUnitOutcomes covers all outcomes of a case: each file has one, under its name.
func TestJUnitOutcomes(t *testing.T) {
	r := reporttest.Sample()
	all := junitOf(t, r)
	for i, s := range all.Suites {
		if c := s.Cases[0]; len(s.Cases) != 1 || c.Name != r.Files[i].Path || c.Class != "meshcheck" {
			t.Errorf("suite %d: %d cases, the first is %s of %s", i, len(s.Cases), c.Name, c.Class)
		}
	}
	for suite, want := range []string{
		"failure: crossing: 1 place: seat ↔ leg_front_left, 4.2 mm deep: 2 crossings, 1 overlap in region 1, seat ↔ leg_front_left, 4.2 mm deep",
		`failure: duplicate: 2 places: mesh "body": skin ↔ part 1, 5000 cm² shared, 707 mm wide: 1 duplicate, 1 touch in region 1 of mesh "body", `,
		"passed", "passed",
		"error: mesh 3 primitive 0: index 812 is past the end of 700 vertices: ",
		"error: not supported: extension KHR_draco_mesh_compression: not supported: extension KHR_draco_mesh_compression\nhint: export without compression",
		"error: no such file or directory: ",
	} {
		if got := outcomeOf(all, suite); !strings.HasPrefix(got, want) || want == "passed" && got != want {
			t.Errorf("suite %d: %q, want %q", suite, got, want)
		}
	}
	for suite, want := range []string{"12 touches: ", "warning: mesh 1 primitive 2: 14 points skipped\n1 degenerate triangle: "} {
		if got := outputOf(all, suite); !strings.HasPrefix(got, want) {
			t.Errorf("suite %d: output %q, want %q", suite, got, want)
		}
	}
}

// A failure says where to look first, and how much more there is.
func TestJUnitFailureText(t *testing.T) {
	c := junitOf(t, reporttest.Many(1000, 100)).Suites[0].Cases[0]
	if c.Failure == nil || !strings.HasPrefix(c.Failure.Message, "100 places: ") {
		t.Fatalf("%+v", c.Failure)
	}
	lines := strings.Split(c.Failure.Text, "\n")
	if len(lines) != junit.MaxPlaces+1 || lines[junit.MaxPlaces] != "and 80 more" || !strings.HasPrefix(lines[0], "10 crossings in region 1, ") {
		t.Errorf("the failure says\n%s", c.Failure.Text)
	}
}

// What a baseline accepts is in the output, not among the failures.
func TestJUnitAccepted(t *testing.T) {
	all := junitOf(t, judged(t, reporttest.Sample()))
	got := ""
	for i := range all.Suites {
		got += outcomeOf(all, i) + "\n" + outputOf(all, i) + "\n"
	}
	if n := strings.Count(got, "\naccepted"); n == 0 || strings.Contains(got, "failure: accepted") {
		t.Errorf("%d are accepted:\n%s", n, got)
	}
}

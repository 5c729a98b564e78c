package json_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// TestUVRulesReadBack: a finding in a sheet is read again whatever its rule. A rule needs no member of its
// own for that.
func TestUVRulesReadBack(t *testing.T) {
	for _, rule := range check.UV.Rules() {
		r := reporttest.UVReport(t)
		u := r.Files[0].Result.UV()
		found := check.UVFinding{Rule: rule, Severity: check.Warning, Count: 3, Reason: "3 triangles break a rule"}
		u.Sheets[0].Findings = append(u.Sheets[0].Findings, found)
		u.Counts[rule][found.Severity] += found.Count
		text := string(reporttest.JSON(t, r))
		read, err := json.Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", rule, err)
			continue
		}
		got := read.Files[0].Result.UV()
		if !reflect.DeepEqual(got.Sheets[0].Findings, u.Sheets[0].Findings) || got.Counts != u.Counts {
			t.Errorf("%s: %+v is read as %+v", rule, u.Sheets[0].Findings, got.Sheets[0].Findings)
		}
		if again := string(reporttest.JSON(t, read)); again != text {
			t.Errorf("%s is written again as\n%s", rule, again)
		}
	}
}

package report_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// TestShortIDs: four characters of a fingerprint, and as many more as tell a place from all others.
func TestShortIDs(t *testing.T) {
	for _, row := range []struct{ why, fingerprints, want string }{
		{"none", "", ""},
		{"one", "76d3aa", "76d3"},
		{"different at once", "76d3aa 06d3aa 86d3aa", "76d3 06d3 86d3"},
		{"the fifth tells them apart", "76d3b0 06d300 76d3a0", "76d3b 06d3 76d3a"},
		{"two neighbours", "76d3a0 76d3ab 76d3c0", "76d3a0 76d3ab 76d3c"},
		{"shorter than four", "7", "7"},
		{"not known", "- 76d3aa", "- 76d3"},
	} {
		var issues []report.Issue
		want := map[check.Ref]string{}
		for k, fingerprint := range strings.Fields(row.fingerprints) {
			at := check.Ref{List: check.Regions, Index: k}
			if fingerprint == "-" {
				fingerprint = ""
			} else {
				want[at] = strings.Fields(row.want)[k]
			}
			issues = append(issues, report.Issue{Issue: check.Issue{At: at, Fingerprint: fingerprint}})
		}
		issues = append(issues, report.Issue{Issue: check.Issue{At: check.Ref{Index: -1}, Fingerprint: "76d3aa"}})
		if got := report.ShortIDs(issues); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", row.why, got, want)
		}
	}
	// Of many, each is the start of its own fingerprint and of no other.
	var many []report.Issue
	for k := range 3000 {
		at := check.Ref{List: check.Regions, Index: k}
		many = append(many, report.Issue{Issue: check.Issue{At: at, Fingerprint: fmt.Sprintf("%08x", uint32(k*k)*2654435761)}})
	}
	longer := 0
	for at, id := range report.ShortIDs(many) {
		if len(id) > 4 {
			longer++
		}
		for k := range many {
			if strings.HasPrefix(many[k].Fingerprint, id) != (k == at.Index) {
				t.Fatalf("%s of region %d, %s, and region %d, %s", id, at.Index, many[at.Index].Fingerprint, k, many[k].Fingerprint)
			}
		}
	}
	if longer == 0 {
		t.Error("no two of 3000 places share four characters")
	}
}

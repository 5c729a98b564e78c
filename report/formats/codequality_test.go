package formats

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/gitlab"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestCodeQualityMatchesSchema(t *testing.T) {
	s := reporttest.Compile(t, reporttest.SchemaFile(t, "codequality.json"))
	for name, r := range samples() {
		if err := reporttest.Validate(t, s, written(t, "codequality", r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// GitLab merges issues with the same fingerprint.
func TestCodeQualityFingerprints(t *testing.T) {
	r := reporttest.Many(1000, 200)
	second := reporttest.Many(1000, 200).Files[0]
	second.Path = "copy.stl"
	r.Files = append(r.Files, second, report.File{Path: "gone.stl"}, report.File{Path: "lost.stl"})
	var issues []gitlab.Issue
	if err := json.Unmarshal(written(t, "codequality", r), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, is := range issues {
		if seen[is.Fingerprint] {
			t.Fatalf("%s: %s has the fingerprint of another issue", is.Location.Path, is.Description)
		}
		seen[is.Fingerprint] = true
	}
	if len(issues) != 402 {
		t.Errorf("%d issues, want 402", len(issues))
	}
}

func TestCodeQualityLimit(t *testing.T) {
	text := string(written(t, "codequality", reporttest.Many(6000, 6000)))
	if n := strings.Count(text, `"check_name": "crossing"`); n != gitlab.MaxIssues {
		t.Errorf("%d issues", n)
	}
	if !strings.Contains(text, "1000 results of lesser severity left out") {
		t.Error("a cut list looks whole")
	}
}

package json_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// TestReportsOfMinor1: reports that versions of schema_minor 1 wrote are read, and written again they are
// the same but for that number.
func TestReportsOfMinor1(t *testing.T) {
	paths, err := filepath.Glob("testdata/before/*.json")
	if err != nil || len(paths) < 7 {
		t.Fatalf("%d reports, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := json.Read(strings.NewReader(string(text)))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		want := strings.Replace(string(text), `"schema_minor": 1,`, `"schema_minor": 7,`, 1)
		if got := string(reporttest.JSON(t, r)); got != want || want == string(text) {
			t.Errorf("%s is written again as\n%s", path, got)
		}
	}
}

package diff_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/diff"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// TestJSON: a report that was compared is read back with all that has become of its files, and is
// refused where that is about something that is not there.
func TestJSON(t *testing.T) {
	now := chair()
	now[1].size[2], now[2].size[2], now[3].name = 1, 1.06, "foot"
	o := check.Options{Checks: check.Self | check.Parts, MaxFindings: 20}
	earlier := reportOf(t, o, map[string]string{"a.obj": export(chair(), false), "bad.obj": "f 1 2 3\n", "gone.obj": export(chair(), false)})
	o.Tolerance.Value = 1e-6
	later := reportOf(t, o, map[string]string{"a.obj": export(now, false), "bad.obj": "f 1 2 3\n", "b.obj": export(chair()[:3], false)})
	diff.Reports(earlier, later)
	text := reporttest.JSON(t, later)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
		t.Error(err)
	}
	back := reporttest.ReadBack(t, text)
	if !reflect.DeepEqual(back.Comparison, later.Comparison) {
		t.Errorf("%+v, want %+v", back.Comparison, later.Comparison)
	}
	for i := range later.Files {
		if got, want := back.Files[i].Changes, later.Files[i].Changes; !reflect.DeepEqual(got.Places, want.Places) || !reporttest.Alike(t, got.Fixed, want.Fixed) || got.Tally() != want.Tally() {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if got := later.Files[0].Changes.Tally(); got.Worse == 0 || got.Fixed == 0 || !strings.Contains(string(text), `"unsure":true`) {
		t.Errorf("there is nothing to write: %+v", got)
	}
	for _, edit := range [][2]string{{`"places":[{`, `"places":[{"state":"new","name":"x","pair":77},{`}, {`"unchanged":`, `"unchanged":-`}} {
		bad := strings.Replace(string(text), edit[0], edit[1], 1)
		if _, err := json.Read(strings.NewReader(bad)); bad == string(text) || err == nil || !strings.Contains(err.Error(), "changes") {
			t.Errorf("%s: %v", edit[1], err)
		}
	}
}

// TestReportsOfEarlierVersions: a report that an earlier version wrote is like itself.
func TestReportsOfEarlierVersions(t *testing.T) {
	paths, err := filepath.Glob("../json/testdata/before/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d reports, %v", len(paths), err)
	}
	read := func(path string) *report.Report {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := json.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, path := range paths {
		r := read(path)
		diff.Reports(read(path), r)
		for i := range r.Files {
			c := r.Files[i].Changes
			if c.Tally().Any() || len(c.Places) > 0 || c.Was != "" || c.Before == report.BeforeMissing {
				t.Errorf("%s: %s: %+v", path, r.Files[i].Path, c)
			}
		}
		if len(r.Comparison.Options)+len(r.Comparison.Missing) > 0 {
			t.Errorf("%s: %+v", path, r.Comparison)
		}
	}
}

package text_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/diff"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// changesText returns what has become of a report since an earlier one.
func changesText(t *testing.T, earlier, now *report.Report, o text.Options) string {
	t.Helper()
	diff.Reports(earlier, now)
	return string(reporttest.Render(t, func(w *bytes.Buffer) error { return text.WriteChanges(w, now, false, o) }))
}

// TestChangesOfHostileNames: no name gets an unprintable character through, whichever report has it.
func TestChangesOfHostileNames(t *testing.T) {
	for _, o := range []text.Options{{}, {Width: 80}} {
		for _, got := range []string{
			changesText(t, reporttest.Hostile(), reporttest.Sample(), o), changesText(t, reporttest.Sample(), reporttest.Hostile(), o),
			changesText(t, reporttest.Hostile(), reporttest.Hostile(), o),
		} {
			if strings.ContainsAny(got, "\r\x1b\u202e\u2028") {
				t.Errorf("an unprintable character gets through: %q", got)
			}
		}
	}
}

// TestManyChanges: a file with many new places names the first of them and counts the rest.
func TestManyChanges(t *testing.T) {
	got := changesText(t, &report.Report{}, reporttest.Many(100, 100), text.Options{})
	if strings.Count(got, "\n  new ") != 20 || !strings.Contains(got, "\n  and 80 more places (-o changes.json lists them)\n") {
		t.Errorf("%s", got)
	}
	if !strings.HasPrefix(got, "soup.stl: only in the new report, 100 new\n") {
		t.Errorf("%.100s", got)
	}
}

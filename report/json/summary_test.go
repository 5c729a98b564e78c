package json_test

import (
	"bytes"
	encoding "encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// summaryOf returns the summary of r as JSON.
func summaryOf(t *testing.T, r *report.Report) []byte {
	t.Helper()
	return reporttest.Render(t, func(w *bytes.Buffer) error { return json.WriteSummary(w, r) })
}

func TestSummaryGolden(t *testing.T) {
	reporttest.Golden(t, "sample.summary.json", summaryOf(t, reporttest.Sample()))
}

func TestSummaryMatchesSchema(t *testing.T) {
	s := reporttest.Compile(t, json.SummarySchema())
	stopped := reporttest.Sample()
	stopped.Interrupted, stopped.Unreached = true, 41
	stopped.Skipped = []report.Skipped{{Ending: ".fbx", Files: 3, Failing: 3}}
	for name, r := range map[string]*report.Report{
		"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(100, 10), "hostile": reporttest.Hostile(),
		"huge": reporttest.Huge(), "stopped": stopped, "noReason": {Files: []report.File{{Path: "x"}}},
	} {
		if err := reporttest.Validate(t, s, summaryOf(t, r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if reporttest.Validate(t, s, reporttest.JSON(t, reporttest.Sample())) == nil {
		t.Error("a report is taken for a summary")
	}
}

// A summary has no findings, and the head and totals of the report.
func TestSummaryIsShort(t *testing.T) {
	const n = 1000
	r := reporttest.Many(n, n)
	text := summaryOf(t, r)
	var summary, whole struct {
		Options, Summary map[string]any
		Files            []struct {
			Path, Status, SHA256 string
			Findings             int `json:"failing_findings"`
			Places               int `json:"failing_places"`
		}
	}
	if err := errors.Join(encoding.Unmarshal(text, &summary), encoding.Unmarshal(reporttest.JSON(t, r), &whole)); err != nil {
		t.Fatal(err)
	}
	if len(text) > 2000 || summary.Files[0].Findings != n || summary.Files[0].Places != n {
		t.Errorf("%d bytes, files %+v", len(text), summary.Files)
	}
	summary.Files[0].Findings, summary.Files[0].Places = 0, 0
	if !reflect.DeepEqual(summary, whole) {
		t.Errorf("%+v is not the same as of the report, %+v", summary, whole)
	}
}

// What is not a report is refused by name.
func TestReadRefusesOtherTexts(t *testing.T) {
	r := reporttest.Sample()
	if _, err := json.Read(bytes.NewReader(summaryOf(t, r))); !errors.Is(err, json.ErrSummary) {
		t.Errorf("a summary: %v", err)
	}
	if _, err := json.Read(bytes.NewReader(linesOf(t, r))); !errors.Is(err, json.ErrLines) {
		t.Errorf("lines: %v", err)
	}
	if _, err := json.Read(bytes.NewReader([]byte(`{"report": "of the weather"}`))); err == nil {
		t.Error("a report of something else is read")
	}
}

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

// linesOf returns r as JSON Lines.
func linesOf(t *testing.T, r *report.Report) []byte {
	t.Helper()
	return reporttest.Render(t, func(w *bytes.Buffer) error { return json.WriteLines(w, r) })
}

// lineReports are reports to be written as lines.
func lineReports() map[string]*report.Report {
	stopped := reporttest.Sample()
	stopped.Interrupted, stopped.Unreached = true, 41
	stopped.Shard = &report.Shard{Number: 1, Of: 2, Inputs: 80, Positions: []int{1, 4, 5, 6, 8, 9, 70}}
	return map[string]*report.Report{
		"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(1000, 10), "hostile": reporttest.Hostile(), "stopped": stopped,
	}
}

// TestLinesAreTheReport: the head, the files and the end, put together, are the JSON report.
func TestLinesAreTheReport(t *testing.T) {
	for name, r := range lineReports() {
		lines := bytes.Split(bytes.TrimSuffix(linesOf(t, r), []byte("\n")), []byte("\n"))
		if len(lines) != len(r.Files)+2 {
			t.Fatalf("%s: %d lines", name, len(lines))
		}
		files := []encoding.RawMessage{}
		for _, line := range lines[1 : len(lines)-1] {
			files = append(files, line)
		}
		whole := map[string]any{"files": files}
		for _, line := range [][]byte{lines[0], lines[len(lines)-1]} {
			var members map[string]encoding.RawMessage
			if err := encoding.Unmarshal(line, &members); err != nil {
				t.Fatal(err)
			}
			for name, value := range members {
				whole[name] = value
			}
		}
		delete(whole, "report")
		text, err := encoding.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := errors.Join(encoding.Unmarshal(text, &got), encoding.Unmarshal(reporttest.JSON(t, r), &want)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the lines put together are\n%.2000s", name, text)
		}
	}
}

// writes keeps each call of Write.
type writes [][]byte

func (w *writes) Write(b []byte) (int, error) {
	*w = append(*w, bytes.Clone(b))
	return len(b), nil
}

// Each line is written whole, as soon as it is known, and has no spaces outside of strings.
func TestLinesAreWrittenAtOnce(t *testing.T) {
	r := reporttest.Sample()
	var w writes
	lines := json.NewLines(&w, r)
	for i := range r.Files {
		if err := lines.Add(&r.Files[i]); err != nil {
			t.Fatal(err)
		}
		if len(w) != i+2 {
			t.Errorf("%d lines after %d files", len(w), i+1)
		}
	}
	if err := lines.End(r, r.Summary()); err != nil {
		t.Fatal(err)
	}
	for i, line := range w {
		if bytes.IndexByte(line, '\n') != len(line)-1 {
			t.Errorf("write %d is not one line: %.300q", i, line)
		}
		var short bytes.Buffer
		if err := encoding.Compact(&short, line); err != nil || short.Len() != len(line)-1 {
			t.Errorf("line %d is not compact, %v: %.300q", i, err, line)
		}
	}
	if err := json.WriteLines(&reporttest.Failing{Room: 500}, r); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("a full device: %v", err)
	}
}

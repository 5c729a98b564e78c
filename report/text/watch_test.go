package text_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// A check of one file names it and its worst place; a check of several counts verdicts. Names cannot
// break the line.
func TestWatched(t *testing.T) {
	x := reporttest.Sample().Indexed()
	one := func(i int) (report.Summary, *report.Row) {
		only := reporttest.Sample()
		only.Files = only.Files[i : i+1]
		y := only.Indexed()
		return y.Summary, &y.Rows[0]
	}
	at := time.Date(2026, 11, 21, 12, 3, 4, 0, time.UTC)
	line := func(s report.Summary, row *report.Row, changed string) string {
		return string(reporttest.Render(t, func(w *bytes.Buffer) error { return text.WriteWatched(w, at, s, row, changed, text.Options{}) }))
	}
	first, row := one(0)
	if got, want := line(first, row, "1 fixed"), "12:03:04 chair.glb: FAIL 1 place: seat ↔ leg_front_left, 4.2 mm deep (1 fixed)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	row.Path = "a\n\x1b[2J.glb"
	if got := line(first, row, ""); bytes.Count([]byte(got), []byte("\n")) != 1 || bytes.ContainsRune([]byte(got), 0x1b) {
		t.Errorf("%q", got)
	}
	if got, want := line(x.Summary, nil, ""), "12:03:04 NOT CHECKED 7 files: 2 passed, 2 failed, 3 not checked\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := line(report.Summary{}, nil, "1 file gone"), "12:03:04 PASS no file to check (1 file gone)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

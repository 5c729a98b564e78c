package text_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// shortText returns the short text of a run.
func shortText(t *testing.T, r *report.Report, o text.Options) string {
	t.Helper()
	x := r.Indexed()
	return string(reporttest.Render(t, func(w *bytes.Buffer) error {
		for i := range x.Rows {
			if err := text.WriteShort(w, &x.Rows[i], o); err != nil {
				return err
			}
		}
		return text.WriteShortSummary(w, x.Summary, time.Second, o)
	}))
}

// TestShort: a line for each file that did not pass, and the totals.
func TestShort(t *testing.T) {
	want := []string{
		"chair.glb: FAIL 1 place: seat ↔ leg_front_left, 4.2 mm deep",
		`rooms/scene.gltf: FAIL 2 places: mesh "body": skin ↔ part 1, 5000 cm² shared, 707 mm wide`,
		"bad.glb: NOT CHECKED mesh 3 primitive 0: index 812 is past the end of 700 vertices",
		"draco.glb: NOT CHECKED not supported: extension KHR_draco_mesh_compression",
		"missing.stl: NOT CHECKED no such file or directory",
		"7 files: 2 passed, 2 failed, 3 not checked",
	}
	if got := strings.Split(strings.TrimSuffix(shortText(t, reporttest.Sample(), text.Options{}), "\n"), "\n"); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// All files are named, however many there are, and each in one line, however long and wild its names.
func TestShortOfManyFiles(t *testing.T) {
	const copies = 100
	r := reporttest.Hostile()
	unclean := r.Summary().Failed + r.Summary().NotChecked
	files := r.Files
	for range copies - 1 {
		r.Files = append(r.Files, files...)
	}
	for _, o := range []text.Options{{}, {Width: 80}} {
		got := shortText(t, r, o)
		if n := strings.Count(got, "\n"); n != copies*unclean+1 {
			t.Errorf("%d lines at width %d", n, o.Width)
		}
		if strings.ContainsAny(got, "\r\x1b\u202e\u2028") {
			t.Error("an unprintable character gets through")
		}
	}
	if got := shortText(t, r, text.Options{Color: true}); !strings.Contains(got, "\x1b[1;31mFAIL\x1b[0m ") {
		t.Errorf("no colour in %.300q", got)
	}
}

// Even the run over a single clean file says what it did.
func TestShortOfOneFile(t *testing.T) {
	r := reporttest.Sample()
	r.Files = r.Files[2:3]
	if got := shortText(t, r, text.Options{}); got != "1 file: 1 passed\n" {
		t.Errorf("%q", got)
	}
}

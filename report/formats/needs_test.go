package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/html"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// Formats that do not need all findings write the same bytes without them.
func TestForgetChangesNoByte(t *testing.T) {
	reports := map[string]func() *report.Report{
		"sample": reporttest.Sample, "hostile": reporttest.Hostile, "many": func() *report.Report { return reporttest.Many(30, 12) },
		"judged": func() *report.Report { return judged(t, reporttest.Sample()) }, "many judged": func() *report.Report { return judged(t, reporttest.Many(30, 12)) },
		"with a policy": func() *report.Report { return partlyFailing(t) },
	}
	dropped := 0
	for name, make := range reports {
		for _, f := range formats {
			if f.needs.Findings || !f.needs.Files {
				continue
			}
			whole := make()
			slim := make()
			for i := range slim.Files {
				before := listed(&slim.Files[i])
				slim.Files[i].Forget(f.needs)
				dropped += before - listed(&slim.Files[i])
			}
			want := reporttest.Render(t, func(w *bytes.Buffer) error { return f.write(w, whole, nil) })
			if got := reporttest.Render(t, func(w *bytes.Buffer) error { return f.write(w, slim, nil) }); !bytes.Equal(got, want) {
				t.Errorf("%s, %s: other bytes without the findings that were dropped", name, f.name)
			}
		}
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
}

// Formats that need rows only write the same bytes from an index as from the files.
func TestRowsAreEnough(t *testing.T) {
	stopped := reporttest.Sample()
	stopped.Interrupted, stopped.Unreached = true, 7
	for name, r := range map[string]*report.Report{
		"sample": reporttest.Sample(), "hostile": reporttest.Hostile(), "judged": judged(t, reporttest.Sample()), "stopped": stopped,
		"none": {Version: "1"}, "with a policy": partlyFailing(t),
	} {
		bare := *r
		bare.Files, bare.Index = nil, r.Indexed()
		for _, f := range formats {
			if !f.needs.Rows || f.needs.Files {
				continue
			}
			want := reporttest.Render(t, func(w *bytes.Buffer) error { return f.write(w, r, nil) })
			if got := reporttest.Render(t, func(w *bytes.Buffer) error { return f.write(w, &bare, nil) }); !bytes.Equal(got, want) || f.needs != (report.Needs{Rows: true}) {
				t.Errorf("%s, %s: other bytes without the files:\n%s", name, f.name, got)
			}
		}
	}
}

// partlyFailing is a report of a region in which only some crossings fail.
func partlyFailing(t *testing.T) *report.Report {
	t.Helper()
	p, err := check.ParsePolicy("crossing:depth>3mm,overlap:info")
	if err != nil {
		t.Fatal(err)
	}
	o := check.Options{Policy: p}
	return &report.Report{Options: o, Files: []report.File{reporttest.CheckModel(t, fixtures.Files(), "chair.glb", o)}}
}

// judged compares r with a baseline that accepts every other issue in it.
func judged(t *testing.T, r *report.Report) *report.Report {
	t.Helper()
	all := baseline.New()
	for i := range r.Files {
		all.Judge(&r.Files[i], r.Files[i].Path, r.Options, noon)
		all.Update([]*report.Judged{r.Files[i].Baseline}, "", "")
	}
	var text bytes.Buffer
	if _, err := all.WriteTo(&text); err != nil {
		t.Fatal(err)
	}
	var kept []string
	for i, line := range strings.Split(text.String(), "\n") {
		if i%2 == 0 || strings.HasPrefix(line, "#") {
			kept = append(kept, line)
		}
	}
	half, err := baseline.Read(strings.NewReader(strings.Join(kept, "\n") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Files {
		half.Judge(&r.Files[i], r.Files[i].Path, r.Options, noon)
	}
	return r
}

func listed(f *report.File) int {
	n := 0
	if f.Result != nil {
		for i := range f.Result.Meshes {
			n += len(f.Result.Meshes[i].Findings)
		}
		for i := range f.Result.Pairs() {
			n += len(f.Result.Pairs()[i].Findings)
		}
	}
	return n
}

// A page shows no more files in detail than keep all their findings.
func TestNeedsOfPages(t *testing.T) {
	r := &report.Report{}
	for len(r.Files) < report.FilesPerPage+5 {
		r.Files = append(r.Files, reporttest.Many(6, 3).Files[0])
	}
	page := func() []byte {
		return reporttest.Render(t, func(w *bytes.Buffer) error { return html.Write(w, r, reporttest.Models(r)) })
	}
	want := page()
	needs := NeedsOf("html")
	for i := range r.Files {
		if i >= report.FilesPerPage { // all are equally bad
			r.Files[i].Forget(needs.Beyond())
		}
	}
	if listed(&r.Files[0]) != 6 || listed(&r.Files[report.FilesPerPage]) != 3 {
		t.Errorf("%d and %d findings are kept", listed(&r.Files[0]), listed(&r.Files[report.FilesPerPage]))
	}
	if !bytes.Equal(page(), want) {
		t.Error("other bytes without the findings that were dropped")
	}
}

// A spool writes what JSON writes at once.
func TestJSONSpool(t *testing.T) {
	stopped := reporttest.Sample()
	stopped.Interrupted, stopped.Unreached = true, 7
	for name, r := range map[string]*report.Report{
		"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(100, 10), "hostile": reporttest.Hostile(), "stopped": stopped,
		"judged": judged(t, reporttest.Sample()),
	} {
		store, err := os.Create(filepath.Join(t.TempDir(), "spool"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		spool := json.NewSpool(store, 2)
		var sum report.Summary
		for i := range r.Files {
			if err := spool.Add(&r.Files[i]); err != nil {
				t.Fatal(err)
			}
			sum.Add(&r.Files[i])
		}
		if r.Interrupted {
			sum.Interrupt(r.Unreached)
		}
		for range 2 {
			got := reporttest.Render(t, func(w *bytes.Buffer) error { return spool.WriteReport(w, r, sum) })
			if !bytes.Equal(got, reporttest.JSON(t, r)) {
				t.Errorf("%s: other bytes than at once", name)
			}
		}
	}
}

// full is a store without room.
type full struct{ io.ReadWriteSeeker }

func (full) Write([]byte) (int, error) { return 0, reporttest.ErrFull }

func TestJSONSpoolOnAFullDisk(t *testing.T) {
	spool := json.NewSpool(full{}, 1)
	r := reporttest.Many(2000, 3)
	var err error
	for i := range r.Files {
		err = errors.Join(err, spool.Add(&r.Files[i]))
	}
	if err = errors.Join(err, spool.WriteReport(io.Discard, r, r.Summary())); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("the error is %v", err)
	}
}

// An interrupted run says so in every format, matches the schema, and reads back.
func TestInterrupted(t *testing.T) {
	r := reporttest.Sample()
	r.Interrupted, r.Unreached = true, 41
	for _, f := range formats {
		if f.name == "marked" {
			continue // it does not describe the run
		}
		text := reporttest.Render(t, func(w *bytes.Buffer) error { return f.write(w, r, nil) })
		if !bytes.Contains(text, []byte("interrupted")) || !bytes.Contains(text, []byte("41")) {
			t.Errorf("%s does not say that the run was interrupted before 41 files", f.name)
		}
	}
	text := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), text); err != nil {
		t.Error(err)
	}
	again, err := json.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(again.Summary().Status, again.Interrupted, again.Unreached); got != "not checked true 41" {
		t.Errorf("read back as %s", got)
	}
	lie := bytes.Replace(text, []byte(`"interrupted":true,`), nil, 1)
	if _, err := json.Read(bytes.NewReader(lie)); err == nil {
		t.Error("files are missing from a run that was not interrupted, and nobody minds")
	}
}

package main

import (
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
)

// jsonStream is the growing JSON report of a run. Report files and standard output are
// written from it.
type jsonStream struct {
	*json.Spool
	store *atomicfile.Spill
	err   error // why it is incomplete
}

// newJSONStream returns a stream if a JSON report is requested, else nil.
func (r *runner) newJSONStream(all outputs, format string) *jsonStream {
	outputs := all.in("json")
	if len(outputs) == 0 && format != "json" {
		return nil
	}
	store := r.newSpill(outputs)
	workers := 1 // besides those that check
	if len(r.inputs) == 1 {
		workers = r.threads()
	}
	return &jsonStream{Spool: json.NewSpool(store, workers), store: store}
}

// newSpill returns a store for what becomes some reports, beside one of them or in the folder for
// temporary files. If no file can be created, it is kept in memory, up to a quarter of the run's
// memory.
func (r *runner) newSpill(reports outputs) *atomicfile.Spill {
	dir, beside := os.TempDir(), false
	for _, o := range reports {
		if !o.Direct() { // its folder must hold the whole report anyway
			dir, beside = filepath.Dir(o.Target()), true
		}
	}
	store := temporary.NewSpill(dir, spillSize)
	if err := store.Try(); err != nil && !beside {
		store.KeepInMemory(int(max(spillSize, min(memoryFor(r.settings.memory)/4, math.MaxInt))))
		if len(r.inputs) != 1 || os.Getenv(atomicfile.FolderVariable()) != "" {
			r.con.warningf("%v; the report is kept in memory", err)
		}
	}
	return store
}

// add appends a file unless an earlier error has ended the report. members may be the
// result of json.Members for it.
func (s *jsonStream) add(f *report.File, members []byte) {
	switch {
	case s == nil || s.err != nil:
	case members != nil:
		s.err = s.AddMembers(f.Path, members)
	default:
		s.err = s.Add(f)
	}
}

// write writes the report with the files added so far.
func (s *jsonStream) write(w io.Writer, rep *report.Report, sum report.Summary) error {
	if s.err != nil {
		return s.err
	}
	return s.WriteReport(w, rep, sum)
}

func (s *jsonStream) close() {
	if s != nil {
		s.store.Close()
	}
}

// spillSize is how much of a report is kept in memory before it goes to disk, in bytes.
const spillSize = 8 << 20

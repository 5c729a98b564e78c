package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/diff"
	"github.com/meshcheck/meshcheck/report/text"
)

// sinceRun is the earlier report that a run is compared with; nil for a run without one.
type sinceRun struct {
	earlier *diff.Earlier
	options *check.Options // of the run
	changes report.ChangeTally
}

// validSince fails for runs that cannot be compared with an earlier report.
func (s *settings) validSince() error {
	wrong := func(text, hint string) error { return &failure{statusUsage, errors.New(text), hint} }
	switch {
	case s.since == "":
		return nil
	case s.since == "-":
		return wrong("--since reads no report from standard input (-)", "name its file")
	case s.shard.of > 0:
		return wrong("a shard cannot be compared with an earlier report", `"meshcheck diff OLD.json all.json" compares the merged report`)
	case s.baseline.mode != baselineUse:
		return wrong("--since cannot be combined with a command for baselines", `"meshcheck --since OLD.json PATH..." compares`)
	}
	return nil
}

// openSince reads the earlier report that the settings name.
func (r *checkRun) openSince(ctx context.Context) error {
	if r.settings.since == "" {
		return nil
	}
	earlier, err := r.readEarlier(ctx, r.settings.since)
	if err != nil {
		return err
	}
	options := &r.head().Options
	paths := pathsOf(r.inputs)
	for i, path := range paths {
		paths[i] = filepath.ToSlash(path) // as in reports
	}
	r.since = &sinceRun{earlier: diff.New(earlier, paths, options), options: options}
	return nil
}

// compare sets what has become of a file.
func (s *sinceRun) compare(f *report.File) {
	if s == nil {
		return
	}
	o := s.options
	if f.Options != nil {
		o = f.Options
	}
	s.earlier.Compare(f, o)
	s.changes = s.changes.Add(f.Changes.Tally())
}

// finishSince says what has changed in the run as a whole, and returns the verdict: only a new place
// fails it.
func (r *checkRun) finishSince(rep *report.Report, verdict check.Status) check.Status {
	s := r.since
	if s == nil {
		return verdict
	}
	rep.Comparison = s.earlier.Comparison()
	if r.sum.Interrupted {
		rep.Comparison.Missing = nil // these may come yet
	}
	r.print(func(w io.Writer, o text.Options) error {
		return text.WriteComparison(w, rep, r.sum.Files, s.changes, o)
	})
	if verdict == check.Fail && s.changes.NewFailing == 0 {
		r.con.hintf("no failing place is new, so the exit status is 0: --since fails only for new ones")
		return check.Pass
	}
	return verdict
}

// Package baseline reads, matches and writes files of findings that somebody has accepted.
package baseline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// Baseline is a list of accepted findings, one a line. They no longer fail their files unless they
// get worse or their date has passed. A line accepts a region, the single triangles of one rule in
// a mesh, a pair of objects or a finding about collision hulls or UV sets.
//
// A line identifies its finding by the path of the file, which may be a pattern, by the names of
// the mesh, nodes and objects, and by the place. It does not use the numbers of triangles, parts or
// shells, and so still matches after the model was exported again. A Baseline is not safe for
// concurrent use.
type Baseline struct {
	entries []*entry
	byPath  map[string][]*entry // of entries whose path is not a pattern
	globs   []*entry
	head    []string // remarks above the first entry
	foot    []string // remarks below the last
	// judged has the failures of each judged file, with their matching entries.
	judged map[*report.Judged][]*failure
}

// Judge compares the failures of f with the baseline and sets f.Baseline, unless f was not checked.
// The path of f is relative to the folder of the baseline, with slashes; o are the options of the
// check. An entry is valid through its day, which ends in UTC.
func (b *Baseline) Judge(f *report.File, path string, o check.Options, now time.Time) {
	if f.Result == nil {
		return
	}
	path = strings.ToValidUTF8(path, "\ufffd")
	f.Baseline = &report.Judged{Path: path, Judgements: map[check.Ref]report.Judgement{}}
	failures := failuresOf(f)
	today := now.UTC().Format(time.DateOnly)
	entries := b.entriesFor(path)
	for _, e := range entries {
		e.seen = e.seen || covered(f.Result, o, e.rule)
	}
	for _, group := range candidatesOf(entries, failures) {
		group.match()
	}
	for _, s := range failures {
		f.Baseline.Judgements[s.at] = s.judgement(today)
	}
	b.judged[f.Baseline] = failures
}

// judgement returns the decision of the failure's entry, if it has one.
func (s *failure) judgement(today string) report.Judgement {
	e := s.entry
	if e == nil {
		return report.Judgement{}
	}
	e.used = true
	j := report.Judgement{State: report.BaselineAccepted, Reason: e.reason, Until: e.until}
	if worse := s.worseThan(e); worse != "" && !s.shares {
		j.State, j.Worse = report.BaselineWorse, worse
	} else if e.until != "" && e.until < today {
		j.State = report.BaselineExpired
	}
	return j
}

// covered reports whether a check covered everything that entries of a rule refer to, so that
// unmatched ones are stale.
func covered(r *check.Result, o check.Options, rule string) bool {
	of := check.Self // also for regions and the model as a whole
	if known, ok := check.ParseRule(rule); ok && check.All.Has(known.Check()) {
		of = known.Check()
	}
	if made := cmp.Or(o.Checks, check.Self|check.Hulls); !made.Has(of) {
		return false
	}
	if of == check.Self { // findings cut from listed regions do not matter
		return !slices.ContainsFunc(r.Meshes, func(m check.Mesh) bool { return len(m.Regions) < m.RegionCount })
	}
	section := r.Section(of)
	if of == check.Poses && (len(o.Poses.Clips) > 0 || section != nil && len(section.Common().NotChecked) > 0) {
		return false // a line does not say of which clip it is
	}
	return section == nil || !section.Common().Truncated
}

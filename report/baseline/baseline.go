// Package baseline reads, matches and writes files of findings that somebody has accepted.
package baseline

import (
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// Baseline is a file of findings that somebody has accepted, a line each. They do not
// fail their files any more unless they get worse, or their date is over. What a line
// accepts is a region, the single triangles of one rule in a mesh, a pair of objects or a
// finding about collision hulls or UV sets.
//
// A line finds what it is about by the file's path, which may be a pattern, by the names
// of the mesh, nodes and objects, and by the place, never by numbers of triangles, parts or
// shells: it does so in a model that was exported again. Not safe for concurrent use.
type Baseline struct {
	entries []*entry
	byPath  map[string][]*entry // of entries whose path is no pattern
	globs   []*entry
	head    []string // lines of remarks above the first entry
	foot    []string // those below the last
	// judged has what was judged, with the entries that it met.
	judged map[*report.Judged][]*Failure
}

// Judge compares what fails in f with the baseline and sets f.Baseline, for a file that
// was checked with the options o; of one that was not it says nothing. The path is that of the file from the folder of the
// baseline, with slashes. An entry is accepted through its day, which ends when it
// does in UTC.
func (b *Baseline) Judge(f *report.File, path string, o check.Options, now time.Time) {
	if f.Result == nil {
		return
	}
	path = strings.ToValidUTF8(path, "\ufffd")
	f.Baseline = &report.Judged{Path: path, Judgements: map[check.Ref]report.Judgement{}}
	failures := FailuresOf(f)
	today := now.UTC().Format(time.DateOnly)
	entries := b.entriesFor(path)
	for _, e := range entries {
		e.seen = e.seen || looked(f.Result, o, e.rule)
	}
	for _, group := range candidatesOf(entries, failures) {
		group.match()
	}
	for _, s := range failures {
		f.Baseline.Judgements[s.At] = s.judgement(today)
	}
	b.judged[f.Baseline] = failures
}

// judgement is what the entry of the failure says about it, if it has one.
func (s *Failure) judgement(today string) report.Judgement {
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

// looked reports whether a check looked for all that entries of a rule are about, so that
// those that met nothing are out of date.
func looked(r *check.Result, o check.Options, rule string) bool {
	switch checkOf(rule) {
	case "parts":
		return r.Between() != nil && o.Checks.Has(check.Parts) && !r.Between().Truncated
	case "clearance":
		return r.Between() != nil && o.Checks.Has(check.Clearance) && !r.Between().Truncated
	case "uv":
		return r.UV() != nil
	case "hulls":
		return r.Hulls() != nil || o.Checks == 0 || o.Checks.Has(check.Hulls)
	}
	for i := range r.Meshes {
		if len(r.Meshes[i].Regions) < r.Meshes[i].RegionCount {
			return false
		}
	}
	return o.Checks == 0 || o.Checks.Has(check.Self)
}

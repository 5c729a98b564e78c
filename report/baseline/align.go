package baseline

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
)

// Same says that two issues of different results are one.
type Same struct {
	// Was and Now are the indices of the issue in the earlier and the later list.
	Was, Now int
	// Sure: both have the same fingerprint. Otherwise names and places say that they are one.
	Sure bool
	// Worse is the first measure by which the later is worse, as by a line of a baseline, Better the
	// first by which it is better; nil if there is none.
	Worse, Better *Difference
}

// Difference is a measure of an issue before and after: the name of a rule for its number of
// findings, in a region 1 if it has any; "depth", "area", "length", "edge_length", "distance",
// "value"; or RuleMeasure if one rule has become another.
type Difference struct {
	Measure  string
	Was, Now float64
}

// RuleMeasure is the Measure of a Difference in the rule.
const RuleMeasure = "rule"

// Align finds the issues of a result in the earlier result of the same model. It returns at most one
// element for each later issue, in their order. Several later issues may be pieces of one earlier
// region; otherwise no earlier issue is used twice.
//
// First go issues with the same fingerprint whose boxes meet, then those that a line of a baseline
// would match, then those at the same place whose names have changed, and last those that have only
// the fingerprint in common.
func Align(was, now []report.Issue) []Same {
	a := newAlignment(was, now)
	a.byFingerprint(func(e *entry, s *failure) bool {
		return e.box.Empty() && s.box.Empty() || e.box.Intersects(s.box)
	})
	a.byNames()
	a.byPlace()
	a.byFingerprint(func(*entry, *failure) bool { return true })
	return a.all()
}

// alignment is two lists of issues on the way to being matched.
type alignment struct {
	was, now []report.Issue
	entries  []*entry   // of was
	failures []*failure // of now
	index    map[*entry]int
	taken    []bool // of was
}

func newAlignment(was, now []report.Issue) *alignment {
	a := &alignment{was: was, now: now, index: map[*entry]int{}, taken: make([]bool, len(was))}
	for i := range was {
		e := newEntry("", comparableOf(&was[i]))
		a.entries, a.index[e] = append(a.entries, e), i
	}
	var known *census
	for i := range now {
		s := comparableOf(&now[i])
		if known == nil {
			known = censusOf(now[i].File.Result)
		}
		s.named = s.key != "" && known.identifies(&now[i].Issue)
		a.failures = append(a.failures, s)
	}
	return a
}

// comparableOf returns what is compared of an issue, whether it fails or not. Of one that is only
// counted, that is its number.
func comparableOf(is *report.Issue) *failure {
	one := is.Issue
	one.Counts.Failed = one.Counts.ByRule
	if is.At.List == check.Regions {
		// Another export may cut the same surfaces into more pairs of triangles, so the sizes
		// decide. Another kind of finding counts.
		for k, n := range one.Counts.ByRule {
			one.Counts.Failed[k] = min(n, 1)
		}
	}
	if is.At.Index >= 0 {
		return measured(is.File.Result, &one)
	}
	s := &failure{at: is.At, whole: true}
	s.rule, s.box = is.Rule.String(), geom.EmptyBox()
	s.measures[valueMeasure] = float64(is.Count)
	return s
}

// byFingerprint matches issues with the same fingerprint that also fit.
func (a *alignment) byFingerprint(fits func(*entry, *failure) bool) {
	at := make(map[string]int, len(a.was))
	for i := range a.was {
		if !a.taken[i] {
			at[a.was[i].Fingerprint] = i
		}
	}
	for k, s := range a.failures {
		if i, ok := at[a.now[k].Fingerprint]; ok && s.entry == nil && fits(a.entries[i], s) {
			s.entry, a.taken[i] = a.entries[i], true
		}
	}
}

// left returns what is listed and not matched so far.
func (a *alignment) left() (entries []*entry, failures []*failure) {
	for i, e := range a.entries {
		if !a.taken[i] && e.key != "" {
			entries = append(entries, e)
		}
	}
	for _, s := range a.failures {
		if s.entry == nil && s.key != "" {
			failures = append(failures, s)
		}
	}
	return entries, failures
}

// byNames matches as a baseline does.
func (a *alignment) byNames() {
	entries, failures := a.left()
	for _, group := range candidatesOf(entries, failures) {
		group.match()
	}
	a.take(failures)
}

// byPlace matches issues of one kind at the same place, whatever the names are.
func (a *alignment) byPlace() {
	entries, failures := a.left()
	entries = slices.DeleteFunc(entries, func(e *entry) bool { return e.box.Empty() })
	failures = slices.DeleteFunc(failures, func(s *failure) bool { return s.box.Empty() })
	for _, e := range entries {
		e.key = kindOf(a.was[a.index[e]].At, e.rule)
	}
	for _, s := range failures {
		s.key = kindOf(s.at, s.rule)
	}
	for _, group := range candidatesOf(entries, failures) {
		group.matchPlaces()
	}
	a.take(failures)
}

// kindOf returns what stays the same of an issue whose names change.
func kindOf(at check.Ref, rule string) string {
	if at.List == check.Pairs {
		return "pair"
	}
	return rule
}

// take marks the entries of failures.
func (a *alignment) take(failures []*failure) {
	for _, s := range failures {
		if s.entry != nil {
			a.taken[a.index[s.entry]] = true
		}
	}
}

// all returns what was matched.
func (a *alignment) all() []Same {
	var all []Same
	for k, s := range a.failures {
		if s.entry == nil {
			continue
		}
		i := a.index[s.entry]
		same := Same{Was: i, Now: k, Sure: a.was[i].Fingerprint == a.now[k].Fingerprint}
		same.Worse = s.difference(s.entry)
		same.Better = a.earlier(i).difference(newEntry("", s))
		if same.Better != nil {
			same.Better.Was, same.Better.Now = same.Better.Now, same.Better.Was
		}
		all = append(all, same)
	}
	return all
}

// earlier returns an earlier issue as if it were a later one.
func (a *alignment) earlier(i int) *failure {
	s := &failure{at: a.was[i].At, finding: a.entries[i].finding}
	s.whole = s.at.Index < 0 || s.at.List == check.Sheets || s.at.List == check.MissingSets || a.was[i].Rule.Counted()
	return s
}

// difference returns how the failure is worse than the entry, or nil.
func (s *failure) difference(e *entry) *Difference {
	if !s.follows(e) {
		return &Difference{Measure: RuleMeasure}
	}
	if m, worse := s.worse(&e.measures); worse {
		return &Difference{m.String(), e.measures[m], s.measures[m]}
	}
	return nil
}

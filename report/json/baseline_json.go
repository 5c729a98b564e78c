package json

import (
	"errors"
	"fmt"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
)

// baseline writes what a baseline says about the file, if there was one.
func (j *jsonWriter) baseline(f *report.File) {
	if f.Baseline == nil {
		return
	}
	j.key("baseline")
	j.open("{")
	j.field("path", f.Baseline.Path)
	for s := range report.BaselineState(len(report.BaselineStates)) {
		j.field(s.String(), f.Baseline.Of(s))
	}
	spots := f.Baseline.Refs()
	lines(j, "findings", spots, func(l *Line, _ int, at *check.Ref) {
		of := f.Baseline.Judgements[*at]
		l.judgement(at, &of)
	})
	j.close("}")
}

func (l *Line) judgement(at *check.Ref, j *report.Judgement) {
	l.Open('{')
	l.string("state", j.State.String())
	switch at.List {
	case check.Regions:
		l.int("mesh", at.Of)
		l.int("region", at.Index)
	case check.Singles:
		l.int("mesh", at.Of)
		l.string("kind", check.Rule(at.Index).String())
	case check.Pairs:
		l.int("pair", at.Index)
	case check.HullFindings:
		l.int("group", at.Of)
		l.int("finding", at.Index)
	}
	for _, part := range []struct{ name, text string }{{"reason", j.Reason}, {"until", j.Until}, {"worse", j.Worse}} {
		if part.text != "" {
			l.string(part.name, part.text)
		}
	}
	l.Close('}')
}

// baseline reads what a baseline said about a file.
func (d *jsonReader) baseline(to **report.Judged) func() error {
	return func() error {
		b := &report.Judged{Judgements: map[check.Ref]report.Judgement{}}
		*to = b
		var counts [len(report.BaselineStates)]int
		members := []field{{"path", true, d.text(&b.Path)}}
		for s := range counts {
			members = append(members, field{report.BaselineState(s).String(), true, d.natural(&counts[s])})
		}
		var all []judgedAt
		err := d.object(append(members, field{"findings", true, func() error { return list(d, &all, d.judgement) }}))
		if err != nil {
			return err
		}
		for _, j := range all {
			if _, twice := b.Judgements[j.at]; twice {
				return errors.New("a finding stands here twice")
			}
			b.Judgements[j.at] = j.of
		}
		for s, n := range counts {
			if n != b.Of(report.BaselineState(s)) {
				return fmt.Errorf("%d findings are counted as %s, and %d are", n, report.BaselineState(s), b.Of(report.BaselineState(s)))
			}
		}
		return nil
	}
}

// judgedAt is one of the findings on its way in.
type judgedAt struct {
	at check.Ref
	of report.Judgement
}

func (d *jsonReader) judgement(j *judgedAt) error {
	mesh, region, pair, group, finding := -1, -1, -1, -1, -1
	kind := check.Rule(0)
	hasKind := false
	err := d.object([]field{
		{"state", true, enum(d, &j.of.State, report.BaselineNew, report.BaselineAccepted, report.BaselineWorse, report.BaselineExpired)},
		{"mesh", false, d.natural(&mesh)},
		{"region", false, d.natural(&region)},
		{"kind", false, func() error { hasKind = true; return enum(d, &kind, check.Self.Rules()...)() }},
		{"pair", false, d.natural(&pair)},
		{"group", false, d.natural(&group)},
		{"finding", false, d.natural(&finding)},
		{"reason", false, d.text(&j.of.Reason)},
		{"until", false, d.date(&j.of.Until)},
		{"worse", false, d.text(&j.of.Worse)},
	})
	has := [...]bool{mesh >= 0, region >= 0, hasKind, pair >= 0, group >= 0, finding >= 0}
	switch {
	case err != nil:
		return err
	case has == [...]bool{true, true, false, false, false, false}:
		j.at = check.Ref{List: check.Regions, Of: mesh, Index: region}
	case has == [...]bool{true, false, true, false, false, false}:
		j.at = check.Ref{List: check.Singles, Of: mesh, Index: int(kind)}
	case has == [...]bool{false, false, false, true, false, false}:
		j.at = check.Ref{List: check.Pairs, Index: pair}
	case has == [...]bool{false, false, false, false, true, true}:
		j.at = check.Ref{List: check.HullFindings, Of: group, Index: finding}
	default:
		return errors.New("is neither of a region nor of a kind in a mesh, nor of a pair, nor of a finding about hulls")
	}
	return nil
}

func (d *jsonReader) date(to *string) func() error {
	return func() error {
		err := d.text(to)()
		if _, bad := time.Parse(time.DateOnly, *to); err == nil && bad != nil {
			err = errors.New("is no date such as 2027-01-31")
		}
		return err
	}
}

// checkBaseline sees to it that judgements are about what fails, and puts right the status
// of the result, which is worse than that of the file where all that fails is accepted.
func checkBaseline(f *report.File, status meshcheck.Status) error {
	if f.Baseline == nil {
		return nil
	}
	if f.Result == nil && len(f.Baseline.Judgements) > 0 {
		return errors.New("a baseline has findings of a file that was not checked")
	}
	if f.Result == nil {
		return nil
	}
	there := map[check.Ref]bool{}
	for _, s := range baseline.FailuresOf(f) {
		there[s.At] = true
	}
	for at := range f.Baseline.Judgements {
		if !there[at] {
			return errors.New("a baseline has findings that do not fail, or are not listed")
		}
	}
	if status == meshcheck.Pass && f.Baseline.Of(report.BaselineAccepted) > 0 {
		f.Result.Status = meshcheck.Fail
	}
	if f.Status() != status {
		return errors.New("the status does not agree with what the baseline accepts")
	}
	return nil
}

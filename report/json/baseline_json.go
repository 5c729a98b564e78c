package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
)

type wireBaseline struct {
	Path     string          `json:"path"`
	New      int             `json:"new"`
	Accepted int             `json:"accepted"`
	Worse    int             `json:"worse"`
	Expired  int             `json:"expired"`
	Findings []wireJudgement `json:"findings"`
}

type wireJudgement struct {
	State   report.BaselineState `json:"state"`
	Mesh    index                `json:"mesh,omitzero"`
	Region  index                `json:"region,omitzero"`
	Kind    *kind                `json:"kind,omitzero"`
	Pair    index                `json:"pair,omitzero"`
	Group   index                `json:"group,omitzero"`
	Sheet   index                `json:"sheet,omitzero"`
	Finding index                `json:"finding,omitzero"`
	Missing index                `json:"missing,omitzero"`
	Model   index                `json:"model,omitzero"`
	Reason  string               `json:"reason,omitzero"`
	Until   date                 `json:"until,omitzero"`
	Worse   string               `json:"worse,omitzero"`
}

var noJudgement = wireJudgement{Mesh: -1, Region: -1, Pair: -1, Group: -1, Sheet: -1, Finding: -1, Missing: -1, Model: -1}

func baselineEncodings() []encoding {
	return []encoding{
		words(report.BaselineState.String, report.BaselineNew, report.BaselineAccepted, report.BaselineWorse, report.BaselineExpired),
		as(wireBaseline{}, newBaseline, (*wireBaseline).judged),
		object(noJudgement),
	}
}

func newBaseline(b *report.Judged) wireBaseline {
	w := wireBaseline{Path: b.Path}
	for s, n := range w.counts() {
		*n = b.Of(report.BaselineState(s))
	}
	for _, at := range b.Refs() {
		w.Findings = append(w.Findings, newJudgement(at, b.Judgements[at]))
	}
	return w
}

// counts are the numbers by state.
func (w *wireBaseline) counts() [len(report.BaselineStates)]*int {
	return [...]*int{report.BaselineNew: &w.New, report.BaselineAccepted: &w.Accepted, report.BaselineWorse: &w.Worse, report.BaselineExpired: &w.Expired}
}

func (w *wireBaseline) judged() (report.Judged, error) {
	b := report.Judged{Path: w.Path, Judgements: map[check.Ref]report.Judgement{}}
	for i := range w.Findings {
		j := &w.Findings[i]
		at, err := j.ref()
		if err != nil {
			return b, inner{fmt.Sprintf("findings[%d]", i), err}
		}
		if _, twice := b.Judgements[at]; twice {
			return b, errors.New("the same finding is listed twice")
		}
		b.Judgements[at] = report.Judgement{State: j.State, Reason: j.Reason, Until: string(j.Until), Worse: j.Worse}
	}
	for s, n := range w.counts() {
		if is := b.Of(report.BaselineState(s)); *n != is {
			return b, fmt.Errorf("%d findings are counted as %s, but there are %d", *n, report.BaselineState(s), is)
		}
	}
	return b, nil
}

func newJudgement(at check.Ref, j report.Judgement) wireJudgement {
	w := noJudgement
	w.State, w.Reason, w.Until, w.Worse = j.State, j.Reason, date(j.Until), j.Worse
	switch at.List {
	case check.Regions:
		w.Mesh, w.Region = index(at.Of), index(at.Index)
	case check.Singles:
		of := kind(at.Index)
		w.Mesh, w.Kind = index(at.Of), &of
	case check.Pairs:
		w.Pair = index(at.Index)
	case check.HullFindings:
		w.Group, w.Finding = index(at.Of), index(at.Index)
	case check.Sheets:
		w.Sheet, w.Finding = index(at.Of), index(at.Index)
	case check.MissingSets:
		w.Missing = index(at.Index)
	case check.InSection:
		w.Model = index(at.Index)
	}
	return w
}

// ref returns what a judgement is about.
func (w *wireJudgement) ref() (check.Ref, error) {
	kind, given := index(-1), 0
	if w.Kind != nil {
		kind = index(*w.Kind)
	}
	for _, i := range [...]index{w.Mesh, w.Region, kind, w.Pair, w.Group, w.Sheet, w.Finding, w.Missing, w.Model} {
		if i >= 0 {
			given++
		}
	}
	for _, form := range [...]struct {
		list    check.List
		of, at  index
		members int
	}{
		{check.Regions, w.Mesh, w.Region, 2}, {check.Singles, w.Mesh, kind, 2}, {check.Pairs, 0, w.Pair, 1},
		{check.HullFindings, w.Group, w.Finding, 2}, {check.Sheets, w.Sheet, w.Finding, 2}, {check.MissingSets, 0, w.Missing, 1},
		{check.InSection, index(check.Model), w.Model, 1},
	} {
		if form.of >= 0 && form.at >= 0 && given == form.members {
			return check.Ref{List: form.list, Of: int(form.of), Index: int(form.at)}, nil
		}
	}
	return check.Ref{}, errors.New("names no region, no kind in a mesh, no pair, no finding about hulls, UV sets or the model and no missing set")
}

// checkBaseline sees to it that judgements are about what fails, and puts right the status
// of the result, which is worse than that of the file where all that fails is accepted.
func checkBaseline(f *report.File, status check.Status) error {
	if f.Baseline == nil {
		return nil
	}
	if f.Result == nil && len(f.Baseline.Judgements) > 0 {
		return errors.New("the baseline has findings for a file that was not checked")
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
			return errors.New("the baseline has findings that do not fail or are not listed")
		}
	}
	if status == check.Pass && f.Baseline.Of(report.BaselineAccepted) > 0 {
		f.Result.Status = check.Fail
	}
	if f.Status() != status {
		return errors.New("the status does not match what the baseline accepts")
	}
	return nil
}

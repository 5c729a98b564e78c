package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
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
	State report.BaselineState `json:"state"`
	wireRef
	Reason string `json:"reason,omitzero"`
	Until  string `json:"until,omitzero"`
	Worse  string `json:"worse,omitzero"`
}

// wireRef says what a judgement is about.
type wireRef struct {
	Mesh    int       `json:"mesh,omitempty"`
	Region  int       `json:"region,omitempty"`
	Kind    string    `json:"kind,omitzero"`
	Pair    int       `json:"pair,omitempty"`
	Group   int       `json:"group,omitempty"`
	Sheet   int       `json:"sheet,omitempty"`
	Finding int       `json:"finding,omitempty"`
	Missing int       `json:"missing,omitempty"`
	Model   int       `json:"model,omitempty"`
	Check   check.Set `json:"check,omitzero"`
	Issue   int       `json:"issue,omitempty"`
}

var noRef = wireRef{Mesh: -1, Region: -1, Pair: -1, Group: -1, Sheet: -1, Finding: -1, Missing: -1, Model: -1, Issue: -1}

func newBaseline(b *report.Judged) wireBaseline {
	w := wireBaseline{
		Path: b.Path, New: b.Of(report.BaselineNew), Accepted: b.Of(report.BaselineAccepted),
		Worse: b.Of(report.BaselineWorse), Expired: b.Of(report.BaselineExpired),
	}
	for _, at := range b.Refs() {
		j := b.Judgements[at]
		w.Findings = append(w.Findings, wireJudgement{j.State, newRef(at), j.Reason, j.Until, j.Worse})
	}
	return w
}

func (w *wireBaseline) judged() (report.Judged, error) {
	b := report.Judged{Path: w.Path, Judgements: map[check.Ref]report.Judgement{}}
	for i := range w.Findings {
		j := &w.Findings[i]
		at, err := j.ref()
		if err != nil {
			return b, inner{fmt.Sprintf("findings[%d]", i), err}
		}
		b.Judgements[at] = report.Judgement{State: j.State, Reason: j.Reason, Until: j.Until, Worse: j.Worse}
	}
	return b, nil
}

func newRef(at check.Ref) wireRef {
	w := noRef
	if at.Of < 0 { // what is only counted
		w.Kind = check.Rule(at.Index).String()
		return w
	}
	switch at.List {
	case check.Regions:
		w.Mesh, w.Region = at.Of, at.Index
	case check.Singles:
		w.Mesh, w.Kind = at.Of, check.Rule(at.Index).String()
	case check.Pairs:
		w.Pair = at.Index
	case check.HullFindings:
		w.Group, w.Finding = at.Of, at.Index
	case check.Sheets:
		w.Sheet, w.Finding = at.Of, at.Index
	case check.MissingSets:
		w.Missing = at.Index
	case check.InSection:
		if at.Check() == check.Model {
			w.Model = at.Index
		} else {
			w.Check, w.Issue = at.Check(), at.Index
		}
	}
	return w
}

// ref returns the place that has the form.
func (w *wireRef) ref() (check.Ref, error) {
	kind := -1
	if r, known := check.ParseRule(w.Kind); known {
		kind = int(r)
	}
	for _, at := range []check.Ref{
		{List: check.Regions, Of: w.Mesh, Index: w.Region}, {List: check.Singles, Of: w.Mesh, Index: kind}, {List: check.Pairs, Index: w.Pair},
		{List: check.HullFindings, Of: w.Group, Index: w.Finding}, {List: check.Sheets, Of: w.Sheet, Index: w.Finding},
		{List: check.MissingSets, Index: w.Missing}, {List: check.InSection, Of: int(check.Model), Index: w.Model},
		{List: check.InSection, Of: int(w.Check), Index: w.Issue},
		{List: check.Pairs, Of: -1, Index: kind}, {List: check.HullFindings, Of: -1, Index: kind},
	} {
		if at.Index >= 0 && newRef(at) == *w {
			return at, nil
		}
	}
	return check.Ref{}, errors.New("names no region, no kind in a mesh, no pair, no finding about hulls, UV sets or the model and no missing set")
}

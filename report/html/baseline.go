package html

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
)

// acceptView is what a page says about a failing issue and the baseline: its decision, and the line
// that would accept the issue.
type acceptView struct {
	State string // "" without a baseline
	Note  string // the reason, the date and what is worse
	Line  string // "" for what does not fail or is accepted
}

// Accepted reports whether a baseline accepts it.
func (v acceptView) Accepted() bool { return v.State == report.BaselineAccepted.String() }

// newAcceptView returns the view for one issue, which the line would accept.
func newAcceptView(f *report.File, line string, at check.Ref) acceptView {
	v := acceptView{Line: line}
	if j := f.Judgement(at); j != nil {
		v.State, v.Note = j.State.String(), j.Because("")
		if v.Accepted() {
			v.Line = ""
		}
	}
	return v
}

// addBaseline adds the baseline's decisions to everything on a page that fails.
func (v *fileView) addBaseline(f *report.File) {
	v.Accepted = report.BaselineTally(f)
	lineFor := baseline.LinesFor(f)
	accept := func(at check.Ref) acceptView { return newAcceptView(f, lineFor(at), at) }
	v.addAccepts(accept)
	for i := range v.Regions {
		r := &v.Regions[i]
		r.Accept = accept(check.Ref{List: check.Regions, Of: r.Mesh, Index: r.Region})
	}
	for i := range v.Meshes {
		m := &v.Meshes[i]
		for _, k := range check.Self.Rules() {
			if a := accept(check.Ref{List: check.Singles, Of: m.Number, Index: int(k)}); k > check.Duplicate && a != (acceptView{}) {
				m.Accepts = append(m.Accepts, a)
			}
		}
	}
	if v.Between != nil {
		for i := range v.Between.Pairs {
			p := &v.Between.Pairs[i]
			p.Accept = accept(check.Ref{List: check.Pairs, Index: p.Pair})
		}
	}
	if v.UV != nil {
		for i := range v.UV.Sheets {
			s := &v.UV.Sheets[i]
			for k := range s.Breaches {
				s.Breaches[k].Accept = accept(check.Ref{List: check.Sheets, Of: s.Sheet, Index: s.Breaches[k].Index})
			}
		}
	}
	if v.Hulls != nil {
		for i := range v.Hulls.Groups {
			for k := range v.Hulls.Groups[i].Faults {
				h := &v.Hulls.Groups[i].Faults[k]
				h.Accept = accept(check.Ref{List: check.HullFindings, Of: h.Group, Index: h.Number})
			}
		}
	}
}

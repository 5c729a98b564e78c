package html

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
)

// acceptView is what a page says about a thing that fails and a baseline: what one said,
// and the line that would accept it.
type acceptView struct {
	State string // "" without a baseline
	Note  string // the reason, the date and what is worse
	Line  string // "" for what does not fail, or is accepted
}

// newAcceptView returns that of a spot.
func newAcceptView(f *report.File, offences map[report.Spot]*baseline.Offence, at report.Spot) acceptView {
	v := acceptView{Line: baseline.LineFor(f, offences, at)}
	if j := f.Judgement(at); j != nil {
		v.State, v.Note = j.State.String(), j.Because("")
		if j.State == report.BaselineAccepted {
			v.Line = ""
		}
	}
	return v
}

// offencesBySpot returns all that fails in f by where it is.
func offencesBySpot(f *report.File) map[report.Spot]*baseline.Offence {
	bySpot := map[report.Spot]*baseline.Offence{}
	for _, s := range baseline.OffencesOf(f) {
		bySpot[s.Spot] = s
	}
	return bySpot
}

// addBaseline says of all that fails on a page what a baseline says.
func (v *fileView) addBaseline(f *report.File) {
	v.Accepted = report.BaselineTally(f)
	offences := offencesBySpot(f)
	for i := range v.Regions {
		r := &v.Regions[i]
		r.Accept = newAcceptView(f, offences, report.Spot{Of: report.SpotRegion, I: r.Mesh, J: r.Region})
	}
	for i := range v.Meshes {
		m := &v.Meshes[i]
		for _, k := range check.Self.Rules() {
			if a := newAcceptView(f, offences, report.Spot{Of: report.SpotSingles, I: m.Number, J: int(k)}); k > check.Duplicate && a != (acceptView{}) {
				m.Accepts = append(m.Accepts, a)
			}
		}
	}
	if v.Between != nil {
		for i := range v.Between.Pairs {
			p := &v.Between.Pairs[i]
			p.Accept = newAcceptView(f, offences, report.Spot{Of: report.SpotPair, I: p.Pair})
		}
	}
	if v.Hulls != nil {
		for i := range v.Hulls.Groups {
			for k := range v.Hulls.Groups[i].Faults {
				h := &v.Hulls.Groups[i].Faults[k]
				h.Accept = newAcceptView(f, offences, report.Spot{Of: report.SpotHull, I: h.Group, J: h.Number})
			}
		}
	}
}

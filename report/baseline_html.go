package report

import "github.com/meshcheck/meshcheck/check"

// acceptView is what a page says about a thing that fails and a baseline: what one said,
// and the line that would accept it.
type acceptView struct {
	State string // "" without a baseline
	Note  string // the reason, the date and what is worse
	Line  string // "" for what does not fail, or is accepted
}

// newAcceptView returns that of a spot.
func newAcceptView(f *File, offences map[Spot]*offence, at Spot) acceptView {
	v := acceptView{Line: f.baselineLine(offences, at)}
	if j := f.judgement(at); j != nil {
		v.State, v.Note = j.State.String(), j.because("")
		if j.State == BaselineAccepted {
			v.Line = ""
		}
	}
	return v
}

// offencesBySpot returns all that fails in f by where it is.
func offencesBySpot(f *File) map[Spot]*offence {
	bySpot := map[Spot]*offence{}
	for _, s := range offencesOf(f) {
		bySpot[s.spot] = s
	}
	return bySpot
}

// addBaseline says of all that fails on a page what a baseline says.
func (v *fileView) addBaseline(f *File) {
	v.Accepted = baselineTally(f)
	offences := offencesBySpot(f)
	for i := range v.Regions {
		r := &v.Regions[i]
		r.Accept = newAcceptView(f, offences, Spot{SpotRegion, r.Mesh, r.Region})
	}
	for i := range v.Meshes {
		m := &v.Meshes[i]
		for _, k := range check.Self.Rules() {
			if a := newAcceptView(f, offences, Spot{SpotSingles, m.Number, int(k)}); k > check.Duplicate && a != (acceptView{}) {
				m.Accepts = append(m.Accepts, a)
			}
		}
	}
	if v.Between != nil {
		for i := range v.Between.Pairs {
			p := &v.Between.Pairs[i]
			p.Accept = newAcceptView(f, offences, Spot{Of: SpotPair, I: p.Pair})
		}
	}
	if v.Hulls != nil {
		for i := range v.Hulls.Groups {
			for k := range v.Hulls.Groups[i].Faults {
				h := &v.Hulls.Groups[i].Faults[k]
				h.Accept = newAcceptView(f, offences, Spot{SpotHull, h.Group, h.Number})
			}
		}
	}
}

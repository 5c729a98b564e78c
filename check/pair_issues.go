package check

import (
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each listed pair, and one for each rule with pairs that are not
// listed, without fingerprints. Pairs that are Off or allowed make none. Touches that are not
// listed make one unless they are Off under the policy. Slices in issues are slices of s.
func (s *PairResult) Issues(r *Result, p Policy) (out []Issue) {
	rest := s.Counts
	for i := range s.Pairs {
		q := &s.Pairs[i]
		if q.Severity == Error && q.Allowed != "" {
			continue
		}
		rest[q.Rule][q.Severity]--
		if q.Severity == Off {
			continue
		}
		is := s.Issue(r, Ref{List: Pairs, Index: i})
		is.Identify(strings.Join(r.identities(is.Subjects), " "), q.frame())
		out = append(out, is)
	}
	if p.Of(PartsTouch).Severity == Off {
		clear(rest[PartsTouch][:])
	}
	return append(out, Unlisted(Pairs, &rest, Between.Rules())...)
}

// Issue returns the issue of a pair.
func (s *PairResult) Issue(_ *Result, at Ref) Issue {
	p := &s.Pairs[at.Index]
	is := Issue{
		Rule: p.Rule, Severity: p.Severity, Count: 1, At: at, Subjects: []Object{p.A, p.B},
		Value: p.Depth, Counts: p.Counts, Box: p.Box(), Reason: p.Reason, Allowed: p.Allowed, Regions: p.Regions, Findings: p.Findings,
	}
	switch {
	case p.Nearest != nil:
		is.Value, is.Places, is.Box = p.Nearest.Distance, p.Nearest.Points[:], geom.BoxOf(p.Nearest.Points[:])
		is.Limit = s.Clearance
	case p.DepthOf != NoDepth:
		is.Places = []geom.Vec{p.Deepest}
	}
	return is
}

// Box returns the bounding box of the listed regions of the pair, empty if there are none.
func (p *Pair) Box() geom.Box {
	b := geom.EmptyBox()
	for i := range p.Regions {
		b = b.Union(p.Regions[i].Box)
	}
	return b
}

// frame returns a box much larger than that of the regions. Names identify nearly all pairs, so the
// place of contact may grow and shrink without changing its grid cell.
func (p *Pair) frame() geom.Box {
	b := p.Box()
	if b.Empty() {
		return b
	}
	half := b.Max.Sub(b.Min).Scale(16)
	return geom.Box{Min: b.Min.Sub(half), Max: b.Max.Add(half)}
}

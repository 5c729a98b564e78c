package check

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each listed pair, and one for each rule with pairs that are not
// listed, without fingerprints. Pairs that are Off or allowed make none; touches that are not
// listed make one unless they are Off under the policy. Names returns what identifies an
// object. Slices in issues are slices of pairs.
func (s *PairResult) Issues(pairs []Pair, p Policy, names func(*Object) string) (out []Issue) {
	rest := s.Counts
	for i := range pairs {
		q := &pairs[i]
		if q.Severity == Error && q.Allowed != "" {
			continue
		}
		rest[q.Rule][q.Severity]--
		if q.Severity == Off {
			continue
		}
		is := q.issue()
		is.At.Index = i
		if q.Nearest != nil {
			is.Limit = s.Clearance
		}
		both := []string{names(&q.A), names(&q.B)}
		slices.Sort(both) // whichever comes first in the scene
		is.Identify(strings.Join(both, " "), q.frame())
		out = append(out, is)
	}
	if p.Of(PartsTouch).Severity == Off {
		clear(rest[PartsTouch][:])
	}
	return append(out, Unlisted(Pairs, &rest, Between.Rules())...)
}

func (p *Pair) issue() Issue {
	is := Issue{
		Rule: p.Rule, Severity: p.Severity, Count: 1, At: Ref{List: Pairs}, Subjects: []Object{p.A, p.B},
		Value: p.Depth, Counts: p.Counts, Box: p.Box(), Reason: p.Reason, Allowed: p.Allowed, Regions: p.Regions, Findings: p.Findings,
	}
	switch {
	case p.Nearest != nil:
		is.Value, is.Places, is.Box = p.Nearest.Distance, p.Nearest.Points[:], geom.BoxOf(p.Nearest.Points[:])
	case p.DepthOf != NoDepth:
		is.Places = []geom.Vec{p.Deepest}
	}
	return is
}

// Box holds the listed regions of the pair; it is empty if there are none.
func (p *Pair) Box() geom.Box {
	b := geom.EmptyBox()
	for i := range p.Regions {
		b = b.Union(p.Regions[i].Box)
	}
	return b
}

// frame returns a box around that of the regions. Names tell nearly all pairs apart, so
// the place of contact is small in it, and may grow and shrink.
func (p *Pair) frame() geom.Box {
	b := p.Box()
	if b.Empty() {
		return b
	}
	half := b.Max.Sub(b.Min).Scale(16)
	return geom.Box{Min: b.Min.Sub(half), Max: b.Max.Add(half)}
}

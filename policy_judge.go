package meshcheck

import (
	"fmt"

	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/mesh"
)

// judges are the verdicts of a policy with all limits in the unit of a file.
type judges struct {
	kinds [len(kindNames)]judge
	pairs [len(pairKindNames)]judge
	// hulls are for the rules that the policy has a verdict on.
	hulls map[HullRule]judge
}

// judge is a verdict with its limit in the unit of a file.
type judge struct {
	severity, within Severity
	of               Measure
	limit            float64
}

// defaultJudges are those of no policy.
var defaultJudges = func() *judges {
	j, _ := (&Policy{}).judgesIn("") // without a limit there is none to convert
	return j
}()

// judgesIn fails for limits whose unit means nothing to a file.
func (p *Policy) judgesIn(unit string) (*judges, error) {
	j := &judges{}
	var err error
	for k := range j.kinds {
		if j.kinds[k], err = p.Kind(Kind(k)).in(unit); err != nil {
			return nil, fmt.Errorf("a limit for %s of %s: %w", Kind(k), p.Kinds[Kind(k)].Limit, err)
		}
	}
	for k := range j.pairs {
		if j.pairs[k], err = p.Pair(PairKind(k)).in(unit); err != nil {
			return nil, fmt.Errorf("a limit for %s of %s: %w", pairPolicyName(PairKind(k)), p.Pairs[PairKind(k)].Limit, err)
		}
	}
	for _, r := range HullRules() {
		v, ok := p.Hulls[r]
		if !ok {
			continue
		}
		if j.hulls == nil {
			j.hulls = map[HullRule]judge{}
		}
		if j.hulls[r], err = v.in(unit); err != nil {
			return nil, fmt.Errorf("a limit for %s of %s: %w", r, v.Limit, err)
		}
	}
	return j, nil
}

func (v Verdict) in(unit string) (judge, error) {
	limit, err := v.Limit.In(unit)
	return judge{v.Severity, v.Within(), v.Limit.Of, limit}, err
}

// judged returns what decides by the options' policy. Options that no scene has filled in
// have that of no policy.
func (o *Options) judged() *judges {
	if o.judges == nil {
		return defaultJudges
	}
	return o.judges
}

// judgesIn is Policy.judgesIn for the scene.
func (o *Options) judgesIn(s *mesh.Scene) (*judges, error) {
	if len(o.Policy.Kinds) == 0 && len(o.Policy.Pairs) == 0 && len(o.Policy.Hulls) == 0 {
		return defaultJudges, nil
	}
	return o.Policy.judgesIn(s.Unit)
}

// exceeded returns the severity of what has a size beyond the limit, or not.
func (j *judge) exceeded(size float64) Severity {
	if size <= j.limit { // NaN is not
		return j.within
	}
	return j.severity
}

// finding reports whether a finding in a mesh fails.
func (j *judges) finding(e *collect.Entry, length float64) bool {
	k := &j.kinds[e.Kind]
	switch k.of {
	case OfDepth:
		return k.exceeded(e.Depth) == Error
	case OfArea:
		return k.exceeded(e.Area) == Error
	case OfLength:
		return k.exceeded(length) == Error
	}
	return k.severity == Error
}

// severity returns how much a finding matters that is entered.
func (j *judges) severity(e *collect.Entry) Severity {
	if e.Fails {
		return Error
	}
	return j.kinds[e.Kind].within
}

// pair returns how much a pair of objects matters.
func (j *judges) pair(p *PairResult) Severity {
	k := &j.pairs[p.Kind]
	switch {
	case k.of == OfDepth:
		return k.exceeded(p.Depth)
	case k.of == OfDistance && p.Nearest.Distance >= k.limit:
		return k.within
	}
	return k.severity
}

// hull returns how much a finding about hulls matters, which is other unless the policy has
// a verdict on its rule.
func (j *judges) hull(f *HullFinding, other Severity) Severity {
	k, ok := j.hulls[f.Rule]
	switch {
	case !ok:
		return other
	case k.of != NoMeasure:
		return k.exceeded(f.Value)
	}
	return k.severity
}

package meshcheck

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Policy says how much what a check finds matters, where that is not the default. It changes
// no count and nothing of what is listed beyond its order: only what fails a file, and as
// what reports present it. The zero value changes nothing.
//
// It is plain data. ParsePolicy makes one of a text such as
// "degenerate,overlap:area>1e-4,touch:off", and Items a text of it.
type Policy struct {
	// Kinds are for findings within meshes. They do not count for the triangles of a pair of
	// objects, nor for HullSelfOverlap.
	Kinds map[Kind]Verdict
	// Pairs are for pairs of objects. One that Options.Allow allows does not fail.
	Pairs map[PairKind]Verdict
	// Hulls are for findings about collision hulls, and stand above the profile's
	// severities. No finding is graver than its shape lets it be: an open trimesh stays an
	// Info. Those of a rule that is Off are not told of at all.
	Hulls map[HullRule]Verdict
}

// Verdict is how much a kind of finding matters.
type Verdict struct {
	// Severity of all, or of those that are beyond the limit if there is one.
	Severity Severity
	// Limit is for the Severity Error only: what does not exceed it is a Warning.
	Limit Limit
}

// Limit is a size that findings must exceed to fail; a distance must be below it. What
// cannot be measured, being beyond float64, exceeds every limit. The zero value is none.
type Limit struct {
	Of Measure
	// Size with its unit, which for an area is squared. A Count has none.
	Size Length
}

// Measure is what a limit is for.
type Measure uint8

// The measures that findings have.
const (
	// NoMeasure: there is no limit.
	NoMeasure Measure = iota
	// OfDepth: of a Crossing, which is 0 through an edge; of a pair of objects; or how far a
	// hull departs from what it should be.
	OfDepth
	// OfArea: of an Overlap or Duplicate.
	OfArea
	// OfLength: of the segment of a Crossing.
	OfLength
	// OfDistance: of objects that are too near.
	OfDistance
	// OfCount: of edges, vertices, faces or pairs of triangles that a hull has wrong.
	OfCount
)

var measureNames = [...]string{"", "depth", "area", "length", "distance", "count"}

// String returns the lower-case word for m, "" for NoMeasure.
func (m Measure) String() string { return measureNames[m] }

// The measures that limits may be of, in the order of each kind's constants.
var (
	kindMeasures = [len(kindNames)][]Measure{Crossing: {OfDepth, OfLength}, Overlap: {OfArea}, Duplicate: {OfArea}}
	pairMeasures = [len(pairKindNames)][]Measure{
		PairCrossing: {OfDepth}, PairOverlap: {OfDepth}, PairContained: {OfDepth}, PairClearance: {OfDistance},
	}
	hullMeasures = [len(hullRuleNames)][]Measure{
		HullNotConvex: {OfDepth}, BoxNotABox: {OfDepth}, SphereNotASphere: {OfDepth}, CapsuleNotACapsule: {OfDepth},
		HullsOverlap: {OfDepth}, HullGap: {OfDepth}, HullExcess: {OfDepth},
		HullNotClosed: {OfCount}, HullVertexBudget: {OfCount}, HullSelfOverlap: {OfCount},
	}
)

// Severity returns how much a finding of the kind matters where no policy says otherwise.
func (k Kind) Severity() Severity {
	switch {
	case k.Fails():
		return Error
	case k == Touch:
		return Info
	}
	return Warning
}

// Severity returns how much a pair of the kind matters where no policy says otherwise.
func (k PairKind) Severity() Severity {
	if k.Fails() {
		return Error
	}
	return Info
}

// Kind returns the verdict on findings of the kind.
func (p *Policy) Kind(k Kind) Verdict {
	if v, ok := p.Kinds[k]; ok {
		return v
	}
	return Verdict{Severity: k.Severity()}
}

// Pair returns the verdict on pairs of objects of the kind.
func (p *Policy) Pair(k PairKind) Verdict {
	if v, ok := p.Pairs[k]; ok {
		return v
	}
	return Verdict{Severity: k.Severity()}
}

// Within returns the severity of what does not exceed the limit, or of all if there is none.
func (v Verdict) Within() Severity {
	if v.Limit.Of != NoMeasure {
		return Warning
	}
	return v.Severity
}

// With returns p with the verdicts of q in the place of its own.
func (p Policy) With(q Policy) Policy {
	return Policy{Kinds: merged(p.Kinds, q.Kinds), Pairs: merged(p.Pairs, q.Pairs), Hulls: merged(p.Hulls, q.Hulls)}
}

func merged[K comparable](p, q map[K]Verdict) map[K]Verdict {
	if len(q) == 0 {
		return p
	}
	p = maps.Clone(p)
	if p == nil {
		return maps.Clone(q)
	}
	maps.Copy(p, q)
	return p
}

// Validate fails for a verdict on what is not known, and for a limit that means nothing.
func (p *Policy) Validate() error {
	return cmp.Or(
		validVerdicts(p.Kinds, kindMeasures[:]), validVerdicts(p.Pairs, pairMeasures[:]), validVerdicts(p.Hulls, hullMeasures[:]))
}

func validVerdicts[K interface {
	~uint8
	String() string
}](verdicts map[K]Verdict, measures [][]Measure) error {
	for _, k := range slices.Sorted(maps.Keys(verdicts)) {
		if int(k) >= len(measures) {
			return fmt.Errorf("policy: there is no kind %d", uint8(k))
		}
		if err := verdicts[k].validate(measures[k]); err != nil {
			return fmt.Errorf("policy: %s: %w", k, err)
		}
	}
	return nil
}

// validate fails for a limit of a measure that is none of those given.
func (v Verdict) validate(measures []Measure) error {
	size := v.Limit.Size
	switch {
	case v.Severity > Off:
		return fmt.Errorf("there is no severity %d", v.Severity)
	case v.Limit == Limit{}:
		return nil
	case v.Severity != Error:
		return fmt.Errorf("a limit is for what fails, not for what is %s", v.Severity)
	case !slices.Contains(measures, v.Limit.Of):
		return noMeasure(measures)
	case !(size.Value >= 0 && size.Value <= math.MaxFloat64):
		return fmt.Errorf("%v is not a finite size of 0 or more", size.Value)
	case size.Unit != "" && (v.Limit.Of == OfCount || micrometres(size.Unit) == 0):
		return fmt.Errorf("a %s has no unit %q", v.Limit.Of, size.Unit)
	}
	return nil
}

// noMeasure says what limits there may be.
func noMeasure(measures []Measure) error {
	switch len(measures) {
	case 0:
		return fmt.Errorf("it has no size that a limit could be for")
	case 1:
		return fmt.Errorf("a limit of it is one of %s", measures[0])
	}
	return fmt.Errorf("a limit of it is one of %s or %s", measures[0], measures[1])
}

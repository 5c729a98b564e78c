package json

import (
	"errors"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

type wireObjects struct {
	Count      int                   `json:"count"`
	Nothing    string                `json:"nothing_to_compare,omitzero"`
	Pairs      Tally                 `json:"pairs"`
	Clearance  float64               `json:"clearance,omitzero"`
	LeftOut    check.LeftOut         `json:"left_out,omitzero"`
	Truncated  bool                  `json:"truncated"`
	NotChecked []check.ObjectProblem `json:"not_checked"`
}

// wireObject is an object whose instance is left out where there are no nodes.
type wireObject check.Object

type wirePair struct {
	A              check.Object    `json:"a"`
	B              check.Object    `json:"b"`
	Verdict        verdict         `json:"verdict"`
	Severity       *check.Severity `json:"severity,omitzero"` // where it is not the usual one
	Inner          string          `json:"inner,omitzero"`
	Reason         string          `json:"reason,omitzero"`
	Allowed        string          `json:"allowed,omitzero"`
	WithinRounding *bool           `json:"within_rounding,omitzero"`
	Size           wireSize        `json:"size"`
	Nearest        *check.Nearest  `json:"nearest,omitzero"`
	Counts         Tally           `json:"counts"`
	Truncated      bool            `json:"truncated"`
	RegionCount    int             `json:"region_count"`
	Regions        []check.Region  `json:"regions,omitzero"`
	Findings       []check.Finding `json:"findings,omitzero"`
}

// wireSize says how deep a pair is and where.
type wireSize struct {
	Rounding   float64       `json:"rounding,omitempty"`
	Depth      float64       `json:"depth,omitempty"`
	DepthError float64       `json:"depth_error,omitempty"`
	DepthOf    check.DepthOf `json:"depth_of,omitzero"`
	Deepest    geom.Vec      `json:"deepest,omitempty"`
}

type wireNearest struct {
	Distance float64     `json:"distance,omitempty"`
	Contact  bool        `json:"contact"`
	Points   [2]geom.Vec `json:"points,omitempty"`
	A        check.Face  `json:"a"`
	B        check.Face  `json:"b"`
}

type verdict check.Rule // of a pair

func newObjects(s *check.PairResult) *wireObjects {
	return &wireObjects{
		Count: s.Objects, Nothing: s.Nothing, Pairs: PairCounts(s), Clearance: s.Clearance, LeftOut: s.LeftOut,
		Truncated: s.Truncated, NotChecked: s.NotChecked,
	}
}

// result returns what was checked between objects. Of the pairs that do not fail, a report has the
// number, and the policy says what they are.
func (w *wireObjects) result(pairs []wirePair, p check.Policy) *check.PairResult {
	s := &check.PairResult{Objects: w.Count, Allowed: w.Pairs.more, Clearance: w.Clearance, LeftOut: w.LeftOut}
	s.Section = check.Section{Nothing: w.Nothing, Truncated: w.Truncated, NotChecked: w.NotChecked}
	for _, r := range pairRules.rules {
		s.Counts[r][p.Of(r).Within()] += w.Pairs.all[r] - w.Pairs.failed[r]
		s.Counts[r][check.Error] += w.Pairs.failed[r]
	}
	for i := range pairs {
		s.Pairs = append(s.Pairs, pairs[i].pair())
	}
	return s
}

func newObject(o *check.Object) wireObject {
	w := wireObject(*o)
	if o.Path == "" {
		w.Instance = -1
	}
	return w
}

func (w *wireObject) object() (check.Object, error) {
	if w.Path == "" && w.Collider < 0 && w.Mesh >= 0 {
		w.Instance = 0
	}
	return check.Object(*w), nil
}

func newPair(p *check.Pair) wirePair {
	w := wirePair{
		A: p.A, B: p.B, Verdict: verdict(p.Rule), Severity: unusual(p.Severity, p.Rule), Reason: p.Reason, Allowed: p.Allowed,
		Size: newSize(p), Nearest: p.Nearest, Counts: MeshCounts(p.Counts), Truncated: p.Truncated, RegionCount: p.RegionCount,
	}
	switch p.Rule {
	case check.Contained, check.PartsUndecided:
		w.Inner = [...]string{"a", "b"}[p.Inner]
	case check.PartsTouch:
		w.WithinRounding = &p.WithinRounding
	}
	return w
}

func (w *wirePair) pair() check.Pair {
	rule := check.Rule(w.Verdict)
	p := check.Pair{
		A: w.A, B: w.B, Rule: rule, Severity: severityOf(w.Severity, rule), Reason: w.Reason, Allowed: w.Allowed, Nearest: w.Nearest, Counts: w.Counts.counts(),
		WithinRounding: w.WithinRounding != nil && *w.WithinRounding, Rounding: w.Size.Rounding,
		Truncated: w.Truncated, RegionCount: w.RegionCount, Regions: w.Regions, Findings: w.Findings,
	}
	if w.Inner == "b" {
		p.Inner = 1
	}
	if w.Size.DepthOf != check.NoDepth {
		p.Depth, p.DepthError, p.DepthOf, p.Deepest = w.Size.Depth, w.Size.DepthError, w.Size.DepthOf, w.Size.Deepest
	}
	return p
}

// newSize returns the sizes of a pair as the report has them.
func newSize(p *check.Pair) wireSize {
	if p.DepthOf == check.NoDepth {
		return wireSize{Rounding: p.Rounding, Depth: unlimited, DepthError: unlimited, Deepest: nowhere}
	}
	return wireSize{p.Rounding, p.Depth, p.DepthError, p.DepthOf, p.Deepest}
}

func newNearest(n *check.Nearest) wireNearest {
	return wireNearest{n.Distance, n.Contact, n.Points, n.Faces[0], n.Faces[1]}
}

func (w *wireNearest) nearest() (check.Nearest, error) {
	n := check.Nearest{Distance: w.Distance, Contact: w.Contact, Points: w.Points, Faces: [2]check.Face{w.A, w.B}}
	if w.Distance == unlimited || !w.Points[0].Finite() || !w.Points[1].Finite() {
		return n, errors.New("has no distance or no points")
	}
	return n, nil
}

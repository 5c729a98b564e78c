package json

import (
	"errors"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// wireFinding is a finding as it is read. What writes one by hand is tested against it.
type wireFinding struct {
	Kind        check.Rule      `json:"kind"`
	Severity    *check.Severity `json:"severity,omitzero"` // where it is not the usual one
	A           check.Face      `json:"a"`
	B           *check.Face     `json:"b,omitzero"`
	SameShell   bool            `json:"same_shell,omitzero"`
	ThroughEdge bool            `json:"through_edge,omitzero"`
	ZFighting   bool            `json:"z_fighting,omitzero"`
	Precision   bool            `json:"within_precision,omitzero"`
	Open        bool            `json:"open,omitzero"`
	Facing      check.Facing    `json:"facing,omitzero"`
	Segment     []geom.Vec      `json:"segment,omitempty"`
	Polygon     []geom.Vec      `json:"polygon,omitempty"`
	Area        float64         `json:"area,omitempty"`
	Depth       float64         `json:"depth,omitempty"`
	Region      int             `json:"region,omitempty"`
	AtEdge      int             `json:"at_edge,omitzero"`
	Others      []check.Face    `json:"others,omitzero"`
}

// noRule stands for a rule that is missing.
const noRule = check.Rule(math.MaxUint8)

type wireFace struct {
	Part     int           `json:"part"`
	Triangle int           `json:"triangle"`
	InPart   int           `json:"in_part"`
	Face     *int          `json:"face,omitzero"`
	Corners  geom.Triangle `json:"corners,omitempty"`
}

// unknown is a corner that a report leaves out.
var unknown = geom.Vec{math.NaN(), math.NaN(), math.NaN()}

func (w *wireFace) face() (check.Face, error) {
	f := check.Face{Part: w.Part, Triangle: w.Triangle, InPart: w.InPart, Corners: w.Corners}
	if w.Face != nil {
		f.CutFrom = *w.Face + 1
	}
	return f, nil
}

// shape says which members a finding about triangles has by its rule.
func shape(r check.Rule) (pair, flat bool) {
	return r != check.Nonfinite && r != check.Degenerate, r.Kind() == check.Overlap || r == check.Duplicate
}

// unusual returns how much something matters where a policy makes that another severity than
// it is without one.
func unusual(s check.Severity, r check.Rule) *check.Severity {
	if s == r.Severity() {
		return nil
	}
	return &s
}

// severityOf is the inverse of unusual.
func severityOf(s *check.Severity, r check.Rule) check.Severity {
	if s == nil {
		return r.Severity()
	}
	return *s
}

// rule returns the rule that the finding breaks.
func (w *wireFinding) rule() (check.Rule, error) {
	if w.Kind == noRule {
		return 0, errors.New(`"kind" is missing`)
	}
	for _, r := range check.Self.Rules() {
		if r.Kind() == w.Kind && (r == check.ZFighting) == w.ZFighting && r.WithinPrecision() == w.Precision && (r == check.OpenEdgeCrossing) == w.Open {
			return r, nil
		}
	}
	return 0, fmt.Errorf("a finding of the kind %q has no such marks of z_fighting, within_precision and open", w.Kind)
}

// finding returns the finding, whose parts and region are checked when the whole mesh is known.
func (w *wireFinding) finding() (check.Finding, error) {
	rule, err := w.rule()
	pair, _ := shape(rule)
	switch {
	case err != nil:
		return check.Finding{}, err
	case pair != (w.B != nil):
		return check.Finding{}, fmt.Errorf("a finding of the kind %q does not have as many triangles as it must", rule)
	case len(w.Segment) != 0 && len(w.Segment) != 2, len(w.Polygon) != 0 && len(w.Polygon) < 3, len(w.Segment) > 0 && len(w.Polygon) > 0:
		return check.Finding{}, errors.New("cannot have such a segment or polygon")
	}
	f := check.Finding{
		Rule: rule, Severity: severityOf(w.Severity, rule), A: w.A, B: w.B, SameShell: w.SameShell, ThroughEdge: w.ThroughEdge,
		Facing: w.Facing, Segment: w.Segment, Polygon: w.Polygon, Region: w.Region, AtEdge: w.AtEdge, Others: w.Others,
	}
	if rule.Size() == check.OfArea {
		f.Area = w.Area
	}
	if pair && rule.Kind() != check.EdgeCrossing {
		f.Depth = w.Depth
	}
	return f, nil
}

// wireRegion is a region as it is read.
type wireRegion struct {
	ID int `json:"id"`
	check.Region
	ThroughEdge int `json:"through_edge,omitzero"`
}

var noRegion = wireRegion{Region: check.Region{Box: geom.EmptyBox(), Depth: unlimited, Area: unlimited, Length: unlimited, EdgeLength: unlimited}}

func (w *wireRegion) region() (check.Region, error) {
	r := w.Region
	r.Counts.ThroughEdge = w.ThroughEdge
	if r.Counts.OfKind(check.EdgeCrossing) == 0 {
		r.EdgeLength = 0
	}
	return r, nil
}

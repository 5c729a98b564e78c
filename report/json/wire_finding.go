package json

import (
	"errors"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

type wireFinding struct {
	Kind        kind         `json:"kind"`
	Severity    *anySeverity `json:"severity,omitzero"` // where it is not the usual one
	A           wireFace     `json:"a"`
	B           wireFace     `json:"b,omitzero"`
	SameShell   *bool        `json:"same_shell,omitzero"`
	ThroughEdge *bool        `json:"through_edge,omitzero"`
	ZFighting   bool         `json:"z_fighting,omitzero"`
	Precision   bool         `json:"within_precision,omitzero"`
	Open        bool         `json:"open,omitzero"`
	Facing      check.Facing `json:"facing,omitzero"`
	Segment     points       `json:"segment,omitzero"`
	Polygon     points       `json:"polygon,omitzero"`
	Area        size         `json:"area,omitzero"`
	Depth       size         `json:"depth,omitzero"`
	Region      index        `json:"region,omitzero"`
	AtEdge      int          `json:"at_edge,omitzero"`
	Others      []wireFace   `json:"others,omitzero"`
}

type wireFace struct {
	Part     int    `json:"part"`
	Triangle int    `json:"triangle"`
	InPart   int    `json:"in_part"`
	Face     *int   `json:"face,omitzero"`
	Corners  points `json:"corners,omitzero"`
}

type (
	kind        check.Rule     // of a finding about triangles
	anySeverity check.Severity // or check.Off
)

// noFace is missing.
var noFace = wireFace{Part: -1}

func (w *wireFace) IsZero() bool { return w.Part < 0 }

func newFace(f *check.Face) wireFace {
	w := wireFace{Part: f.Part, Triangle: f.Triangle, InPart: f.InPart, Corners: f.Corners[:]}
	if f.CutFrom > 0 {
		face := f.CutFrom - 1
		w.Face = &face
	}
	return w
}

func (w *wireFace) face(name string) (check.Face, error) {
	f := check.Face{Part: w.Part, Triangle: w.Triangle, InPart: w.InPart, Corners: geom.Triangle{unknown, unknown, unknown}}
	if w.Face != nil {
		f.CutFrom = *w.Face + 1
	}
	err := w.Corners.exactly(3, name+".corners")
	if err == nil && w.Corners != nil {
		f.Corners = geom.Triangle(w.Corners)
	}
	return f, err
}

// unknown is a corner that a report leaves out.
var unknown = geom.Vec{math.NaN(), math.NaN(), math.NaN()}

// shape says which members a finding about triangles has by its rule.
func shape(r check.Rule) (pair, flat bool) {
	return r != check.Nonfinite && r != check.Degenerate, r.Kind() == check.Overlap || r == check.Duplicate
}

func newFinding(f *check.Finding) wireFinding {
	w := noFinding
	w.Kind, w.ZFighting, w.Precision = kind(f.Rule.Kind()), f.Rule == check.ZFighting, f.Rule.WithinPrecision()
	w.Open = f.Rule == check.OpenEdgeCrossing
	w.Severity, w.A = unusual(f.Severity, f.Rule), newFace(&f.A)
	pair, flat := shape(f.Rule)
	if !pair {
		return w
	}
	w.B = newFace(f.B)
	w.SameShell, w.Depth, w.Region = &f.SameShell, size(f.Depth), index(f.Region)
	if f.Rule.Kind() == check.EdgeCrossing {
		w.Depth, w.AtEdge = unlimited, f.AtEdge
		for k := range f.Others {
			w.Others = append(w.Others, newFace(&f.Others[k]))
		}
	}
	if f.Rule.Kind() == check.Crossing {
		w.ThroughEdge = &f.ThroughEdge
	}
	if flat {
		w.Facing = f.Facing
	}
	if flat || w.ZFighting {
		w.Area = size(f.Area)
	}
	// Triangles in one plane that only touch have a Polygon of one or two corners, which is
	// a segment here, so that a polygon always has an inside.
	switch n := len(f.Polygon); {
	case n >= 3:
		w.Polygon = f.Polygon
	case n > 0 && f.Rule == check.Touch:
		w.Segment = points{f.Polygon[0], f.Polygon[n-1]}
	default:
		w.Segment = f.Segment
	}
	return w
}

var noFinding = wireFinding{B: noFace, Area: unlimited, Depth: unlimited, Region: -1}

// unusual returns how much something matters where a policy makes that another severity than
// it is without one.
func unusual(s check.Severity, r check.Rule) *anySeverity {
	if s == r.Severity() {
		return nil
	}
	return (*anySeverity)(&s)
}

func (s *anySeverity) of(r check.Rule) check.Severity {
	if s == nil {
		return r.Severity()
	}
	return check.Severity(*s)
}

// rule returns the rule that the finding breaks.
func (w *wireFinding) rule() (check.Rule, error) {
	switch kind := check.Rule(w.Kind); {
	case w.ZFighting && w.Precision:
		return kind, errors.New("has z_fighting and within_precision")
	case w.Open && kind == check.EdgeCrossing && !w.ZFighting && !w.Precision:
		return check.OpenEdgeCrossing, nil
	case w.Open:
		return kind, fmt.Errorf("a finding of the kind %q with these members cannot be open", kind)
	case w.ZFighting && kind == check.Crossing:
		return check.ZFighting, nil
	case w.Precision && kind == check.Crossing:
		return check.CrossingWithinPrecision, nil
	case w.Precision && kind == check.Overlap:
		return check.OverlapWithinPrecision, nil
	case w.ZFighting || w.Precision:
		return kind, fmt.Errorf("a finding of the kind %q has neither z_fighting nor within_precision", kind)
	default:
		return kind, nil
	}
}

// finding returns the finding, if it has the members of its kind and no others. Its parts,
// triangles and region are checked when the whole mesh is known.
func (w *wireFinding) finding() (check.Finding, error) {
	rule, err := w.rule()
	if err != nil {
		return check.Finding{}, err
	}
	f := check.Finding{
		Rule: rule, Severity: w.Severity.of(rule), Facing: w.Facing, Segment: w.Segment, Polygon: w.Polygon, Region: int(w.Region),
	}
	pair, flat := shape(rule)
	edge := rule.Kind() == check.EdgeCrossing
	for _, member := range []struct {
		name           string
		has, may, must bool
	}{
		{"b", !w.B.IsZero(), pair, pair},
		{"same_shell", w.SameShell != nil, pair, pair},
		{"through_edge", w.ThroughEdge != nil, rule.Kind() == check.Crossing, rule.Kind() == check.Crossing},
		{"facing", w.Facing != 0, flat, flat},
		{"segment", w.Segment != nil, pair && !flat, false},
		{"at_edge", w.AtEdge != 0, edge, edge},
		{"others", w.Others != nil, edge, false},
		{"polygon", w.Polygon != nil, flat || rule == check.Touch, false},
		{"area", !w.Area.IsZero(), flat || w.ZFighting, false},
		{"depth", !w.Depth.IsZero(), pair && !edge, false},
		{"region", w.Region >= 0, pair, false},
	} {
		switch {
		case member.has && !member.may:
			return f, fmt.Errorf("a finding of the kind %q has no field %q", rule, member.name)
		case !member.has && member.must:
			return f, fmt.Errorf("the field %q is missing", member.name)
		}
	}
	switch {
	case w.Segment != nil && w.Polygon != nil:
		return f, errors.New("has a segment and a polygon")
	case w.Polygon != nil && len(w.Polygon) < 3:
		return f, w.Polygon.exactly(3, "polygon")
	}
	f.SameShell, f.ThroughEdge = w.SameShell != nil && *w.SameShell, w.ThroughEdge != nil && *w.ThroughEdge
	if f.A, err = w.A.face("a"); err != nil {
		return f, err
	}
	if pair {
		b, err := w.B.face("b")
		if err != nil {
			return f, err
		}
		f.B, f.Depth = &b, float64(w.Depth)
	}
	if edge {
		f.Depth, f.AtEdge = 0, w.AtEdge
	}
	for k := range w.Others {
		other, err := w.Others[k].face(fmt.Sprintf("others[%d]", k))
		if err != nil {
			return f, err
		}
		f.Others = append(f.Others, other)
	}
	if flat || w.ZFighting {
		f.Area = float64(w.Area)
	}
	return f, w.Segment.exactly(2, "segment")
}

package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

type wireObjects struct {
	Count      int                   `json:"count"`
	Nothing    string                `json:"nothing_to_compare,omitzero"`
	Pairs      tally                 `json:"pairs"`
	Clearance  *float64              `json:"clearance,omitzero"`
	LeftOut    *wireLeftOut          `json:"left_out,omitzero"`
	Truncated  bool                  `json:"truncated"`
	NotChecked []check.ObjectProblem `json:"not_checked"`
}

type wireLeftOut struct {
	LowerLevels int `json:"lower_level"`
	NoScene     int `json:"no_scene"`
	OtherScenes int `json:"other_scene"`
}

type wireObjectProblem struct {
	Object check.Object `json:"object"`
	Reason string       `json:"reason"`
}

type wireObject struct {
	Path     string `json:"path"`
	Instance index  `json:"instance,omitzero"`
	Collider index  `json:"collider,omitzero"`
	Mesh     index  `json:"mesh,omitzero"`
	Name     string `json:"name"`
	Part     index  `json:"part,omitzero"`
	Shell    index  `json:"shell,omitzero"`
}

type wirePair struct {
	A              check.Object         `json:"a"`
	B              check.Object         `json:"b"`
	Verdict        verdict              `json:"verdict"`
	Severity       *anySeverity         `json:"severity,omitzero"` // where it is not the usual one
	Inner          side                 `json:"inner,omitzero"`
	Reason         string               `json:"reason,omitzero"`
	Allowed        string               `json:"allowed,omitzero"`
	WithinRounding *bool                `json:"within_rounding,omitzero"`
	Size           wireSize             `json:"size"`
	Nearest        *check.Nearest       `json:"nearest,omitzero"`
	Counts         tally                `json:"counts"`
	Truncated      bool                 `json:"truncated"`
	RegionCount    int                  `json:"region_count"`
	Regions        apart[wireRegion]    `json:"regions"`
	Findings       apart[check.Finding] `json:"findings"`
}

// wireSize says how deep a pair is and where, or how near.
type wireSize struct {
	Rounding   size          `json:"rounding,omitzero"`
	Depth      size          `json:"depth,omitzero"`
	DepthError size          `json:"depth_error,omitzero"`
	DepthOf    check.DepthOf `json:"depth_of,omitzero"`
	Deepest    place         `json:"deepest,omitzero"`
}

type wireNearest struct {
	Distance size     `json:"distance,omitzero"`
	Contact  bool     `json:"contact"`
	Points   points   `json:"points,omitzero"`
	A        wireFace `json:"a"`
	B        wireFace `json:"b"`
}

type (
	verdict check.Rule // of a pair
	side    string     // one of its objects
)

func pairEncodings() []encoding {
	return []encoding{
		chosen[side]("a", "b"),
		renamed("not checked", verdict(check.PartsUndecided), func(v verdict) string { return check.Rule(v).Word() }, convert[verdict](check.Between.Rules())...),
		words(check.DepthOf.String, check.DepthOfTranslation, check.DepthOfSurface, check.DepthOfReach),
		as(wireObjects{Pairs: tally{of: &pairRules}}, newObjects, (*wireObjects).summary),
		object(wireLeftOut{}),
		as(wireObjectProblem{}, func(p *check.ObjectProblem) wireObjectProblem { return wireObjectProblem(*p) },
			func(w *wireObjectProblem) (check.ObjectProblem, error) { return check.ObjectProblem(*w), nil }),
		as(wireObject{Instance: -1, Collider: -1, Mesh: -1, Part: -1, Shell: -1}, newObject, (*wireObject).object),
		as(wirePair{Counts: tally{of: &meshRules}}, newPair, (*wirePair).pair),
		object(wireSize{Rounding: unlimited, Deepest: nowhere}),
		as(wireNearest{Distance: unlimited}, newNearest, (*wireNearest).nearest),
	}
}

func newObjects(s *check.PairResult) wireObjects {
	w := wireObjects{Count: s.Objects, Nothing: s.Nothing, Pairs: PairCounts(s), Truncated: s.Truncated, NotChecked: s.NotChecked}
	if s.Clearance > 0 {
		w.Clearance = &s.Clearance
	}
	if s.LeftOut.Total() > 0 {
		w.LeftOut = (*wireLeftOut)(&s.LeftOut)
	}
	return w
}

func (w *wireObjects) summary() (check.PairResult, error) {
	s := check.PairResult{Objects: w.Count, Allowed: w.Pairs.all[len(pairRules.rules)]}
	s.Section = check.Section{Nothing: w.Nothing, Truncated: w.Truncated, NotChecked: orNil(w.NotChecked)}
	for i, r := range pairRules.rules { // setSeverities knows the policy
		failed := w.Pairs.failed[i]
		s.Counts[r][check.Error], s.Counts[r][check.Info] = failed, w.Pairs.all[i]-failed
	}
	if w.LeftOut != nil {
		s.LeftOut = check.LeftOut(*w.LeftOut)
	}
	if w.Clearance != nil {
		if s.Clearance = *w.Clearance; s.Clearance == 0 {
			return s, inner{"clearance", errors.New("no distance is less than 0")}
		}
	}
	return s, nil
}

func newObject(o *check.Object) wireObject {
	w := wireObject{o.Path, index(o.Instance), index(o.Collider), index(o.Mesh), o.Name, index(o.Part), index(o.Shell)}
	if o.Path == "" {
		w.Instance = -1
	}
	return w
}

func (w *wireObject) object() (check.Object, error) {
	if w.Path == "" && w.Collider < 0 {
		w.Instance = 0
	}
	return check.Object{Path: w.Path, Instance: int(w.Instance), Collider: int(w.Collider), Mesh: int(w.Mesh), Name: w.Name, Part: int(w.Part), Shell: int(w.Shell)}, nil
}

func newPair(p *check.Pair) wirePair {
	w := wirePair{
		A: p.A, B: p.B, Verdict: verdict(p.Rule), Severity: unusual(p.Severity, p.Rule), Inner: side(InnerOf(p)), Reason: p.Reason, Allowed: p.Allowed,
		Size: PairSize(p), Nearest: p.Nearest, Counts: MeshCounts(p.Counts), Truncated: p.Truncated,
		RegionCount: p.RegionCount, Regions: apartFrom[wireRegion](len(p.Regions)), Findings: p.Findings,
	}
	if p.Rule == check.PartsTouch {
		w.WithinRounding = &p.WithinRounding
	}
	return w
}

// InnerOf names the object that lies inside the other, or may.
func InnerOf(p *check.Pair) string {
	if p.Rule != check.Contained && p.Rule != check.PartsUndecided {
		return ""
	}
	return [...]string{"a", "b"}[p.Inner]
}

// pair returns the pair, if it has the members of its verdict and no others.
func (w *wirePair) pair() (check.Pair, error) {
	rule := check.Rule(w.Verdict)
	p := check.Pair{
		A: w.A, B: w.B, Rule: rule, Severity: w.Severity.of(rule), Reason: w.Reason, Allowed: w.Allowed,
		WithinRounding: w.WithinRounding != nil && *w.WithinRounding, Nearest: w.Nearest, Counts: w.Counts.counts(),
		Truncated: w.Truncated, RegionCount: w.RegionCount, Findings: orNil(w.Findings),
	}
	if w.Inner == "b" {
		p.Inner = 1
	}
	for _, member := range []struct {
		name      string
		has, must bool
	}{
		{"inner", w.Inner != "", rule == check.Contained || rule == check.PartsUndecided},
		{"within_rounding", w.WithinRounding != nil, rule == check.PartsTouch},
		{"nearest", w.Nearest != nil, rule == check.TooNear},
		{"reason", w.Reason != "", rule == check.PartsUndecided},
	} {
		if member.has != member.must {
			return p, fmt.Errorf("a pair of the verdict %q and the field %q do not agree", rule.Word(), member.name)
		}
	}
	p.Rounding = float64(w.Size.Rounding)
	if w.Size.DepthOf != check.NoDepth {
		if w.Size.Deepest.IsZero() {
			return p, inner{"size", errors.New("a depth has no place")}
		}
		p.Depth, p.DepthError, p.DepthOf, p.Deepest = float64(w.Size.Depth), float64(w.Size.DepthError), w.Size.DepthOf, geom.Vec(w.Size.Deepest)
	}
	var err error
	p.Regions, err = regionsOf(w.Regions)
	return p, err
}

// PairSize returns the sizes of a pair as the report has them.
func PairSize(p *check.Pair) wireSize {
	if p.DepthOf == check.NoDepth {
		return wireSize{Rounding: size(p.Rounding), Depth: unlimited, DepthError: unlimited, Deepest: nowhere}
	}
	return wireSize{size(p.Rounding), size(p.Depth), size(p.DepthError), p.DepthOf, place(p.Deepest)}
}

func newNearest(n *check.Nearest) wireNearest {
	return wireNearest{size(n.Distance), n.Contact, n.Points[:], newFace(&n.Faces[0]), newFace(&n.Faces[1])}
}

func (w *wireNearest) nearest() (n check.Nearest, err error) {
	switch {
	case w.Distance.IsZero():
		return n, errors.New(`the field "distance" is missing`)
	case len(w.Points) != 2:
		return n, inner{"points", errors.New("is not a point of each object")}
	case w.Contact && w.Distance > 0:
		return n, fmt.Errorf("in contact, and %v apart", w.Distance)
	}
	n = check.Nearest{Distance: float64(w.Distance), Contact: w.Contact, Points: [2]geom.Vec(w.Points)}
	if n.Faces[0], err = w.A.face("a"); err == nil {
		n.Faces[1], err = w.B.face("b")
	}
	return n, err
}

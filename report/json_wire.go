package report

import (
	"math"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
)

// The types of this file are the pieces of the JSON report that stand on one
// line. Their field order is the order in the report. Numbers and points that are
// not finite have no form in JSON and are left out.

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonOptions struct {
	Tolerance   jsonTolerance `json:"tolerance"`
	Touch       bool          `json:"touch"`
	MaxFindings int           `json:"max_findings"`
}

type jsonTolerance struct {
	Value    float64 `json:"value"`
	Relative bool    `json:"relative"`
}

type jsonCounts struct {
	Crossing   int `json:"crossing"`
	Overlap    int `json:"overlap"`
	Duplicate  int `json:"duplicate"`
	Touch      int `json:"touch"`
	Degenerate int `json:"degenerate"`
	Nonfinite  int `json:"nonfinite"`
}

type jsonMeshCounts struct {
	jsonCounts
	ThroughEdge int `json:"through_edge"`
}

type jsonSummary struct {
	Status     string     `json:"status"`
	Files      int        `json:"files"`
	Passed     int        `json:"passed"`
	Failed     int        `json:"failed"`
	NotChecked int        `json:"not_checked"`
	Counts     jsonCounts `json:"counts"`
}

type jsonProblem struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Place   string `json:"place,omitempty"`
}

type jsonPart struct {
	Name      string `json:"name"`
	First     int    `json:"first"`
	Triangles int    `json:"triangles"`
}

type jsonRegion struct {
	ID     int        `json:"id"`
	Counts jsonCounts `json:"counts"`
	Box    []geom.Vec `json:"box,omitempty"`
	Depth  *float64   `json:"depth,omitempty"`
	Area   *float64   `json:"area,omitempty"`
	Length *float64   `json:"length,omitempty"`
	Parts  []int      `json:"parts"`
}

type jsonFinding struct {
	Kind        string     `json:"kind"`
	A           jsonFace   `json:"a"`
	B           *jsonFace  `json:"b,omitempty"`
	SameShell   *bool      `json:"same_shell,omitempty"`
	ThroughEdge *bool      `json:"through_edge,omitempty"`
	Facing      string     `json:"facing,omitempty"`
	Segment     []geom.Vec `json:"segment,omitempty"`
	Polygon     []geom.Vec `json:"polygon,omitempty"`
	Area        *float64   `json:"area,omitempty"`
	Depth       *float64   `json:"depth,omitempty"`
	Region      *int       `json:"region,omitempty"`
}

type jsonFace struct {
	Part     int        `json:"part"`
	Triangle int        `json:"triangle"`
	InPart   int        `json:"in_part"`
	Corners  []geom.Vec `json:"corners,omitempty"`
}

func wireOptions(o meshcheck.Options) jsonOptions {
	most := o.MaxFindings
	if most == 0 {
		most = meshcheck.DefaultMaxFindings
	}
	return jsonOptions{
		Tolerance:   jsonTolerance{o.Tolerance.Value, o.Tolerance.Relative},
		Touch:       o.ListTouches,
		MaxFindings: max(most, 0),
	}
}

func wireSummary(s Summary) jsonSummary {
	return jsonSummary{s.Status.String(), s.Files, s.Passed, s.Failed, s.NotChecked, wireCounts(s.Counts)}
}

func wireCounts(c meshcheck.Counts) jsonCounts {
	return jsonCounts{
		Crossing:   c.Of(meshcheck.Crossing),
		Overlap:    c.Of(meshcheck.Overlap),
		Duplicate:  c.Of(meshcheck.Duplicate),
		Touch:      c.Of(meshcheck.Touch),
		Degenerate: c.Of(meshcheck.Degenerate),
		Nonfinite:  c.Of(meshcheck.Nonfinite),
	}
}

func wireRegion(id int, r *meshcheck.Region) jsonRegion {
	return jsonRegion{
		ID:     id,
		Counts: wireCounts(r.Counts),
		Box:    finitePoints(r.Box.Min, r.Box.Max),
		Depth:  finite(r.Depth),
		Area:   finite(r.Area),
		Length: finite(r.Length),
		Parts:  list(r.Parts),
	}
}

// wireFinding returns f with the fields that apply to its kind.
func wireFinding(f *meshcheck.Finding) jsonFinding {
	w := jsonFinding{Kind: f.Kind.String(), A: wireFace(&f.A)}
	if f.B == nil {
		return w
	}
	b := wireFace(f.B)
	w.B, w.SameShell, w.Depth = &b, &f.SameShell, finite(f.Depth)
	w.Segment, w.Polygon = wireMeeting(f)
	switch f.Kind {
	case meshcheck.Crossing:
		w.ThroughEdge = &f.ThroughEdge
	case meshcheck.Overlap, meshcheck.Duplicate:
		w.Facing, w.Area = f.Facing.String(), finite(f.Area)
	}
	if f.Region >= 0 {
		w.Region = &f.Region
	}
	return w
}

// wireMeeting returns where the two triangles of f meet, one of the two or
// neither. Triangles in one plane that only touch have a "polygon" of one or two
// corners, which is a segment here, so that a polygon always has an inside.
func wireMeeting(f *meshcheck.Finding) (segment, polygon []geom.Vec) {
	switch n := len(f.Polygon); {
	case n >= 3:
		return nil, finitePoints(f.Polygon...)
	case n > 0 && f.Kind == meshcheck.Touch:
		return finitePoints(f.Polygon[0], f.Polygon[n-1]), nil
	}
	return finitePoints(f.Segment...), nil
}

func wireFace(f *meshcheck.Face) jsonFace {
	return jsonFace{f.Part, f.Triangle, f.InPart, finitePoints(f.Corners[:]...)}
}

// finitePoints returns the points, or nil if one of them is not finite.
func finitePoints(points ...geom.Vec) []geom.Vec {
	for _, p := range points {
		if !p.Finite() {
			return nil
		}
	}
	return points
}

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

package json

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

type wireHulls struct {
	Profile    string                `json:"profile"`
	Counts     HullCounts            `json:"counts"`
	NotChecked []check.ObjectProblem `json:"not_checked"`
	Groups     []check.HullGroup     `json:"groups"`
}

type wireHullGroup struct {
	Name     string              `json:"name"`
	Visuals  []check.Object      `json:"visuals"`
	Hulls    []check.Hull        `json:"hulls"`
	Findings []check.HullFinding `json:"findings"`
	Omitted  int                 `json:"omitted,omitzero"`
	Gap      *check.Coverage     `json:"gap,omitzero"`
	Excess   *check.Coverage     `json:"excess,omitzero"`
	Volumes  wireVolumes         `json:"volumes"`
}

type wireVolumes struct {
	Visuals size `json:"visuals,omitzero"`
	Hulls   size `json:"hulls,omitzero"`
}

type wireHull struct {
	Object   check.Object    `json:"object"`
	Shape    check.HullShape `json:"shape"`
	Scheme   string          `json:"scheme"`
	Vertices int             `json:"vertices"`
	Faces    int             `json:"faces"`
	Box      points          `json:"box,omitzero"`
	Volume   size            `json:"volume,omitzero"`
	Rounding size            `json:"rounding,omitzero"`
}

type wireHullFinding struct {
	Rule     hullRule       `json:"rule"`
	Severity check.Severity `json:"severity"`
	Hull     index          `json:"hull,omitzero"`
	Other    index          `json:"other,omitzero"`
	Value    size           `json:"value,omitzero"`
	Limit    size           `json:"limit,omitzero"`
	Reason   string         `json:"reason"`
	Places   points         `json:"places,omitzero"`
	Overlap  *wireOverlap   `json:"overlap,omitzero"`
}

type wireOverlap struct {
	Depth       size  `json:"depth,omitzero"`
	Translation place `json:"translation,omitzero"`
	Volume      size  `json:"volume,omitzero"`
}

type wireCoverage struct {
	Greatest     size   `json:"greatest,omitzero"`
	Error        size   `json:"error,omitzero"`
	Places       points `json:"places,omitzero"`
	Percentile95 size   `json:"percentile_95,omitzero"`
	Samples      int    `json:"samples"`
}

type hullRule check.Rule

func hullEncodings() []encoding {
	return []encoding{
		words(func(r hullRule) string { return check.Rule(r).String() }, convert[hullRule](check.Hulls.Rules())...),
		words(check.Severity.String, check.Severities()...),
		words(check.HullShape.String, check.HullShapes()...),
		as(wireHulls{}, newHulls, (*wireHulls).result),
		as(wireHullGroup{}, newHullGroup, (*wireHullGroup).group),
		object(wireVolumes{unlimited, unlimited}),
		as(wireHull{Volume: unlimited, Rounding: unlimited}, newHull, (*wireHull).hull),
		as(wireHullFinding{Hull: -1, Other: -1, Value: unlimited, Limit: unlimited}, newHullFinding, (*wireHullFinding).finding),
		object(wireOverlap{unlimited, nowhere, unlimited}),
		as(wireCoverage{Greatest: unlimited, Error: unlimited, Percentile95: unlimited}, newCoverage, (*wireCoverage).coverage),
	}
}

func newHulls(r *check.HullResult) wireHulls {
	return wireHulls{r.Profile, HullCounts(r.Counts), r.NotChecked, r.Groups}
}

func (w *wireHulls) result() (check.HullResult, error) {
	s := check.HullResult{Profile: w.Profile, Groups: orNil(w.Groups)}
	s.Counts, s.NotChecked = check.Totals(w.Counts), orNil(w.NotChecked)
	return s, nil
}

func newHullGroup(g *check.HullGroup) wireHullGroup {
	return wireHullGroup{
		g.Name, g.Visuals, g.Hulls, g.Findings, g.Omitted, g.Gap, g.Excess, wireVolumes{size(g.VisualVolume), size(g.HullVolume)},
	}
}

func (w *wireHullGroup) group() (check.HullGroup, error) {
	return check.HullGroup{
		Name: w.Name, Visuals: orNil(w.Visuals), Hulls: orNil(w.Hulls), Findings: orNil(w.Findings), Omitted: w.Omitted,
		Gap: w.Gap, Excess: w.Excess, VisualVolume: float64(w.Volumes.Visuals), HullVolume: float64(w.Volumes.Hulls),
	}, nil
}

func newHull(h *check.Hull) wireHull {
	return wireHull{h.Object, h.Shape, h.Scheme, h.Vertices, h.Faces, corners(h.Box), size(h.Volume), size(h.Rounding)}
}

func (w *wireHull) hull() (check.Hull, error) {
	box, err := w.Box.box()
	return check.Hull{
		Object: w.Object, Shape: w.Shape, Scheme: w.Scheme, Vertices: w.Vertices, Faces: w.Faces,
		Box: box, Volume: float64(w.Volume), Rounding: float64(w.Rounding),
	}, err
}

func newHullFinding(f *check.HullFinding) wireHullFinding {
	w := wireHullFinding{
		hullRule(f.Rule), f.Severity, index(f.Hull), index(f.Other), size(f.Value), size(f.Limit), f.Reason, f.Places, nil,
	}
	if o := f.Overlap; o != nil {
		w.Overlap = &wireOverlap{size(o.Depth), place(o.Translation), size(o.Volume)}
	}
	return w
}

func (w *wireHullFinding) finding() (check.HullFinding, error) {
	f := check.HullFinding{
		Rule: check.Rule(w.Rule), Severity: w.Severity, Hull: int(w.Hull), Other: int(w.Other),
		Value: float64(w.Value), Limit: float64(w.Limit), Reason: w.Reason, Places: w.Places,
	}
	if o := w.Overlap; o != nil {
		f.Overlap = &check.HullOverlap{Depth: float64(o.Depth), Translation: geom.Vec(o.Translation), Volume: float64(o.Volume)}
	}
	if len(w.Places) == 1 {
		return f, nil
	}
	return f, w.Places.exactly(2, "places")
}

func newCoverage(c *check.Coverage) wireCoverage {
	return wireCoverage{size(c.Greatest), size(c.Error), c.Places[:], size(c.Percentile95), c.Samples}
}

func (w *wireCoverage) coverage() (check.Coverage, error) {
	c := check.Coverage{
		Greatest: float64(w.Greatest), Error: float64(w.Error), Places: [2]geom.Vec{geom.Vec(nowhere), geom.Vec(nowhere)},
		Percentile95: float64(w.Percentile95), Samples: w.Samples,
	}
	err := w.Places.exactly(2, "places")
	if err == nil && w.Places != nil {
		c.Places = [2]geom.Vec(w.Places)
	}
	return c, err
}

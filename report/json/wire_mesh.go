package json

import (
	"errors"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
)

type wireMesh struct {
	Index       int                  `json:"index"`
	Name        string               `json:"name"`
	Triangles   int                  `json:"triangles"`
	Vertices    int                  `json:"vertices"`
	Shells      int                  `json:"shells"`
	Parts       []check.PartInfo     `json:"parts"`
	Instances   []string             `json:"instances"`
	Measured    index                `json:"measured,omitzero"`
	Box         points               `json:"box,omitzero"`
	Counts      tally                `json:"counts"`
	Truncated   bool                 `json:"truncated"`
	RegionCount int                  `json:"region_count"`
	Regions     apart[wireRegion]    `json:"regions"`
	Findings    apart[check.Finding] `json:"findings"`
}

type wirePart struct {
	Name      string `json:"name"`
	First     int    `json:"first"`
	Triangles int    `json:"triangles"`
}

type wireRegion struct {
	ID          int    `json:"id"`
	Number      int    `json:"number,omitzero"` // none of a pair's
	Counts      tally  `json:"counts"`
	ThroughEdge int    `json:"through_edge,omitzero"`
	Box         points `json:"box,omitzero"`
	Depth       size   `json:"depth,omitzero"`
	Area        size   `json:"area,omitzero"`
	Length      size   `json:"length,omitzero"`
	EdgeLength  size   `json:"edge_length,omitzero"`
	Parts       []int  `json:"parts"`
	Shells      []int  `json:"shells,omitzero"`
}

// kinds returns the kinds of findings about triangles.
func kinds() []check.Rule {
	return slices.DeleteFunc(check.Self.Rules(), func(r check.Rule) bool { return r.Kind() != r })
}

func meshEncodings() []encoding {
	return []encoding{
		words(func(k kind) string { return check.Rule(k).String() }, convert[kind](kinds())...),
		words(func(s anySeverity) string { return check.Severity(s).String() }, convert[anySeverity](append(check.Severities(), check.Off))...),
		words(check.Facing.String, check.Same, check.Opposite),
		as(wireMesh{Measured: -1, Counts: tally{of: &meshRules}}, newMesh, (*wireMesh).mesh),
		as(wirePart{}, func(p *check.PartInfo) wirePart { return wirePart(*p) },
			func(w *wirePart) (check.PartInfo, error) { return check.PartInfo(*w), nil }),
		object(wireRegion{Counts: tally{of: &selfRules}, Depth: unlimited, Area: unlimited, Length: unlimited, EdgeLength: unlimited}),
		as(noFinding, newFinding, (*wireFinding).finding),
		object(wireFace{}),
		words(func(r modelRule) string { return check.Rule(r).String() }, convert[modelRule](check.Model.Rules())...),
		object(wireModelFinding{}),
	}
}

func convert[T, S ~uint8](s []S) (t []T) {
	for _, v := range s {
		t = append(t, T(v))
	}
	return t
}

func newMesh(m *check.Mesh) wireMesh {
	w := wireMesh{
		m.Index, m.Name, m.Triangles, m.Vertices, m.Shells, m.Parts, m.Instances, -1, corners(m.Box),
		MeshCounts(m.Counts), m.Truncated, m.RegionCount, apartFrom[wireRegion](len(m.Regions)), m.Findings,
	}
	if len(m.Instances) > 0 {
		w.Measured = index(m.Measured)
	}
	return w
}

func (w *wireMesh) mesh() (m check.Mesh, err error) {
	m = check.Mesh{
		Index: w.Index, Name: w.Name, Triangles: w.Triangles, Vertices: w.Vertices, Shells: w.Shells, Parts: orNil(w.Parts),
		Instances: orNil(w.Instances), Measured: int(w.Measured), Counts: w.Counts.counts(), Truncated: w.Truncated,
		RegionCount: w.RegionCount, Findings: orNil(w.Findings),
	}
	if len(m.Instances) == 0 {
		m.Measured = max(m.Measured, 0)
	}
	if m.Box, err = w.Box.box(); err != nil {
		return m, err
	}
	if m.Regions, err = regionsOf(w.Regions); err != nil {
		return m, err
	}
	return m, checkMesh(&m)
}

func newRegion(id int, r *check.Region) wireRegion {
	return wireRegion{
		id, r.Number, Counts(r.Counts), r.Counts.ThroughEdge, points{r.Box.Min, r.Box.Max}, size(r.Depth), size(r.Area), size(r.Length), edgeLength(r), r.Parts, r.Shells,
	}
}

// edgeLength returns the length of the edges of a region, which is left out where there are none.
func edgeLength(r *check.Region) size {
	if r.Counts.OfKind(check.EdgeCrossing) == 0 {
		return unlimited
	}
	return size(r.EdgeLength)
}

func regionsOf(wire []wireRegion) (out []check.Region, err error) {
	for i, w := range wire {
		r := check.Region{
			Number: w.Number, Counts: w.Counts.counts(), Depth: float64(w.Depth), Area: float64(w.Area), Length: float64(w.Length), EdgeLength: float64(w.EdgeLength),
			Parts: orNil(w.Parts), Shells: orNil(w.Shells),
		}
		r.Counts.ThroughEdge = w.ThroughEdge
		if r.Counts.OfKind(check.EdgeCrossing) == 0 {
			r.EdgeLength = 0
		}
		r.Box, err = w.Box.box()
		switch {
		case err != nil:
		case w.ID != i:
			err = fmt.Errorf("region %d has the id %d", i, w.ID)
		case w.ThroughEdge > r.Counts.OfKind(check.Crossing):
			err = fmt.Errorf("region %d has more crossings through an edge than crossings", i)
		}
		if err != nil {
			return nil, inner{fmt.Sprintf("regions[%d]", i), err}
		}
		out = append(out, r)
	}
	return out, nil
}

type wireModelFinding struct {
	Rule     modelRule      `json:"rule"`
	Severity check.Severity `json:"severity"`
	Reason   string         `json:"reason"`
}

type modelRule check.Rule

func newModelFindings(all []check.Issue) (out []wireModelFinding) {
	for _, f := range all {
		out = append(out, wireModelFinding{modelRule(f.Rule), f.Severity, f.Reason})
	}
	return out
}

// cover sets what a result says of its checks, of what they did not look at, and of the model as a
// whole.
func (w *wireFile) cover(r *check.Result) (err error) {
	if r.Checks, err = checksOf(w.Checks); err != nil {
		return err
	}
	if w.Apart == 1 || w.Apart > 0 && w.Objects != nil {
		return inner{"not_compared", errors.New("is one object, or objects that were compared")}
	}
	r.Uncompared = w.Apart
	putModel(r, w.Model)
	return nil
}

// skipped returns how many models of an ending were skipped.
func (w *wireSkipped) skipped() (report.Skipped, error) {
	var err error
	if w.Files < 1 || w.Failing > w.Files {
		err = fmt.Errorf("%d of %d files fail", w.Failing, w.Files)
	}
	return report.Skipped(*w), err
}

// putModel adds what is said about the model as a whole to a result.
func putModel(r *check.Result, all []wireModelFinding) {
	if len(all) == 0 {
		return
	}
	list := &check.IssueList{Of: check.Model}
	for _, f := range all {
		list.Add(check.Issue{Rule: check.Rule(f.Rule), Severity: f.Severity, Reason: f.Reason, Box: geom.EmptyBox()})
	}
	r.Put(list)
}

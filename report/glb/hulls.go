package glb

import (
	"cmp"
	"encoding/json"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/report/excerpt"
	reportjson "github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/sketch"
	"github.com/meshcheck/meshcheck/report/wording"
)

// hullExtras are the extras of a node about hulls: what the JSON report has of a finding.
type hullExtras struct {
	Kind     string            `json:"kind"`
	Severity string            `json:"severity"`
	Name     string            `json:"name,omitempty"`
	Hulls    []json.RawMessage `json:"hulls,omitempty"`
	Value    *float64          `json:"value,omitempty"`
	Limit    *float64          `json:"limit,omitempty"`
	Reason   string            `json:"reason"`
	Undrawn  int               `json:"undrawn,omitempty"`
}

// severityColors are of the set that excerpt.KindColors are from, and follow
// check.Severities.
var severityColors = [...]excerpt.RGB{check.Error: {0xd5, 0x5e, 0x00}, check.Warning: {0xe6, 0x9f, 0x00}, check.Info: {0x56, 0xb4, 0xe9}}

// extraHulls returns the counts of findings about hulls for the extras of a file; nil if
// they were not checked.
func extraHulls(s *hulls.Result) json.RawMessage {
	if s == nil {
		return nil
	}
	return reportjson.Marshal((*reportjson.HullCounts)(&s.Counts))
}

// addHulls adds a node for each finding about hulls, with lines alone, and returns their
// numbers: the edges of the hulls that it is about, and its places with the way from one to
// the other, which for two that overlap is the translation that ends it.
func (m *markedModel) addHulls(r *meshcheck.Result, sketches [][]*sketch.Sketch) (nodes []int) {
	if r.Hulls == nil {
		return nil
	}
	for i := range r.Hulls.Groups {
		g := &r.Hulls.Groups[i]
		for k := range g.Findings {
			h := &g.Findings[k]
			d := drawingOf(sketches[i][k])
			name := "meshcheck " + h.Rule.String() + " " + cmp.Or(wording.HullNames(r, g, h), wording.GroupName(g))
			nodes = append(nodes, m.addDrawing(name, tone{h.Rule.String(), severityColors[h.Severity]}, d, newHullExtras(g, h, d.undrawn)))
		}
	}
	return nodes
}

func newHullExtras(g *hulls.Group, h *hulls.Finding, undrawn int) hullExtras {
	e := hullExtras{
		Kind: h.Rule.String(), Severity: h.Severity.String(), Name: g.Name,
		Value: orNil(h.Value), Limit: orNil(h.Limit), Reason: h.Reason, Undrawn: undrawn,
	}
	for _, k := range []int{h.Hull, h.Other} {
		if k >= 0 {
			e.Hulls = append(e.Hulls, reportjson.Marshal(&g.Hulls[k].Object))
		}
	}
	return e
}

package glb

import (
	"encoding/json"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check/parts"
	reportjson "github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/sketch"
	"github.com/meshcheck/meshcheck/report/wording"
)

// pairExtras are the extras of a node about two objects: the numbers of the pair, as in
// the JSON report, how many of its findings are in the node, and how many of them, or of
// the two objects, are not to be seen.
type pairExtras struct {
	Kind    string          `json:"kind"`
	A       json.RawMessage `json:"a"`
	B       json.RawMessage `json:"b"`
	Verdict string          `json:"verdict"`
	Inner   string          `json:"inner,omitempty"`
	Reason  string          `json:"reason,omitempty"`
	Allowed string          `json:"allowed,omitempty"`
	Size    json.RawMessage `json:"size"`
	Nearest json.RawMessage `json:"nearest,omitempty"`
	Listed  int             `json:"listed"`
	Counts  json.RawMessage `json:"counts"`
	Undrawn int             `json:"undrawn,omitempty"`
}

// extraPairs returns the numbers of pairs for the extras of a file; nil if objects were
// not checked against each other.
func extraPairs(s *parts.Summary) json.RawMessage {
	if s == nil {
		return nil
	}
	return reportjson.Marshal(reportjson.PairCounts(s))
}

// addPairs adds a node for each kind of findings of each pair of objects, or one for
// the objects of a pair without listed findings, and returns their numbers. Findings are
// in the world already, whichever objects they are of.
func (m *markedModel) addPairs(r *meshcheck.Result, sketches []*sketch.Sketch) (nodes []int) {
	for i := range r.Pairs {
		p := &r.Pairs[i]
		add := func(in tone, listed int, d *drawing) {
			name := "meshcheck " + in.name + " " + wording.ObjectName(r, &p.A) + " " + wording.ObjectName(r, &p.B)
			nodes = append(nodes, m.addDrawing(name, in, d, newPairExtras(p, in.name, listed, d.undrawn)))
		}
		for _, g := range groupsOf(p.Findings, true) {
			add(kindTone(g.kind), len(g.findings), newDrawing(g, 0))
		}
		if len(p.Findings) == 0 {
			add(pairTone(p.Rule), 0, drawingOf(sketches[i]))
		}
	}
	return nodes
}

func newPairExtras(p *parts.Pair, kind string, listed, undrawn int) pairExtras {
	e := pairExtras{
		Kind:    kind,
		A:       reportjson.Marshal(&p.A),
		B:       reportjson.Marshal(&p.B),
		Verdict: p.Rule.PairWord(), Inner: reportjson.InnerOf(p), Reason: p.Reason, Allowed: p.Allowed,
		Size:   reportjson.Marshal(reportjson.PairSize(p)),
		Listed: listed,
		Counts: reportjson.Marshal(reportjson.MeshCounts(p.Counts)), Undrawn: undrawn,
	}
	if p.Nearest != nil {
		e.Nearest = reportjson.Marshal(p.Nearest)
	}
	return e
}

package report

import (
	"encoding/json"

	"github.com/meshcheck/meshcheck"
)

// pairExtras are the extras of a node of findings between two objects: the numbers of
// the pair, as in the JSON report, and how many of its findings are in the node.
type pairExtras struct {
	Kind    string          `json:"kind"`
	A       json.RawMessage `json:"a"`
	B       json.RawMessage `json:"b"`
	Verdict string          `json:"verdict"`
	Allowed string          `json:"allowed,omitempty"`
	Size    json.RawMessage `json:"size"`
	Listed  int             `json:"listed"`
	Counts  json.RawMessage `json:"counts"`
	Undrawn int             `json:"undrawn,omitempty"`
}

// extraPairs returns the numbers of pairs for the extras of a file; nil if objects were
// not checked against each other.
func extraPairs(s *meshcheck.PairSummary) json.RawMessage {
	if s == nil {
		return nil
	}
	return extra(func(l *jsonLine) { l.pairCounts(s) })
}

// extra returns what write writes.
func extra(write func(l *jsonLine)) json.RawMessage {
	var l jsonLine
	write(&l)
	return json.RawMessage(l)
}

// addPairs adds a node for each kind of findings of each pair of objects and returns
// their numbers. Findings are in the world already, whichever objects they are of.
func (m *markedModel) addPairs(r *meshcheck.Result) (nodes []int) {
	for i := range r.Pairs {
		p := &r.Pairs[i]
		for _, g := range groupsOf(p.Findings, true) {
			d := newDrawing(g, 0)
			name := "meshcheck " + g.kind.String() + " " + objectName(r, &p.A) + " " + objectName(r, &p.B)
			nodes = append(nodes, m.addDrawing(name, g.kind, d, newPairExtras(p, g, d.undrawn)))
		}
	}
	return nodes
}

func newPairExtras(p *meshcheck.PairResult, g *group, undrawn int) pairExtras {
	return pairExtras{
		Kind:    g.kind.String(),
		A:       extra(func(l *jsonLine) { l.object(&p.A) }),
		B:       extra(func(l *jsonLine) { l.object(&p.B) }),
		Verdict: p.Kind.String(), Allowed: p.Allowed,
		Size:   extra(func(l *jsonLine) { l.pairSize(p) }),
		Listed: len(g.findings),
		Counts: extra(func(l *jsonLine) { l.meshCounts(p.Counts) }), Undrawn: undrawn,
	}
}

package meshcheck

import (
	"sort"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// result measures the findings of an outcome that are listed.
func (o *outcome) result(c *partsCheck) PairResult {
	a, b := c.objects[o.a], c.objects[o.b]
	for k, e := range o.entries {
		f := pairFinding(a, b, e)
		f.Region = o.regions[k]
		o.pair.Findings = append(o.pair.Findings, f)
	}
	return o.pair
}

// pairFinding measures what an entry of a pair stands for.
func pairFinding(a, b *object, e collect.Entry) check.Finding {
	other := b.reported(e.J)
	f := check.Finding{Rule: e.Rule, Severity: e.Rule.Severity(), A: a.reported(e.I), B: &other, ThroughEdge: e.ThroughEdge, Area: e.Area, Depth: e.Depth}
	t, u := a.triangle(e.I), b.triangle(e.J)
	r := tritri.Relate(&t, &u)
	if r.Coplanar {
		f.Polygon = tritri.Polygon(&t, &u)
	} else {
		p, q := tritri.Segment(&t, &u)
		f.Segment = []geom.Vec{p, q}
	}
	if f.Rule == check.Overlap || f.Rule == check.Duplicate {
		f.Facing = check.Opposite
		if r.SameFacing == (a.mirrored == b.mirrored) {
			f.Facing = check.Same
		}
	}
	return f
}

// reported returns triangle f of o as reports name it.
func (o *object) reported(f uint32) check.Face {
	n, parts := int(o.shape.Number(f)), o.shape.Parts
	part := sort.Search(len(parts), func(k int) bool { return parts[k].First > n }) - 1
	return check.Face{Part: part, Triangle: n, InPart: n - parts[part].First, Corners: o.triangle(f)}
}

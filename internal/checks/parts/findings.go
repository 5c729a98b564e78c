package parts

import (
	"sort"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// result measures the findings of an outcome that are listed.
func (o *outcome) result(c *checker) check.Pair {
	a, b := c.objects[o.a], c.objects[o.b]
	for k := range o.listed {
		o.pair.Findings = append(o.pair.Findings, pairFinding(a, b, &o.listed[k]))
	}
	return o.pair
}

// pairFinding measures a listed finding.
func pairFinding(a, b *object, l *collect.Listed) check.Finding {
	other := b.reported(l.J)
	f := check.Finding{
		Rule: l.Rule, Severity: l.Rule.Severity(), A: a.reported(l.I), B: &other,
		ThroughEdge: l.ThroughEdge, Area: l.Area, Depth: l.Depth, Region: l.Region,
	}
	t, u := a.Triangle(l.I), b.Triangle(l.J)
	m := tritri.Relate(&t, &u)
	if m.Coplanar {
		f.Polygon = tritri.Polygon(&t, &u)
	} else {
		p, q := m.Segment()
		f.Segment = []geom.Vec{p, q}
	}
	if f.Rule == check.Overlap || f.Rule == check.Duplicate {
		f.Depth = tritri.FlatDepth(&t, &u)
		f.Facing = check.Opposite
		if m.SameFacing == (a.Mirrored == b.Mirrored) {
			f.Facing = check.Same
		}
	}
	return f
}

// reported returns triangle f of o in the form of reports.
func (o *object) reported(f uint32) check.Face {
	n, parts := int(o.Shape.Number(f)), o.Shape.Parts
	part := sort.Search(len(parts), func(k int) bool { return parts[k].First > n }) - 1
	in := n - parts[part].First
	return check.Face{Part: part, Triangle: n, InPart: in, CutFrom: o.mesh.Parts[part].CutFrom(in), Corners: o.Triangle(f)}
}

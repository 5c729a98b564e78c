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
	for k, e := range o.entries {
		f := pairFinding(a, b, e)
		f.Region = o.regions[k]
		o.pair.Findings = append(o.pair.Findings, f)
	}
	return o.pair
}

// pairFinding measures the finding of an entry.
func pairFinding(a, b *object, e collect.Entry) check.Finding {
	other := b.reported(e.J)
	f := check.Finding{Rule: e.Rule, Severity: e.Rule.Severity(), A: a.reported(e.I), B: &other, ThroughEdge: e.ThroughEdge, Area: e.Area, Depth: e.Depth}
	t, u := a.Triangle(e.I), b.Triangle(e.J)
	r := tritri.Relate(&t, &u)
	if r.Coplanar {
		f.Polygon = tritri.Polygon(&t, &u)
	} else {
		p, q := tritri.Segment(&t, &u)
		f.Segment = []geom.Vec{p, q}
	}
	if f.Rule == check.Overlap || f.Rule == check.Duplicate {
		f.Depth = tritri.FlatDepth(&t, &u)
		f.Facing = check.Opposite
		if r.SameFacing == (a.Mirrored == b.Mirrored) {
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

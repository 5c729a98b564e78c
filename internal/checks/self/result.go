package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/tritri"
)

// result closes the collector and measures what is listed.
func (c *checker) result(ctx context.Context) (*check.Mesh, error) {
	found, err := c.collector.Result(ctx, c.settings.MaxFindings)
	if err != nil {
		return nil, err
	}
	if c.loose {
		for k := range found.Regions {
			found.Regions[k].Shells = nil
		}
	}
	r := &check.Mesh{
		Triangles:   len(c.welded.Faces),
		Vertices:    len(c.welded.Vertices),
		Shells:      c.shells,
		Parts:       c.parts,
		Box:         c.box,
		Counts:      found.Counts,
		Regions:     found.Regions,
		RegionCount: found.RegionCount,
		Truncated:   found.Truncated,
	}
	r.Findings = slices.Grow(r.Findings, len(found.Listed))[:len(found.Listed)] // nil for none
	err = parallel.Ranges(ctx, c.settings.Workers, len(found.Listed), 256, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			r.Findings[k] = c.reported(&found.Listed[k])
		}
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// reported returns a listed finding in the form of reports, measured in the world.
func (c *checker) reported(l *collect.Listed) check.Finding {
	f := check.Finding{Rule: l.Rule, Severity: l.Severity, A: c.face(l.I), ThroughEdge: l.ThroughEdge, Area: l.Area, Depth: l.Depth, Region: l.Region}
	if l.Rule.Kind() == check.EdgeCrossing {
		c.edges.describe(&f, l.J)
		return f
	}
	if l.J == collect.NoTriangle {
		return f
	}
	b := c.face(l.J)
	f.B = &b
	f.SameShell = c.shellOf(l.I) == c.shellOf(l.J)
	t, u := c.triangle(l.I), c.triangle(l.J)
	m := tritri.Relate(&t, &u)
	if m.Coplanar {
		f.Polygon = c.polygon(&t, &u)
	} else {
		p, q := m.Segment()
		f.Segment = append(f.Segment, c.world.Apply(p), c.world.Apply(q))
	}
	if f.Rule.Kind() == check.Overlap || f.Rule == check.Duplicate {
		wt, wu := c.placed(&t), c.placed(&u)
		f.Depth = tritri.FlatDepth(&wt, &wu)
		f.Facing = check.Opposite
		if m.SameFacing {
			f.Facing = check.Same
		}
	}
	return f
}

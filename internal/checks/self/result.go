package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
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
		// One array for the second triangles, and one for the segments.
		faces, ends := make([]check.Face, hi-lo), make([][2]geom.Vec, hi-lo)
		for k := lo; k < hi; k++ {
			c.report(&r.Findings[k], &found.Listed[k], &faces[k-lo], &ends[k-lo])
		}
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// report sets a finding to a listed one in the form of reports, measured in the world. It has a second
// triangle in b, and the ends of its segment in ends.
func (c *checker) report(f *check.Finding, l *collect.Listed, b *check.Face, ends *[2]geom.Vec) {
	*f = check.Finding{Rule: l.Rule, Severity: l.Severity, A: c.face(l.I), ThroughEdge: l.ThroughEdge, Area: l.Area, Depth: l.Depth, Region: l.Region}
	if l.Rule.Kind() == check.EdgeCrossing {
		c.edges.describe(f, l.J)
		return
	}
	if l.J == collect.NoTriangle {
		return
	}
	*b = c.face(l.J)
	f.B = b
	f.SameShell = c.shellOf(l.I) == c.shellOf(l.J)
	t, u := c.triangle(l.I), c.triangle(l.J)
	m := tritri.Relate(&t, &u)
	if m.Coplanar {
		f.Polygon = c.polygon(&t, &u)
	} else {
		p, q := m.Segment()
		*ends = [2]geom.Vec{c.world.Apply(p), c.world.Apply(q)}
		f.Segment = ends[:]
	}
	if f.Rule.Kind() == check.Overlap || f.Rule == check.Duplicate {
		wt, wu := c.placed(&t), c.placed(&u)
		f.Depth = tritri.FlatDepth(&wt, &wu)
		f.Facing = check.Opposite
		if m.SameFacing {
			f.Facing = check.Same
		}
	}
}

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
	err = parallel.Ranges(ctx, c.settings.Workers, len(found.Listed), fetched, func(lo, hi int) {
		c.report(found.Listed[lo:hi], r.Findings[lo:hi])
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// report sets findings to those of a list, in the form of reports and measured in the world.
func (c *checker) report(listed []collect.Listed, findings []check.Finding) {
	pairs, n := c.fetchListed(listed)
	faces, ends := make([]check.Face, 0, n), make([]geom.Vec, 0, 2*n) // one piece of memory for all
	for k := range listed {
		l, f := &listed[k], &findings[k]
		*f = check.Finding{Rule: l.Rule, Severity: l.Severity, ThroughEdge: l.ThroughEdge, Area: l.Area, Depth: l.Depth, Region: l.Region}
		if !ofPair(l) {
			f.A = c.face(l.I)
			if l.J != collect.NoTriangle {
				c.edges.describe(f, l.J)
			}
			continue
		}
		p := &pairs[k]
		faces = append(faces, c.faceOf(l.J, &p[1]))
		f.A, f.B = c.faceOf(l.I, &p[0]), &faces[len(faces)-1]
		f.SameShell = c.shellOf(l.I) == c.shellOf(l.J)
		ends = c.measureListed(f, p, ends)
	}
}

// ofPair reports whether a finding is one of two triangles.
func ofPair(l *collect.Listed) bool {
	return l.J != collect.NoTriangle && l.Rule.Kind() != check.EdgeCrossing
}

// fetchListed returns the triangles of findings, and how many findings are of two. Fetching many before the first is used
// overlaps the cache misses.
func (c *checker) fetchListed(listed []collect.Listed) (pairs [][2]geom.Triangle, n int) {
	var faces [fetched][2][3]uint32
	for k := range listed {
		if l := &listed[k]; ofPair(l) {
			faces[k] = [2][3]uint32{c.welded.Faces[l.I], c.welded.Faces[l.J]}
			n++
		}
	}
	pairs, vertices := make([][2]geom.Triangle, len(listed)), c.welded.Vertices
	for k := range listed {
		if ofPair(&listed[k]) {
			for i, f := range &faces[k] {
				pairs[k][i] = geom.Triangle{vertices[f[0]], vertices[f[1]], vertices[f[2]]}
			}
		}
	}
	return pairs, n
}

// measureListed sets what two triangles have in common. It appends the ends of a segment to some, and returns these.
func (c *checker) measureListed(f *check.Finding, p *[2]geom.Triangle, ends []geom.Vec) []geom.Vec {
	t, u := &p[0], &p[1]
	m := tritri.Relate(t, u)
	if m.Coplanar {
		f.Polygon = c.polygon(t, u)
	} else {
		from, to := m.Segment()
		ends = append(ends, c.world.Apply(from), c.world.Apply(to))
		f.Segment = ends[len(ends)-2 : len(ends) : len(ends)]
	}
	if f.Rule.Kind() == check.Overlap || f.Rule == check.Duplicate {
		wt, wu := c.placed(t), c.placed(u)
		f.Depth = tritri.FlatDepth(&wt, &wu)
		f.Facing = check.Opposite
		if m.SameFacing {
			f.Facing = check.Same
		}
	}
	return ends
}

package meshcheck

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// result closes the collector and measures what is listed.
func (c *selfCheck) result(ctx context.Context) (*MeshResult, error) {
	shell, shells, err := c.welded.Shells(ctx, c.options.Workers)
	if err != nil {
		return nil, err
	}
	r := &MeshResult{
		Triangles: len(c.welded.Faces),
		Vertices:  len(c.welded.Vertices),
		Shells:    shells,
		Parts:     c.parts,
		Box:       c.box,
	}
	counts, listed, dropped := c.collector.Total()
	sums, number := c.collector.Regions()
	r.Counts = counts
	r.RegionCount = len(sums)
	cut := min(len(sums), c.options.MaxFindings)
	r.Truncated = dropped || cut < len(sums)
	for _, s := range sums[:cut] {
		r.Regions = append(r.Regions, regionOf(s))
	}
	r.Findings = slices.Grow(r.Findings, len(listed))[:len(listed)]
	err = parallel.Ranges(ctx, c.options.Workers, len(listed), 256, func(lo, hi int) {
		for k, e := range listed[lo:hi] {
			f := c.finding(e, shell)
			f.Region = -1
			if e.J != collect.NoTriangle && e.Rule != check.Touch {
				if n := number(c.welded.Faces[e.I][0]); n < cut {
					f.Region = n
				}
			}
			r.Findings[lo+k] = f
		}
	})
	sortFindings(r.Findings, cut)
	return r, err
}

// regionOf returns a region as results have it.
func regionOf(s *collect.Region) check.Region {
	return check.Region{
		Counts: s.Counts, Box: s.Box, Depth: s.Depth,
		Area: s.Area(), Length: s.Length(), Parts: s.Parts,
	}
}

// sortFindings puts findings, which come the worst first, in the order of their
// regions; those without a region stand last, single triangles at the very end.
func sortFindings(fs []check.Finding, regions int) {
	rank := func(f check.Finding) int {
		switch {
		case f.Region >= 0:
			return f.Region
		case f.B != nil:
			return regions
		}
		return regions + 1
	}
	slices.SortStableFunc(fs, func(a, b check.Finding) int {
		if a.B == nil && b.B == nil {
			return cmp.Compare(a.A.Triangle, b.A.Triangle)
		}
		return cmp.Compare(rank(a), rank(b))
	})
}

// finding measures what an entry stands for.
func (c *selfCheck) finding(e collect.Entry, shell []uint32) check.Finding {
	f := check.Finding{Rule: e.Rule, Severity: findingSeverity(&e, c.options.judged()), A: c.face(e.I), ThroughEdge: e.ThroughEdge, Area: e.Area, Depth: e.Depth}
	if e.J == collect.NoTriangle {
		return f
	}
	b := c.face(e.J)
	f.B = &b
	f.SameShell = shell[c.welded.Faces[e.I][0]] == shell[c.welded.Faces[e.J][0]]
	t, u := c.welded.Triangle(int(e.I)), c.welded.Triangle(int(e.J))
	r := tritri.Relate(&t, &u)
	if r.Coplanar {
		f.Polygon = c.polygon(&t, &u)
	} else {
		p, q := tritri.Segment(&t, &u)
		f.Segment = append(f.Segment, c.world.Apply(p), c.world.Apply(q))
	}
	if f.Rule == check.Overlap || f.Rule == check.Duplicate {
		f.Facing = check.Opposite
		if r.SameFacing {
			f.Facing = check.Same
		}
	}
	return f
}

func (c *selfCheck) face(i uint32) check.Face {
	part := c.part(i)
	in := int(i) - c.parts[part].First
	return check.Face{
		Part: part, Triangle: int(i), InPart: in,
		Corners: c.world.ApplyTriangle(c.mesh.Parts[part].Triangle(in)),
	}
}

// partsOf describes the parts of m.
func partsOf(m *mesh.Mesh) []PartInfo {
	out := make([]PartInfo, len(m.Parts))
	first := 0
	for k := range m.Parts {
		p := &m.Parts[k]
		name := mesh.ShortName(cmp.Or(p.Name, p.Material, fmt.Sprintf("part %d", p.Index)))
		out[k] = PartInfo{Name: name, First: first, Triangles: p.Triangles()}
		first += p.Triangles()
	}
	return out
}

package self

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/tritri"
)

// result closes the collector and measures what is listed.
func (c *checker) result(ctx context.Context) (*check.Mesh, error) {
	r := &check.Mesh{
		Triangles: len(c.welded.Faces),
		Vertices:  len(c.welded.Vertices),
		Shells:    c.shells,
		Parts:     c.parts,
		Box:       c.box,
	}
	var (
		sums    []*collect.Region
		number  func(collect.Entry) int
		err     error
		listed  []collect.Entry
		dropped bool
	)
	cancelled := parallel.Tasks(ctx, c.options.Workers, 2, func(_, task int) {
		if task == 0 {
			sums, number, err = c.collector.Regions(ctx)
		} else {
			r.Counts, listed, dropped = c.collector.Total()
		}
	})
	if err := cmp.Or(err, cancelled); err != nil {
		return nil, err
	}
	r.RegionCount = len(sums)
	cut := min(len(sums), c.options.MaxFindings)
	r.Truncated = dropped || cut < len(sums)
	for _, s := range sums[:cut] {
		if c.loose {
			s.Shells = nil
		}
		r.Regions = append(r.Regions, s.Region)
	}
	r.Findings = slices.Grow(r.Findings, len(listed))[:len(listed)] // nil for none
	order := inOrder(listed, number, cut)
	err = parallel.Ranges(ctx, c.options.Workers, len(order), 256, func(lo, hi int) {
		for k, o := range order[lo:hi] {
			f := &r.Findings[lo+k]
			*f = c.finding(listed[o.entry])
			f.Region = o.region
		}
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// ordered is an entry, by its index, and its region, -1 for none.
type ordered struct{ entry, region int }

// inOrder puts entries, which come the worst first, in the order of their regions, which
// number tells of those that can have one, below cut; those without a region stand last, single
// triangles at the very end.
func inOrder(entries []collect.Entry, number func(collect.Entry) int, cut int) []ordered {
	// Regions or triangles above the indices of entries: numbers are sorted faster than structs.
	pairs, singles := make([]uint64, 0, len(entries)), []uint64(nil)
	for k, e := range entries {
		region := -1 // beyond all others as a uint32
		if e.Rule.Regional() {
			if n := number(e); n < cut {
				region = n
			}
		}
		if e.J == collect.NoTriangle {
			singles = append(singles, uint64(e.I)<<32|uint64(k))
		} else {
			pairs = append(pairs, uint64(uint32(region))<<32|uint64(k))
		}
	}
	slices.Sort(pairs)
	slices.Sort(singles)
	order := make([]ordered, 0, len(entries))
	for _, p := range pairs {
		order = append(order, ordered{int(uint32(p)), int(int32(p >> 32))})
	}
	for _, s := range singles {
		order = append(order, ordered{int(uint32(s)), -1})
	}
	return order
}

// finding returns the finding of an entry, measured in the world.
func (c *checker) finding(e collect.Entry) check.Finding {
	f := check.Finding{Rule: e.Rule, Severity: collect.SeverityOf(&e, c.options.CriteriaOrDefault()), A: c.face(e.I), ThroughEdge: e.ThroughEdge, Area: e.Area, Depth: e.Depth}
	if e.Rule.Kind() == check.EdgeCrossing {
		c.describeEdge(&f, e.J)
		return f
	}
	if e.J == collect.NoTriangle {
		return f
	}
	b := c.face(e.J)
	f.B = &b
	f.SameShell = c.shell[c.welded.Faces[e.I][0]] == c.shell[c.welded.Faces[e.J][0]]
	t, u := c.welded.Triangle(int(e.I)), c.welded.Triangle(int(e.J))
	facet := tritri.Prepare(&t)
	r := facet.Relate(&u)
	if r.Coplanar {
		f.Polygon = c.polygon(&t, &u)
	} else {
		p, q := facet.Segment(&u)
		f.Segment = append(f.Segment, c.world.Apply(p), c.world.Apply(q))
	}
	if f.Rule.Kind() == check.Overlap || f.Rule == check.Duplicate {
		wt, wu := c.placed(&t), c.placed(&u)
		f.Depth = tritri.FlatDepth(&wt, &wu)
		f.Facing = check.Opposite
		if r.SameFacing {
			f.Facing = check.Same
		}
	}
	return f
}

func (c *checker) face(i uint32) check.Face {
	part := c.part(i)
	in := int(i) - c.parts[part].First
	return check.Face{
		Part: part, Triangle: int(i), InPart: in, CutFrom: c.mesh.Parts[part].CutFrom(in),
		Corners: c.world.ApplyTriangle(c.mesh.Parts[part].Triangle(in)),
	}
}

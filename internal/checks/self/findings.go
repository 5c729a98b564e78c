package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/tritri"
)

// found enters a pair that the search found to meet, or holds it back until its place is judged.
func (c *checker) found(ctx context.Context, worker int, p *pair) {
	c.classify(p)
	if p.rule == check.Touch {
		c.edges.note(worker, p)
	} else if c.wait(worker, p) {
		return
	}
	c.add(ctx, c.collector.Shard(worker), p)
}

// add enters a pair and all pairs of copies that it represents.
func (c *checker) add(ctx context.Context, shard *collect.Shard, p *pair) {
	if c.copied(p.i, p.j) {
		c.addCopies(ctx, shard, p)
	} else {
		c.addAll(shard, p, nil)
	}
}

// addAll enters a pair, or one like it for each of some if that is not nil. A finding no deeper than the
// tolerance, at a place where the surfaces go no farther through each other than that, is entered as
// a touch.
func (c *checker) addAll(shard *collect.Shard, p *pair, like *collect.Pairs) {
	i, j := p.numbers()
	if p.rule == check.Touch {
		shard.AddTouch(i, j, like)
		return
	}
	var f collect.Finding
	c.judge(&f, p)
	if l := c.limits.tolerance; l > 0 && f.Depth <= l && (p.shown.tolerable || p.rule == check.Duplicate && c.narrow(p)) {
		shard.AddTouch(i, j, like)
		return
	}
	c.measureMeeting(&f, p, shard.NeedsPlaces())
	if like != nil {
		f.MoreParts = c.partsOf(like)
	}
	shard.Add(&f, like)
}

// judge sets the triangles of a finding, its depth, and its rule by the verdict on its place.
func (c *checker) judge(f *collect.Finding, p *pair) {
	c.setTriangles(f, p.i, p.j)
	f.Rule, f.ThroughEdge, f.Depth = p.rule, p.throughEdge, c.depthOf(p)
	c.applyVerdict(f, p)
	f.Fails = f.Rule == check.Crossing && !p.shown.allowed && c.limits.allow(f.Depth)
}

// setTriangles sets the triangles of a finding.
func (c *checker) setTriangles(f *collect.Finding, i, j uint32) {
	f.I, f.J, f.Triangles = min(i, j), max(i, j), [2]uint32{i, j}
}

// triangles are those of a mesh, for a collector.
type triangles struct{ *checker }

func (t triangles) Side(_ int, i uint32) collect.Side { return t.side(i) }

func (t triangles) Corners(_ int, i uint32) collect.Corners {
	c := collect.Corners{Vertices: t.welded.Faces[i], Face: i}
	if group := t.neighbours.copies.Of(i); group != nil {
		c.Face = group[0]
	}
	return c
}

// partsOf returns the parts of all triangles of some pairs.
func (s *surface) partsOf(pairs *collect.Pairs) (parts []int) {
	pairs.EachMember(func(i uint32) {
		if part := s.part(i); len(parts) == 0 || parts[len(parts)-1] != part {
			parts = append(parts, part)
		}
	})
	return parts
}

// measureMeeting measures what the triangles of a finding have in common, in the world. Its ends are
// only needed to divide crossings into contacts.
func (c *checker) measureMeeting(f *collect.Finding, p *pair, ends bool) {
	t, u := p.inOrder()
	switch f.Rule.Kind() {
	case check.Crossing:
		a, b := p.segment()
		a, b = c.place(a), c.place(b)
		f.Box, f.Length = geom.PointBox(a).Include(b), a.Sub(b).Norm()
		if ends {
			f.AddEnds(p.Ends())
		}
	case check.Overlap:
		polygon := c.polygon(t, u)
		f.Area = tritri.Area(polygon)
		f.Box = geom.BoxOf(polygon)
		tritri.EachSide(p.t, p.u, f.AddSide)
	case check.Duplicate:
		placed := c.placed(t)
		f.Area = placed.Area()
		f.Box = placed.Box()
		for k := range t {
			f.AddSide(tritri.FeaturePair{T: tritri.Edge(k), U: c.sameEdge(p.i, k, p.j)})
		}
	}
}

// sameEdge returns the edge of triangle j, a copy of triangle i, that is the edge of i from a corner on.
func (c *checker) sameEdge(i uint32, corner int, j uint32) tritri.Feature {
	t, u := &c.welded.Faces[i], &c.welded.Faces[j]
	opposite := slices.Index(u[:], t[(corner+2)%3])
	return tritri.Edge((opposite + 1) % 3)
}

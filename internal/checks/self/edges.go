package self

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// edgeSearch finds the edges along which surfaces pass through each other.
//
// Surfaces can pass through each other exactly along an edge that both have. No pair of triangles
// is a finding there; only all triangles at the edge together show it. There are two kinds of such
// edges:
//
//   - Edges with four triangles or more. At a vertex that mesh.Umbrellas certifies, no edge has
//     more than two, so that in most meshes hardly any vertex has to be examined.
//   - Edges of different lengths on one line. Triangles in different half planes at their
//     common piece touch, and the search finds all triangles that touch: covers collects them.
type edgeSearch struct {
	*checker
	junctions []edge
	covers    covers
	groups    groups
	bodies    lazyBodies
	crossings []edgeCrossing
}

// edge is an edge between two vertices, the smaller number first.
type edge struct{ from, to uint32 }

func newEdge(v, w uint32) edge { return edge{min(v, w), max(v, w)} }

func compareEdges(e, f edge) int { return cmp.Or(cmp.Compare(e.from, f.from), cmp.Compare(e.to, f.to)) }

// edgeCrossing is an edge, or a piece of one between two vertices, along which surfaces pass through
// each other.
type edgeCrossing struct {
	from, to uint32
	// triangles are the first of those at the edge, copies included, ascending, and count is the
	// number of all.
	triangles []uint32
	count     int
	// parts are those of all triangles, ascending. shells are two of the shells that meet, or the
	// same one twice if there is no other.
	parts     []int
	shells    [2]uint32
	sameShell bool
	// solid: the shells are the surfaces of bodies.
	solid bool
}

// add finds the edge crossings and enters a finding for each.
func (s *edgeSearch) add(ctx context.Context) (err error) {
	s.groups = s.groupsOfCopies()
	if s.crossings, err = s.find(ctx); err != nil {
		return err
	}
	shard := s.collector.Shard(0)
	for k := range s.crossings {
		if k%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		x := &s.crossings[k]
		a, b := s.ends(x)
		f := collect.Finding{
			I: x.triangles[0], J: uint32(k), Rule: check.OpenEdgeCrossing, Shells: x.shells,
			MoreParts: x.parts, Box: geom.PointBox(a).Include(b), Length: a.Sub(b).Norm(),
		}
		if x.solid {
			f.Rule = check.EdgeCrossing
		}
		f.SetVertices(x.from, x.to)
		shard.Add(&f, nil)
	}
	return nil
}

// ends returns the ends of an edge crossing in the world.
func (s *edgeSearch) ends(x *edgeCrossing) (a, b geom.Vec) {
	return s.place(s.welded.Vertices[x.from]), s.place(s.welded.Vertices[x.to])
}

// describe completes the finding of the edge crossing with a number.
func (s *edgeSearch) describe(f *check.Finding, number uint32) {
	x := &s.crossings[number]
	b := s.face(x.triangles[1])
	f.B, f.AtEdge, f.SameShell = &b, x.count, x.sameShell
	for _, i := range x.triangles[2:] {
		f.Others = append(f.Others, s.face(i))
	}
	from, to := s.ends(x)
	f.Segment = []geom.Vec{from, to}
}

// mostTriangles is the greatest number of triangles listed for an edge crossing: many may meet at each of
// many pieces of an edge.
const mostTriangles = 16

// find finds the edge crossings, in an order that depends on the mesh only.
func (s *edgeSearch) find(ctx context.Context) ([]edgeCrossing, error) {
	covered, err := s.covers.all(ctx, s.welded.Faces)
	if err != nil {
		return nil, err
	}
	whole, err := s.wholeEdges(ctx, without(s.junctions, covered))
	if err != nil {
		return nil, err
	}
	pieces, err := s.pieces(ctx, covered)
	all := append(whole, pieces...)
	slices.SortFunc(all, func(a, b edgeCrossing) int {
		return cmp.Or(slices.Compare(a.triangles, b.triangles), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	return all, err
}

// without returns the edges that are not among those of a second list; both are ascending.
func without(edges []edge, covered []covered) []edge {
	return slices.DeleteFunc(edges, func(e edge) bool {
		for len(covered) > 0 && compareEdges(covered[0].edge, e) < 0 {
			covered = covered[1:]
		}
		return len(covered) > 0 && covered[0].edge == e
	})
}

// wholeEdges returns the edges along which surfaces pass through each other over their whole length.
func (s *edgeSearch) wholeEdges(ctx context.Context, edges []edge) ([]edgeCrossing, error) {
	sides, err := s.sidesOf(ctx, edges)
	if err != nil {
		return nil, err
	}
	const chunk = 1024
	found := make([][]edgeCrossing, (len(edges)+chunk-1)/chunk)
	errs := make([]error, len(found))
	err = parallel.Tasks(ctx, s.settings.Workers, len(found), func(_, task int) {
		last := min(len(edges), (task+1)*chunk)
		found[task], errs[task] = s.wholeEdgesOf(ctx, edges[task*chunk:last], sides[task*chunk:last])
	})
	return slices.Concat(found...), cmp.Or(append(errs, err)...)
}

// wholeEdgesOf is wholeEdges for edges whose triangles are known.
func (s *edgeSearch) wholeEdgesOf(ctx context.Context, edges []edge, sides [][]side) (found []edgeCrossing, err error) {
	var radials []fan.Radial
	for k, e := range edges {
		radials = s.radials(sides[k], e.from, e.to, radials[:0])
		if !fan.PassThrough(s.welded.Vertices[e.from], s.welded.Vertices[e.to], radials) {
			continue
		}
		x, err := s.crossing(ctx, e.from, e.to, sides[k])
		if err != nil {
			return nil, err
		}
		found = append(found, x)
	}
	return found, nil
}

// crossing returns the edge crossing of the triangles in some lists. The error is only that of the
// context.
func (s *edgeSearch) crossing(ctx context.Context, from, to uint32, lists ...[]side) (edgeCrossing, error) {
	x := edgeCrossing{from: from, to: to}
	var shells []uint32
	for _, sides := range lists {
		for _, side := range sides {
			copies := s.neighbours.copies.Of(side.triangle)
			if copies == nil {
				copies = []uint32{side.triangle}
			}
			x.count += len(copies)
			x.triangles = append(x.triangles, copies[:min(len(copies), mostTriangles)]...)
			x.parts = append(x.parts, s.partsOfCopies(side.triangle)...)
			shells = append(shells, s.shellOf(side.triangle))
		}
	}
	x.triangles = ascending(x.triangles)
	x.triangles = slices.Clip(slices.Clone(x.triangles[:min(len(x.triangles), mostTriangles)]))
	x.parts, shells = ascending(x.parts), ascending(shells)
	b, err := s.bodiesOf(ctx)
	if err != nil {
		return x, err
	}
	x.solid, x.shells, x.sameShell = b.all(ctx, shells), b.two(shells), len(shells) == 1
	if s.loose {
		x.shells = [2]uint32{uint32(x.parts[0]), uint32(x.parts[min(1, len(x.parts)-1)])}
	}
	return x, nil
}

// ascending sorts a list and removes repeated elements.
func ascending[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}

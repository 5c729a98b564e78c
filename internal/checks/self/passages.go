package self

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// passage is an edge, or a piece of one between two vertices, along which surfaces pass through each
// other.
type passage struct {
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

// mostTriangles is the greatest number of triangles listed for a passage: many may meet at each of
// many pieces of an edge.
const mostTriangles = 16

// findPassages finds the passages, in an order that depends on the mesh only.
func (c *checker) findPassages(ctx context.Context) ([]passage, error) {
	covered, err := c.covers.all(ctx, c.welded.Faces)
	if err != nil {
		return nil, err
	}
	whole, err := c.passagesAlong(ctx, without(c.junctions, covered))
	if err != nil {
		return nil, err
	}
	pieces, err := c.passagesOfPieces(ctx, covered)
	all := append(whole, pieces...)
	slices.SortFunc(all, func(a, b passage) int {
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

// passagesAlong returns the edges that are passages over their whole length.
func (c *checker) passagesAlong(ctx context.Context, edges []edge) ([]passage, error) {
	sides, err := c.sidesOf(ctx, edges)
	if err != nil {
		return nil, err
	}
	const chunk = 1024
	found := make([][]passage, (len(edges)+chunk-1)/chunk)
	errs := make([]error, len(found))
	err = parallel.Tasks(ctx, c.options.Workers, len(found), func(_, task int) {
		last := min(len(edges), (task+1)*chunk)
		found[task], errs[task] = c.passagesAmong(ctx, edges[task*chunk:last], sides[task*chunk:last])
	})
	return slices.Concat(found...), cmp.Or(append(errs, err)...)
}

// passagesAmong is passagesAlong for edges whose triangles are known.
func (c *checker) passagesAmong(ctx context.Context, edges []edge, sides [][]side) (found []passage, err error) {
	var radials []fan.Radial
	for k, e := range edges {
		radials = c.radials(sides[k], e.from, e.to, radials[:0])
		if !fan.PassThrough(c.welded.Vertices[e.from], c.welded.Vertices[e.to], radials) {
			continue
		}
		p, err := c.passage(ctx, e.from, e.to, sides[k])
		if err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, nil
}

// passagesOfPieces returns the passages of the pieces into which edges divide each other.
func (c *checker) passagesOfPieces(ctx context.Context, all []covered) ([]passage, error) {
	edges := make([]edge, len(all))
	for k := range all {
		edges[k] = all[k].edge
	}
	sides, err := c.sidesOf(ctx, edges)
	if err != nil {
		return nil, err
	}
	bySet := make([]int, len(all))
	for k := range bySet {
		bySet[k] = k
	}
	slices.SortFunc(bySet, func(a, b int) int { return cmp.Or(cmp.Compare(all[a].set, all[b].set), cmp.Compare(a, b)) })
	var lines []onLine
	for i, k := range bySet {
		if i == 0 || all[k].set != all[bySet[i-1]].set {
			lines = append(lines, onLine{})
		}
		lines[len(lines)-1].add(edges[k], sides[k])
	}
	found, errs := make([][]passage, len(lines)), make([]error, len(lines))
	err = parallel.Tasks(ctx, c.options.Workers, len(lines), func(_, k int) { found[k], errs[k] = c.passagesOn(ctx, &lines[k]) })
	return slices.Concat(found...), cmp.Or(append(errs, err)...)
}

// passage returns the passage between two vertices of the triangles in some lists. The error is
// only that of the context.
func (c *checker) passage(ctx context.Context, from, to uint32, lists ...[]side) (passage, error) {
	p := passage{from: from, to: to}
	var shells []uint32
	for _, sides := range lists {
		for _, s := range sides {
			copies := c.copies.Of(s.triangle)
			if copies == nil {
				copies = []uint32{s.triangle}
			}
			p.count += len(copies)
			p.triangles = append(p.triangles, copies[:min(len(copies), mostTriangles)]...)
			p.parts = append(p.parts, c.partsOf(s.triangle)...)
			shells = append(shells, c.shell[c.welded.Faces[s.triangle][0]])
		}
	}
	p.triangles = ascending(p.triangles)
	p.triangles = slices.Clip(slices.Clone(p.triangles[:min(len(p.triangles), mostTriangles)]))
	p.parts, shells = ascending(p.parts), ascending(shells)
	b, err := c.bodiesOf(ctx)
	if err != nil {
		return p, err
	}
	p.solid, p.shells, p.sameShell = b.all(ctx, shells), b.two(shells), len(shells) == 1
	if c.loose {
		p.shells = [2]uint32{uint32(p.parts[0]), uint32(p.parts[min(1, len(p.parts)-1)])}
	}
	return p, nil
}

// ascending sorts a list and removes repeated elements.
func ascending[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}

package self

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// onLine are edges on one line that partly cover each other. Their ends divide the line into pieces.
type onLine struct {
	edges []lineEdge
	total int // of all sides
}

// lineEdge is an edge with its triangles.
type lineEdge struct {
	edge
	sides []side
}

// add adds an edge with its triangles.
func (l *onLine) add(e edge, sides []side) {
	l.edges = append(l.edges, lineEdge{e, sides})
	l.total += len(sides)
}

// pieces returns the edge crossings of the pieces into which edges divide each other.
func (s *edgeSearch) pieces(ctx context.Context, all []covered) ([]edgeCrossing, error) {
	edges := make([]edge, len(all))
	for k := range all {
		edges[k] = all[k].edge
	}
	sides, err := s.sidesOf(ctx, edges)
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
	found, errs := make([][]edgeCrossing, len(lines)), make([]error, len(lines))
	err = parallel.Tasks(ctx, s.settings.Workers, len(lines), func(_, k int) { found[k], errs[k] = s.piecesOn(ctx, &lines[k]) })
	return slices.Concat(found...), cmp.Or(append(errs, err)...)
}

// piecesOn returns the pieces of a line along which surfaces pass through each other. The error is
// only that of the context.
//
// It walks along the line from piece to piece. The time is linear in the number of triangles at all
// pieces, which is hardly more than the number of pairs that the search found to touch or overlap.
func (s *edgeSearch) piecesOn(ctx context.Context, l *onLine) (found []edgeCrossing, err error) {
	if l.total < fan.LeastRadials {
		return nil, nil
	}
	w := lineWalk{vertices: s.welded.Vertices, axis: s.axisOf(l.edges[0].edge)}
	stops := w.order(l)
	var active []lineEdge
	var radials []fan.Radial
	for k, from := range stops[:len(stops)-1] {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		to := stops[k+1]
		active = slices.DeleteFunc(active, func(e lineEdge) bool { return e.to == from })
		for ; len(l.edges) > 0 && l.edges[0].from == from; l.edges = l.edges[1:] {
			active = append(active, l.edges[0])
		}
		radials = radials[:0]
		for _, e := range active {
			radials = s.radials(e.sides, e.from, e.to, radials)
		}
		if !fan.PassThrough(s.welded.Vertices[from], s.welded.Vertices[to], radials) {
			continue
		}
		lists := make([][]side, len(active))
		for k := range active {
			lists[k] = active[k].sides
		}
		x, err := s.crossing(ctx, from, to, lists...)
		if err != nil {
			return nil, err
		}
		found = append(found, x)
	}
	return found, nil
}

// lineWalk is a walk along a line in the direction in which a coordinate grows.
type lineWalk struct {
	vertices []geom.Vec
	axis     int
}

// order orients the edges of a line along the walk, sorts them by where they begin, and returns the
// vertices in order.
func (w *lineWalk) order(l *onLine) (stops []uint32) {
	for k := range l.edges {
		e := &l.edges[k]
		if w.compare(e.from, e.to) > 0 {
			e.from, e.to = e.to, e.from
		}
		stops = append(stops, e.from, e.to)
	}
	slices.SortFunc(l.edges, func(a, b lineEdge) int {
		return cmp.Or(w.compare(a.from, b.from), w.compare(a.to, b.to))
	})
	slices.SortFunc(stops, w.compare)
	return slices.Compact(stops)
}

// compare compares two vertices on the line by their order along the walk.
func (w *lineWalk) compare(u, v uint32) int {
	return cmp.Compare(w.vertices[u][w.axis], w.vertices[v][w.axis])
}

// axisOf returns an axis along which an edge has an extent.
func (s *surface) axisOf(e edge) (axis int) {
	for axis < 2 && s.welded.Vertices[e.from][axis] == s.welded.Vertices[e.to][axis] {
		axis++
	}
	return axis
}

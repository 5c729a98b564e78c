package parts

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/containment"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Meeting is how two bodies meet.
type Meeting struct {
	// Pair has the rule, as Check finds it, the depth and the counts. It has no severity, regions or findings.
	Pair check.Pair
	// Triangles are all pairs of triangles that cross, overlap or are duplicates, ascending. Where the rule is
	// PartsTouch, that is only by rounding, or within the tolerance.
	Triangles []TrianglePair
	// Box holds what the triangles of all these pairs have in common. It is empty if there are none.
	Box geom.Box
}

// TrianglePair is a triangle of the first body and one of the second that do more than touch.
type TrianglePair struct {
	// I and J are the numbers of the triangles in the meshes.
	I, J uint32
	// Rule is check.Crossing, check.Overlap or check.Duplicate. Through marks a crossing through an edge.
	Rule    check.Rule
	Through bool
	// Depth is the length of the shortest translation that separates the two, within their plane if they
	// have one in common; of a crossing through an edge, how far the surface passes through.
	Depth float64
	// Rounding bounds how far rounding can have moved the two against each other.
	Rounding float64
}

// examine determines how a and b meet, and reports whether they do. It fails only with ctx's error.
func (m *Meeting) examine(ctx context.Context, a, b *world.Object, s *check.Settings) (related bool, err error) {
	m.Triangles, m.Box = m.Triangles[:0], geom.EmptyBox()
	o := outcome{pair: check.Pair{A: a.Name, B: b.Name, Rounding: a.Rounding + b.Rounding}}
	pc := &pairCheck{objects: containment.Pair{a, b}, options: *s, meeting: m}
	switch {
	case samePlace(a, b):
		o.duplicate(a, b)
		related = true
		_, err = pc.run(ctx, 1)
	case !pc.objects.FarApart():
		related, err = o.relate(ctx, pc, 1)
	}
	m.Pair = o.pair
	slices.SortFunc(m.Triangles, compareTriangles)
	return related, err
}

// add adds a pair of triangles.
func (m *Meeting) add(objects *containment.Pair, x *collect.Finding) {
	m.Triangles = append(m.Triangles, TrianglePair{
		I: objects[0].Shape.Number(x.I), J: objects[1].Shape.Number(x.J), Rule: x.Rule, Through: x.ThroughEdge,
		Depth: x.Depth, Rounding: objects.Rounding(containment.Triangles{x.I, x.J}),
	})
	m.Box = m.Box.Union(x.Box)
}

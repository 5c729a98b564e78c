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

// Meeting is how the triangles of two bodies meet.
type Meeting struct {
	// Triangles are all pairs of triangles that cross, overlap or are duplicates, ascending.
	Triangles []TrianglePair
	// Through reports whether the two bodies go through each other: by more than rounding can have made, and
	// deeper than the tolerance. Without, the triangles are in each other only by rounding or within the tolerance, or
	// coincide.
	Through bool
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

// examine determines how a and b meet. It fails only with ctx's error.
func (m *Meeting) examine(ctx context.Context, a, b *world.Object, s *check.Settings) error {
	m.Triangles, m.Through, m.Box = m.Triangles[:0], false, geom.EmptyBox()
	pc := &pairCheck{objects: containment.Pair{a, b}, options: *s, meeting: m}
	if pc.objects.FarApart() {
		return ctx.Err()
	}
	contact, err := pc.run(ctx, 1)
	slices.SortFunc(m.Triangles, compareTriangles)
	switch {
	case err != nil || len(m.Triangles) == 0 || samePlace(a, b):
	case contact.crossing >= 0 && s.Tolerance.Value == 0:
		// No measure is needed: no nudge separates triangles that cross by more than rounding.
		m.Through = true
	default:
		m.Through, err = pc.goesThrough(ctx, contact)
	}
	return err
}

// goesThrough reports whether two objects whose triangles meet go through each other by more than rounding can
// have made. It fails only with ctx's error.
func (c *pairCheck) goesThrough(ctx context.Context, contact contact) (bool, error) {
	o := outcome{pair: check.Pair{Rounding: c.objects[0].Rounding + c.objects[1].Rounding}}
	related, err := o.conclude(ctx, c, contact, 1)
	p := &o.pair
	in := related && (p.Rule == check.PartsCrossing || p.Rule == check.PartsOverlap)
	return in && (contact.crossing >= 0 || p.Depth+p.DepthError > p.Rounding), err
}

// add adds a pair of triangles.
func (m *Meeting) add(objects *containment.Pair, x *collect.Finding) {
	m.Triangles = append(m.Triangles, TrianglePair{
		I: objects[0].Shape.Number(x.I), J: objects[1].Shape.Number(x.J), Rule: x.Rule, Through: x.ThroughEdge,
		Depth: x.Depth, Rounding: objects.Rounding(containment.Triangles{x.I, x.J}),
	})
	m.Box = m.Box.Union(x.Box)
}

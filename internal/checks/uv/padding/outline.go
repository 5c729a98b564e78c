package padding

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/plane"
)

// edge is an edge of a triangle: it begins at corner edge%3 of triangle edge/3.
type edge uint32

// class is the first island of a class in texels.
type class struct {
	edges     []plane.Segment // of the outline
	of        []edge          // the triangle edge of each
	rectangle geom.OBR        // bounds the edges
	box       geom.Box        // in the plane z = 0
	stacked   []uint32        // the groups of triangles that are stacked, ascending

	once sync.Once
	tree *boxtree.Tree // over edges
}

// outline sets the outline of an island of a class. It reuses and returns a list of points.
func (p *Search) outline(c *class, members []uint32, points []geom.Vec2) []geom.Vec2 {
	edges, stacked := p.countEdges(members)
	c.box, points = geom.EmptyBox(), points[:0]
	c.edges, c.of, c.stacked = make([]plane.Segment, 0, edges), make([]edge, 0, edges), make([]uint32, 0, stacked)
	for _, i := range members {
		if group, ok := p.Stacked(i); ok {
			c.stacked = append(c.stacked, group)
		}
		for k := range 3 {
			if p.Outline[i]>>k&1 == 0 {
				continue
			}
			e := edge(3*i + uint32(k))
			s := p.ends(e)
			a, b := p.texels(s[0]), p.texels(s[1])
			c.edges, c.of = append(c.edges, plane.Segment{a, b}), append(c.of, e)
			points = append(points, a, b)
			c.box = c.box.Include(geom.Vec{a[0], a[1]}).Include(geom.Vec{b[0], b[1]})
		}
	}
	slices.Sort(c.stacked)
	c.rectangle = plane.MinRectangle(plane.Hull(points))
	return points
}

// countEdges returns how many edges of an island's triangles lie on its outline, and how many of
// the triangles are stacked.
func (p *Search) countEdges(members []uint32) (edges, stacked int) {
	for _, i := range members {
		edges += bits.OnesCount8(p.Outline[i])
		if _, ok := p.Stacked(i); ok {
			stacked++
		}
	}
	return edges, stacked
}

// ends returns an edge in the coordinates of the sheet.
func (p *Search) ends(e edge) plane.Segment {
	t := &p.Triangles[e/3]
	return plane.Segment{t[e%3], t[(e%3+1)%3]}
}

// texels converts a point of the sheet to texels.
func (p *Search) texels(q geom.Vec2) geom.Vec2 {
	return geom.Vec2{q[0] * p.scale[0], q[1] * p.scale[1]}
}

// few is the number of pairs of edges up to which all are measured.
const few = 512

// closest returns the edges of two outlines that are nearest to each other, if they are nearer than
// limit: of several the first of c, and then of d.
func (p *Search) closest(ctx context.Context, c, d *class, limit float64) (i, j int, ok bool) {
	if len(c.edges)*len(d.edges) > few {
		best, ok, _ := boxtree.Closest(ctx, 1, c.edgeTree(), d.edgeTree(), boxtree.Identity(), limit, func() boxtree.Measure {
			return &edgeDistance{search: p, c: c, d: d}
		})
		return int(best.I), int(best.J), ok
	}
	for x := range c.edges {
		for y := range d.edges {
			if boxGap(&c.edges[x], &d.edges[y]) > limit {
				continue
			}
			if distance := p.distance(c, d, x, y); distance < limit {
				i, j, ok, limit = x, y, true, distance
			}
		}
	}
	return i, j, ok
}

// within reports whether the distance of two outlines is below limit.
func (p *Search) within(ctx context.Context, c, d *class, limit float64) bool {
	if len(c.edges)*len(d.edges) > few {
		_, _, ok := p.closest(ctx, c, d, limit)
		return ok
	}
	for x := range c.edges {
		for y := range d.edges {
			if boxGap(&c.edges[x], &d.edges[y]) <= limit && p.distance(c, d, x, y) < limit {
				return true
			}
		}
	}
	return false
}

// leastDistance is the distance of edges that do not meet, but do once they are rounded to texels.
const leastDistance = 0x1p-1022

// distance returns the distance in texels of edge i of c and edge j of d. It is 0 if they have a
// point in common, which is decided exactly before rounding to texels. Rounding preserves the order
// of coordinates, so only edges whose boxes meet in texels can meet.
func (p *Search) distance(c, d *class, i, j int) float64 {
	e, f := &c.edges[i], &d.edges[j]
	if boxGap(e, f) == 0 {
		s, t := p.ends(c.of[i]), p.ends(d.of[j])
		if s.Meets(&t) {
			return 0
		}
	}
	return max(e.Distance(f), leastDistance)
}

// boxGap returns a lower bound of the distance of two edges, even after rounding: the gap between
// their boxes along one axis.
func boxGap(e, f *plane.Segment) float64 {
	gap := 0.0
	for k := range 2 {
		gap = max(gap, min(e[0][k], e[1][k])-max(f[0][k], f[1][k]), min(f[0][k], f[1][k])-max(e[0][k], e[1][k]))
	}
	return gap * (1 - 0x1p-40)
}

// edgeTree returns the tree over the outline.
func (c *class) edgeTree() *boxtree.Tree {
	c.once.Do(func() {
		boxes := make([]boxtree.Box, len(c.edges))
		for i, e := range c.edges {
			p, q := geom.Vec{e[0][0], e[0][1]}, geom.Vec{e[1][0], e[1][1]}
			boxes[i] = boxtree.BoxOf(&p, &q, &q)
		}
		c.tree, _ = boxtree.Build(context.Background(), 1, boxes, nil) // fails only with the context
	})
	return c.tree
}

// edgeDistance measures the distance of edges for boxtree.Closest.
type edgeDistance struct {
	search    *Search
	c, d      *class
	i, j      []uint32
	high, low [boxtree.Width]float64 // zero: nothing is known before an edge is measured
}

func (m *edgeDistance) Open(i, j int) (high, low *[boxtree.Width]float64) {
	m.i, m.j = m.c.edgeTree().Leaf(i), m.d.edgeTree().Leaf(j)
	return &m.high, &m.low
}

func (m *edgeDistance) Distance(x, y int) float64 {
	return m.search.distance(m.c, m.d, int(m.i[x]), int(m.j[y]))
}

package meshcheck

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// closure tells whether a mesh bounds a volume, and if not, why. Edges are pairs of
// different vertices of the welded mesh; a triangle with two equal corners bounds
// nothing and has none.
type closure struct {
	triangles, nonfinite int
	// edges is the number of all, open of those that an odd number of triangles have,
	// turned of those that an even number have but not as many one way as the other.
	edges, open, turned int
	// firstOpen and firstTurned are the first of these by their vertices.
	firstOpen, firstTurned edgeUse
	// unpaired is the number of edges that one triangle has, or more than two.
	unpaired      int
	firstUnpaired edgeUse
}

// edgeUse is an edge, v < w, and how many triangles pass it from v to w and back.
type edgeUse struct {
	v, w      uint32
	out, back int
}

// closed reports whether every edge belongs to an even number of triangles: a ray
// through no edge then meets the surface an even number of times from every point
// outside and an odd number of times from every point inside, which this defines.
func (c *closure) closed() bool { return c.nonfinite == 0 && c.edges > 0 && c.open == 0 }

// oriented reports whether the mesh is closed and its triangles pass every edge as
// often one way as the other, so that it has winding numbers.
func (c *closure) oriented() bool { return c.closed() && c.turned == 0 }

// reason says why the mesh is not closed, or else not oriented, "" if it is both.
func (c *closure) reason(w *mesh.Welded) string {
	edge := func(e *edgeUse) string { return fmt.Sprintf("%v-%v", w.Vertices[e.v], w.Vertices[e.w]) }
	switch {
	case c.nonfinite > 0:
		return fmt.Sprintf("%d of %d triangles have a coordinate that is not finite", c.nonfinite, c.triangles)
	case c.edges == 0:
		return "no triangle has edges"
	case c.open > 0:
		e := &c.firstOpen
		return fmt.Sprintf("%d of %d edges belong to an odd number of triangles, the first, %s, to %d", c.open, c.edges, edge(e), e.out+e.back)
	case c.turned > 0:
		e := &c.firstTurned
		return fmt.Sprintf("%d of %d edges are passed more often one way than the other, the first, %s, %d and %d times", c.turned, c.edges, edge(e), e.out, e.back)
	}
	return ""
}

// closed finds out whether w is closed. It fails only with ctx's error. The result
// does not depend on the number of workers.
func closed(ctx context.Context, w *mesh.Welded, workers int) (closure, error) {
	all := closure{triangles: len(w.Faces)}
	for i := range w.Faces {
		if !w.Finite(i) {
			all.nonfinite++
		}
	}
	fans, err := w.Fans(ctx, make([]bool, len(w.Faces)), workers)
	if err != nil {
		return closure{}, err
	}
	var mu sync.Mutex
	err = parallel.Ranges(ctx, workers, len(w.Vertices), 4096, func(lo, hi int) {
		var some closure
		var uses []edgeUse
		for v := lo; v < hi; v++ {
			uses = edgesFrom(uint32(v), w, fans.Around(uint32(v)), uses[:0])
			some.count(uses)
		}
		mu.Lock()
		defer mu.Unlock()
		all.add(&some)
	})
	return all, err
}

// edgesFrom appends to uses the edges from v to vertices of higher numbers, one for
// each triangle that has it.
func edgesFrom(v uint32, w *mesh.Welded, fan []mesh.Corner, uses []edgeUse) []edgeUse {
	for _, c := range fan {
		f, k := &w.Faces[c.Triangle()], c.Index()
		to, from := f[(k+1)%3], f[(k+2)%3]
		if to == v || from == v || to == from {
			continue
		}
		if to > v {
			uses = append(uses, edgeUse{v: v, w: to, out: 1})
		}
		if from > v {
			uses = append(uses, edgeUse{v: v, w: from, back: 1})
		}
	}
	return uses
}

// count counts the edges of one vertex.
func (c *closure) count(uses []edgeUse) {
	slices.SortFunc(uses, func(e, f edgeUse) int { return cmp.Compare(e.w, f.w) })
	for len(uses) > 0 {
		e := uses[0]
		for uses = uses[1:]; len(uses) > 0 && uses[0].w == e.w; uses = uses[1:] {
			e.out += uses[0].out
			e.back += uses[0].back
		}
		c.edges++
		if e.out+e.back != 2 {
			note(&c.unpaired, &c.firstUnpaired, 1, e)
		}
		switch {
		case (e.out+e.back)%2 == 1:
			note(&c.open, &c.firstOpen, 1, e)
		case e.out != e.back:
			note(&c.turned, &c.firstTurned, 1, e)
		}
	}
}

// add adds up the edges of different vertices.
func (c *closure) add(d *closure) {
	c.edges += d.edges
	note(&c.open, &c.firstOpen, d.open, d.firstOpen)
	note(&c.turned, &c.firstTurned, d.turned, d.firstTurned)
	note(&c.unpaired, &c.firstUnpaired, d.unpaired, d.firstUnpaired)
}

// note adds n edges, of which e is the first, to a number of edges and their first.
func note(count *int, first *edgeUse, n int, e edgeUse) {
	if n > 0 && (*count == 0 || cmp.Or(cmp.Compare(e.v, first.v), cmp.Compare(e.w, first.w)) < 0) {
		*first = e
	}
	*count += n
}

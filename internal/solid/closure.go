package solid

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// Closure describes whether a mesh bounds a volume, and if not, why. Edges are pairs of
// different vertices of the welded mesh; a triangle with two equal corners has no edges.
type Closure struct {
	Triangles, Nonfinite int
	// Edges is the number of all edges, Open of those with an odd number of triangles, and
	// Misoriented of those with an even number of triangles that do not pass them equally often
	// in both directions.
	Edges, Open, Misoriented int
	// FirstOpen and FirstMisoriented are the first of these by their vertices.
	FirstOpen, FirstMisoriented Edge
	// NonManifold is the number of edges with one triangle or more than two, and
	// FirstNonManifold the first of them.
	NonManifold      int
	FirstNonManifold Edge
}

// Edge is an edge of a welded mesh, V < W, and how many triangles pass it from V to W and back.
type Edge struct {
	V, W              uint32
	Forward, Backward int
}

// Closed reports whether every edge belongs to an even number of triangles. Inside and outside
// are then defined by the parity of the intersections of the surface with a ray that meets no
// edge: odd from points inside, even from points outside.
func (c *Closure) Closed() bool { return c.Nonfinite == 0 && c.Edges > 0 && c.Open == 0 }

// Oriented reports whether the mesh is closed and its triangles pass every edge equally often
// in both directions, so that it has winding numbers.
func (c *Closure) Oriented() bool { return c.Closed() && c.Misoriented == 0 }

// Reason returns why the mesh, whose vertices are those of w, is not closed, or else not
// oriented; "" if it is both.
func (c *Closure) Reason(w *mesh.Welded) string {
	point := func(v uint32) string {
		p := w.Vertices[v]
		return fmt.Sprintf("(%v, %v, %v)", p[0], p[1], p[2])
	}
	edge := func(e *Edge) string { return "from " + point(e.V) + " to " + point(e.W) }
	switch {
	case c.Nonfinite > 0:
		return fmt.Sprintf("%d of %d triangles have a coordinate that is not finite", c.Nonfinite, c.Triangles)
	case c.Edges == 0:
		return "no triangle has edges"
	case c.Open > 0:
		e := &c.FirstOpen
		n, triangles := e.Forward+e.Backward, "triangles"
		if n == 1 {
			triangles = "triangle"
		}
		return fmt.Sprintf("%d of %d edges are open, the first %s, with %d %s", c.Open, c.Edges, edge(e), n, triangles)
	case c.Misoriented > 0:
		e := &c.FirstMisoriented
		return fmt.Sprintf("%d of %d edges are passed more often one way than the other; the first, %s, %d and %d times", c.Misoriented, c.Edges, edge(e), e.Forward, e.Backward)
	}
	return ""
}

// ClosureOf determines whether w is closed. It fails only with ctx's error. The result does
// not depend on the number of workers.
func ClosureOf(ctx context.Context, workers int, w *mesh.Welded) (Closure, error) {
	all := Closure{Triangles: len(w.Faces)}
	for i := range w.Faces {
		if !w.Finite(i) {
			all.Nonfinite++
		}
	}
	fans, err := w.Fans(ctx, workers, make([]bool, len(w.Faces)))
	if err != nil {
		return Closure{}, err
	}
	var mu sync.Mutex
	err = parallel.Ranges(ctx, workers, len(w.Vertices), 4096, func(lo, hi int) {
		var some Closure
		var uses []Edge
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

// edgesFrom appends to uses the edges from v to vertices with higher numbers, one for each
// triangle that has it.
func edgesFrom(v uint32, w *mesh.Welded, fan []mesh.Corner, uses []Edge) []Edge {
	for _, c := range fan {
		f, k := &w.Faces[c.Triangle()], c.Index()
		to, from := f[(k+1)%3], f[(k+2)%3]
		if to == v || from == v || to == from {
			continue
		}
		if to > v {
			uses = append(uses, Edge{V: v, W: to, Forward: 1})
		}
		if from > v {
			uses = append(uses, Edge{V: v, W: from, Backward: 1})
		}
	}
	return uses
}

// count counts the edges of one vertex.
func (c *Closure) count(uses []Edge) {
	slices.SortFunc(uses, func(e, f Edge) int { return cmp.Compare(e.W, f.W) })
	for len(uses) > 0 {
		e := uses[0]
		for uses = uses[1:]; len(uses) > 0 && uses[0].W == e.W; uses = uses[1:] {
			e.Forward += uses[0].Forward
			e.Backward += uses[0].Backward
		}
		c.Edges++
		if e.Forward+e.Backward != 2 {
			note(&c.NonManifold, &c.FirstNonManifold, 1, e)
		}
		switch {
		case (e.Forward+e.Backward)%2 == 1:
			note(&c.Open, &c.FirstOpen, 1, e)
		case e.Forward != e.Backward:
			note(&c.Misoriented, &c.FirstMisoriented, 1, e)
		}
	}
}

// add adds the counts of other vertices.
func (c *Closure) add(d *Closure) {
	c.Edges += d.Edges
	note(&c.Open, &c.FirstOpen, d.Open, d.FirstOpen)
	note(&c.Misoriented, &c.FirstMisoriented, d.Misoriented, d.FirstMisoriented)
	note(&c.NonManifold, &c.FirstNonManifold, d.NonManifold, d.FirstNonManifold)
}

// note adds n edges, the first of which is e, to a count of edges and its first edge.
func note(count *int, first *Edge, n int, e Edge) {
	if n > 0 && (*count == 0 || cmp.Or(cmp.Compare(e.V, first.V), cmp.Compare(e.W, first.W)) < 0) {
		*first = e
	}
	*count += n
}

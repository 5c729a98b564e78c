package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/fan"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// neighbours are the triangles at vertices, and those that the search leaves out.
type neighbours struct {
	single    []bool       // triangles that take no part in the search
	fans      mesh.Fans    // of those that do
	stored    *fan.Spreads // of the fans, in stored coordinates
	placed    *fan.Spreads // and in the world
	copies    *mesh.Copies
	certified []bool              // vertices whose triangles the search does not compare with each other; nil for none
	stars     map[uint32][]uint32 // triangles that meet others, of certified vertices where some do
}

// around returns the triangles at a vertex that take part in the search.
func (n *neighbours) around(vertex uint32) []mesh.Corner { return n.fans.Around(vertex) }

// preparation is what it takes to build the tree, and what only that takes.
type preparation struct {
	*checker
	builder *boxtree.Builder
	views   []geom.Views // of each triangle
	ordered *ordered     // nil unless the mesh is scattered
}

// prepare does everything up to the search.
func (c *checker) prepare(ctx context.Context) error {
	stored, err := c.measure(ctx, c.settings.Workers)
	if err != nil {
		return err
	}
	c.setLimits(stored)
	if err := c.divide(ctx, c.settings.Workers); err != nil {
		return err
	}
	n := &c.neighbours
	n.stored = fan.NewSpreads(c.welded, geom.Identity(), n.around)
	if n.placed = n.stored; c.moved {
		n.placed = fan.NewSpreads(c.welded, c.world, n.around)
	}
	p := preparation{checker: c, builder: boxtree.NewBuilder(len(c.welded.Faces), stored)}
	// Junctions are found where copies still count, and before vertices with stars are certified.
	err = inOrder(ctx, p.addSingles, p.certifyUmbrellas, c.edges.findJunctions, p.excludeCopies, p.certifyStars, p.buildTree)
	if err != nil {
		return err
	}
	c.setPlaces()
	c.collector.SetDiagonal(c.world.ApplyBox(c.search.tree.Bounds()).Diagonal())
	return nil
}

// certifyUmbrellas finds the fans, and certifies the vertices at which no triangles meet because they
// are spread out like an umbrella.
func (p *preparation) certifyUmbrellas(ctx context.Context) (err error) {
	n := &p.neighbours
	if n.fans, err = p.welded.Fans(ctx, p.settings.Workers, n.single); err != nil {
		return err
	}
	n.certified = make([]bool, len(p.welded.Vertices))
	if p.isSoup() {
		return nil
	}
	if p.scattered() {
		return p.certifyOrdered(ctx)
	}
	return p.welded.Umbrellas(ctx, p.settings.Workers, n.fans, p.views, n.certified)
}

// excludeCopies finds the groups of triangles with the same vertices, and excludes all but
// the first of each from the search. It then certifies their vertices again.
func (p *preparation) excludeCopies(ctx context.Context) (err error) {
	n := &p.neighbours
	if n.copies, err = p.welded.Copies(ctx, p.settings.Workers, n.fans, n.certified); err != nil || n.copies.Len() == 0 {
		return err
	}
	p.ordered = nil // because the tree will have another order
	var removed []uint32
	for k := range n.copies.Len() {
		for _, i := range n.copies.Group(k)[1:] {
			n.single[i] = true
			p.builder.Remove(int(i))
			removed = append(removed, i)
		}
	}
	n.fans.Remove(p.welded, removed, n.single)
	return p.welded.Umbrellas(ctx, p.settings.Workers, n.fans, p.views, n.certified)
}

// certifyStars finds the triangles that meet others at the vertices that are left, and certifies these
// vertices too.
func (p *preparation) certifyStars(ctx context.Context) (err error) {
	n := &p.neighbours
	n.stars, err = p.welded.Stars(ctx, p.settings.Workers, n.fans, n.certified, func(i, j uint32) bool {
		t, u := p.triangle(i), p.triangle(j)
		return tritri.Relate(&t, &u).Kind == tritri.Apart
	})
	for v := range n.stars {
		n.certified[v] = true // as far as the search in the tree is concerned
	}
	if !slices.Contains(n.certified, true) {
		n.certified = nil
	}
	return err
}

package padding

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/obrtree"
)

// denseSearch counts the pairs of classes nearer to each other than a limit if there are too many
// to visit each: it counts two nodes of a tree at once if all their classes are near. Its result is
// that of the search by boxes.
type denseSearch struct {
	*Search
	limit float64
	// witness is a point of the outline of each class: the one on most other outlines.
	witness  []geom.Vec2
	excluded *exclusions
	tree     *obrtree.Tree
	nodes    []denseNode
	// islands and squares are prefix sums in the order of the tree: of the sizes of classes, and of
	// their squares.
	islands, squares []int64
}

// denseNode sums up a node of the tree.
type denseNode struct {
	// low and high are the bounds of the witnesses in texels; at is the witness of all classes, in
	// the coordinates of the sheet, if same is set.
	low, high, at geom.Vec2
	same          bool
	least         uint32   // class
	cliques       []uint32 // of exclusions, with some class of the node, ascending
}

func newDenseSearch(ctx context.Context, p *Search, limit float64) (*denseSearch, error) {
	d := &denseSearch{Search: p, limit: limit, witness: p.witnesses()}
	d.excluded = newExclusions(p)
	var err error
	if d.tree, err = obrtree.Build(ctx, d); err != nil {
		return nil, err
	}
	d.excluded.arrange(d.tree.Order)
	d.islands, d.squares = make([]int64, len(d.tree.Order)+1), make([]int64, len(d.tree.Order)+1)
	for k, c := range d.tree.Order {
		n := int64(len(p.Classes[c]))
		d.islands[k+1], d.squares[k+1] = d.islands[k]+n, d.squares[k]+n*n
	}
	d.nodes = make([]denseNode, len(d.tree.Nodes))
	for k := len(d.nodes) - 1; k >= 0; k-- { // children come after their parents
		d.nodes[k] = d.nodeOf(&d.tree.Nodes[k])
	}
	return d, ctx.Err()
}

// Len, Points and Tags make the classes the items of a tree.
func (d *denseSearch) Len() int { return len(d.classes) }

// Points appends the corners of the rectangle of a class.
func (d *denseSearch) Points(i uint32, out []geom.Vec2) []geom.Vec2 {
	r := &d.classes[i].rectangle
	for _, s := range [...]geom.Vec2{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		out = append(out, geom.Vec2{
			r.Center[0] + s[0]*r.Half[0][0] + s[1]*r.Half[1][0],
			r.Center[1] + s[0]*r.Half[0][1] + s[1]*r.Half[1][1],
		})
	}
	return out
}

// Tags returns the largest cliques of a class.
func (d *denseSearch) Tags(i uint32) [3]uint32 { return d.excluded.tags(i) }

// nodeOf sums up the classes of a leaf, or the children of another node.
func (d *denseSearch) nodeOf(n *obrtree.Node) (out denseNode) {
	if !n.Leaf() {
		a, b := &d.nodes[n.Left], &d.nodes[n.Right]
		out = denseNode{
			at: a.at, same: a.same && b.same && a.at == b.at, least: min(a.least, b.least), cliques: union(a.cliques, b.cliques),
		}
		for k := range 2 {
			out.low[k], out.high[k] = min(a.low[k], b.low[k]), max(a.high[k], b.high[k])
		}
		return out
	}
	classes := d.tree.Order[n.From:n.To]
	out.low, out.high = geom.Vec2{math.Inf(1), math.Inf(1)}, geom.Vec2{math.Inf(-1), math.Inf(-1)}
	out.at, out.same, out.least = d.witness[classes[0]], true, classes[0]
	for _, c := range classes {
		w := d.witness[c]
		out.same, out.least = out.same && w == out.at, min(out.least, c)
		out.cliques = union(out.cliques, d.excluded.cliques[c])
		for k, x := range d.texels(w) {
			out.low[k], out.high[k] = min(out.low[k], x), max(out.high[k], x)
		}
	}
	return out
}

// find counts the pairs, and keeps up to most of the nearest.
func (d *denseSearch) find(ctx context.Context, most, workers int) (Found, error) {
	all := make([]Found, workers)
	// Each count needs a walk: different nodes can be counted at once.
	err := d.tree.Walk(ctx, workers, func(worker int, a, b uint32) bool {
		return d.count(ctx, a, b, d.limit, &all[worker].Pairs)
	}, nil)
	if err == nil {
		err = d.tree.Walk(ctx, workers, func(worker int, a, b uint32) bool {
			return d.count(ctx, a, b, leastDistance, &all[worker].Touching)
		}, nil)
	}
	if err != nil {
		return Found{}, err
	}
	for w := range all {
		all[w].most = most
	}
	err = d.tree.Walk(ctx, workers, func(worker int, a, b uint32) bool { return d.list(ctx, a, b, &all[worker]) }, nil)
	return mergedPairs(all, most), err
}

// count adds the pairs of two nodes nearer than a limit, or reports whether their children must be
// visited.
func (d *denseSearch) count(ctx context.Context, a, b uint32, limit float64, sum *int64) bool {
	n, m := &d.tree.Nodes[a], &d.tree.Nodes[b]
	switch {
	case a != b && n.Rect.Gap(&m.Rect) >= limit:
		return false
	case d.allNear(a, b, limit):
		*sum += d.pairs(n, m)
		return false
	}
	for i, j := range d.tree.Pairs(a, b) {
		k := Pair{min(i, j), max(i, j)}
		if n := d.countable(k, limit); n > 0 && d.within(ctx, d.classes[k.A], d.classes[k.B], limit) {
			*sum += n
		}
	}
	return true
}

// allNear reports whether all classes of two nodes are certainly nearer to each other than a limit,
// because their witnesses are, and no two are in one clique.
func (d *denseSearch) allNear(a, b uint32, limit float64) bool {
	n, m := &d.nodes[a], &d.nodes[b]
	if !(n.same && m.same && n.at == m.at) {
		if limit <= leastDistance {
			return false // different points may be equal in texels
		}
		var far geom.Vec2
		for k := range 2 {
			far[k] = max(n.high[k]-m.low[k], m.high[k]-n.low[k])
		}
		// The margin covers rounding, here and in measured distances.
		if !(math.Hypot(far[0], far[1])*(1+0x1p-30) < limit) {
			return false
		}
	}
	if a == b {
		return len(n.cliques) == 0
	}
	return !intersect(n.cliques, m.cliques)
}

// pairs returns the number of pairs of islands of two nodes, or within one, that are not excluded.
// Two islands of one class are not a pair.
func (d *denseSearch) pairs(n, m *obrtree.Node) int64 {
	w := d.islands[n.To] - d.islands[n.From]
	if n == m {
		return (w*w-(d.squares[n.To]-d.squares[n.From]))/2 - d.excluded.between(n, n)/2
	}
	return w*(d.islands[m.To]-d.islands[m.From]) - d.excluded.between(n, m)
}

// list keeps the nearest pairs of two nodes, or reports whether their children must be visited.
func (d *denseSearch) list(ctx context.Context, a, b uint32, found *Found) bool {
	limit := d.limit
	if found.farthest != nil {
		limit = min(limit, math.Nextafter(found.farthest.Distance, math.Inf(1)))
		if found.tooLate(d.firstPair(a, b)) {
			return false
		}
	}
	if a != b && d.tree.Nodes[a].Rect.Gap(&d.tree.Nodes[b].Rect) >= limit {
		return false
	}
	for i, j := range d.tree.Pairs(a, b) {
		k := Pair{min(i, j), max(i, j)}
		if found.tooLate(k) {
			continue
		}
		if n, ok := d.measure(ctx, k, limit); ok {
			found.keep(n)
		}
	}
	return true
}

// firstPair returns a lower bound of the pairs of classes of two nodes in their order.
func (d *denseSearch) firstPair(a, b uint32) Pair {
	x, y := d.nodes[a].least, d.nodes[b].least
	if a == b {
		return Pair{x, x + 1}
	}
	return Pair{min(x, y), max(x, y)}
}

package posed

import (
	"context"
	"math"
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/tripacket"
)

// face is what is known of a face in the pose.
type face struct {
	// normal is its normal as tripacket.Gathered has it, of no meaning unless the face is proper.
	normal [3]float32
	state  state
}

type state uint32

const (
	// absent faces are in no pair.
	absent state = iota
	// improper faces are out of the range of tripacket.
	improper
	proper
)

// groupTree is the tree of a group of faces.
type groupTree struct {
	searcher *Searcher
	group    []uint32 // the faces
	tagged   bool     // pairs with a common vertex are no candidates
	tree     *boxtree.Tree
	corners  []boxtree.Tags     // of the faces of each leaf: their vertices
	packets  []tripacket.Packet // of the leaves, rounded, if the frame is regular
	area     float64            // of the leaves, when the tree was built
	// gathered is memory of fillLeaf.
	gathered tripacket.Gathered
	// refill and fill are fillLeaf, the latter for a new tree.
	fill, refill func(leaf int, ids []uint32, out *boxtree.Leaf)
}

func (g *groupTree) init(q *Searcher, group []uint32, tagged bool) {
	leaves := (len(group) + boxtree.Width - 1) / boxtree.Width
	*g = groupTree{
		searcher: q, group: group, tagged: tagged, tree: &boxtree.Tree{},
		corners: make([]boxtree.Tags, leaves), packets: make([]tripacket.Packet, leaves),
	}
	g.refill = g.fillLeaf
	g.fill = func(leaf int, ids []uint32, out *boxtree.Leaf) {
		corners := &g.corners[leaf]
		for lane, i := range ids {
			for k, v := range q.surface.faces[i] {
				corners[k][lane] = v
			}
		}
		out.Tags = *corners
		g.fillLeaf(leaf, ids, out)
	}
}

// worse is by how much the leaves may have grown until the tree is built anew.
const worse = 1.5

// pose gives the tree the boxes of the faces in the pose.
func (g *groupTree) pose(ctx context.Context) error {
	if len(g.group) == 0 {
		return nil
	}
	if g.tree.Leaves() > 0 {
		g.tree.Refit(g.refill)
		if !(g.tree.LeafArea() > worse*g.area) {
			return nil
		}
	}
	return g.build(ctx)
}

// build makes the tree.
func (g *groupTree) build(ctx context.Context) (err error) {
	all := geom.EmptyBox()
	for _, i := range g.group {
		all = all.Union(g.boxOf(i))
	}
	b := boxtree.NewBuilder(len(g.searcher.faces), all)
	for _, i := range g.group {
		box := g.finiteBox(i)
		b.Place(int(i), &box)
	}
	box := func(i int) boxtree.Box { return g.finiteBox(uint32(i)) }
	if g.tree, err = b.Build(ctx, 1, g.tagged, box, g.fill); err != nil {
		return err
	}
	g.area = g.tree.LeafArea()
	return nil
}

// boxOf returns the box of a face, an empty one if it is not finite.
func (g *groupTree) boxOf(i uint32) geom.Box {
	if t := g.searcher.Triangle(i); t.Finite() {
		return t.Box()
	}
	return geom.EmptyBox()
}

// finiteBox is boxOf for building: a face that is not finite has a place in the tree too, for other
// poses.
func (g *groupTree) finiteBox(i uint32) boxtree.Box {
	b := boxtree.Round(g.boxOf(i))
	for _, x := range b {
		if !(math.Abs(float64(x)) <= math.MaxFloat32) {
			return boxtree.Box{}
		}
	}
	return b
}

// fillLeaf computes the faces of a leaf, and their boxes.
func (g *groupTree) fillLeaf(leaf int, ids []uint32, out *boxtree.Leaf) {
	q := g.searcher
	var whole, thin uint16
	if q.frame.regular {
		corners := (*[3][boxtree.Width]uint32)(&g.corners[leaf])
		whole, thin = g.packets[leaf].Gather(q.positions, corners, &q.frame.Frame, &out.Min, &out.Max, &g.gathered)
	}
	n := &g.gathered.Normals
	for lane, i := range ids {
		q.faces[i] = face{[3]float32{n[0][lane], n[1][lane], n[2][lane]}, proper}
	}
	special := ^whole | thin
	if q.without != nil {
		special = ^uint16(0)
	}
	for special &= 1<<len(ids) - 1; special != 0; special &= special - 1 {
		lane := bits.TrailingZeros16(special)
		i, in := ids[lane], whole>>lane&1 == 1
		t := q.Triangle(i)
		switch {
		case q.without != nil && q.without[q.surface.object[i]], !in && !t.Finite(), (!in || thin>>lane&1 == 1) && t.Degenerate():
			q.faces[i].state = absent
			out.Set(lane, &boxtree.Nowhere)
		case !in:
			q.faces[i].state = improper
			if !q.frame.regular { // otherwise it has a box in the frame
				b := boxtree.BoxOf(&t[0], &t[1], &t[2])
				out.Set(lane, &b)
			}
		}
	}
}

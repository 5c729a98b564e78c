package posed

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/tripacket"
)

// face is what is known of a face in the pose.
type face struct {
	// normal is the cross product of two edges, and square the square of their greatest coordinate E
	// in magnitude. Each coordinate of the normal is off by less than 2^-50·E².
	normal geom.Vec
	// square is absent for a face in no pair, and unknown for one that is out of range, whose normal
	// is not known either.
	square float64
}

const (
	absent  = 0
	unknown = -1
)

// Edges of faces in range: those of tripacket.InRange, and some that cannot be longer.
const (
	shortest = 0x1p-138
	longest  = 2 * farthest
)

// groupTree is the tree of a group of faces.
type groupTree struct {
	*Searcher
	group   int
	tree    *boxtree.Tree
	packets []tripacket.Packet // of the leaves, rounded, if the frame is regular
	area    float64            // of the leaves, when the tree was built
	fill    func(leaf int, ids []uint32, out *boxtree.Leaf)
}

func (g *groupTree) init(q *Searcher, group int) {
	g.Searcher, g.group, g.tree = q, group, &boxtree.Tree{}
	g.packets = make([]tripacket.Packet, (len(q.surface.groups[group])+boxtree.Width-1)/boxtree.Width)
	g.fill = g.fillLeaf
	g.area = math.Inf(-1)
}

// worse is by how much the leaves may have grown until the tree is built anew.
const worse = 1.5

// pose gives the tree the boxes of the faces in the pose.
func (g *groupTree) pose(ctx context.Context) error {
	if len(g.packets) == 0 {
		return nil
	}
	if g.tree.Leaves() > 0 {
		g.tree.Refit(g.fill)
		if !(g.tree.LeafArea() > worse*g.area) {
			return nil
		}
	}
	return g.build(ctx)
}

// build makes the tree.
func (g *groupTree) build(ctx context.Context) (err error) {
	faces := g.surface.groups[g.group]
	all := geom.EmptyBox()
	for _, i := range faces {
		all = all.Union(g.boxOf(i))
	}
	b := boxtree.NewBuilder(len(g.surface.faces), all)
	for _, i := range faces {
		box := g.finiteBox(i)
		b.Place(int(i), &box)
	}
	box := func(i int) boxtree.Box { return g.finiteBox(uint32(i)) }
	if g.tree, err = b.Build(ctx, 1, g.group == 0, box, g.fill); err != nil {
		return err
	}
	g.area = g.tree.LeafArea()
	return nil
}

// boxOf returns the box of a face, an empty one if it is not finite.
func (g *groupTree) boxOf(i uint32) geom.Box {
	if t := g.Triangle(i); t.Finite() {
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
	packet := &g.packets[leaf]
	var triangles [boxtree.Width]geom.Triangle
	var in uint16 // lanes of faces that are not absent
	for lane, i := range ids {
		t := &triangles[lane]
		*t = g.Triangle(i)
		f := &g.faces[i]
		f.set(t, g.frame.regular)
		if f.square == absent {
			continue
		}
		if g.without != nil && g.without[g.surface.object[i]] {
			f.square = absent
			continue
		}
		in |= 1 << lane
	}
	if g.frame.regular {
		for lane := range ids {
			t := triangles[lane].Sub(g.frame.origin)
			if in>>lane&1 == 0 {
				t = geom.Triangle{}
			}
			packet.Set(lane, &t)
		}
		packet.Boxes(&out.Min, &out.Max)
		for k := range out.Min {
			for lane := range out.Min[k] {
				out.Min[k][lane] -= g.frame.margin
				out.Max[k][lane] += g.frame.margin
			}
		}
	}
	for lane, i := range ids {
		switch t := &triangles[lane]; {
		case in>>lane&1 == 0:
			out.Set(lane, &boxtree.Nowhere)
		case !g.frame.regular:
			b := boxtree.BoxOf(&t[0], &t[1], &t[2])
			out.Set(lane, &b)
		}
		for k, v := range g.surface.faces[i] {
			out.Tags[k][lane] = v
		}
	}
}

// set computes the face from its corners. inRange says that its coordinates are finite and in the
// range of tripacket.
func (f *face) set(t *geom.Triangle, inRange bool) {
	u, v := t[1].Sub(t[0]), t[2].Sub(t[0])
	e := math.Float64frombits(max(
		magnitude(u[0]), magnitude(u[1]), magnitude(u[2]), magnitude(v[0]), magnitude(v[1]), magnitude(v[2]),
	))
	if !inRange || !(e >= shortest && e < longest) {
		f.square = unknown
		if !t.Finite() || t.Degenerate() {
			f.square = absent
		}
		return
	}
	f.normal, f.square = u.Cross(v), e*e
	// With ε = 2^-53, a coordinate of the normal is the difference of two products of rounded
	// differences, each of which is off by 3ε of at most E², and is rounded: 8ε·E² in all.
	if n := &f.normal; max(magnitude(n[0]), magnitude(n[1]), magnitude(n[2])) <= math.Float64bits(0x1p-50*f.square) && t.Degenerate() {
		f.square = absent
	}
}

// magnitude returns the bits of the magnitude of x, which have the order of magnitudes, with NaN
// last.
func magnitude(x float64) uint64 { return math.Float64bits(x) &^ (1 << 63) }

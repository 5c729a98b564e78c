package boxtree

// Nowhere is a box that meets no bounded box. Unlike an empty one, it may stand in a leaf.
var Nowhere = nothing

// Refit gives the boxes of t new bounds. Their places in the leaves stay the same, and their tags
// do. For each leaf, it calls fill as Builder.Build does. Only the first time, it allocates memory.
// Nobody may use t at the same time.
//
// The more the boxes have moved apart that share a leaf, the more pairs of leaves meet: LeafArea
// says when to build anew.
func (t *Tree) Refit(fill func(leaf int, ids []uint32, out *Leaf)) {
	if t.scratch == nil {
		t.scratch = new(Leaf)
	}
	leaf := t.scratch
	for k := range t.leaves {
		fill(k, t.Leaf(k), leaf)
		t.setLeaf(k, leaf)
	}
	for level := 1; level < len(t.levels); level++ {
		t.refitLevel(level)
	}
	if top := len(t.levels) - 1; top >= 0 {
		t.bounds = t.boxOf(top, 0)
	}
}

// refitLevel gives the nodes of a level the bounds of their children.
func (t *Tree) refitLevel(level int) {
	below := t.nodes(level - 1)
	for k := range t.levels[level] {
		n, children := &t.levels[level][k], min(Width, below-k*Width)
		for c := range children {
			n.set(c, t.boxOf(level-1, k*Width+c))
		}
		n.close(children)
	}
}

// boxOf returns the box around the children of a node.
func (t *Tree) boxOf(level, number int) Box {
	if level == 0 {
		return t.leaves[number]
	}
	children := Width
	if below := t.nodes(level - 1); below < (number+1)*Width {
		children = below - number*Width
	}
	if children == Width {
		return around(&t.levels[level][number])
	}
	return aroundGo(&t.levels[level][number])
}

// LeafArea returns the sum of the surface areas of the leaves' boxes, halved.
func (t *Tree) LeafArea() (sum float64) {
	for k := range t.leaves {
		b := &t.leaves[k]
		x, y, z := float64(b[3])-float64(b[0]), float64(b[4])-float64(b[1]), float64(b[5])-float64(b[2])
		if x >= 0 && y >= 0 && z >= 0 {
			sum += x*y + y*z + z*x
		}
	}
	return sum
}

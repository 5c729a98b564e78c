package boxtree

// ComputeLeaves makes the tree ask for the bounds of the boxes in a leaf whenever a search comes
// there, instead of storing them, which saves 24 bytes a box. bounds must set them to those that
// fill sets, and may set anything for places behind the last box. It may be called concurrently.
func (b *Builder) ComputeLeaves(bounds func(leaf int, lo, hi *[3][Width]float32)) {
	b.computed = bounds
}

// keptLeaf keeps the boxes of the leaf that was asked for last, if the tree does not store them.
type keptLeaf struct {
	node   *node // nil before the first leaf
	number int
}

// forget makes l ask again for the boxes of any leaf.
func (l *keptLeaf) forget() { l.number = -1 }

// of returns the boxes of a leaf. They are valid until another leaf is asked for.
func (l *keptLeaf) of(t *Tree, leaf int) *node {
	if t.computed == nil {
		return &t.levels[0][leaf]
	}
	if l.node == nil {
		l.node = new(node)
	} else if l.number == leaf {
		return l.node
	}
	l.number = leaf
	t.computed(leaf, &l.node.min, &l.node.max)
	if n := len(t.Leaf(leaf)); n < Width {
		l.node.close(n)
	}
	return l.node
}

// setLeaf sets the boxes of a leaf, and the box around them.
func (t *Tree) setLeaf(leaf int, boxes *Leaf) {
	n := node{boxes.Min, boxes.Max}
	t.leaves[leaf] = n.close(len(t.Leaf(leaf)))
	if t.computed == nil {
		t.levels[0][leaf] = n
	}
}

// nodes returns the number of nodes of a level.
func (t *Tree) nodes(level int) int {
	if level == 0 {
		return t.Leaves()
	}
	return len(t.levels[level])
}

// node returns a node, a leaf from kept if the tree does not store it.
func (t *Tree) node(level, number int, kept *keptLeaf) *node {
	if level == 0 {
		return kept.of(t, number)
	}
	return &t.levels[level][number]
}

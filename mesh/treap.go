package mesh

import "github.com/meshcheck/meshcheck/internal/seedhash"

// treap is an ordered list of numbers below n, each at most once, that is searched from
// the root like a tree: R. Seidel and C. R. Aragon, "Randomized Search Trees",
// Algorithmica 16, 1996. Its priorities are hashes with the seed of the process, so that
// insertion and removal take time log n, expected, whatever the order of the calls.
type treap struct {
	seed  seedhash.Seed
	root  int32
	nodes []treapNode
}

// treapNode is a number in the list, or not: then held is false.
type treapNode struct {
	below, above, parent int32 // in the tree
	previous, next       int32 // in the list
	held                 bool
}

// none is no number.
const none = int32(-1)

// reset empties the list and makes room for n numbers.
func (t *treap) reset(n int) {
	t.seed, t.root = seedhash.OfProcess(), none
	t.nodes = append(t.nodes[:0], make([]treapNode, n)...)
}

func (t *treap) has(a int32) bool { return t.nodes[a].held }

// outranks reports whether number a is to be nearer to the root than b.
func (t *treap) outranks(a, b int32) bool {
	return t.seed.Hash(uint64(a), 0, 0) > t.seed.Hash(uint64(b), 0, 0)
}

// insert puts a between two neighbours in the list, either of which may be none.
func (t *treap) insert(a, previous, next int32) {
	t.nodes[a] = treapNode{none, none, none, previous, next, true}
	if previous != none {
		t.nodes[previous].next = a
	}
	if next != none {
		t.nodes[next].previous = a
	}
	switch {
	case previous != none && t.nodes[previous].above == none:
		t.nodes[previous].above, t.nodes[a].parent = a, previous
	case next != none:
		t.nodes[next].below, t.nodes[a].parent = a, next
	default:
		t.root = a
	}
	for p := t.nodes[a].parent; p != none && t.outranks(a, p); p = t.nodes[a].parent {
		t.raise(a)
	}
}

// remove takes a out of the list and returns its neighbours.
func (t *treap) remove(a int32) (previous, next int32) {
	n := &t.nodes[a]
	for n.below != none || n.above != none {
		if n.above == none || n.below != none && t.outranks(n.below, n.above) {
			t.raise(n.below)
		} else {
			t.raise(n.above)
		}
	}
	t.replace(n.parent, a, none)
	previous, next = n.previous, n.next
	if previous != none {
		t.nodes[previous].next = next
	}
	if next != none {
		t.nodes[next].previous = previous
	}
	n.held = false
	return previous, next
}

// raise rotates a above its parent.
func (t *treap) raise(a int32) {
	n := &t.nodes[a]
	p := n.parent
	m := &t.nodes[p]
	var moved int32
	if m.below == a {
		moved = n.above
		m.below, n.above = moved, p
	} else {
		moved = n.below
		m.above, n.below = moved, p
	}
	if moved != none {
		t.nodes[moved].parent = p
	}
	t.replace(m.parent, p, a)
	n.parent, m.parent = m.parent, a
}

// replace makes b the child of p, or the root if p is none, in place of a.
func (t *treap) replace(p, a, b int32) {
	switch {
	case p == none:
		t.root = b
	case t.nodes[p].below == a:
		t.nodes[p].below = b
	default:
		t.nodes[p].above = b
	}
}

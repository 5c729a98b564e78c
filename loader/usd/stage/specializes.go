package stage

// Opinions of a specialized class are weaker than all others on a prim, wherever in its graph the arc
// is. So the nodes below each arc are copied to the root, where they come last, and silenced where they
// were. Before arcs are implied by something that was found below a copy, that is copied back.

// propagated reports whether a node is such a copy.
func (b *builder) propagated(i int32) bool {
	n := &b.g.nodes[i]
	return n.arc == specializeArc && n.parent == 0 && n.origin != none && n.site == b.at(n.origin)
}

// implySpecializes copies the specialized classes at and below a node to the root, or, if the node is
// such a copy, what was found below it back to its origin.
func (b *builder) implySpecializes(i int32) {
	n := &b.g.nodes[i]
	switch {
	case n.parent == none:
	case b.propagated(i):
		origin := n.origin
		for _, c := range b.g.children(i) {
			b.copyTree(copying{to: origin, from: c, toParent: b.g.nodes[c].toParent, top: i, back: true})
		}
	default:
		b.propagate(i)
	}
}

// propagate copies all specialized classes at and below a node to the root.
func (b *builder) propagate(top int32) {
	waiting := []int32{top}
	for len(waiting) > 0 && b.limit.poll() {
		i := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if n := &b.g.nodes[i]; n.arc == specializeArc {
			// Nodes that were copied back, and what they implied, may be inert. The copy is not.
			was, depth := n.inert, n.restricted
			if was {
				n.setInert(false)
			}
			b.copyTree(copying{to: 0, from: i, toParent: n.toRoot, top: i})
			if was {
				b.g.nodes[i].restricted = depth
			}
		}
		children := b.g.children(i)
		for k := len(children) - 1; k >= 0; k-- {
			waiting = append(waiting, children[k])
		}
	}
}

// copying is a node to be copied below another.
type copying struct {
	to, from int32
	toParent *mapping
	top      int32 // of the tree that is copied
	back     bool  // to the origin of a copy, with specialized classes below
}

// copyTree copies a node and those below it.
func (b *builder) copyTree(c copying) {
	waiting := []copying{c}
	for len(waiting) > 0 && b.limit.poll() {
		c := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		i := b.copyNode(c)
		if i == none {
			continue
		}
		children := b.g.children(c.from)
		for k := len(children) - 1; k >= 0; k-- {
			if n := &b.g.nodes[children[k]]; c.back || n.arc != specializeArc {
				waiting = append(waiting, copying{i, children[k], n.toParent, c.top, c.back})
			}
		}
	}
}

// copyNode copies one node, and silences it where it is. It returns none if there is no copy.
func (b *builder) copyNode(c copying) int32 {
	from := b.g.nodes[c.from]
	if from.parent == c.to {
		return c.from
	}
	i := b.matching(c.to, from.site)
	// Classes that were implied within the tree are implied again within its copy.
	classImplied := from.arc.class() && b.g.implied(c.from)
	if i == none && !(classImplied && b.g.within(from.origin, c.top)) {
		l := link{
			arc: from.arc, parent: c.to, origin: c.to, toParent: c.toParent,
			sibling: from.sibling, depth: from.depth,
		}
		if c.from == c.top {
			l.depth = b.at(c.to).path.prims
		}
		if c.from == c.top || classImplied {
			l.origin = c.from
		}
		i = b.add(l, from.site, adding{silent: from.inert || from.culled, built: c.back, copied: !c.back})
	}
	if i == none {
		b.g.silence(c.from)
		return none
	}
	// The depth at which a node was silenced before is kept in the other one, to be restored from it.
	depth := b.g.nodes[i].restricted
	b.g.nodes[i].setInert(from.inert || from.culled)
	b.g.nodes[c.from].setInert(true)
	if depth != 0 {
		b.g.nodes[c.from].restricted = depth
	}
	return i
}

package stage

import "cmp"

// stronger reports whether node a is stronger than b, its sibling, by OpenUSD's
// PcpCompareSiblingNodeStrength.
func (g *graph) stronger(a, b int32) bool { return g.compareSiblings(a, b) < 0 }

// compareSiblings returns a number below 0 if a is stronger than b, and above 0 if it is weaker.
func (g *graph) compareSiblings(a, b int32) int {
	x, y := &g.nodes[a], &g.nodes[b]
	if x.arc != y.arc {
		return cmp.Compare(x.arc, y.arc)
	}
	var c int
	if x.arc == specializeArc {
		c = g.compareSpecializes(a, b)
	} else if c = cmp.Compare(y.depth, x.depth); c == 0 && x.origin != y.origin {
		c = g.compare(x.origin, y.origin)
	}
	if c != 0 {
		return c
	}
	return cmp.Compare(x.sibling, y.sibling)
}

// compareSpecializes compares siblings of which any may be a copy below the root of a node elsewhere. It
// returns 0 if the numbers of the arcs decide.
func (g *graph) compareSpecializes(a, b int32) int {
	x, y := &g.nodes[a], &g.nodes[b]
	aOrigin, aChain := g.originRoot(a)
	bOrigin, bChain := g.originRoot(b)
	// What a specialize leads to is weaker than what has it, whatever their depths.
	if !g.within(aOrigin, bOrigin) && !g.within(bOrigin, aOrigin) && x.depth != y.depth {
		return cmp.Compare(y.depth, x.depth)
	}
	switch {
	case x.origin == y.origin && !g.implied(a) && !g.implied(b):
		return 0
	case x.origin == y.origin: // One is implied from it, the other is its copy.
		return g.compareImplied(a, b)
	case aOrigin != bOrigin:
		return g.compare(aOrigin, bOrigin)
	}
	if c := cmp.Compare(g.hierarchyDepth(a), g.hierarchyDepth(b)); c != 0 {
		return c
	}
	if c := cmp.Compare(bChain, aChain); c != 0 { // The longer chain of origins is more local.
		return c
	}
	local := g.nodes[0].site.stack
	if x.site.stack == local && y.site.stack == local && g.implied(a) && g.implied(b) {
		if c := g.compareImplied(a, b); c != 0 {
			return c
		}
	}
	return g.compare(x.origin, y.origin)
}

// compareImplied puts an implied node, whose site is not that of its origin, before a copy.
func (g *graph) compareImplied(a, b int32) int {
	copied := func(i int32) int {
		if n := &g.nodes[i]; n.site == g.nodes[n.origin].site {
			return 1
		}
		return 0
	}
	return cmp.Compare(copied(a), copied(b))
}

// originRoot follows the origins of a node to the one that was authored, and counts them.
func (g *graph) originRoot(i int32) (root int32, length int) {
	for g.implied(i) {
		i = g.nodes[i].origin
		length++
	}
	return i, length
}

// hierarchyDepth returns the depth of the node that has the hierarchy of classes which the origin of i
// is in, 0 for an authored arc.
func (g *graph) hierarchyDepth(i int32) int32 {
	if !g.implied(i) {
		return 0
	}
	instance, _ := g.hierarchy(g.nodes[i].origin)
	return g.nodes[instance].depth
}

// hierarchy returns the node that has the hierarchy of classes of node i, introduced at one depth, and
// the first class of it.
func (g *graph) hierarchy(i int32) (instance, class int32) {
	depth := g.below(i)
	instance, class = i, none
	for g.nodes[instance].arc.class() && g.below(instance) == depth {
		class, instance = instance, g.nodes[instance].parent
	}
	return instance, class
}

// compare compares the strengths of any two nodes: a parent is stronger than what is below it, and
// siblings are in order.
func (g *graph) compare(a, b int32) int {
	if a == b {
		return 0
	}
	aLevel, bLevel := g.level(a), g.level(b)
	x, y := a, b
	for ; aLevel > bLevel; aLevel-- {
		x = g.nodes[x].parent
	}
	for ; bLevel > aLevel; bLevel-- {
		y = g.nodes[y].parent
	}
	if x == y { // One is above the other.
		if x == a {
			return -1
		}
		return 1
	}
	for g.nodes[x].parent != g.nodes[y].parent {
		x, y = g.nodes[x].parent, g.nodes[y].parent
	}
	for ; x != none; x = g.nodes[x].next {
		if x == y {
			return -1
		}
	}
	return 1
}

// level returns the number of nodes above a node.
func (g *graph) level(i int32) (n int) {
	for ; g.nodes[i].parent != none; i = g.nodes[i].parent {
		n++
	}
	return n
}

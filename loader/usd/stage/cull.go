package stage

// cull marks the nodes that have no opinions on a prim, and none below them, so that its descendants do
// without them.
func (s *Stage) cull(g *graph) {
	local := g.nodes[0].site.stack
	for c := g.nodes[0].last; c != none; c = g.nodes[c].prev {
		if g.copied(c) {
			culled := map[*site]bool{}
			g.cullTree(c, local, culled)
			g.cullCopied(g.nodes[c].origin, culled)
		}
	}
	for c := g.nodes[0].first; c != none; c = g.nodes[c].next {
		if !g.copied(c) {
			g.cullTree(c, local, nil)
		}
	}
}

// copied reports whether a child of the root is the copy of a specialized class elsewhere.
func (g *graph) copied(i int32) bool {
	n := &g.nodes[i]
	return n.arc == specializeArc && n.parent == 0 && n.site == g.nodes[n.origin].site
}

// cullTree culls what it can at and below a node, but for specialized classes, whose opinions are
// elsewhere, and adds the sites to culled, if it is not nil.
func (g *graph) cullTree(top int32, local *stack, culled map[*site]bool) {
	for _, i := range g.bottomUp(top, false) {
		if n := &g.nodes[i]; n.culled || g.useless(i, local) {
			g.setCulled(i)
			if culled != nil {
				culled[n.site] = true
			}
		}
	}
}

// cullCopied culls the nodes at and below top whose copies were culled.
func (g *graph) cullCopied(top int32, culled map[*site]bool) {
	for _, i := range g.bottomUp(top, true) {
		if culled[g.nodes[i].site] && g.allCulledBelow(i) {
			g.setCulled(i)
		}
	}
}

// bottomUp returns a node and those below it, each behind those below it.
func (g *graph) bottomUp(top int32, specialized bool) []int32 {
	var order []int32
	for i := top; i != none; {
		skip := !specialized && i != top && g.nodes[i].arc == specializeArc
		if !skip {
			order = append(order, i)
		}
		i = g.afterIn(top, i, skip)
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

func (g *graph) setCulled(i int32) {
	if n := &g.nodes[i]; !n.culled {
		n.culled, n.restricted = true, n.site.path.depth
	}
}

func (g *graph) allCulledBelow(i int32) bool {
	for c := g.nodes[i].first; c != none; c = g.nodes[c].next {
		if !g.nodes[c].culled {
			return false
		}
	}
	return true
}

// useless reports whether nothing at or below a node has opinions, nor could make new arcs do so.
func (g *graph) useless(i int32, local *stack) bool {
	n := &g.nodes[i]
	if g.below(i) == 0 || !g.allCulledBelow(i) || n.contributes() && len(n.site.specs) > 0 {
		return false
	}
	if n.arc == inheritArc && n.site.stack == local {
		origin := i
		if g.implied(i) {
			origin, _ = g.originRoot(i)
		}
		return g.introduction(origin).isRootPrim()
	}
	return true
}

// finish returns the graph in order of strength, without the culled nodes that are the origin of no
// other.
func (s *Stage) finish(g *graph) *graph {
	kept := g.kept()
	to := make([]int32, len(g.nodes))
	var nodes []node
	for i := int32(0); i != none; {
		if kept[i] {
			to[i] = int32(len(nodes))
			nodes = append(nodes, g.nodes[i])
		}
		i = g.after(i, !kept[i])
	}
	for i := range nodes {
		n := &nodes[i]
		if i > 0 {
			n.parent, n.origin = to[n.parent], to[n.origin]
		}
		n.first, n.last, n.next, n.prev = none, none, none, none
		if i > 0 {
			linkLast(nodes, int32(i))
		}
	}
	return &graph{nodes[:len(nodes):len(nodes)]}
}

// linkLast makes node i the last child of its parent.
func linkLast(nodes []node, i int32) {
	parent := &nodes[nodes[i].parent]
	if parent.last == none {
		parent.first = i
	} else {
		nodes[parent.last].next, nodes[i].prev = i, parent.last
	}
	parent.last = i
}

// kept tells which nodes stay: those that are not culled, and culled ones that are the origins of
// others, with their parents.
func (g *graph) kept() []bool {
	kept := make([]bool, len(g.nodes))
	for i := range g.nodes {
		kept[i] = !g.nodes[i].culled
	}
	for i := range g.nodes {
		needed := false
		for k := int32(i); ; k = g.nodes[k].origin {
			if kept[k] {
				needed = true
			} else if needed {
				for p := k; p != none && !kept[p]; p = g.nodes[p].parent {
					kept[p] = true
				}
			}
			if !g.implied(k) {
				break
			}
		}
	}
	return kept
}

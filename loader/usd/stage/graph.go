package stage

// arc is a kind of composition arc, in order of strength.
type arc uint8

const (
	rootArc arc = iota
	inheritArc
	variantArc
	referenceArc
	payloadArc
	specializeArc
)

// class reports whether an arc is to a class: an inherit or a specialize.
func (a arc) class() bool { return a == inheritArc || a == specializeArc }

// target reports whether an arc is to a prim that has to exist.
func (a arc) target() bool { return a == referenceArc || a == payloadArc }

// graph is the prim index of OpenUSD's Pcp: all sites that have opinions on a prim, in a tree. A walk
// through it, each node before its children, is in order of strength. Node 0 is the root.
type graph struct{ nodes []node }

// none is the index of no node.
const none = int32(-1)

// mostNodes is the greatest number of nodes of one prim. OpenUSD's is 32,766; no prim of real stages
// has a hundred.
const mostNodes = 2048

// node is a site with the arc that leads to it. There are many, so it is kept small.
type node struct {
	site             *site
	toParent, toRoot *mapping
	// parent is the node that has the arc. origin is the node whose arc implied this one, or else parent.
	parent, origin          int32
	first, last, next, prev int32 // children and siblings, strong ones first
	sibling                 int32 // number of the arc among those of one kind at its origin
	depth                   int32 // of the prim that introduced the arc, in prims
	// restricted is the depth of the path at which the node was made inert, 0 if it is not.
	restricted int32
	arc        arc
	inert      bool // has no opinions
	culled     bool // has none, and none below it, and is only kept as an origin
	ancestral  bool // is due to an arc of an ancestor
}

const nodeSize = 88

// contributes reports whether the opinions of the node count.
func (n *node) contributes() bool { return !n.inert && !n.culled }

// specs returns the prim specs of the node, if they count.
func (n *node) specs() []spec {
	if n.contributes() {
		return n.site.specs
	}
	return nil
}

// setInert makes a node inert or not, and notes the depth of that.
func (n *node) setInert(inert bool) {
	if (n.inert || n.culled) == inert {
		n.inert = inert
		return
	}
	n.inert, n.restricted = inert, 0
	if !n.contributes() {
		n.restricted = n.site.path.depth
	}
}

// admits reports whether the node can have opinions on its ancestor with a path.
func (n *node) admits(p *path) bool { return n.restricted == 0 || n.restricted > p.depth }

func newGraph(s *site) *graph {
	return &graph{[]node{{
		site: s, toParent: identity, toRoot: identity,
		parent: none, origin: none, first: none, last: none, next: none, prev: none,
	}}}
}

// implied reports whether a node was implied by, or copied from, another.
func (g *graph) implied(i int32) bool { return g.nodes[i].origin != g.nodes[i].parent }

// below returns how many prims a node is below the one that introduced its arc.
func (g *graph) below(i int32) int32 {
	n := &g.nodes[i]
	if n.parent == none {
		return 0
	}
	return g.nodes[n.parent].site.path.prims - n.depth
}

// introduction returns the path of a node where its arc was introduced.
func (g *graph) introduction(i int32) *path {
	p := g.nodes[i].site.path
	for depth := g.below(i); depth > 0 && p.parent != nil; depth-- {
		for p.variant {
			p = p.parent
		}
		p = p.parent
	}
	return p
}

// within reports whether a node is ancestor, or below it.
func (g *graph) within(i, ancestor int32) bool {
	for i != none && i != ancestor {
		i = g.nodes[i].parent
	}
	return i != none
}

// hasClass reports whether a node has a child with an arc to a class.
func (g *graph) hasClass(i int32) bool {
	for c := g.nodes[i].first; c != none; c = g.nodes[c].next {
		if g.nodes[c].arc.class() {
			return true
		}
	}
	return false
}

// after returns the node behind i in order of strength, not below i if skip, and none at the end.
func (g *graph) after(i int32, skip bool) int32 { return g.afterIn(0, i, skip) }

// afterIn is after for the nodes at and below top.
func (g *graph) afterIn(top, i int32, skip bool) int32 {
	if c := g.nodes[i].first; c != none && !skip {
		return c
	}
	for ; i != top; i = g.nodes[i].parent {
		if next := g.nodes[i].next; next != none {
			return next
		}
	}
	return none
}

// children returns the children that a node has now.
func (g *graph) children(i int32) []int32 {
	var all []int32
	for c := g.nodes[i].first; c != none; c = g.nodes[c].next {
		all = append(all, c)
	}
	return all
}

// insert makes node i, which has its arc, a child of its parent, behind all stronger ones.
func (g *graph) insert(i int32) {
	n := &g.nodes[i]
	parent := &g.nodes[n.parent]
	before := none
	if parent.last != none && g.stronger(i, parent.last) {
		before = parent.first
		for !g.stronger(i, before) {
			before = g.nodes[before].next
		}
	}
	n.next = before
	if before == none {
		n.prev, parent.last = parent.last, i
	} else {
		n.prev = g.nodes[before].prev
		g.nodes[before].prev = i
	}
	if n.prev == none {
		parent.first = i
	} else {
		g.nodes[n.prev].next = i
	}
}

// link is what leads to a new node.
type link struct {
	arc            arc
	parent, origin int32
	toParent       *mapping
	sibling, depth int32
}

// graft adds the nodes of sub below the parent that the link names, and returns the index of its root.
func (t *paths) graft(g, sub *graph, l link) int32 {
	base := int32(len(g.nodes))
	t.limit.work(8 * len(sub.nodes))
	g.nodes = append(g.nodes, sub.nodes...)
	root := &g.nodes[base]
	root.arc, root.parent, root.origin = l.arc, l.parent, l.origin
	root.toParent, root.toRoot = l.toParent, t.after(g.nodes[l.parent].toRoot, l.toParent)
	root.sibling, root.depth = l.sibling, l.depth
	shift(&root.first, base)
	shift(&root.last, base)
	for i := int(base) + 1; i < len(g.nodes); i++ {
		n := &g.nodes[i]
		n.toRoot = t.after(root.toRoot, n.toRoot)
		for _, link := range [...]*int32{&n.parent, &n.origin, &n.first, &n.last, &n.next, &n.prev} {
			shift(link, base)
		}
	}
	g.insert(base)
	return base
}

func shift(link *int32, by int32) {
	if *link != none {
		*link += by
	}
}

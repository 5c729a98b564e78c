package stage

import "fmt"

// adding is how an arc is added.
type adding struct {
	silent    bool // the node itself has no opinions
	ancestral bool // arcs of ancestors of the site count too
	unique    bool // not if the site is in a graph already
	built     bool // the arcs of the nodes were evaluated
	copied    bool // the node is a copy of a specialized one
}

// add adds an arc to a site, and the tasks that result. It returns the new node, none if there is none:
// for a circle, which is a Problem unless from is nil, or for a site that is there already.
func (b *builder) add(l link, to *site, how adding) int32 {
	if l.arc != variantArc && b.circle(l.parent, to) {
		b.report(l.parent, problemKey{site: to, text: "circle"}, b.author(l), false,
			fmt.Errorf("%s to <%s> of %s: arcs in a circle", l.arc, to.path, to.stack.layers[0].id))
		return none
	}
	how.unique = how.unique || b.outer != nil && b.outer.unique
	if how.unique && b.known(to) {
		return none
	}
	sub := newGraph(to)
	if how.ancestral {
		f := &frame{builder: b, link: l, wanted: to, unique: how.unique}
		if b.outer != nil {
			f.nested = b.outer.nested + 1
		}
		if f.nested > mostFrames {
			b.limit.fail(fmt.Errorf("<%s>: arcs to prims below others are nested more than %d deep", b.root().path, mostFrames))
			return none
		}
		sub = b.build(to, f, !how.silent)
	} else if how.silent {
		sub.nodes[0].inert, sub.nodes[0].restricted = true, 1
	}
	if len(b.g.nodes)+len(sub.nodes) > mostNodes {
		b.limit.fail(fmt.Errorf("<%s>: opinions of more than %d sites", b.root().path, mostNodes))
	}
	if !b.limit.poll() {
		return none
	}
	i := b.paths.graft(b.g, sub, l)
	b.addTasks(i, how.built || how.ancestral, how.copied, how.ancestral)
	if to.path.parent == nil { // a placeholder for a default prim that there is not
		b.g.silence(i)
	}
	return i
}

// silence makes a node and all nodes below it inert.
func (g *graph) silence(top int32) {
	for i := top; i != none; i = g.afterIn(top, i, false) {
		g.nodes[i].setInert(true)
	}
}

// author returns the spec that arcs of a link are from, for messages: the strongest of its parent.
func (b *builder) author(l link) spec {
	if specs := b.at(l.parent).specs; len(specs) > 0 {
		return specs[0]
	}
	return spec{}
}

// circle reports whether an arc from a node to a site leads to something that the node is part of, or
// that is part of it.
func (b *builder) circle(parent int32, to *site) bool {
	p := to.path
	for {
		for i := parent; i != none; i = b.g.nodes[i].parent {
			if at := b.at(i); at.stack == to.stack && (at.path.has(p) || p.has(at.path)) {
				return true
			}
		}
		if b.outer == nil {
			return false
		}
		p = b.outward(p)
		parent, b = b.outer.link.parent, b.outer.builder
	}
}

// outward returns the path that p, of an arc of this graph, has when the graph, which may still be that of
// an ancestor, is part of the one outside.
func (b *builder) outward(p *path) *path {
	return b.paths.replace(b.outer.wanted.path, b.at(0).path, p)
}

// known reports whether a site is in a graph, here or outside, and has opinions.
func (b *builder) known(at *site) bool {
	for {
		b.limit.work(len(b.g.nodes))
		for i := range b.g.nodes {
			if n := &b.g.nodes[i]; n.site == at && n.contributes() {
				return true
			}
		}
		if b.outer == nil {
			return false
		}
		at = b.site(at.stack, b.outward(at.path))
		b = b.outer.builder
	}
}

// String returns the name of an arc in messages.
func (a arc) String() string {
	return [...]string{"root", "inherit", "variant", "reference", "payload", "specialize"}[a]
}

package stage

import (
	"fmt"
	"slices"
)

// addClasses adds the inherits or specializes of a node. A class maps to its instance, and every other
// path to itself.
func (b *builder) addClasses(i int32, kind arc, list []classArc) {
	if !b.g.nodes[i].contributes() {
		return
	}
	for num, c := range list {
		if b.limit.err != nil {
			return
		}
		if c.path == nil || c.path == b.paths.root {
			b.report(i, problemKey{num: num, arc: kind}, c.from, false,
				fmt.Errorf("%s of <%s>: not the path of a prim", kind, c.text))
			continue
		}
		m := b.paths.newMapping([]pair{{b.paths.root, b.paths.root}, {c.path, b.at(i).path.plain}}, noOffset)
		b.addClass(link{arc: kind, parent: i, origin: i, toParent: m, sibling: int32(num)}, nil)
	}
}

// addClass adds one arc to a class, or returns the node that there is for it already. same is the site
// that the arc was implied by: an equal one would only repeat its opinions. It returns none where the
// mapping has no class for the parent.
func (b *builder) addClass(l link, same *site) int32 {
	parent := b.at(l.parent)
	class := b.classPath(parent.path, l.toParent)
	if class == nil {
		return none
	}
	to := b.site(parent.stack, class)
	if i := b.matching(l.parent, to); i != none {
		return i
	}
	speaks := class != parent.path && to != same && !b.local(l.parent, class)
	l.depth = parent.path.prims
	return b.add(l, to, adding{
		silent: !speaks, unique: speaks, ancestral: speaks && !class.isRootPrim(),
	})
}

// local reports whether a class is below the instance that a prim of the stage is in, so that it is not
// part of the prototype.
func (b *builder) local(parent int32, class *path) bool {
	n := &b.g.nodes[parent]
	if b.outer != nil || parent != 0 || !n.inert {
		return false
	}
	instance := n.site.path
	for instance.depth > n.restricted {
		instance = instance.parent
	}
	return class.has(instance)
}

// isRootPrim reports whether p is a child of the root.
func (p *path) isRootPrim() bool { return !p.variant && p.depth == 1 }

// matching returns the child of a node with a site, none if there is none.
func (b *builder) matching(parent int32, at *site) int32 {
	for c := b.g.nodes[parent].first; c != none; c = b.g.nodes[c].next {
		if b.at(c) == at {
			return c
		}
	}
	return none
}

// classPath maps the path of an instance back to that of its class, with the variant selections that
// the path has. It returns nil if there is none.
func (b *builder) classPath(instance *path, m *mapping) *path {
	class := b.paths.back(m, instance.plain)
	selected := instance.selected()
	if class == nil || selected == nil {
		return class
	}
	return b.paths.replace(class, selected.plain, selected)
}

// startOfClasses returns the node below which classes have to be implied as a whole when i is added: the
// one that has the hierarchy of classes which i is in, or, where that is a class by an arc of an
// ancestor and the hierarchy is not below that ancestor, the one that has that.
func (b *builder) startOfClasses(i int32) int32 {
	g := b.g
	for g.nodes[i].arc.class() {
		instance, class := g.hierarchy(i)
		i = instance
		if g.nodes[i].arc.class() && b.at(class).path.has(g.introduction(i)) {
			break
		}
	}
	return i
}

// implyClasses implies the classes of a node to its parent, so that what a prim inherits in one layer
// stack it inherits, by the same name, in those that refer to it.
func (b *builder) implyClasses(i int32) {
	n := &b.g.nodes[i]
	if n.parent == none || b.propagated(i) || !b.g.hasClass(i) {
		return
	}
	b.implyTree(n.parent, i, b.paths.withRoot(n.toParent))
}

// implied is a class that is implied to a node, by the mapping from its parent to that node.
type implied struct {
	to, class int32
	transfer  *mapping
}

// implyTree implies the classes below from to to, and the classes of those.
func (b *builder) implyTree(to, from int32, transfer *mapping) {
	g := b.g
	waiting := g.classesBelow(nil, to, from, transfer)
	if g.nodes[from].arc.class() {
		// The next class of a hierarchy which from is in is not one of what has the hierarchy.
		waiting = slices.DeleteFunc(waiting, func(w implied) bool { return g.below(from) == g.below(w.class) })
	}
	for len(waiting) > 0 && b.limit.poll() {
		w := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if b.paths.forth(w.transfer, b.at(w.class).path.plain) == nil {
			continue // The name of the class is that of something else there.
		}
		m := b.impliedMapping(w.transfer, g.nodes[w.class].toParent)
		if i := b.implyClass(w.to, w.class, m); i != none && g.hasClass(w.class) {
			across := b.paths.after(w.transfer, g.nodes[w.class].toParent)
			waiting = g.classesBelow(waiting, i, w.class, b.paths.after(b.paths.invert(m), across))
		}
	}
}

// classesBelow appends the classes of node from to list, the first one last.
func (g *graph) classesBelow(list []implied, to, from int32, transfer *mapping) []implied {
	for c := g.nodes[from].last; c != none; c = g.nodes[c].prev {
		if g.nodes[c].arc.class() {
			list = append(list, implied{to, c, transfer})
		}
	}
	return list
}

// impliedMapping returns the mapping of a class arc, moved to where transfer maps.
func (b *builder) impliedMapping(transfer, class *mapping) *mapping {
	if transfer.isIdentity() {
		return class
	}
	t := b.paths
	return t.withRoot(t.after(transfer, t.after(class, t.invert(transfer))))
}

// implyClass adds class c to node to, or finds it there.
func (b *builder) implyClass(to, c int32, m *mapping) int32 {
	for i := b.g.nodes[to].first; i != none; i = b.g.nodes[i].next {
		if n := &b.g.nodes[i]; n.origin == c && n.toParent.equal(m) {
			return i
		}
	}
	n := &b.g.nodes[c]
	return b.addClass(link{arc: n.arc, parent: to, origin: c, toParent: m, sibling: n.sibling}, n.site)
}

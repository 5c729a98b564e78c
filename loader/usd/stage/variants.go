package stage

// addSets adds a task for each variant set at a path of a node's stack.
func (b *builder) addSets(i int32, p *path, k kind) {
	if k == variant && !b.g.nodes[i].contributes() {
		return
	}
	at := b.site(b.at(i).stack, p)
	for num, set := range b.listsOf(at).variantSets {
		b.push(task{k, i, p, set, num})
	}
}

// addAncestralSets adds tasks for the variant sets of the prims above a node, up to a variant, whose own
// graph has those above it.
func (b *builder) addAncestralSets(i int32) {
	n := &b.g.nodes[i]
	for p := n.site.path.parent; p != nil && p.parent != nil; p = p.parent {
		if n.admits(p) {
			b.addSets(i, p, ancestralVariant)
		}
		if p.variant {
			break
		}
	}
}

// chooseVariant adds the variant that is selected in a set, if one is. If not, it tries again when
// another variant was added, which may bring a selection.
func (b *builder) chooseVariant(t task) {
	n := &b.g.nodes[t.node]
	if !n.admits(t.path) {
		return
	}
	choice := b.selection(t)
	if b.limit.err != nil {
		return
	}
	if choice == "" {
		b.unselected = append(b.unselected, t)
		return
	}
	chosen := b.paths.choose(t.path, t.set, choice)
	l := link{
		arc: variantArc, parent: t.node, origin: t.node, toParent: identity,
		sibling: int32(t.num), depth: t.path.prims,
	}
	var how adding
	to := chosen
	if t.kind == ancestralVariant {
		to = b.paths.replace(n.site.path, t.path, chosen)
		how = adding{ancestral: true, unique: b.belowClass(t.node)}
	}
	if b.add(l, b.site(n.site.stack, to), how) != none {
		for _, u := range b.unselected {
			b.push(u)
		}
		b.unselected = nil
	}
}

// belowClass reports whether a node is below an arc to a class that this prim has, so that no site may
// be added twice.
func (b *builder) belowClass(i int32) bool {
	for ; i > 0; i = b.g.nodes[i].parent {
		if n := &b.g.nodes[i]; n.arc.class() && b.g.below(i) == 0 && n.contributes() {
			return true
		}
	}
	return false
}

// selection returns the name of the variant that is selected in a set, "" for none: that which was
// selected already for the same prim of the stage, or else the strongest selection there is, which may
// be in a weaker place than the set.
func (b *builder) selection(t task) string {
	b.limit.work(4 * len(b.g.nodes))
	top, p := b.outermost(t.node, t.path.plain)
	in := make([]*path, len(b.g.nodes)) // p in the nodes below top
	in[top] = p
	below := func(i int32) *path {
		if i != top {
			if above := in[b.g.nodes[i].parent]; above != nil {
				in[i] = b.paths.back(b.g.nodes[i].toParent, above)
			}
		}
		return in[i]
	}
	for i := top; i != none; {
		q := below(i)
		if q != nil && b.g.nodes[i].arc == variantArc {
			at := b.g.introduction(i)
			if at.variant && at.name == t.set && at.unselected() == q {
				return at.selection
			}
		}
		i = b.g.afterIn(top, i, q == nil)
	}
	for i := top; i != none && b.limit.err == nil; {
		if in[i] != nil && b.g.nodes[i].admits(in[i]) {
			if choice, ok := b.selectionAt(i, in[i], t.set); ok {
				return choice
			}
		}
		i = b.g.afterIn(top, i, in[i] == nil)
	}
	return ""
}

// outermost maps a path of a node as far towards the root as it maps. It returns the node that it came
// to, and the path there.
func (b *builder) outermost(i int32, p *path) (int32, *path) {
	if q := b.paths.forth(b.g.nodes[i].toRoot, p); q != nil {
		i, p = 0, q
	}
	for i > 0 {
		q := b.paths.forth(b.g.nodes[i].toParent, p)
		if q == nil {
			break
		}
		i, p = b.g.nodes[i].parent, q
	}
	if at := b.g.introduction(i); at.plain != at {
		p = b.paths.replace(p, at.plain, at)
	}
	return i, p
}

// selectionAt returns the selection in a set by the strongest layer of a node that has one, for the prim
// at a path. "" selects none.
func (b *builder) selectionAt(i int32, p *path, set string) (choice string, ok bool) {
	n := &b.g.nodes[i]
	if at := b.g.introduction(i); n.arc == variantArc {
		p = b.paths.replace(p, at.plain, at)
	}
	at := b.site(n.site.stack, p)
	if at.arcs&hasSelections == 0 {
		return "", false
	}
	for _, sp := range at.specs {
		f := at.stack.file(sp)
		all, _ := b.field(f, sp.prim.Fields, "variantSelection", at.path).(map[string]string)
		choice, ok := all[set]
		if ok && len(choice) > 0 && choice[0] == '`' {
			b.report(i, problemKey{site: at, text: set}, sp, true, errExpression)
			continue
		}
		if ok {
			return choice, true
		}
	}
	return "", false
}

// unselected returns the path of the prim that a variant is of.
func (p *path) unselected() *path {
	for p.variant {
		p = p.parent
	}
	return p
}

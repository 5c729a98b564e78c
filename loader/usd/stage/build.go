package stage

// builder builds the graph of one prim, as OpenUSD's Pcp_BuildPrimIndex does (Pixar, pxr/usd/pcp,
// primIndex.cpp), without relocates, permissions and payloads that are not loaded. Tasks are done in
// the order of their kinds, since what one kind finds decides what others do: all arcs before variants,
// as any of them may bring the selection of a variant.
type builder struct {
	*Stage
	g       *graph
	outer   *frame // of the graph that g becomes part of, nil for that of a prim of the stage
	tasks   [taskKinds][]task
	waiting map[task]bool // implied ones that are among tasks
	ranks   []int32       // the places of nodes in order of strength, if there are as many as nodes
	// unselected are the variant sets for which no selection was found so far.
	unselected []task
}

// frame is what a graph is built for: an arc to a prim that is not a root prim, so that arcs of its
// ancestors have opinions on it too.
type frame struct {
	*builder       // of the graph that has the arc
	link     link  // the arc
	wanted   *site // the site that the arc leads to
	unique   bool  // no site may be in the graphs twice
	nested   int   // how many frames are around
}

// mostFrames is the greatest number of arcs to subroot prims that are built within one another.
const mostFrames = 128

// kind is a kind of task, in order of precedence.
type kind uint8

const (
	references kind = iota
	payloads
	inherits
	impliedClasses
	specializes
	ancestralVariants
	ancestralVariant
	impliedSpecializes
	variants
	variant
	unresolved
	taskKinds
)

// task is something to do for a node. Those for one variant set have the path of its prim, the name and
// the number of the set.
type task struct {
	kind kind
	node int32
	path *path
	set  string
	num  int
}

// build returns the graph of a site in the frame outer: the graph of its parent, with the name of the
// child at each site, and then all arcs that the sites have. contributes tells whether the root node has
// opinions.
func (s *Stage) build(at *site, outer *frame, contributes bool) *graph {
	var above []*site // that are to be built, the lowest first
	p := at.path
	for ; p.parent != nil && !p.variant; p = p.parent {
		above = append(above, s.site(at.stack, p))
	}
	g := newGraph(s.site(at.stack, p))
	if p.variant {
		g.nodes[0].setInert(len(above) == 0 && !contributes)
		g = s.complete(g, outer)
	}
	for i := len(above) - 1; i >= 0 && s.limit.poll(); i-- {
		if s.instanceable(g) {
			g.disableInstance()
		}
		s.descend(g, above[i])
		if i == 0 && !contributes {
			g.nodes[0].setInert(true)
		}
		g = s.complete(g, outer)
	}
	return g
}

// buildChild returns the graph of a child of a prim of the stage, whose graph is not changed.
func (s *Stage) buildChild(parent *graph, instance bool, at *site) *graph {
	s.limit.work(16 * len(parent.nodes))
	s.limit.charge(len(parent.nodes), nodeSize)
	if s.limit.err != nil {
		return newGraph(at)
	}
	g := &graph{append([]node(nil), parent.nodes...)}
	if instance {
		g.disableInstance()
	}
	s.descend(g, at)
	g = s.complete(g, nil)
	s.cull(g)
	return s.finish(g)
}

// descend makes the graph of a prim that of its child at a site.
func (s *Stage) descend(g *graph, at *site) {
	name := at.path.name
	for i := range g.nodes {
		n := &g.nodes[i]
		n.site = s.site(n.site.stack, s.paths.child(n.site.path, name))
		n.ancestral = i > 0
	}
	g.nodes[0].site = at
}

// complete does all tasks of a graph.
func (s *Stage) complete(g *graph, outer *frame) *graph {
	b := &builder{Stage: s, g: g, outer: outer, waiting: map[task]bool{}}
	b.addTree(0, false, false, false)
	for s.limit.poll() {
		t, ok := b.pop()
		if !ok {
			break
		}
		b.do(t)
	}
	return g
}

func (b *builder) do(t task) {
	switch t.kind {
	case references:
		b.addTargets(t.node, referenceArc, b.listsOf(b.at(t.node)).references)
	case payloads:
		b.addTargets(t.node, payloadArc, b.listsOf(b.at(t.node)).payloads)
	case inherits:
		b.addClasses(t.node, inheritArc, b.listsOf(b.at(t.node)).inherits)
	case specializes:
		b.addClasses(t.node, specializeArc, b.listsOf(b.at(t.node)).specialize)
	case impliedClasses:
		b.implyClasses(t.node)
	case impliedSpecializes:
		b.implySpecializes(t.node)
	case variants:
		b.addSets(t.node, b.at(t.node).path, variant)
	case ancestralVariants:
		b.addAncestralSets(t.node)
	case variant, ancestralVariant:
		b.chooseVariant(t)
	case unresolved:
		b.checkTarget(t.node)
	}
}

// at returns the site of a node.
func (b *builder) at(i int32) *site { return b.g.nodes[i].site }

// push adds a task.
func (b *builder) push(t task) {
	if t.kind == impliedClasses || t.kind == impliedSpecializes {
		if b.waiting[t] {
			return
		}
		b.waiting[t] = true
	}
	b.tasks[t.kind] = append(b.tasks[t.kind], t)
}

// pop removes the next task. Implied classes are done for the latest node first, so that a node comes
// before those above it; variants in order of strength, since their selections depend on others;
// everything else from the first node on.
func (b *builder) pop() (task, bool) {
	for k := range b.tasks {
		list := b.tasks[k]
		if len(list) == 0 {
			continue
		}
		if kind := kind(k); kind == variant || kind == ancestralVariant {
			b.rank()
		}
		b.limit.work(len(list))
		best := 0
		for i := range list {
			if b.sooner(list[i], list[best]) {
				best = i
			}
		}
		t := list[best]
		list[best] = list[len(list)-1]
		b.tasks[k] = list[:len(list)-1]
		delete(b.waiting, t)
		return t, true
	}
	return task{}, false
}

// sooner reports whether t is done before u, which is of the same kind.
func (b *builder) sooner(t, u task) bool {
	switch {
	case t.kind == impliedClasses:
		return t.node > u.node
	case t.kind != variant && t.kind != ancestralVariant:
		return t.node < u.node
	case t.node != u.node:
		return b.ranks[t.node] < b.ranks[u.node]
	case t.path != u.path:
		return t.path.depth < u.path.depth
	}
	return t.num < u.num
}

// rank brings ranks up to date.
func (b *builder) rank() {
	if len(b.ranks) == len(b.g.nodes) {
		return
	}
	b.limit.work(len(b.g.nodes))
	b.ranks = make([]int32, len(b.g.nodes))
	place := int32(0)
	for i := int32(0); i != none; i = b.g.after(i, false) {
		b.ranks[i] = place
		place++
	}
}

// addTasks adds the tasks for a new node and those below it. built tells that its own arcs were
// evaluated already, implied that it is a copy of a specialized node.
func (b *builder) addTasks(i int32, built, copied, ancestral bool) {
	if !copied {
		b.addImplied(i)
	}
	b.addTree(i, built, copied, ancestral)
}

// addImplied adds the tasks for classes that a new node, or a child of it, implies above it.
func (b *builder) addImplied(i int32) {
	g := b.g
	if g.nodes[i].arc.class() {
		b.push(task{kind: impliedClasses, node: b.startOfClasses(i)})
	} else if g.hasClass(i) {
		b.push(task{kind: impliedClasses, node: i})
	}
	if b.outer != nil { // Specializes are implied when the graph is complete.
		return
	}
	start := none
	for n := i; n > 0; n = g.nodes[n].parent {
		if g.nodes[n].arc == specializeArc {
			start = n
		}
	}
	if start == none && b.hasSpecialize(i) {
		start = i
	}
	if start != none {
		b.push(task{kind: impliedSpecializes, node: start})
	}
}

func (b *builder) hasSpecialize(i int32) bool {
	for c := b.g.nodes[i].first; c != none; c = b.g.nodes[c].next {
		if b.g.nodes[c].arc == specializeArc {
			return true
		}
	}
	return false
}

// addTree adds the tasks for the arcs of a node and of all nodes below it. Variants wait until the graph
// is that of a prim of the stage, which may have stronger selections.
func (b *builder) addTree(top int32, built, copied, ancestral bool) {
	for i := top; i != none; i = b.g.afterIn(top, i, false) {
		n := &b.g.nodes[i]
		if b.outer == nil {
			if top > 0 && n.arc.target() {
				b.push(task{kind: unresolved, node: i})
			}
			if n.contributes() && n.site.arcs&hasVariants != 0 {
				b.push(task{kind: variants, node: i})
			}
			if ancestral && !copied {
				b.push(task{kind: ancestralVariants, node: i})
			}
		}
		if !built && !copied && n.contributes() {
			b.addArcs(i)
		}
	}
}

// addArcs adds the tasks for the arcs that a node has, but for variants.
func (b *builder) addArcs(i int32) {
	for _, a := range [...]struct {
		has  arcs
		kind kind
	}{
		{hasSpecializes, specializes}, {hasInherits, inherits},
		{hasPayloads, payloads}, {hasReferences, references},
	} {
		if b.at(i).arcs&a.has != 0 {
			b.push(task{kind: a.kind, node: i})
		}
	}
}

// report adds an error about an arc of node i.
func (b *builder) report(i int32, key problemKey, from spec, unsupported bool, err error) {
	f := b.at(i).stack.file(from)
	key.file, key.path = f, b.at(i).path
	b.problem(key, &Problem{
		Path: b.root().path.String(), Layer: f.id, Unsupported: unsupported, Err: err,
	})
}

// root returns the site of the prim of the stage that all is built for.
func (b *builder) root() *site {
	for b.outer != nil {
		b = b.outer.builder
	}
	return b.at(0)
}

package stage

import (
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// Prim is a composed prim. Its methods return errors for values that do not decode, for limits and of
// Poll; what is wrong with arcs is in Stage.Problems instead.
type Prim struct {
	stage     *Stage
	graph     *graph
	typeName  string
	specifier layer.Specifier
	active    bool
	defined   bool
	abstract  bool
	composed  bool
	children  []*Prim
	index     map[string]*Prim // of many children, for Stage.Prim
	prototype *Prim            // nil if it is no instance
}

const primSize = 128

// Path returns the path, such as "/World/arm". Prims below an instance are shared by all instances of
// its prototype, and have the path below the first of them.
func (p *Prim) Path() string { return p.path().String() }

func (p *Prim) path() *path { return p.graph.nodes[0].site.path }

// Name returns the last element of the path.
func (p *Prim) Name() string { return p.path().name }

// TypeName returns the type, such as "Mesh", and "" for a prim without one.
func (p *Prim) TypeName() string { return p.typeName }

// Specifier returns the specifier, which is Over only if no opinion defines the prim.
func (p *Prim) Specifier() layer.Specifier { return p.specifier }

// Active reports whether the prim is active. An inactive one has no Children.
func (p *Prim) Active() bool { return p.active }

// Defined reports whether the prim and all prims above it, up to an instance, are defined.
func (p *Prim) Defined() bool { return p.defined }

// Abstract reports whether the prim or one above it, up to an instance, is a class.
func (p *Prim) Abstract() bool { return p.abstract }

// Instance reports whether the prim is an instance of a prototype: opinions on its descendants that are
// not part of the prototype are left out.
func (p *Prim) Instance() bool { return p.prototype != nil }

// Prototype returns the first instance that was composed of the same prototype, which may be p itself;
// nil if p is no instance. Its Children are those of p.
func (p *Prim) Prototype() *Prim { return p.prototype }

// Children returns the children in composed order, those that are inactive, undefined or abstract
// too. Instances of one prototype return the same prims: what they share is identical but for the path.
func (p *Prim) Children() ([]*Prim, error) {
	if p.prototype != nil && p.prototype != p {
		return p.prototype.Children()
	}
	s := p.stage
	if p.composed || !p.active || s.limit.err != nil {
		return p.children, s.limit.err
	}
	stack := p.graph.nodes[0].site.stack
	for _, name := range p.childNames() {
		at := s.site(stack, s.paths.child(p.path(), name))
		s.at = at.path
		s.limit.prims(1)
		s.limit.charge(1, primSize)
		if !s.limit.poll() {
			break
		}
		p.children = append(p.children, s.newPrim(p, at))
	}
	p.composed = true
	return p.children, s.limit.err
}

// newPrim composes a child.
func (s *Stage) newPrim(parent *Prim, at *site) *Prim {
	p := &Prim{stage: s, graph: s.buildChild(parent.graph, parent.Instance(), at), active: true}
	p.typeName = p.composeType()
	p.specifier = p.composeSpecifier()
	if active, ok := p.strongest("active").(bool); ok {
		p.active = active
	}
	up := parent.Instance() // Prims of a prototype do not depend on where an instance is.
	p.defined = p.specifier != layer.Over && (up || parent.defined)
	p.abstract = p.specifier == layer.Class || !up && parent.abstract
	if p.active && s.instanceable(p.graph) {
		key := s.prototypeKey(p.graph)
		if p.prototype = s.prototypes[key]; p.prototype == nil {
			s.limit.charge(1, len(key)+64)
			s.prototypes[key], p.prototype = p, p
		}
	}
	return p
}

// each calls visit for the specs of a prim, strong ones first, until it returns false.
func (p *Prim) each(visit func(i int32, sp spec) bool) {
	g := p.graph
	for i := int32(0); i != none; i = g.after(i, false) {
		for _, sp := range g.nodes[i].specs() {
			if !visit(i, sp) || p.stage.limit.err != nil {
				return
			}
		}
	}
}

// strongest returns the strongest value of a field, nil if there is none.
func (p *Prim) strongest(name string) (v any) {
	p.each(func(i int32, sp spec) bool {
		at := p.graph.nodes[i].site
		p.stage.limit.work(len(sp.prim.Fields))
		v = p.stage.field(at.stack.file(sp), sp.prim.Fields, name, at.path)
		return v == nil
	})
	return v
}

// composeType returns the strongest type that is one.
func (p *Prim) composeType() (name string) {
	p.each(func(_ int32, sp spec) bool {
		if sp.prim.TypeName != "__AnyType__" {
			name = sp.prim.TypeName
		}
		return name == ""
	})
	return name
}

// composeSpecifier returns the strongest specifier that defines the prim; but class is weaker than def
// where the prim inherits it, as an instance of a class is none.
func (p *Prim) composeSpecifier() layer.Specifier {
	result := layer.Over
	p.each(func(i int32, sp spec) bool {
		switch sp.prim.Specifier {
		case layer.Def:
			result = layer.Def
			return false
		case layer.Class:
			result = layer.Class
			return p.graph.inherited(i)
		}
		return true
	})
	return result
}

// inherited reports whether a node is at or below an inherit of the prim itself.
func (g *graph) inherited(i int32) bool {
	for ; i != none; i = g.nodes[i].parent {
		if g.nodes[i].arc == inheritArc && !g.nodes[i].ancestral {
			return true
		}
	}
	return false
}

// childNames returns the names of the children, weak ones first, each layer reordered as it says.
func (p *Prim) childNames() []string {
	nodes := p.graph.bottomUp(0, true)
	if p.Instance() {
		shared := make([]bool, len(p.graph.nodes))
		p.graph.shareable(func(i int32, yes bool) bool { shared[i] = yes; return true })
		nodes = slices.DeleteFunc(nodes, func(i int32) bool { return !shared[i] })
	}
	var names []string
	seen := map[string]bool{}
	for _, i := range nodes {
		specs := p.graph.nodes[i].specs()
		for k := len(specs) - 1; k >= 0 && p.stage.limit.err == nil; k-- {
			prim := specs[k].prim
			p.stage.limit.work(len(prim.Children) + len(prim.PrimOrder))
			for _, c := range prim.Children {
				if !seen[c.Name] {
					seen[c.Name] = true
					names = append(names, c.Name)
				}
			}
			names = reorder(names, prim.PrimOrder)
		}
	}
	return names
}

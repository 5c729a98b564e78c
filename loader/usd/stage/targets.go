package stage

import (
	"errors"
	"fmt"
)

// addTargets adds the references or payloads of a node.
func (b *builder) addTargets(i int32, kind arc, list []target) {
	if !b.g.nodes[i].contributes() {
		return
	}
	for num := range list {
		if b.limit.err != nil {
			return
		}
		t := &list[num]
		to, placeholder, err := b.aim(i, t)
		if err != nil {
			b.report(i, problemKey{num: num, arc: kind, text: "asset"}, t.from, t.unsupported, fmt.Errorf("%s to %w", kind, err))
		}
		if to == nil {
			continue
		}
		at := b.at(i)
		b.add(link{
			arc: kind, parent: i, origin: i, toParent: b.targetMapping(at, t, to),
			sibling: int32(num), depth: at.path.prims,
		}, to, adding{silent: placeholder, ancestral: to.path.prims != 1})
	}
}

// aim returns the site that a reference or payload leads to, nil if there is none. Where there is no
// default prim that is the pseudo-root, which only keeps the place of the arc.
func (b *builder) aim(i int32, t *target) (to *site, placeholder bool, err error) {
	stack := b.at(i).stack
	f := stack.layers[0].file
	if t.err != nil {
		return nil, false, t.err
	}
	if t.asset != "" {
		if f = b.open(t.id); f.err != nil {
			return nil, false, fmt.Errorf("@%s@: %w", t.asset, f.err)
		}
		stack = b.stackOf(f)
	}
	text := t.prim
	if text == "" {
		if text, _ = b.field(f, f.layer.Root.Fields, "defaultPrim", b.paths.root).(string); text == "" {
			return b.site(stack, b.paths.root), true, fmt.Errorf("@%s@: the layer has no default prim", t.asset)
		}
	} else if text[0] != '/' {
		return nil, false, fmt.Errorf("<%s>: not the path of a prim", text)
	}
	p := b.paths.parse(text, b.paths.root)
	if p == nil || p == b.paths.root {
		return nil, false, fmt.Errorf("<%s>: not the path of a prim", text)
	}
	return b.site(stack, p), false, nil
}

// targetMapping maps the prim of a reference to the one that has it, and nothing else, unless both are
// in the same stack.
func (b *builder) targetMapping(at *site, t *target, to *site) *mapping {
	o := t.offset
	pairs := []pair{{to.path, at.path.plain}}
	if t.asset == "" {
		pairs = append(pairs, pair{b.paths.root, b.paths.root})
	} else if from, into := at.stack.file(t.from).rate, to.stack.layers[0].rate; from != into {
		o.scale *= from / into
	}
	return b.paths.newMapping(pairs, o)
}

var errNoPrim = errors.New("there is no such prim")

// checkTarget notes a reference or payload to a prim that no layer has, now that all opinions on it
// would be there.
func (b *builder) checkTarget(i int32) {
	p := b.g.introduction(i)
	ancestral := b.g.below(i) > 0
	for k := i; k != none; k = b.g.afterIn(i, k, false) {
		at := b.at(k)
		if ancestral {
			at = b.site(at.stack, b.g.introduction(k))
		}
		if len(at.specs) > 0 {
			return
		}
	}
	n := &b.g.nodes[i]
	if p.parent == nil { // reported as a default prim
		return
	}
	parent := b.at(n.parent)
	b.report(n.parent, problemKey{site: n.site, num: int(n.sibling), arc: n.arc, text: "prim"}, b.arcSpec(parent, n),
		false, fmt.Errorf("%s to <%s> of %s: %w", n.arc, p, n.site.stack.layers[0].id, errNoPrim))
}

// arcSpec returns the spec that has the arc of a node, as far as it is at the site of its parent.
func (b *builder) arcSpec(parent *site, n *node) spec {
	list := b.listsOf(parent).references
	if n.arc == payloadArc {
		list = b.listsOf(parent).payloads
	}
	if int(n.sibling) < len(list) {
		return list[n.sibling].from
	}
	return spec{}
}

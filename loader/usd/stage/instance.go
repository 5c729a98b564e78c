package stage

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shareable calls visit for each node in order of strength, with whether its opinions are what all
// instances of a prototype share: they come by an arc of the prim itself, not of an ancestor. It leaves
// out what is below a node for which visit returns false.
func (g *graph) shareable(visit func(i int32, shared bool) bool) {
	direct := make([]bool, len(g.nodes)) // below or at an arc of the prim
	for i := int32(0); i != none; {
		n := &g.nodes[i]
		if n.culled {
			i = g.after(i, true)
			continue
		}
		shared := false
		if i > 0 {
			direct[i] = direct[n.parent] || !n.ancestral
			shared = direct[i] && len(n.specs()) > 0
		}
		i = g.after(i, !visit(i, shared))
	}
}

// disableInstance silences what instances of a prototype do not share.
func (g *graph) disableInstance() {
	g.shareable(func(i int32, shared bool) bool {
		if !shared {
			g.nodes[i].setInert(true)
		}
		return !shared
	})
}

// instanceable reports whether a prim is an instance: if it says so, and has something to share.
func (s *Stage) instanceable(g *graph) bool {
	if !g.says() {
		return false
	}
	shares := false
	g.shareable(func(_ int32, shared bool) bool {
		shares = shares || shared
		return !shares
	})
	if !shares {
		return false
	}
	for i := int32(0); i != none; i = g.after(i, false) {
		at := g.nodes[i].site
		for _, sp := range g.nodes[i].specs() {
			if yes, ok := s.field(at.stack.file(sp), sp.prim.Fields, "instanceable", at.path).(bool); ok {
				return yes
			}
		}
	}
	return false
}

// says reports whether anything says whether the prim is an instance.
func (g *graph) says() bool {
	return slices.ContainsFunc(g.nodes, func(n node) bool {
		return n.contributes() && n.site.arcs&hasInstanceable != 0
	})
}

// prototypeKey returns a text that is equal for prims of the same arcs and selections of variants. What
// is below them is equal then.
func (s *Stage) prototypeKey(g *graph) string {
	payload := slices.ContainsFunc(g.nodes, func(n node) bool { return n.arc == payloadArc && !n.ancestral })
	var key strings.Builder
	g.shareable(func(i int32, shared bool) bool {
		if shared {
			n := &g.nodes[i]
			fmt.Fprintf(&key, "%d %d %x %x\n", n.arc, n.site.id, n.toRoot.shift, n.toRoot.scale)
		}
		return !shared || payload
	})
	choices := map[string]string{}
	for i := int32(0); i != none; i = g.after(i, false) {
		at := g.nodes[i].site
		if at.arcs&hasSelections == 0 {
			continue
		}
		for _, sp := range g.nodes[i].specs() {
			all, _ := s.field(at.stack.file(sp), sp.prim.Fields, "variantSelection", at.path).(map[string]string)
			for set, choice := range all {
				if _, ok := choices[set]; !ok {
					choices[set] = choice
				}
			}
		}
	}
	for _, set := range slices.Sorted(maps.Keys(choices)) {
		fmt.Fprintf(&key, "%q=%q\n", set, choices[set])
	}
	return key.String()
}

package stage

import (
	"strings"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// RelationshipMetadata is Prim.Metadata for a relationship, such as bindMaterialAs; nil if there is none.
func (p *Prim) RelationshipMetadata(name, field string) (any, error) {
	q := p.property(name)
	if len(q.specs) == 0 || !q.specs[0].Relationship {
		return nil, p.stage.limit.err
	}
	return (&Attribute{property: q}).Metadata(field)
}

// targets returns a composed list of the paths of prims and properties. Those that do not map to the
// stage are left out, as what a layer refers to outside the prim that was referenced.
func (q *property) targets(name string) ([]string, error) {
	var list []string
	limit := q.prim.stage.limit
	for i := len(q.specs) - 1; i >= 0 && limit.poll(); i-- {
		s := &q.specs[i]
		if op, ok := q.field(s, name).(layer.ListOp[string]); ok {
			list = edit(list, &op, func(text string) (string, bool) { return q.translate(s, text) })
		}
	}
	return list, limit.err
}

// translate maps a path that a spec has to the stage.
func (q *property) translate(s *propertySpec, text string) (string, bool) {
	n := &q.prim.graph.nodes[s.node]
	prim, rest := splitPath(text)
	paths := q.prim.stage.paths
	p := paths.parse(prim, n.site.path)
	if prim == "" {
		p = n.site.path.plain
	}
	if p == nil {
		return "", false
	}
	if p = paths.forth(n.toRoot, p); p == nil {
		return "", false
	}
	return p.String() + rest, true
}

// splitPath splits a path before the name of the property, if it has one.
func splitPath(text string) (prim, rest string) {
	last := strings.LastIndexByte(text, '/') + 1
	if text[last:] == ".." || text[last:] == "." {
		return text, ""
	}
	if dot := strings.IndexByte(text[last:], '.'); dot >= 0 {
		return strings.TrimSuffix(text[:last+dot], "/"), text[last+dot:]
	}
	return text, ""
}

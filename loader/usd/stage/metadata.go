package stage

import (
	"maps"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// Metadata returns the strongest opinion on metadata of the prim, nil if there is none. Dictionaries are
// merged, key by key, and list operations are applied (to []string).
func (p *Prim) Metadata(name string) (any, error) {
	m := merger{}
	p.each(func(i int32, sp spec) bool {
		at := p.graph.nodes[i].site
		return m.add(p.stage.field(at.stack.file(sp), sp.prim.Fields, name, at.path))
	})
	return m.value(), p.stage.limit.err
}

// APISchemas returns the applied API schemas, such as "PhysicsCollisionAPI", in order.
func (p *Prim) APISchemas() ([]string, error) {
	v, err := p.Metadata("apiSchemas")
	names, _ := v.([]string)
	return names, err
}

// merger composes the values of one field, which are added from strong to weak.
type merger struct {
	first any // the strongest
	dict  map[string]any
	edits []layer.ListOp[string]
}

// add adds a value, nil for none. It reports whether weaker ones count.
func (m *merger) add(v any) bool {
	if v == nil {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		if m.first == nil {
			m.first, m.dict = v, maps.Clone(v)
		} else if m.dict != nil {
			under(m.dict, v)
		}
		return m.dict != nil
	case layer.ListOp[string]:
		if m.first == nil || m.edits != nil {
			m.first, m.edits = v, append(m.edits, v)
		}
		return m.edits != nil && !v.IsExplicit
	}
	if m.first == nil {
		m.first = v
	}
	return m.dict != nil || m.edits != nil
}

// under adds the keys of weak that strong has not, and so on in dictionaries that both have.
func under(strong, weak map[string]any) {
	for key, v := range weak {
		have, ok := strong[key]
		if !ok {
			strong[key] = v
			continue
		}
		a, isDict := have.(map[string]any)
		b, bothDicts := v.(map[string]any)
		if isDict && bothDicts {
			a = maps.Clone(a)
			under(a, b)
			strong[key] = a
		}
	}
}

// value returns the composed value.
func (m *merger) value() any {
	switch {
	case m.dict != nil:
		return m.dict
	case m.edits != nil:
		var list []string
		for i := len(m.edits) - 1; i >= 0; i-- {
			list = edit(list, &m.edits[i], same)
		}
		return list
	}
	if _, blocked := m.first.(layer.Blocked); blocked {
		return nil
	}
	return m.first
}

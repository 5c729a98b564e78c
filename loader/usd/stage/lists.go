package stage

import (
	"fmt"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// lists are the composed arcs of a site.
type lists struct {
	references, payloads []target
	inherits, specialize []classArc
	variantSets          []string
}

// target is a reference or a payload.
type target struct {
	from  spec   // the strongest that has it
	asset string // as written, "" for the stack of the site itself
	id    string // of the layer
	prim  string // as written, "" for the default prim
	offset
	unsupported bool
	err         error // the asset does not resolve
}

// classArc is an inherit or a specialize. path is nil if text is not the path of a prim.
type classArc struct {
	from spec
	text string
	path *path
}

// lists returns the composed arcs of a site.
func (s *Stage) listsOf(at *site) *lists {
	if at.lists != nil {
		return at.lists
	}
	l := &lists{}
	at.lists = l
	if at.arcs&hasReferences != 0 {
		l.references = s.targets(at, "references")
	}
	if at.arcs&hasPayloads != 0 {
		l.payloads = s.targets(at, "payload")
	}
	if at.arcs&hasInherits != 0 {
		l.inherits = s.classes(at, "inheritPaths")
	}
	if at.arcs&hasSpecializes != 0 {
		l.specialize = s.classes(at, "specializes")
	}
	if at.arcs&hasVariants != 0 {
		l.variantSets = s.names(at, "variantSetNames")
	}
	return l
}

// listEdits calls use with the edits of a list by the specs of a site, weak ones first.
func listEdits[T any](s *Stage, at *site, name string, use func(spec, *layer.ListOp[T])) {
	for i := len(at.specs) - 1; i >= 0 && s.limit.err == nil; i-- {
		sp := at.specs[i]
		switch v := s.field(at.stack.file(sp), sp.prim.Fields, name, at.path).(type) {
		case nil, layer.Blocked:
		case layer.ListOp[T]:
			n := len(v.Explicit) + len(v.Added) + len(v.Prepended) + len(v.Appended) + len(v.Deleted) + len(v.Ordered)
			if s.limit.charge(n, 64); s.limit.err == nil {
				use(sp, &v)
			}
		default:
			s.limit.fail(&Error{at.stack.file(sp).id, at.path.String(), name, fmt.Errorf("unexpected type %T", v)})
		}
	}
}

// names returns a composed list of names.
func (s *Stage) names(at *site, name string) (list []string) {
	listEdits(s, at, name, func(_ spec, op *layer.ListOp[string]) {
		list = edit(list, op, same)
	})
	return list
}

// classes returns the paths of a composed list of classes.
func (s *Stage) classes(at *site, name string) []classArc {
	var list []string
	from := map[string]spec{}
	listEdits(s, at, name, func(sp spec, op *layer.ListOp[string]) {
		list = edit(list, op, func(text string) (string, bool) {
			if p := s.paths.parse(text, at.path); p != nil {
				text = p.String()
			}
			from[text] = sp
			return text, true
		})
	})
	arcs := make([]classArc, len(list))
	for i, text := range list {
		arcs[i] = classArc{from[text], text, s.paths.parse(text, at.path)}
	}
	return arcs
}

// targets returns a composed list of references or payloads.
func (s *Stage) targets(at *site, name string) (list []target) {
	type key struct {
		id, prim string
		offset
	}
	var keys []key
	details := map[key]target{}
	listEdits(s, at, name, func(sp spec, op *layer.ListOp[layer.Reference]) {
		keys = edit(keys, op, func(r layer.Reference) (key, bool) {
			t := target{from: sp, asset: r.Asset, prim: r.Prim, offset: offset{r.Offset, r.Scale}}
			if f := at.stack.file(sp); !t.valid() {
				s.problem(problemKey{file: f, path: at.path, text: name + "offset"}, &Problem{
					Path: at.path.String(), Layer: f.id, Err: fmt.Errorf("%s: %w", name, t.offset.err()),
				})
				t.offset = noOffset
			}
			if r.Asset != "" {
				if t.id, t.unsupported, t.err = s.resolve(at.stack.file(sp), r.Asset); t.err != nil {
					t.id = r.Asset
				}
			}
			k := key{t.id, t.prim, t.offset}
			details[k] = t
			return k, true
		})
	})
	for _, k := range keys {
		t := details[k]
		if t.asset != "" { // Within a stack, the times of layers are those of the stack already.
			t.offset = at.stack.layers[t.from.in].offset.after(t.offset)
		}
		list = append(list, t)
	}
	return list
}

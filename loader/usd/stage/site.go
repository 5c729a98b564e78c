package stage

import "github.com/meshcheck/meshcheck/loader/usd/layer"

// site is a path in a layer stack. It is shared by all prims that have it in their graphs, and so is
// what is found out about it.
type site struct {
	stack *stack
	path  *path
	id    int // by order of appearance
	specs []spec
	arcs  arcs
	lists *lists // once they are asked for
}

// spec is a prim spec at a site, strong ones first.
type spec struct {
	in   int32 // the layer, in its stack
	prim *layer.Prim
}

// arcs are the kinds of composition arcs and metadata that the specs of a site have.
type arcs uint8

const (
	hasInherits arcs = 1 << iota
	hasVariants
	hasReferences
	hasPayloads
	hasSpecializes
	hasSelections
	hasInstanceable
)

const siteSize = 160

// file returns the layer of a spec.
func (st *stack) file(sp spec) *file { return st.layers[sp.in].file }

// site returns the site at a path of a stack.
func (s *Stage) site(st *stack, p *path) *site {
	var missing []*path
	q := p
	for ; st.sites[q] == nil && q.parent != nil; q = q.parent {
		missing = append(missing, q)
	}
	at := st.sites[q]
	if at == nil {
		at = &site{stack: st, path: q, specs: make([]spec, len(st.layers))}
		for i := range st.layers {
			at.specs[i] = spec{int32(i), st.layers[i].layer.Root}
		}
		s.addSite(at)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		at = s.below(at, missing[i])
	}
	return at
}

// below makes the site of a path just below that of another site.
func (s *Stage) below(above *site, p *path) *site {
	at := &site{stack: above.stack, path: p}
	for _, sp := range above.specs {
		if prim := s.find(sp.prim, p); prim != nil {
			at.specs = append(at.specs, spec{sp.in, prim})
			at.arcs |= arcsOf(prim)
		}
	}
	if !p.variant || len(at.specs) > 0 {
		s.checkSpecs(at)
	}
	s.addSite(at)
	return at
}

func (s *Stage) addSite(at *site) {
	s.limit.charge(1, siteSize+16*len(at.specs))
	s.sites++
	at.id = s.sites
	at.stack.sites[at.path] = at
}

// find returns the spec of the last element of a path below that of its parent, nil if there is none.
func (s *Stage) find(parent *layer.Prim, p *path) *layer.Prim {
	if !p.variant {
		return s.children.find(s.limit, parent, parent.Children, p.name)
	}
	for i := range parent.VariantSets {
		if set := &parent.VariantSets[i]; set.Name == p.name {
			for _, v := range set.Variants {
				if v.Name == p.selection {
					return v
				}
			}
		}
	}
	return nil
}

// arcsOf returns what a spec has, by the names of its fields.
func arcsOf(prim *layer.Prim) (a arcs) {
	for i := range prim.Fields {
		switch prim.Fields[i].Name {
		case "inheritPaths":
			a |= hasInherits
		case "variantSetNames":
			a |= hasVariants
		case "references":
			a |= hasReferences
		case "payload":
			a |= hasPayloads
		case "specializes":
			a |= hasSpecializes
		case "variantSelection":
			a |= hasSelections
		case "instanceable":
			a |= hasInstanceable
		}
	}
	return a
}

// checkSpecs notes what the specs of a site use that is not supported.
func (s *Stage) checkSpecs(at *site) {
	for _, sp := range at.specs {
		for i := range sp.prim.Fields {
			err := error(nil)
			switch name := sp.prim.Fields[i].Name; name {
			case "relocates":
				err = errRelocates
			case "clips", "clipAssetPaths", "clipTemplateAssetPath":
				err = errClips
			}
			if err != nil {
				s.problem(problemKey{file: at.stack.file(sp), path: at.path, text: err.Error()}, &Problem{
					Path: at.path.String(), Layer: at.stack.file(sp).id, Unsupported: true, Err: err,
				})
			}
		}
	}
}

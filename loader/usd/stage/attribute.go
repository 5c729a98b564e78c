package stage

import (
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// Attribute is a composed attribute.
type Attribute struct {
	Name string
	// TypeName is such as "point3f[]".
	TypeName string
	Uniform  bool
	property
}

// Opinion is a value with the layer that it comes from, which paths of assets are relative to.
type Opinion struct {
	Value any // see layer.Get
	Layer string
}

// property is all opinions on a property, strong ones first.
type property struct {
	prim  *Prim
	specs []propertySpec
}

// propertySpec is a property spec with the node and the layer that have it.
type propertySpec struct {
	node int32
	in   int32
	*layer.Property
}

// Attribute returns the attribute with the name, nil if there is no opinion on it.
func (p *Prim) Attribute(name string) (*Attribute, error) {
	q := p.property(name)
	if len(q.specs) == 0 || q.specs[0].Relationship {
		return nil, p.stage.limit.err
	}
	a := &Attribute{Name: name, property: q}
	for _, s := range slices.Backward(q.specs) {
		if s.TypeName != "" {
			a.TypeName = s.TypeName
		}
	}
	a.Uniform = q.specs[len(q.specs)-1].Uniform
	return a, p.stage.limit.err
}

// property returns the opinions on a property, of the kind that the strongest one has.
func (p *Prim) property(name string) property {
	q := property{prim: p}
	p.each(func(i int32, sp spec) bool {
		if found := p.stage.properties.find(p.stage.limit, sp.prim, sp.prim.Properties, name); found != nil {
			if len(q.specs) == 0 || q.specs[0].Relationship == found.Relationship {
				q.specs = append(q.specs, propertySpec{i, sp.in, found})
			}
		}
		return true
	})
	return q
}

// file returns the layer that has a spec.
func (q *property) file(s *propertySpec) *file { return q.stack(s).layers[s.in].file }

func (q *property) stack(s *propertySpec) *stack { return q.prim.graph.nodes[s.node].site.stack }

// field returns a field of a spec.
func (q *property) field(s *propertySpec, name string) any {
	return q.prim.stage.field(q.file(s), s.Fields, name, q.prim.graph.nodes[s.node].site.path)
}

// offset returns the offset from the times of a spec to those of the stage.
func (q *property) offset(s *propertySpec) offset {
	return q.prim.graph.nodes[s.node].toRoot.offset.after(q.stack(s).layers[s.in].offset)
}

// animationBlock is the default value that hides weaker time samples, but no default value.
const animationBlock = layer.Unknown("AnimationBlock")

// Default returns the default value. Its Value is nil if there is none, or if it is blocked.
func (a *Attribute) Default() (Opinion, error) {
	for i := range a.specs {
		s := &a.specs[i]
		if v := a.field(s, "default"); v != nil && v != animationBlock {
			if _, blocked := v.(layer.Blocked); blocked {
				return Opinion{}, nil
			}
			return Opinion{v, a.file(s).id}, nil
		}
	}
	return Opinion{}, a.prim.stage.limit.err
}

// Samples returns the time samples that win at times other than the default: nil if there are none, or
// if a stronger layer has a default value, or blocks them. Times are those of the stage.
func (a *Attribute) Samples() (*layer.Samples, error) {
	for i := range a.specs {
		s := &a.specs[i]
		if v, ok := a.field(s, "timeSamples").(*layer.Samples); ok && len(v.Times) > 0 {
			return shifted(v, a.offset(s)), nil
		}
		if layer.Has(s.Fields, "default") {
			break
		}
	}
	return nil, a.prim.stage.limit.err
}

// Varies reports whether values at times other than the default may differ from it: whether there are time
// samples or a spline that no stronger default value hides. It decodes nothing.
func (a *Attribute) Varies() bool {
	for i := range a.specs {
		fields := a.specs[i].Fields
		if layer.Has(fields, "timeSamples") || layer.Has(fields, "spline") {
			return true
		}
		if layer.Has(fields, "default") {
			break
		}
	}
	return false
}

// shifted returns samples at the times that an offset maps theirs to.
func shifted(s *layer.Samples, o offset) *layer.Samples {
	if o == noOffset {
		return s
	}
	times := make([]float64, len(s.Times))
	for i, t := range s.Times {
		times[i] = o.time(t)
	}
	return &layer.Samples{Times: times, Values: s.Values}
}

// Metadata is Prim.Metadata for attributes, such as interpolation and elementSize.
func (a *Attribute) Metadata(name string) (any, error) {
	m := merger{}
	for i := range a.specs {
		if !m.add(a.field(&a.specs[i], name)) {
			break
		}
	}
	return m.value(), a.prim.stage.limit.err
}

// Connections returns the targets of its connections, as paths of the stage, such as
// "/World/mat/tex.outputs:rgb".
func (a *Attribute) Connections() ([]string, error) { return a.targets("connectionPaths") }

// Relationship returns the targets of a relationship, as paths of the stage; nil if there is none. Targets
// in a prototype are below its first instance, see Path.
func (p *Prim) Relationship(name string) ([]string, error) {
	q := p.property(name)
	if len(q.specs) == 0 || !q.specs[0].Relationship {
		return nil, p.stage.limit.err
	}
	return q.targets("targetPaths")
}

// AttributeNames returns the names of the attributes that there are opinions on, in byte order, or as the
// statements that reorder properties say.
func (p *Prim) AttributeNames() ([]string, error) { return p.propertyNames(false) }

// RelationshipNames is AttributeNames for relationships.
func (p *Prim) RelationshipNames() ([]string, error) { return p.propertyNames(true) }

func (p *Prim) propertyNames(relationships bool) ([]string, error) {
	kinds := map[string]bool{}
	var names, order []string
	p.each(func(_ int32, sp spec) bool {
		for _, q := range sp.prim.Properties {
			if _, seen := kinds[q.Name]; !seen {
				kinds[q.Name] = q.Relationship
				names = append(names, q.Name)
			}
		}
		if order == nil {
			order = sp.prim.PropertyOrder
		}
		return true
	})
	slices.Sort(names)
	names = reorder(names, order)
	names = slices.DeleteFunc(names, func(name string) bool { return kinds[name] != relationships })
	return names, p.stage.limit.err
}

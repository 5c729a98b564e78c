package fbx

import (
	"github.com/meshcheck/meshcheck/loader/fbx/document"
)

// property is a property of an object.
type property struct {
	node *document.Node
	name string
	// kind is its type, such as "KString". flags has a U if the user made it.
	kind, flags string
	values      []document.Value
}

// eachProperty calls f for the properties of an object, or of a template. There are two forms, for
// version 6100 and for later ones: in these, a second type precedes the flags.
func eachProperty(n *document.Node, f func(p *property) error) error {
	list, flags := n.Child("Properties70"), 3
	if list == nil {
		list, flags = n.Child("Properties60"), 2
	}
	if list == nil {
		return nil
	}
	for _, c := range list.Children {
		name, ok := c.Value(0).Text()
		if !ok || len(c.Values) <= flags {
			continue
		}
		p := property{node: c, name: name, values: c.Values[flags+1:]}
		p.kind, _ = c.Value(1).Text()
		p.flags, _ = c.Value(flags).Text()
		if err := f(&p); err != nil {
			return err
		}
	}
	return nil
}

// number returns the first value of a property.
func (r *reader) number(p *property) (float64, error) {
	if len(p.values) > 0 {
		if x, ok := p.values[0].Float(); ok {
			return x, nil
		}
	}
	return 0, r.fail(p.node, "the property %q is not a number", p.name)
}

// vector returns the first three values of a property.
func (r *reader) vector(p *property) (v [3]float64, err error) {
	if len(p.values) < 3 {
		return v, r.fail(p.node, "the property %q is not three numbers", p.name)
	}
	for k := range v {
		x, ok := p.values[k].Float()
		if !ok {
			return v, r.fail(p.node, "the property %q is not three numbers", p.name)
		}
		v[k] = x
	}
	return v, nil
}

// template returns the node with the properties that objects of a kind have unless they say
// otherwise, nil if there is none.
func (r *reader) template(kind string) *document.Node {
	list := r.doc.Child("Definitions")
	if list == nil {
		return nil
	}
	for _, n := range list.Children {
		if name, _ := n.Value(0).Text(); n.Name == "ObjectType" && name == kind {
			return n.Child("PropertyTemplate")
		}
	}
	return nil
}

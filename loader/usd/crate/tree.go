package crate

import (
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// builder makes the layer from the tables.
type builder struct {
	*file
	// children has the paths of specs by parent and last element.
	children map[childKey]uint32
	// pending are the prims and variants that still lack their content.
	pending []pendingPrim
}

type childKey struct {
	element  string
	parent   uint32
	property bool
}

type pendingPrim struct {
	prim *layer.Prim
	path uint32
}

// Sizes of what is made for each spec, roughly.
const (
	sizeOfChild    = 80
	sizeOfPrim     = 224
	sizeOfProperty = 80
)

// layer makes the layer.
func (f *file) layer() (*layer.Layer, error) {
	b := builder{file: f, children: map[childKey]uint32{}}
	if err := b.charge(len(f.specs), sizeOfChild); err != nil {
		return nil, err
	}
	root := uint32(noPath)
	for i := range f.paths {
		switch p := &f.paths[i]; {
		case p.kind == unusedPath || p.spec < 0:
		case p.kind == rootPath:
			root = uint32(i)
		default:
			b.children[childKey{p.element, p.parent, p.kind == propertyPath}] = uint32(i)
		}
	}
	if root == noPath || f.kind(root) != rootSpec {
		return nil, failIn("SPECS", "there is no spec of the root")
	}
	l := &layer.Layer{Root: &layer.Prim{}}
	b.pending = []pendingPrim{{l.Root, root}}
	for n := 0; len(b.pending) > 0; n++ {
		next := b.pending[len(b.pending)-1]
		b.pending = b.pending[:len(b.pending)-1]
		if err := b.fill(next.prim, next.path); err != nil {
			return nil, err
		}
		if err := b.poll(n); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// kind returns the kind of the spec of a path that has one.
func (f *file) kind(path uint32) specKind { return f.specs[f.paths[path].spec].kind }

// fill sets the content of a prim, the root or a variant.
func (b *builder) fill(p *layer.Prim, path uint32) error {
	set := b.specs[b.paths[path].spec].set
	p.Fields = set.fields
	if err := b.head(p, set); err != nil {
		return b.in(path, err)
	}
	if err := b.addProperties(p, path, set.properties); err != nil {
		return b.in(path, err)
	}
	if err := b.addPrims(p, path, set.prims); err != nil {
		return b.in(path, err)
	}
	return b.in(path, b.addVariantSets(p, path, set.variantSets))
}

// in names the path of a spec in an error.
func (b *builder) in(path uint32, err error) error {
	e, ok := err.(*Error)
	if !ok {
		return err
	}
	if e.Where == specsPlace {
		err = e.Err
	}
	return failIn("SPECS", "<%.200s>: %w", b.path(&cursor{}, path), err)
}

const specsPlace = "section SPECS"

// head sets what a prim is, and the order of its children and properties.
func (b *builder) head(p *layer.Prim, set *fieldSet) (err error) {
	specifier, err := textOf(set.specifier)
	if err != nil {
		return err
	}
	switch specifier {
	case "def":
		p.Specifier = layer.Def
	case "class":
		p.Specifier = layer.Class
	}
	if p.TypeName, err = textOf(set.typeName); err != nil {
		return err
	}
	if p.PrimOrder, err = namesOf(set.primOrder); err != nil {
		return err
	}
	p.PropertyOrder, err = namesOf(set.propertyOrder)
	return err
}

// child returns the path of a child that is listed by its parent, for the first time.
func (b *builder) child(parent uint32, element string, property bool, kinds ...specKind) (uint32, error) {
	i, ok := b.children[childKey{element, parent, property}]
	switch {
	case !ok:
		return 0, failIn("SPECS", "the %s %.100q is missing", kinds[0], element)
	case !slices.Contains(kinds, b.kind(i)):
		return 0, failIn("SPECS", "%.100q is of the type %s instead of %s", element, b.kind(i), kinds[0])
	case b.paths[i].reserved:
		return 0, failIn("SPECS", "the %s %.100q is listed twice", kinds[0], element)
	}
	b.paths[i].reserved = true
	return i, nil
}

// addPrims adds the children of a prim.
func (b *builder) addPrims(p *layer.Prim, path uint32, list *value) error {
	children, err := namesOf(list)
	if err != nil {
		return err
	}
	p.Children, err = b.prims(len(children))
	for i, name := range children {
		if err != nil {
			return err
		}
		err = b.addChild(p.Children[i], path, name, name, primSpec)
	}
	return err
}

// prims returns n new prims.
func (b *builder) prims(n int) ([]*layer.Prim, error) {
	if n == 0 {
		return nil, nil
	}
	if err := b.charge(n, sizeOfPrim); err != nil {
		return nil, err
	}
	prims, all := make([]layer.Prim, n), make([]*layer.Prim, n)
	for i := range prims {
		all[i] = &prims[i]
	}
	return all, nil
}

// addChild names a prim or variant and queues its content.
func (b *builder) addChild(p *layer.Prim, parent uint32, name, element string, kind specKind) error {
	path, err := b.child(parent, element, false, kind)
	p.Name = name
	b.pending = append(b.pending, pendingPrim{p, path})
	return err
}

// addProperties adds the properties of a prim.
func (b *builder) addProperties(p *layer.Prim, path uint32, list *value) error {
	all, err := namesOf(list)
	if err != nil || len(all) == 0 {
		return err
	}
	if err := b.charge(len(all), sizeOfProperty+8); err != nil {
		return err
	}
	properties := make([]layer.Property, len(all))
	p.Properties = make([]*layer.Property, len(all))
	for i, name := range all {
		p.Properties[i] = &properties[i]
		if err := b.property(&properties[i], path, name); err != nil {
			return err
		}
	}
	return nil
}

// property sets the content of a property.
func (b *builder) property(p *layer.Property, parent uint32, name string) error {
	path, err := b.child(parent, name, true, attributeSpec, relationshipSpec)
	if err != nil {
		return err
	}
	set := b.specs[b.paths[path].spec].set
	p.Name, p.Fields, p.Relationship = name, set.fields, b.kind(path) == relationshipSpec
	if p.TypeName, err = textOf(set.typeName); err != nil {
		return err
	}
	variability, err := textOf(set.variability)
	if err != nil {
		return err
	}
	p.Uniform = variability == "uniform"
	p.Custom, err = boolOf(set.custom)
	return err
}

// addVariantSets adds the variant sets of a prim with their variants.
func (b *builder) addVariantSets(p *layer.Prim, path uint32, list *value) error {
	sets, err := namesOf(list)
	if err != nil || len(sets) == 0 {
		return err
	}
	if err := b.charge(len(sets), 2*sizeOfField); err != nil {
		return err
	}
	p.VariantSets = make([]layer.VariantSet, len(sets))
	for i, name := range sets {
		set, err := b.child(path, "{"+name+"=}", false, variantSetSpec)
		if err != nil {
			return err
		}
		variants, err := namesOf(b.specs[b.paths[set].spec].set.variants)
		if err != nil {
			return err
		}
		p.VariantSets[i].Name = name
		p.VariantSets[i].Variants, err = b.prims(len(variants))
		for k, variant := range variants {
			if err != nil {
				return err
			}
			err = b.addChild(p.VariantSets[i].Variants[k], path, variant, "{"+name+"="+variant+"}", variantSpec)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

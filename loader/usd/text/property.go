package text

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// property reads the statement of a property, that of an edit included.
func (p *parser) property() error {
	e, edited, err := p.edit()
	if err != nil {
		return err
	}
	custom := p.keyword("custom")
	if custom {
		if err := p.space(); err != nil {
			return err
		}
	}
	first := p.pos
	if p.keyword("varying") {
		if err := p.space(); err != nil {
			return err
		}
	}
	if p.keyword("rel") {
		return p.relationship(e, edited, custom)
	}
	p.pos = first
	return p.attribute(e, edited, custom)
}

// attribute reads the statement of an attribute.
func (p *parser) attribute(e edit, edited, custom bool) error {
	uniform := p.keyword("uniform") || p.keyword("config")
	if uniform {
		if err := p.space(); err != nil {
			return err
		}
	}
	typeName, err := p.attributeType()
	if err != nil {
		return err
	}
	if err := p.space(); err != nil {
		return err
	}
	a, isNew, err := p.declare(false, custom)
	if err != nil {
		return err
	}
	if isNew {
		a.TypeName, a.Uniform = typeName, uniform
	}
	if a.TypeName != typeName || a.Uniform != uniform {
		return p.fail("attribute %s was declared with another type", quote([]byte(a.Name)))
	}
	p.skip(inline)
	switch {
	case p.eat('.'):
		p.skip(inline)
		return p.attributePart(a, e, edited)
	case edited:
		return p.expected(".connect")
	}
	return p.attributeValue(a)
}

// attributeValue reads the default value and the metadata of an attribute, if they are there.
func (p *parser) attributeValue(a *layer.Property) error {
	if p.next() == '=' {
		if err := p.assign(); err != nil {
			return err
		}
		v, err := p.valueOrNone(a.TypeName)
		if err != nil {
			return err
		}
		if err := p.setField(&a.Fields, "default", v); err != nil {
			return err
		}
	}
	p.skip(inline)
	return p.metadata(ofProperty, &a.Fields)
}

// attributeType reads the type of an attribute, such as "point3f[]".
func (p *parser) attributeType() (string, error) {
	name, err := p.typeName()
	if err != nil {
		return "", err
	}
	first := p.pos
	p.skip(inline)
	if !p.eat('[') {
		p.pos = first
		return name, nil
	}
	p.skip(inline)
	return name + "[]", p.expect(']')
}

// valueOrNone is value for what may be None. An AnimationBlock, which hides weaker time samples, is
// layer.Unknown.
func (p *parser) valueOrNone(typeName string) (any, error) {
	const block = "AnimationBlock"
	switch {
	case p.keyword("None"):
		return layer.Blocked{}, nil
	case p.keyword(block):
		return layer.Unknown(block), nil
	}
	return p.value(typeName)
}

// attributePart reads what follows the name of an attribute and a dot.
func (p *parser) attributePart(a *layer.Property, e edit, edited bool) error {
	part := string(p.word())
	if part != "connect" && edited || part != "connect" && part != "timeSamples" && part != "spline" {
		return p.fail("%s is not a part of an attribute that can be set", quote([]byte(part)))
	}
	if err := p.assign(); err != nil {
		return err
	}
	switch part {
	case "connect":
		all, err := items(p, p.targetPath)
		if err != nil {
			return err
		}
		return setArcs(p, &a.Fields, "connectionPaths", e, all)
	case "timeSamples":
		s, err := p.samples(a.TypeName)
		if err != nil {
			return err
		}
		return p.setField(&a.Fields, part, s)
	}
	if p.next() != '{' {
		return p.expected("{")
	}
	if err := p.skipGroup(); err != nil {
		return err
	}
	return p.setField(&a.Fields, part, layer.Unknown(part))
}

// relationship reads the statement of a relationship behind "rel".
func (p *parser) relationship(e edit, edited, custom bool) error {
	if err := p.space(); err != nil {
		return err
	}
	r, _, err := p.declare(true, custom)
	if err != nil {
		return err
	}
	p.skip(inline)
	switch {
	case p.next() == '=':
		if err := p.assign(); err != nil {
			return err
		}
		all, err := items(p, p.targetPath)
		if err != nil {
			return err
		}
		if err := setArcs(p, &r.Fields, "targetPaths", e, all); err != nil {
			return err
		}
	case p.next() == '.' && !edited:
		return p.defaultTarget()
	case p.eat('[') && !edited:
		// The place of an attribute of the relationship, which has no meaning.
		p.skip(inline)
		if _, err := p.targetPath(); err != nil {
			return err
		}
		p.skip(inline)
		return p.expect(']')
	}
	if edited {
		return nil
	}
	p.skip(inline)
	return p.metadata(ofProperty, &r.Fields)
}

// defaultTarget reads over the default value of a relationship, which has no meaning.
func (p *parser) defaultTarget() error {
	p.pos++
	p.skip(inline)
	if !p.keyword("default") {
		return p.expected("default")
	}
	if err := p.assign(); err != nil {
		return err
	}
	_, err := p.pathRef()
	return err
}

// declare reads the name of a property, and returns that property of the prim. isNew reports whether
// this is its first statement.
func (p *parser) declare(relationship, custom bool) (prop *layer.Property, isNew bool, err error) {
	name, err := p.name()
	if err != nil {
		return nil, false, err
	}
	f := &p.frames[len(p.frames)-1]
	i := f.properties.find(len(f.prim.Properties), func(i int) string { return f.prim.Properties[i].Name }, name)
	if i < 0 {
		prop = &layer.Property{Name: name, Relationship: relationship, Custom: custom}
		f.prim.Properties = append(f.prim.Properties, prop)
		return prop, true, p.o.Charge(1, int(unsafe.Sizeof(*prop))+nameSize)
	}
	prop = f.prim.Properties[i]
	prop.Custom = prop.Custom || custom
	if prop.Relationship != relationship {
		return nil, false, p.fail("property %s was declared as something else", quote([]byte(name)))
	}
	return prop, false, nil
}

package text

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// frame is what the parser is in: the pseudo-root, a prim, a variant, or a variant set.
type frame struct {
	prim *layer.Prim // nil for a variant set
	set  *layer.VariantSet
	// path is the length of the path without the name of the prim.
	path                           int
	children, properties, variants names
}

// layer reads the whole file.
func (p *parser) layer(root *layer.Prim) error {
	if err := p.header(); err != nil {
		return err
	}
	p.skip(lines)
	if err := p.metadata(ofLayer, &root.Fields); err != nil {
		return err
	}
	p.frames = []frame{{prim: root}}
	for {
		p.skip(lines)
		if p.pos == len(p.data) && len(p.frames) == 1 {
			return nil
		}
		if err := p.poll(); err != nil {
			return err
		}
		if err := p.statement(); err != nil {
			return err
		}
	}
}

// statement reads the next statement, or its part up to the brace that opens.
func (p *parser) statement() error {
	f := &p.frames[len(p.frames)-1]
	switch {
	case len(p.frames) > 1 && p.eat('}'):
		return p.closeFrame()
	case f.set != nil:
		return p.variant(f.set)
	}
	first := p.pos
	word := p.word()
	switch {
	case string(word) == "def":
		return p.openPrim(layer.Def)
	case string(word) == "over":
		return p.openPrim(layer.Over)
	case string(word) == "class":
		return p.openPrim(layer.Class)
	case string(word) == "reorder":
		if done, err := p.order(f); done {
			return err
		}
	case len(p.frames) == 1:
		p.pos = first
		return p.expected("a prim")
	case string(word) == "variantSet":
		return p.variantSet()
	}
	p.pos = first
	if err := p.property(); err != nil {
		return err
	}
	return p.endStatement()
}

// endStatement reads the end of the line or the semicolon behind a statement.
func (p *parser) endStatement() error {
	p.skip(comments)
	if !p.separator() && (len(p.frames) > 1 || p.pos < len(p.data)) {
		return p.expected("the end of the line")
	}
	return nil
}

// order reads a statement that reorders children or properties. done is false for any other.
func (p *parser) order(f *frame) (done bool, err error) {
	if err := p.space(); err != nil {
		return true, err
	}
	list := &f.prim.PrimOrder
	switch word := string(p.word()); {
	case len(p.frames) == 1 && word == "rootPrims":
	case len(p.frames) == 1:
		return true, p.expected("rootPrims")
	case word == "nameChildren":
	case word == "properties":
		list = &f.prim.PropertyOrder
	default:
		return false, nil
	}
	if err := p.assign(); err != nil {
		return true, err
	}
	if *list, err = items(p, p.text); err != nil {
		return true, err
	}
	return true, p.endStatement()
}

// openPrim reads a prim behind its specifier, up to the brace that opens it.
func (p *parser) openPrim(spec layer.Specifier) error {
	if err := p.space(); err != nil {
		return err
	}
	prim := &layer.Prim{Specifier: spec}
	if c := p.next(); c != '"' && c != '\'' {
		if err := p.primType(prim); err != nil {
			return err
		}
	}
	first := p.pos
	name, err := p.text()
	if err != nil {
		return err
	}
	if q := (&parser{data: []byte(name)}); len(q.word()) != len(name) || name == "" {
		p.pos = first
		return p.fail("%s is not a name for a prim", quote([]byte(name)))
	}
	prim.Name = name
	parent := &p.frames[len(p.frames)-1]
	if parent.children.find(len(parent.prim.Children), func(i int) string { return parent.prim.Children[i].Name }, name) >= 0 {
		p.pos = first
		return p.fail("prim %s is there twice", quote([]byte(name)))
	}
	parent.prim.Children = append(parent.prim.Children, prim)
	if err := p.o.Charge(1, int(unsafe.Sizeof(*prim))+nameSize); err != nil {
		return err
	}
	f := frame{prim: prim, path: len(p.path)}
	p.path = append(append(p.path, '/'), name...)
	return p.open(f)
}

// primType reads the type of a prim, and the space behind it.
func (p *parser) primType(prim *layer.Prim) error {
	for {
		name, err := p.typeName()
		if err != nil {
			return err
		}
		prim.TypeName += name
		first := p.pos
		p.skip(inline)
		if !p.eat('.') {
			p.pos = first
			return p.space()
		}
		prim.TypeName += "."
		p.skip(inline)
	}
}

// open reads the metadata of a prim or variant and the brace, and enters it.
func (p *parser) open(f frame) error {
	p.frames = append(p.frames, f)
	if err := p.o.Charge(2, int(unsafe.Sizeof(f))); err != nil {
		return err
	}
	p.skip(lines)
	if err := p.metadata(ofPrim, &f.prim.Fields); err != nil {
		return err
	}
	p.skip(lines)
	return p.expect('{')
}

// closeFrame leaves a prim, variant or variant set, behind its brace.
func (p *parser) closeFrame() error {
	last := len(p.frames) - 1
	f := p.frames[last]
	p.path = p.path[:f.path]
	p.frames[last] = frame{}
	p.frames = p.frames[:last]
	if p.frames[last-1].set != nil {
		return nil
	}
	p.skip(comments)
	if p.pos == len(p.data) && last == 1 || p.eat('\n') || p.eat('\r') {
		return nil
	}
	return p.expected("the end of the line")
}

package text

import "github.com/meshcheck/meshcheck/loader/usd/layer"

// reference reads a reference or a payload: the path of an asset, of a prim, or both, and the layer
// offset. Custom data is read over.
func (p *parser) reference() (layer.Reference, error) {
	r := layer.Reference{Scale: 1}
	first := p.pos
	if p.next() != '<' {
		a, err := p.asset()
		if err != nil {
			return r, err
		}
		if a == "" {
			p.pos = first
			return r, p.fail("the path of the asset is empty")
		}
		r.Asset = string(a)
		p.skip(inline)
	}
	if p.next() == '<' {
		relative := p.pos+1 < len(p.data) && p.data[p.pos+1] != '/' && p.data[p.pos+1] != '>'
		if relative {
			return r, p.expected("an absolute path")
		}
		prim, err := p.optionalPrimPath()
		if err != nil {
			return r, err
		}
		r.Prim = prim
	}
	p.skip(inline)
	return r, p.offset(&r)
}

// offset reads the layer offset behind a path, if there is one.
func (p *parser) offset(r *layer.Reference) error {
	if !p.eat('(') {
		return nil
	}
	return p.statements(')', func() error {
		word := string(p.word())
		if err := p.assign(); err != nil {
			return err
		}
		if word == "customData" {
			_, err := p.dictionary(1)
			return err
		}
		n, err := p.number()
		switch word {
		case "offset":
			r.Offset = n.float64()
		case "scale":
			r.Scale = n.float64()
		default:
			return p.fail("%s is neither offset nor scale", quote([]byte(word)))
		}
		return err
	})
}

// subLayers reads the list of sublayers.
func (p *parser) subLayers(fields *[]layer.Field) error {
	if err := p.expect('['); err != nil {
		return err
	}
	var paths []string
	offsets := &layer.Numbers{Width: 2, Array: true}
	err := p.list(']', func() error {
		a, err := p.asset()
		if err != nil {
			return err
		}
		p.skip(inline)
		r := layer.Reference{Scale: 1}
		if err := p.offset(&r); err != nil {
			return err
		}
		offsets.F64 = append(offsets.F64, r.Offset, r.Scale)
		paths, err = appendItem(p, paths, string(a))
		return err
	})
	if err != nil {
		return err
	}
	if err := p.setField(fields, "subLayerOffsets", offsets); err != nil {
		return err
	}
	return p.setField(fields, "subLayers", paths)
}

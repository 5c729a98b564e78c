package text

import (
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// variantSet reads a variant set behind the keyword, up to the brace that opens it.
func (p *parser) variantSet() error {
	if err := p.space(); err != nil {
		return err
	}
	name, err := p.variantName()
	if err != nil {
		return err
	}
	p.skip(inline)
	if err := p.expect('='); err != nil {
		return err
	}
	p.skip(lines)
	if err := p.expect('{'); err != nil {
		return err
	}
	f := &p.frames[len(p.frames)-1]
	sets := &f.prim.VariantSets
	i := f.variants.find(len(*sets), func(i int) string { return (*sets)[i].Name }, name)
	if i < 0 {
		i = len(*sets)
		*sets = append(*sets, layer.VariantSet{Name: name})
	}
	(*sets)[i].Variants = nil
	// The slice may move when it grows, but not while its last set is open.
	p.frames = append(p.frames, frame{set: &(*sets)[i], path: len(p.path)})
	return p.o.Charge(2, int(unsafe.Sizeof(frame{})+unsafe.Sizeof(layer.VariantSet{}))+nameSize)
}

// variantName reads the name of a variant or variant set in quotes.
func (p *parser) variantName() (string, error) {
	first := p.pos
	name, err := p.text()
	if err != nil {
		return "", err
	}
	q := &parser{data: []byte("_" + strings.NewReplacer("|", "_", "-", "_").Replace(strings.TrimPrefix(name, ".")))}
	if q.word(); q.pos < len(q.data) {
		p.pos = first
		return "", p.fail("%s is not a name for a variant", quote([]byte(name)))
	}
	return name, nil
}

// variant reads a variant, up to the brace that opens it.
func (p *parser) variant(set *layer.VariantSet) error {
	first := p.pos
	name, err := p.variantName()
	if err != nil {
		return err
	}
	f := &p.frames[len(p.frames)-1]
	if f.variants.find(len(set.Variants), func(i int) string { return set.Variants[i].Name }, name) >= 0 {
		p.pos = first
		return p.fail("variant %s is there twice", quote([]byte(name)))
	}
	prim := &layer.Prim{Name: name, Specifier: layer.Over}
	set.Variants = append(set.Variants, prim)
	if err := p.o.Charge(1, int(unsafe.Sizeof(*prim))+nameSize); err != nil {
		return err
	}
	return p.open(frame{prim: prim, path: len(p.path)})
}

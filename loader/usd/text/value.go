package text

import (
	"math"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// value reads a value of the type with the given name. See layer.Get for what it returns.
func (p *parser) value(typeName string) (any, error) {
	t, ok := typeOf(typeName)
	switch {
	case p.next() == '<':
		return p.pathRef()
	case !ok:
		return layer.Unknown(typeName), p.skipValue()
	case t.kind == opaque:
		return nil, p.fail("an attribute of type %s has no value", typeName)
	case t.array && p.keyword("edit"):
		p.skip(inline)
		return layer.Unknown("edit of " + typeName), p.skipGroup()
	case t.array && p.next() != '[':
		return nil, p.expected("[")
	}
	v := values{p: p, t: t}
	if !t.array {
		if err := v.element(); err != nil {
			return nil, err
		}
		return v.scalar(), nil
	}
	if err := v.reserve(); err != nil {
		return nil, err
	}
	if err := v.list(); err != nil {
		return nil, err
	}
	return v.result(), nil
}

// values are the components of a value that were read so far. Which slice has them depends on the kind
// of the type.
type values struct {
	p       *parser
	t       valueType
	i32     []int32
	i64     []int64
	f32     []float32
	f64     []float64
	bools   []bool
	strings []string
	assets  []layer.Asset
}

// element reads an element of an array, or the value that is no array.
func (v *values) element() error {
	if v.t.outer == 0 {
		return v.component()
	}
	return v.tuple(v.t.outer, v.t.inner)
}

// tuple reads n components, or n tuples of inner components each.
func (v *values) tuple(n, inner int) error {
	p := v.p
	if err := p.expect('('); err != nil {
		return err
	}
	p.skip(lines)
	for i := range n {
		var err error
		if inner > 0 {
			err = v.tuple(inner, 0)
		} else {
			err = v.component()
		}
		if err != nil {
			return err
		}
		p.skip(inline)
		comma := p.eat(',')
		p.skip(lines)
		if !comma && i < n-1 {
			return p.expected(", (the tuple has " + plural(n, "value") + ")")
		}
	}
	if !p.eat(')') {
		return p.expected(") (the tuple has " + plural(n, "value") + ")")
	}
	return nil
}

// component reads a value that is no tuple.
func (v *values) component() error {
	switch v.t.kind {
	case boolean:
		b, err := v.p.bool()
		v.bools = append(v.bools, b)
		return err
	case str:
		s, err := v.p.text()
		v.strings = append(v.strings, s)
		return err
	case assetPath:
		a, err := v.p.assetOrText()
		v.assets = append(v.assets, a)
		return err
	}
	return v.number()
}

// number reads a number.
func (v *values) number() error {
	n, err := v.p.numberOrText(v.t.kind != integer)
	if err != nil {
		return err
	}
	switch v.t.kind {
	case double:
		v.f64 = append(v.f64, n.float64())
	case single:
		v.f32 = append(v.f32, n.float32())
	case half:
		v.f32 = append(v.f32, n.float16())
	default:
		i, ok := n.int(v.t.low, v.t.high)
		if !ok {
			return v.p.fail("%s is not between %d and %d", quote(n.text), v.t.low, v.t.high)
		}
		if v.t.low < math.MinInt32 || v.t.high > math.MaxInt32 {
			v.i64 = append(v.i64, i)
		} else {
			v.i32 = append(v.i32, int32(i))
		}
	}
	return nil
}

// numberOrText reads a number, which may be "inf", "-inf" or "nan" in quotes.
func (p *parser) numberOrText(quoted bool) (number, error) {
	if c := p.next(); !quoted || c != '"' && c != '\'' {
		return p.number()
	}
	first := p.pos
	s, err := p.quoted()
	if err != nil {
		return number{}, err
	}
	q := &parser{data: s}
	if n, err := q.number(); err == nil && n.special != 0 && q.pos == len(s) {
		return n, nil
	}
	p.pos = first
	return number{}, p.expected("a number")
}

// assetOrText reads the path of an asset, which may be in quotes.
func (p *parser) assetOrText() (layer.Asset, error) {
	if c := p.next(); c == '"' || c == '\'' {
		s, err := p.text()
		return layer.Asset(s), err
	}
	return p.asset()
}

// bool reads a truth value: a number, or a word, which may be in quotes.
func (p *parser) bool() (bool, error) {
	first := p.pos
	var word []byte
	switch c := p.next(); {
	case c == '-' || c == '.' || c-'0' <= 9:
		n, err := p.number()
		return n.special != 0 || n.mantissa != 0, err
	case c == '"' || c == '\'':
		s, err := p.quoted()
		if err != nil {
			return false, err
		}
		word = s
	default:
		word = p.word()
	}
	switch strings.ToLower(string(word[:min(len(word), len("false")+1)])) {
	case "true", "yes", "1", "inf", "nan":
		return true, nil
	case "false", "no", "0":
		return false, nil
	}
	p.pos = first
	return false, p.expected("true or false")
}

// scalar returns the value that is no array.
func (v *values) scalar() any {
	switch v.t.kind {
	case boolean:
		return v.bools[0]
	case str:
		return v.strings[0]
	case assetPath:
		return v.assets[0]
	}
	return v.numbers()
}

// result returns the array.
func (v *values) result() any {
	switch v.t.kind {
	case boolean:
		return v.bools
	case str:
		return v.strings
	case assetPath:
		return v.assets
	}
	return v.numbers()
}

// numbers returns the numbers. Of 64-bit integers those that fit are narrowed, if their type has 32.
func (v *values) numbers() *layer.Numbers {
	n := &layer.Numbers{Width: v.t.width(), Array: v.t.array, I32: v.i32, I64: v.i64, F32: v.f32, F64: v.f64}
	if v.t.high != math.MaxUint32 || len(v.i64) == 0 || slices.Max(v.i64) > math.MaxInt32 {
		return n
	}
	n.I64, n.I32 = nil, make([]int32, len(v.i64))
	for i, x := range v.i64 {
		n.I32[i] = int32(x)
	}
	return n
}

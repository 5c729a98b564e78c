package text

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// word returns the identifier at the position, and moves behind it. It is empty if there is none.
func (p *parser) word() []byte {
	first := p.pos
	for p.pos < len(p.data) {
		c := p.data[p.pos]
		if c < utf8.RuneSelf {
			if c != '_' && c|0x20-'a' > 'z'-'a' && (c-'0' > 9 || p.pos == first) {
				break
			}
			p.pos++
			continue
		}
		r, n := utf8.DecodeRune(p.data[p.pos:])
		if !unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) &&
			(p.pos == first || !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)) {
			break
		}
		p.pos += n
	}
	return p.data[first:p.pos]
}

// keyword reports whether the word is at the position, and moves behind it.
func (p *parser) keyword(word string) bool {
	first := p.pos
	if string(p.word()) == word {
		return true
	}
	p.pos = first
	return false
}

// keywords are the words that are no names of types.
var keywords = []string{
	"add", "AnimationBlock", "append", "bezier", "class", "config", "connect", "curve", "custom", "customData", "default", "def",
	"delete", "dictionary", "displayUnit", "doc", "held", "hermite", "inherits", "kind", "linear", "loop", "nameChildren", "None",
	"none", "offset", "oscillate", "over", "payload", "permission", "post", "pre", "prefixSubstitutions", "prepend", "properties",
	"references", "relocates", "rel", "reorder", "rootPrims", "repeat", "reset", "scale", "sloped", "subLayers",
	"suffixSubstitutions", "specializes", "spline", "symmetryArguments", "symmetryFunction", "timeSamples", "uniform", "variantSet",
	"variantSets", "variants", "varying",
}

// typeName reads the name of a type, such as "Mesh" or "a::b". Keywords are none.
func (p *parser) typeName() (string, error) {
	first := p.pos
	for {
		start := p.pos
		if word := p.word(); len(word) == 0 || slices.Contains(keywords, string(word)) {
			p.pos = start
			return "", p.expected("the name of a type")
		}
		if !bytes.HasPrefix(p.data[p.pos:], []byte("::")) {
			return string(p.data[first:p.pos]), nil
		}
		p.pos += 2
	}
}

// name reads the name of a property, such as "primvars:st".
func (p *parser) name() (string, error) {
	first := p.pos
	for {
		if len(p.word()) == 0 {
			return "", p.expected("the name of a property")
		}
		if p.next() != ':' {
			break
		}
		p.pos++
	}
	name := p.data[first:p.pos]
	return string(name), p.o.Charge(len(name), 1)
}

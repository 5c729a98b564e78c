package text

import (
	"fmt"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// entrySize is about what an entry of a map takes.
const entrySize = 96

// dictionary reads a dictionary, which is so many dictionaries deep.
func (p *parser) dictionary(depth int) (map[string]any, error) {
	if depth > maxNesting {
		return nil, p.fail("dictionaries are nested more than %d deep", maxNesting)
	}
	if err := p.expect('{'); err != nil {
		return nil, err
	}
	d := map[string]any{}
	return d, p.statements('}', func() error {
		if err := p.o.Charge(1, entrySize); err != nil {
			return err
		}
		return p.entry(d, depth)
	})
}

// entry reads an entry of a dictionary.
func (p *parser) entry(d map[string]any, depth int) error {
	isDictionary := p.keyword("dictionary")
	typeName := ""
	if !isDictionary {
		var err error
		if typeName, err = p.attributeType(); err != nil {
			return err
		}
		if _, ok := typeOf(typeName); !ok {
			return p.fail("there is no type %s", quote([]byte(typeName)))
		}
	}
	if err := p.space(); err != nil {
		return err
	}
	key, err := p.key()
	if err != nil {
		return err
	}
	if err := p.assign(); err != nil {
		return err
	}
	if isDictionary {
		d[key], err = p.dictionary(depth + 1)
	} else {
		d[key], err = p.value(typeName)
	}
	return err
}

// key reads the key of an entry: a string or a word.
func (p *parser) key() (string, error) {
	if c := p.next(); c == '"' || c == '\'' {
		return p.text()
	}
	word := p.word()
	if len(word) == 0 {
		return "", p.expected("a key")
	}
	return string(word), p.o.Charge(len(word), 1)
}

// stringDictionary reads a dictionary of strings, such as {"a": "b"}.
func (p *parser) stringDictionary() (map[string]any, error) {
	if err := p.expect('{'); err != nil {
		return nil, err
	}
	d := map[string]any{}
	return d, p.list('}', func() error {
		if err := p.o.Charge(1, entrySize); err != nil {
			return err
		}
		key, err := p.text()
		if err != nil {
			return err
		}
		if err := p.colon(); err != nil {
			return err
		}
		d[key], err = p.text()
		return err
	})
}

// colon reads ":" with the padding around it.
func (p *parser) colon() error {
	p.skip(inline)
	if err := p.expect(':'); err != nil {
		return err
	}
	p.skip(inline)
	return nil
}

// variants reads the selections of variants.
func (p *parser) variants() (map[string]string, error) {
	d, err := p.dictionary(1)
	if err != nil {
		return nil, err
	}
	selections := make(map[string]string, len(d))
	for set, v := range d {
		name, ok := v.(string)
		if !ok {
			return nil, p.fail("the variant of %s is no string", quote([]byte(set)))
		}
		selections[set] = name
	}
	return selections, p.o.Charge(len(d), entrySize)
}

// relocates reads the map from paths to paths.
func (p *parser) relocates() (map[string]string, error) {
	if err := p.expect('{'); err != nil {
		return nil, err
	}
	m := map[string]string{}
	return m, p.list('}', func() error {
		if err := p.o.Charge(1, entrySize); err != nil {
			return err
		}
		from, err := p.primPath()
		if err != nil {
			return err
		}
		if err := p.colon(); err != nil {
			return err
		}
		if m[from], err = p.optionalPrimPath(); err != nil {
			return fmt.Errorf("relocates: %w", err)
		}
		return nil
	})
}

// optionalPrimPath reads the path of a prim, or <>.
func (p *parser) optionalPrimPath() (string, error) {
	if string(p.data[p.pos:min(p.pos+2, len(p.data))]) == "<>" {
		p.pos += 2
		return "", nil
	}
	return p.primPath()
}

// samples reads time samples.
func (p *parser) samples(typeName string) (*layer.Samples, error) {
	if err := p.expect('{'); err != nil {
		return nil, err
	}
	s := &layer.Samples{}
	err := p.list('}', func() error {
		if err := p.o.Charge(1, 3*8); err != nil {
			return err
		}
		n, err := p.number()
		if err != nil {
			return err
		}
		t := n.float64()
		if t != t {
			return p.fail("the time of a sample is nan")
		}
		if err := p.colon(); err != nil {
			return err
		}
		v, err := p.valueOrNone(typeName)
		s.Times, s.Values = append(s.Times, t), append(s.Values, v)
		return err
	})
	if err != nil {
		return nil, err
	}
	return sortSamples(s), nil
}

package text

import "strconv"

// maxNesting limits the depth of lists, tuples and dictionaries.
const maxNesting = 64

// skipValue reads over a value of an unknown type.
func (p *parser) skipValue() error {
	switch c := p.next(); {
	case c == '[' || c == '(' || c == '{':
		return p.skipGroup()
	case c == '"' || c == '\'':
		_, err := p.quoted()
		return err
	case c == '@':
		_, err := p.asset()
		return err
	case c == '<':
		_, err := p.pathRef()
		return err
	case c == '-' || c == '.' || c-'0' <= 9:
		_, err := p.number()
		return err
	}
	if len(p.word()) == 0 {
		return p.expected("a value")
	}
	return nil
}

// skipGroup reads over everything from a bracket to the one that closes it.
func (p *parser) skipGroup() error {
	var open []byte // the brackets that are to come
	for {
		p.skip(lines)
		if err := p.poll(); err != nil {
			return err
		}
		c := p.next()
		switch c {
		case '[', '{':
			open = append(open, c+2)
		case '(':
			open = append(open, ')')
		case ']', '}', ')':
			if len(open) == 0 || open[len(open)-1] != c {
				return p.expected("a value")
			}
			open = open[:len(open)-1]
		case ',', ';', ':', '&', '=':
		default:
			if err := p.skipValue(); err != nil {
				return err
			}
			continue
		}
		p.pos++
		if len(open) == 0 {
			return nil
		}
		if len(open) > maxNesting {
			return p.fail("brackets are nested more than %d deep", maxNesting)
		}
	}
}

// plural returns the number with the noun.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

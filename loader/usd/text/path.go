package text

import (
	"bytes"
	"strings"
)

// scenePath is a path of the scene, in its parts.
type scenePath struct {
	absolute bool
	ups      int    // the number of ".." at its beginning
	prims    string // such as "a/b{v=x}c"
	variant  bool   // whether prims has a variant
	property string // such as ".rel" or ".rel[/a].attr", with the dot
}

// pathRef reads the text of a path in < >.
func (p *parser) pathRef() (string, error) {
	if !p.eat('<') {
		return "", p.expected("a path")
	}
	rest := p.data[p.pos:]
	end := bytes.IndexAny(rest, ">\r\n")
	if end < 0 || rest[end] != '>' {
		return "", p.fail("the path does not end on its line")
	}
	p.pos += end + 1
	return string(rest[:end]), p.o.Charge(end, 1)
}

// scenePath reads a path in < > that is not empty.
func (p *parser) scenePath() (scenePath, error) {
	first := p.pos
	text, err := p.pathRef()
	if err != nil {
		return scenePath{}, err
	}
	s, ok := splitPath(text)
	if !ok {
		p.pos = first
		return s, p.fail("%s is not a path", quote([]byte(text)))
	}
	return s, nil
}

// splitPath splits a path. ok is false if it is none.
func splitPath(text string) (s scenePath, ok bool) {
	if text == "/" {
		return scenePath{absolute: true}, true
	}
	rest, absolute := strings.CutPrefix(text, "/")
	s.absolute = absolute
	for !absolute && strings.HasPrefix(rest, "..") {
		s.ups++
		if rest = rest[2:]; rest == "" {
			return s, true
		}
		if rest, ok = strings.CutPrefix(rest, "/"); !ok {
			return s, false
		}
	}
	if !strings.HasPrefix(rest, ".") || absolute {
		n := s.cutPrims(rest)
		if n == 0 {
			return s, false
		}
		s.prims, rest = rest[:n], rest[n:]
	}
	if rest == "" {
		return s, true
	}
	s.property = rest
	return s, isProperty(rest)
}

// cutPrims returns the length of the names of prims at the beginning of rest, 0 if they are not right.
func (s *scenePath) cutPrims(rest string) int {
	p := &parser{data: []byte(rest)}
	for {
		if len(p.word()) == 0 {
			return 0
		}
		variant := false
		for p.next() == '{' {
			end := bytes.IndexByte(p.data[p.pos:], '}')
			if end < 0 || bytes.IndexByte(p.data[p.pos:p.pos+end], '=') < 0 {
				return 0
			}
			p.pos += end + 1
			variant, s.variant = true, true
		}
		if p.pos == len(rest) || p.next() == '.' {
			return p.pos
		}
		// A child of a variant follows without a slash.
		if slash := p.eat('/'); slash == variant {
			return 0
		}
	}
}

// isProperty reports whether text is the part of a path for a property. Of the paths in brackets, which
// have a meaning only for attributes of relationships, it says yes.
func isProperty(text string) bool {
	p := &parser{data: []byte(text), o: Options{Charge: func(int, int) error { return nil }}}
	if !p.eat('.') {
		return false
	}
	_, err := p.name()
	return err == nil && (p.pos == len(text) || p.next() == '[')
}

// resolve returns the path as seen from the prim that is read.
func (p *parser) resolve(s scenePath) (string, error) {
	if s.absolute {
		return "/" + s.prims + s.property, nil
	}
	base := p.path
	for range s.ups {
		if len(base) == 0 {
			return "", p.fail("a path leads beyond the root")
		}
		base = base[:bytes.LastIndexByte(base, '/')]
	}
	if err := p.o.Charge(len(base), 1); err != nil {
		return "", err
	}
	if s.prims != "" || len(base) == 0 {
		return string(base) + "/" + s.prims + s.property, nil
	}
	return string(base) + s.property, nil
}

// primPath reads a path that must be that of a prim.
func (p *parser) primPath() (string, error) {
	first := p.pos
	s, err := p.scenePath()
	if err != nil {
		return "", err
	}
	if s.property != "" || s.variant || s.absolute && s.prims == "" {
		p.pos = first
		return "", p.expected("the path of a prim")
	}
	return p.resolve(s)
}

// targetPath reads a path that must be that of a prim or a property.
func (p *parser) targetPath() (string, error) {
	s, err := p.scenePath()
	if err != nil {
		return "", err
	}
	path, err := p.resolve(s)
	if err == nil && (s.variant || path == "/") {
		return "", p.fail("%s is not the path of a prim or property", quote([]byte(path)))
	}
	return path, err
}

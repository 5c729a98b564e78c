package stl

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// decodeText reads a text STL file, each solid into a part of its own:
//
//	solid NAME
//	  facet normal NX NY NZ
//	    outer loop
//	      vertex X Y Z    three times
//	    endloop
//	  endfacet            any number of facets
//	endsolid NAME         any number of solids
//
// Words may be in any letter case and are separated by any white space; only a
// name ends with its line. Normals are ignored.
func decodeText(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	s := &scanner{ctx: ctx, input: in, data: data, pos: len(data) - len(source.TrimText(data))}
	type solid struct {
		name  string
		first int // coordinate at which the solid begins
	}
	var solids []solid
	for {
		word := s.word()
		if len(word) == 0 && len(solids) > 0 {
			break
		}
		if !isWord(word, "solid") {
			return nil, s.fail(word, "expected solid, found %s", source.Quote(word))
		}
		solids = append(solids, solid{s.line(), len(s.xyz)})
		if err := s.facets(); err != nil {
			return nil, err
		}
		s.line() // the name again, or nothing
	}
	parts := make([]mesh.Part, len(solids))
	for i, sol := range solids {
		last := len(s.xyz)
		if i+1 < len(solids) {
			last = solids[i+1].first
		}
		parts[i] = mesh.Part{Name: sol.name, Index: i, Positions: mesh.Tight(s.xyz[sol.first:last:last])}
	}
	return newScene(solids[0].name, parts), nil
}

// scanner reads the words of a text STL file.
type scanner struct {
	ctx    context.Context
	input  *source.Input
	data   []byte
	pos    int // of the next byte
	xyz    []float32
	facet  int // facets read, over all solids
	digits mesh.Digits
}

// facets reads the facets of a solid and its endsolid.
func (s *scanner) facets() error {
	for {
		word := s.word()
		switch {
		case isWord(word, "facet"):
			if err := s.oneFacet(); err != nil {
				return err
			}
			s.facet++
			if err := s.input.LimitTriangles(int64(s.facet)); err != nil {
				return err
			}
		case isWord(word, "endsolid"):
			return nil
		case len(word) == 0:
			return s.fail(word, "the file ends before endsolid")
		default:
			return s.fail(word, "expected facet or endsolid, found %s", source.Quote(word))
		}
		if err := s.input.Passed(s.ctx, s.pos); err != nil {
			return err
		}
	}
}

// oneFacet reads a facet after the word facet.
func (s *scanner) oneFacet() error {
	if err := s.expect("normal"); err != nil {
		return err
	}
	for range 3 {
		if word := s.word(); len(word) == 0 {
			return s.fail(word, "the file ends inside the facet")
		}
	}
	if err := s.expect("outer", "loop"); err != nil {
		return err
	}
	if len(s.xyz)+floats > cap(s.xyz) {
		if err := s.reserve(); err != nil {
			return err
		}
	}
	f := s.xyz[len(s.xyz) : len(s.xyz)+floats]
	for v := range 3 {
		word := s.word()
		if isWord(word, "endloop") {
			return s.fail(word, "the facet has %d vertices, not 3", v)
		}
		if err := s.check(word, "vertex"); err != nil {
			return err
		}
		for k := range 3 {
			x, err := s.number()
			if err != nil {
				return err
			}
			f[3*v+k] = x
		}
	}
	s.xyz = s.xyz[:len(s.xyz)+floats]
	word := s.word()
	if isWord(word, "vertex") {
		return s.fail(word, "the facet has more than 3 vertices")
	}
	if err := s.check(word, "endloop"); err != nil {
		return err
	}
	return s.expect("endfacet")
}

// reserve allocates memory for the facets of the file, if the others are as long as those so far. A
// facet takes at least 80 bytes, so that the coordinates always take less than the file.
func (s *scanner) reserve() error {
	const least, sample = 80, 256
	facets := min(sample, len(s.data)/least)
	if s.facet > 0 {
		facets = int(float64(s.facet)*float64(len(s.data))/float64(s.pos)) - s.facet
	}
	n := floats * (facets + facets/64 + 16)
	if err := s.input.LimitMemory(int64(len(s.data)), 4*int64(len(s.xyz)+n)); err != nil {
		return err
	}
	s.xyz = slices.Grow(s.xyz, n)
	return nil
}

// number reads one coordinate.
func (s *scanner) number() (float32, error) {
	s.skipSpace()
	v, end, err := text.Float32(s.data, s.pos, &s.digits)
	if err == nil {
		s.pos = end
		return v, nil
	}
	word := s.word()
	if len(word) == 0 {
		return 0, s.fail(word, "the file ends inside the facet")
	}
	if v, ok := specialNumber(word); ok {
		return v, nil
	}
	return 0, s.fail(word, "%w", err)
}

func (s *scanner) skipSpace() {
	i := s.pos
	for i < len(s.data) && source.IsSpace(s.data[i]) {
		i++
	}
	s.pos = i
}

// word returns the next word. It is empty at the end of the file.
func (s *scanner) word() []byte {
	s.skipSpace()
	i := s.pos
	for i < len(s.data) && !source.IsSpace(s.data[i]) {
		i++
	}
	w := s.data[s.pos:i]
	s.pos = i
	return w
}

// line returns the rest of the line, as a name.
func (s *scanner) line() string {
	rest := s.data[s.pos:]
	if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
		rest = rest[:n]
	}
	s.pos += len(rest)
	return strings.ToValidUTF8(string(bytes.TrimSpace(rest)), "\ufffd")
}

// expect reads the given words.
func (s *scanner) expect(words ...string) error {
	for _, want := range words {
		if err := s.check(s.word(), want); err != nil {
			return err
		}
	}
	return nil
}

func (s *scanner) check(word []byte, want string) error {
	switch {
	case isWord(word, want):
		return nil
	case len(word) == 0:
		return s.fail(word, "the file ends inside the facet")
	}
	return s.fail(word, "expected %s, found %s", want, source.Quote(word))
}

// fail returns the error for a word that was just read.
func (s *scanner) fail(word []byte, format string, args ...any) error {
	at := s.pos - len(word)
	line := 1 + bytes.Count(s.data[:at], []byte("\n"))
	place := fmt.Sprintf("facet %d (line %d, byte %d)", s.facet, line, at)
	return s.input.Fail(place, format, args...)
}

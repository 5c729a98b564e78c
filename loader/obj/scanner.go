package obj

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// scanner reads the statements of a file.
type scanner struct {
	ctx   context.Context
	input *source.Input
	data  []byte
	pos   int // of the next byte
	line  int // the line of pos, counted from 1

	statement  bool
	xyz        []float64
	digits     mesh.Digits
	corners    []uint32 // of all faces, as indices of vertices
	ends       []uint32 // where the corners of each face end; nil while all faces are triangles
	faces      int
	highest    int64 // the greatest vertex that a face used before it was there, or 0
	highestAt  int   // the line of that face
	highestOf  int   // the number of that face
	runs       runs
	triangles  int64
	shortFaces int
	libraries  []string // of materials, for colors
}

// statements reads the file to its end.
func (s *scanner) statements() error {
	for s.pos < len(s.data) {
		if err := s.input.Passed(s.ctx, s.pos); err != nil {
			return err
		}
		if !s.nextToken() {
			s.endLine()
			continue
		}
		if err := s.oneStatement(); err != nil {
			return err
		}
		s.skipLine()
	}
	if s.highest > int64(s.vertices()) {
		return s.failAt(s.highestOf, s.highestAt, "vertex %d does not exist: the file has %d", s.highest, s.vertices())
	}
	return nil
}

// oneStatement reads the statement at the beginning of a line.
func (s *scanner) oneStatement() error {
	first, i := s.pos, s.pos
	for i < len(s.data) && !text.IsSpace(s.data[i]) && s.data[i] != '\\' {
		i++
	}
	word := s.data[first:i]
	s.pos = i
	switch {
	case len(word) == 1:
		switch word[0] {
		case 'v':
			return s.vertex()
		case 'f':
			return s.face()
		case 'o', 'g':
			return s.name(word[0])
		case 'l', 'p', 's':
			s.statement = true
		}
		return nil
	case len(word) > maxKeyword:
		return nil
	}
	switch string(word) {
	case "fo":
		return s.face()
	case "usemtl":
		return s.name('m')
	case "mtllib":
		s.addLibrary()
	case "vt":
		s.statement = true
		return s.input.RefuseUVs()
	case "surf", "call", "csh", "bsp", "bzp", "cdp", "res":
		s.statement = true
		return s.input.Unsupported(fmt.Sprintf("line %d", s.line), "statement "+string(word))
	}
	s.statement = s.statement || slices.Contains(others, string(word))
	return nil
}

// maxKeyword is the length of the longest keyword.
const maxKeyword = 10

// others are the statements that are ignored.
var others = []string{
	"vn", "vp", "mtllib", "mg", "deg", "bmat", "step", "cstype", "curv", "curv2", "parm", "trim", "hole", "scrv", "sp", "end", "con",
	"bevel", "c_interp", "d_interp", "lod", "maplib", "usemap", "shadow_obj", "trace_obj", "ctech", "stech",
}

// nextToken skips white space and continued lines. It reports whether there is a token on the line.
// A comment is not a token.
func (s *scanner) nextToken() bool {
	for i := s.pos; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '\n' || c == '\r' || c == '#':
			s.pos = i
			return false
		case text.IsSpace(c):
		case c == '\\' && s.lineEnd(i+1) > 0:
			s.line++
			i += s.lineEnd(i + 1)
		default:
			s.pos = i
			return true
		}
	}
	s.pos = len(s.data)
	return false
}

// lineEnd returns the length of the line end at i, or 0 if there is none.
func (s *scanner) lineEnd(i int) int {
	switch {
	case i >= len(s.data):
		return 0
	case s.data[i] == '\n':
		return 1
	case s.data[i] != '\r':
		return 0
	case i+1 < len(s.data) && s.data[i+1] == '\n':
		return 2
	}
	return 1
}

// skipLine skips the rest of a statement, including continued lines.
func (s *scanner) skipLine() {
	for s.nextToken() {
		s.skipToken()
	}
	s.endLine()
}

// skipToken skips a token. A backslash is part of it unless it continues the line.
func (s *scanner) skipToken() {
	i := s.pos
	for i < len(s.data) && !text.IsSpace(s.data[i]) && (s.data[i] != '\\' || s.lineEnd(i+1) == 0) {
		i++
	}
	s.pos = i
}

// endLine skips a comment and the end of its line.
func (s *scanner) endLine() {
	i := s.pos
	for i < len(s.data) && s.data[i] != '\n' && s.data[i] != '\r' {
		i++
	}
	s.pos = i
	if n := s.lineEnd(i); n > 0 {
		s.pos += n
		s.line++
	}
}

// word returns the token at the position.
func (s *scanner) word() []byte {
	first := s.pos
	s.skipToken()
	w := s.data[first:s.pos]
	s.pos = first
	return w
}

// name reads the name of an object, a group or a material: the rest of the line.
func (s *scanner) name(kind byte) error {
	s.statement = true
	first := -1
	last := s.pos
	var words []byte
	for s.nextToken() {
		line := s.line
		at := s.pos
		s.skipToken()
		switch {
		case first < 0:
			first = at
		case line != s.line || bytes.ContainsRune(s.data[last:at], '\\'):
			words = append(words, s.data[first:last]...)
			words = append(words, ' ')
			first = at
		}
		last = s.pos
	}
	if first >= 0 {
		words = append(words, s.data[first:last]...)
	}
	return s.runs.name(s, kind, words)
}

// vertex reads a vertex. Anything after its coordinates is ignored.
func (s *scanner) vertex() error {
	s.statement = true
	if len(s.xyz)+3 > cap(s.xyz) {
		if err := s.growVertices(); err != nil {
			return err
		}
	}
	xyz := s.xyz[:len(s.xyz)+3]
	for k := len(s.xyz); k < len(xyz); k++ {
		for s.pos < len(s.data) && s.data[s.pos] == ' ' {
			s.pos++
		}
		v, end, err := text.Float64(s.data, s.pos, &s.digits)
		if err != nil {
			if !s.nextToken() {
				return s.fail("vertex %d has too few numbers", s.vertices()+1)
			}
			if v, end, err = s.slowNumber(); err != nil {
				return s.fail("vertex %d: %w", s.vertices()+1, err)
			}
		}
		xyz[k], s.pos = v, end
	}
	s.xyz = xyz
	return nil
}

// slowNumber reads a number before or after the end of a continued line.
func (s *scanner) slowNumber() (float64, int, error) {
	word := s.word()
	v, n, err := text.Float64(word, 0, &s.digits)
	return v, s.pos + n, err
}

func (s *scanner) vertices() int { return len(s.xyz) / 3 }

// face reads a face. A corner is the integer before the first slash.
func (s *scanner) face() error {
	s.statement = true
	first := len(s.corners)
	for {
		for s.pos < len(s.data) && s.data[s.pos] == ' ' {
			s.pos++
		}
		if s.pos >= len(s.data) || s.data[s.pos]-'0' > 9 {
			if !s.nextToken() {
				break
			}
		}
		if err := s.corner(); err != nil {
			return err
		}
		if len(s.corners)-first > polygon.MaxCorners {
			return s.failFace("has more than %d corners", polygon.MaxCorners)
		}
	}
	return s.endFace(len(s.corners) - first)
}

// corner reads a corner of a face.
func (s *scanner) corner() error {
	v, n := text.Int(s.data[s.pos:])
	vertices := int64(s.vertices())
	if v < 0 {
		v += vertices + 1
	}
	switch end := s.pos + n; {
	case n == 0, end < len(s.data) && s.data[end] != '/' && !text.IsSpace(s.data[end]) && s.data[end] != '\\':
		return s.failFace("%s is not a corner", source.Quote(s.word()))
	case v <= 0 || v > mesh.MaxPoints:
		return s.noVertex(s.data[s.pos:end])
	case v > vertices && v > s.highest:
		s.highest, s.highestAt, s.highestOf = v, s.line, s.faces
	}
	if len(s.corners) == cap(s.corners) {
		if err := s.growCorners(); err != nil {
			return err
		}
	}
	s.corners = append(s.corners, uint32(v-1))
	s.pos += n
	if s.pos < len(s.data) && !text.IsSpace(s.data[s.pos]) {
		s.skipToken()
	}
	return nil
}

// noVertex returns the error for a corner that is not a vertex, whatever follows in the file.
func (s *scanner) noVertex(word []byte) error {
	v, _ := text.Int(word)
	switch {
	case v == 0:
		return s.failFace("vertex 0 does not exist: the first one is 1")
	case v < 0:
		return s.failFace("vertex %s does not exist: there are %d before this line", source.Shorten(string(word)), s.vertices())
	}
	return s.failFace("vertex %s does not exist", source.Shorten(string(word)))
}

// endFace ends a face of the given number of corners.
func (s *scanner) endFace(corners int) error {
	if corners != 3 && s.ends == nil {
		if err := s.startEnds(); err != nil {
			return err
		}
	}
	if s.ends != nil {
		if len(s.ends) == cap(s.ends) {
			if err := s.input.Charge(s.where(), grown(cap(s.ends)), 4); err != nil {
				return err
			}
			s.ends = slices.Grow(s.ends, grown(cap(s.ends)))
		}
		s.ends = append(s.ends, uint32(len(s.corners)))
	}
	if corners < 3 {
		s.shortFaces++
	} else {
		s.triangles += int64(corners - 2)
		if err := s.input.LimitTriangles(s.triangles); err != nil {
			return err
		}
	}
	s.faces++
	return s.runs.face(s)
}

// startEnds adds the ends of the faces so far, which are all triangles.
func (s *scanner) startEnds() error {
	room := s.faces + grown(s.faces)
	if err := s.input.Charge(s.where(), room, 4); err != nil {
		return err
	}
	s.ends = make([]uint32, s.faces, room)
	for i := range s.ends {
		s.ends[i] = uint32(3 * (i + 1))
	}
	return nil
}

// grown returns the number of elements for which memory is added when n elements fill it.
func grown(n int) int { return n/2 + 256 }

func (s *scanner) growVertices() error {
	n := grown(s.vertices())
	if s.vertices()+n > mesh.MaxPoints {
		return s.fail("the file has more than %d vertices", mesh.MaxPoints)
	}
	if err := s.input.Charge(s.where(), 3*n, 8); err != nil {
		return err
	}
	s.xyz = slices.Grow(s.xyz, 3*n)
	return nil
}

func (s *scanner) growCorners() error {
	n := grown(len(s.corners))
	if int64(len(s.corners)+n) > math.MaxUint32 {
		return s.fail("the file has more corners than can be numbered")
	}
	if err := s.input.Charge(s.where(), n, 4); err != nil {
		return err
	}
	s.corners = slices.Grow(s.corners, n)
	return nil
}

func (s *scanner) where() string { return fmt.Sprintf("line %d", s.line) }

func (s *scanner) fail(format string, args ...any) error {
	return s.input.Fail(s.where(), format, args...)
}

func (s *scanner) failFace(format string, args ...any) error {
	return s.failAt(s.faces, s.line, format, args...)
}

func (s *scanner) failAt(face, line int, format string, args ...any) error {
	return s.input.Fail(fmt.Sprintf("face %d (line %d)", face, line), format, args...)
}

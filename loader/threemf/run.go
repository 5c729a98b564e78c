package threemf

import (
	"bytes"

	"github.com/meshcheck/meshcheck/loader/text"
)

// form is how vertices or triangles are written: the text before, between and after their three
// numbers.
type form [4]string

// The forms that nearly all programs use.
var (
	vertexForm   = form{`<vertex x="`, `" y="`, `" z="`, `"/>`}
	triangleForm = form{`<triangle v1="`, `" v2="`, `" v3="`, `"/>`}
)

// containerDepth is the depth of the elements that contain vertices and triangles.
const containerDepth = deepest - 1

// contain notes the form of vertices or triangles in an element that begins. They are in the
// namespace core without a prefix only if the element is.
func (s *scan) contain(e *element, form *form) {
	rest, ok := bytes.CutPrefix(e.tag, []byte("<"+e.name.Local))
	if ok && rest[0] != ':' { // otherwise the name is a prefix
		s.form = form
	}
}

// run reads vertices or triangles at the beginning of rest, as long as they are in their usual
// form, and returns the number of bytes. It does not use the XML decoder, which takes far longer.
func (s *scan) run(e *element, rest []byte) (n int, err error) {
	if s.form == nil || e.depth != containerDepth {
		return 0, nil
	}
	for {
		words, end, ok := s.form.match(rest[n:])
		if !ok || !s.take(&words) {
			break
		}
		if err := s.charge(runSize); err != nil {
			return 0, err
		}
		if n += end; n >= 1<<20 { // The context is polled between runs.
			break
		}
	}
	if n > 0 {
		start := len(s.data) - len(rest)
		err = s.cut(start, start+n)
	}
	return n, err
}

// match returns the numbers of an element in a form, after white space, and the end of the element.
func (f *form) match(b []byte) (words [3][]byte, end int, ok bool) {
	for end < len(b) && (b[end] == '\n' || b[end] == ' ' || b[end] == '\r' || b[end] == '\t') {
		end++
	}
	for k := range words {
		if !hasPrefix(b[end:], f[k]) {
			return words, 0, false
		}
		end += len(f[k])
		length := bytes.IndexByte(b[end:min(len(b), end+longestNumber)], '"')
		if length <= 0 {
			return words, 0, false
		}
		words[k] = b[end : end+length]
		end += length
	}
	return words, end + len(f[3]), hasPrefix(b[end:], f[3])
}

// longestNumber is more than the length of numbers in real files.
const longestNumber = 64

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// take takes the numbers of a vertex or of a triangle. It declines what the decoder has to examine.
func (s *scan) take(words *[3][]byte) bool {
	o := s.last()
	if s.form == &vertexForm {
		var v [3]float32
		for k, word := range words {
			x, end, err := text.Float32(word, 0, &o.digits)
			if err != nil || end != len(word) {
				return false
			}
			v[k] = x
		}
		o.xyz = append(o.xyz, v[:]...)
		return true
	}
	var corners [3]uint32
	for k, word := range words {
		v, n := text.Int(word)
		if n != len(word) || word[0] < '0' || v != int64(uint32(v)) {
			return false
		}
		corners[k] = uint32(v)
	}
	if s.r.LimitTriangles(s.r.triangles+1) != nil {
		return false
	}
	s.addTriangle(corners)
	return true
}

// cut removes a piece from what the library reads: runs, and comments and CDATA, at which the
// library stops.
func (s *scan) cut(start, end int) error {
	if err := s.r.Charge(s.part, start-s.kept, 2); err != nil {
		return err
	}
	s.left = append(s.left, s.data[s.kept:start]...)
	s.kept = end
	return nil
}

// remaining returns the part without what was cut.
func (s *scan) remaining() []byte {
	if s.kept == 0 {
		return s.data
	}
	return s.left
}

// Package obj decodes Wavefront OBJ files for the package loader.
package obj

import (
	"bytes"
	"context"
	"io"
	"io/fs"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// OBJ is the name of the format.
const OBJ source.Format = "obj"

// recognized is the number of bytes at the beginning of a file that are searched for a statement.
const recognized = 64 << 10

// Recognize returns how certain it is that a file is an OBJ file. The format has no signature: a
// file is recognized by a statement of OBJ.
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	return OBJ, certaintyOf(head[:min(len(head), recognized)])
}

// certaintyOf is Recognize for a text: Likely if its first line, apart from blank lines and
// comments, is a complete statement of OBJ, Possible if another line is.
func certaintyOf(head []byte) source.Certainty {
	head = source.TrimText(head)
	if len(head) == 0 || head[0] == '<' || head[0] == '{' || bytes.HasPrefix(head, []byte("#VRML ")) || !isText(head) {
		return source.NoMatch
	}
	head = joinLines(head)
	certainty := source.Likely
	for len(head) > 0 {
		end := bytes.IndexAny(head, "\r\n")
		if end < 0 {
			end = len(head)
		}
		words := bytes.FieldsFunc(head[:end], func(c rune) bool { return c < 0x80 && text.IsSpace(byte(c)) })
		if len(words) > 0 && words[0][0] != '#' {
			if isStatement(words) {
				return certainty
			}
			certainty = source.Possible
		}
		head = head[min(end+1, len(head)):]
	}
	return source.NoMatch
}

// joinLines replaces each end of a line that continues by a space.
func joinLines(head []byte) []byte {
	if bytes.IndexByte(head, '\\') < 0 {
		return head
	}
	for _, end := range []string{"\\\r\n", "\\\n", "\\\r"} {
		head = bytes.ReplaceAll(head, []byte(end), []byte(" "))
	}
	return head
}

// isText reports whether b has no control characters apart from white space, zero bytes and
// escapes.
func isText(b []byte) bool {
	for _, c := range b {
		if c < ' ' && !text.IsSpace(c) && c != 0x1b {
			return false
		}
	}
	return true
}

// isStatement reports whether a line is a statement of OBJ that other texts do not have.
func isStatement(words [][]byte) bool {
	numbers := func(n int) bool {
		for _, w := range words[1:min(n+1, len(words))] {
			if _, _, err := text.Float64(w, 0, &mesh.Digits{}); err != nil {
				return false
			}
		}
		return len(words) > n
	}
	switch string(words[0]) {
	case "v", "vn":
		return numbers(3)
	case "vt", "vp":
		return numbers(1)
	case "f", "fo", "l", "p":
		if len(words) < 2 {
			return false
		}
		_, n := text.Int(words[1])
		return n > 0 && (n == len(words[1]) || words[1][n] == '/')
	case "mtllib", "usemtl", "o":
		return len(words) == 2
	case "g":
		return len(words) <= 2
	case "s":
		return len(words) == 2 && (numbers(1) || string(words[1]) == "off")
	}
	return false
}

// Decode decodes a file into one mesh. Each part has the faces with the same object, group and
// material.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	s := &scanner{ctx: ctx, input: in, data: data, line: 1}
	s.runs.start()
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		s.pos = len("\ufeff")
	}
	if err := s.statements(); err != nil {
		return nil, err
	}
	return s.scene()
}

// Estimate estimates what it takes to load a file by its size.
func Estimate(_ io.ReaderAt, _ []byte, size int64, _ fs.FS) source.Estimate {
	return source.Estimate{Bytes: size, Held: size, Triangles: size / triangleSize}
}

// triangleSize is about the least number of bytes for a triangle in a file: its face, and half a
// vertex of short numbers.
const triangleSize = 25

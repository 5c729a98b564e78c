// Package off decodes OFF files for the package loader.
package off

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"regexp"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// OFF is the format's name.
const OFF source.Format = "off"

// keyword is the word that a file begins with, its prefixes in their order: texture coordinates,
// colours, normals, four coordinates, any number of coordinates.
var keyword = regexp.MustCompile(`^(ST)?(C)?(N)?(4)?(n)?OFF`)

// Recognize returns how certain it is that a file is an OFF file: its first word is the keyword,
// with or without prefixes.
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	if isUTF16(head) || keywordOf(head) != nil {
		return OFF, source.Likely
	}
	return OFF, source.NoMatch
}

// keywordOf returns the keyword of a file as the submatches of the pattern, in pairs of offsets, nil
// if it has none. A number may follow without a space.
func keywordOf(data []byte) []int {
	at := start(data)
	found := keyword.FindSubmatchIndex(data[at:min(len(data), at+16)])
	if found == nil {
		return nil
	}
	for i := range found {
		if found[i] >= 0 {
			found[i] += at
		}
	}
	if end := found[1]; end < len(data) && !text.IsSpace(data[end]) && data[end]-'0' > 9 && data[end] != '#' {
		return nil
	}
	return found
}

// start returns where the first word of a file is that is no comment.
func start(data []byte) int {
	i := 0
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		i = len("\ufeff")
	}
	for i < len(data) {
		switch {
		case data[i] == '#':
			for i < len(data) && data[i] != '\n' && data[i] != '\r' {
				i++
			}
		case text.IsSpace(data[i]):
			i++
		default:
			return i
		}
	}
	return i
}

func isUTF16(data []byte) bool {
	for _, h := range source.UTF16Heads(data) {
		if keywordOf(h) != nil {
			return true
		}
	}
	return false
}

// Decode decodes a file into one mesh of one part.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	if isUTF16(data) {
		return nil, in.Fail("", "the file is UTF-16; OFF must be ASCII or UTF-8")
	}
	if err := in.Hold(int64(len(data))); err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, input: in, data: data, line: 1}
	if err := r.header(int64(len(data))); err != nil {
		return nil, err
	}
	return r.read()
}

// Estimate estimates what a file takes by the number of faces that its header has.
func Estimate(_ io.ReaderAt, head []byte, size int64, _ fs.FS) source.Estimate {
	e := source.Estimate{Bytes: size, Held: size, Triangles: size / triangleSize}
	r := &reader{input: &source.Input{}, data: head, line: 1}
	if r.header(size) == nil {
		e.Triangles = min(int64(trianglesOfFace*r.faces), size/leastFace)
	}
	return e
}

// triangleSize is about the size of a triangle in a file, with half a vertex, and leastFace the
// least. trianglesOfFace is how many triangles a face of a mesh of quads makes.
const (
	triangleSize    = 25
	leastFace       = 4
	trianglesOfFace = 2
)

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

// OFF is the name of the format.
const OFF source.Format = "off"

// keyword is the word at the beginning of a file. Its prefixes, in this order, announce texture
// coordinates, colours, normals, four coordinates, any number of coordinates.
var keyword = regexp.MustCompile(`^(ST)?(C)?(N)?(4)?(n)?OFF`)

// Recognize returns how certain it is that a file is an OFF file: the first word is the keyword,
// with or without prefixes.
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	if keywordOf(head) != nil {
		return OFF, source.Likely
	}
	return OFF, source.NoMatch
}

// keywordOf returns the submatches of the keyword of a file, as pairs of offsets, or nil if it has
// none. A number may follow without a space.
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

// start returns the offset of the first word that is not in a comment.
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

// Decode decodes a file into one mesh of one part.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	r := newReader(ctx, in, data)
	if err := r.header(int64(len(data))); err != nil {
		return nil, err
	}
	return r.read()
}

// Estimate estimates what it takes to load a file by the number of faces in its header.
func Estimate(_ io.ReaderAt, head []byte, size int64, _ fs.FS) source.Estimate {
	e := source.Estimate{Bytes: size, Held: size, Triangles: size / triangleSize}
	r := newReader(context.Background(), &source.Input{}, head)
	if r.header(size) == nil {
		e.Triangles = min(int64(trianglesOfFace*r.faces), size/leastFace)
	}
	return e
}

// triangleSize is about the number of bytes for a triangle in a file, with half a vertex, leastFace
// the least number. trianglesOfFace is the number of triangles of a face in a mesh of quads.
const (
	triangleSize    = 25
	leastFace       = 4
	trianglesOfFace = 2
)

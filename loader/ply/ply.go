// Package ply decodes PLY files, text and binary, for the package loader.
package ply

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"io/fs"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// PLY is the name of the format.
const PLY source.Format = "ply"

// Recognize returns how certain it is that a file is a PLY file: the first line is "ply".
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	if begins(bytes.TrimPrefix(head, []byte("\ufeff"))) {
		return PLY, source.Certain
	}
	return PLY, source.NoMatch
}

// begins reports whether the first word of data is "ply".
func begins(data []byte) bool {
	return len(data) > 3 && string(data[:3]) == "ply" && text.IsSpace(data[3])
}

// Decode decodes a file into one mesh of one part.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	h, err := readHeader(in, data)
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, input: in, Lines: text.Lines{Data: data, Pos: h.data, Line: h.lines + 1}}
	switch h.format {
	case "binary_little_endian":
		r.order = binary.LittleEndian
	case "binary_big_endian":
		r.order = binary.BigEndian
	default:
		r.digits = &mesh.Digits{}
	}
	return r.read(h)
}

// Estimate estimates what it takes to load a file by its header.
func Estimate(f io.ReaderAt, _ []byte, size int64, _ fs.FS) source.Estimate {
	e := source.Estimate{Bytes: size, Held: size}
	head := make([]byte, min(size, maxHeader))
	n, _ := f.ReadAt(head, 0)
	h, err := readHeader(&source.Input{}, bytes.TrimPrefix(head[:n], []byte("\ufeff")))
	if err != nil {
		return e
	}
	for i := range h.elements {
		if el := &h.elements[i]; el.name == "face" {
			e.Triangles = min(el.count*trianglesOfFace, size/leastFace)
		}
	}
	return e
}

// trianglesOfFace is about the number of triangles of a face in a mesh of quads, leastFace the
// least number of bytes for a triangle in a file.
const (
	trianglesOfFace = 2
	leastFace       = 6
)

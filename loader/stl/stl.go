// Package stl decodes STL files for the package loader. github.com/hschendel/stl, which allocates memory
// for each facet, is what its tests compare it with.
package stl

import (
	"context"
	"io"
	"io/fs"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// STL is the name of the format.
const STL source.Format = "stl"

// The sizes in a binary STL file: 80 arbitrary bytes and the number of facets, then for each facet
// a normal, three corners and two bytes.
const (
	headerSize = 84
	facetSize  = 50
	normalSize = 12
)

// binarySize returns the length of a binary STL file of n facets.
func binarySize(n uint32) int64 { return headerSize + facetSize*int64(n) }

// floats is the number of coordinates of a facet.
const floats = 9

// Decode decodes a file.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	if isText, _ := variantOf(data, int64(len(data))); isText {
		return decodeText(ctx, in, data)
	}
	return decodeBinary(ctx, in, data)
}

// Estimate estimates what it takes to load a file of the given size that begins with head.
func Estimate(_ io.ReaderAt, head []byte, size int64, _ fs.FS) source.Estimate {
	if isText, _ := variantOf(head, size); isText {
		return source.Estimate{Bytes: size, Held: size, Triangles: size / textFacetSize}
	}
	return source.Estimate{Bytes: size, Triangles: size / facetSize}
}

// textFacetSize is about the number of bytes for a facet in a text: its keywords, indented, take
// 85, and twelve short numbers about 65.
const textFacetSize = 150

// newScene returns a scene of one mesh.
func newScene(name string, parts []mesh.Part, warnings ...string) *mesh.Scene {
	return &mesh.Scene{
		Meshes:   []*mesh.Mesh{{Name: name, Parts: parts, Scale: 1}},
		Warnings: warnings,
	}
}

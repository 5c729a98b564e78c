package loader

import (
	"context"
	"fmt"
	"io"
	"io/fs"

	"github.com/meshcheck/meshcheck/loader/gltf"
	"github.com/meshcheck/meshcheck/loader/obj"
	"github.com/meshcheck/meshcheck/loader/off"
	"github.com/meshcheck/meshcheck/loader/ply"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/stl"
	"github.com/meshcheck/meshcheck/loader/threemf"
	"github.com/meshcheck/meshcheck/mesh"
)

// Format names a model format.
type Format = source.Format

// The formats that are read. glTF as text and glTF as one binary file have names of their
// own, as their users call them.
const (
	STL     = stl.STL
	GLTF    = gltf.GLTF
	GLB     = gltf.GLB
	OBJ     = obj.OBJ
	PLY     = ply.PLY
	OFF     = off.OFF
	ThreeMF = threemf.ThreeMF
)

// decoder is what the package of a format does.
type decoder struct {
	// endings of the names of its files, in lower case with their dots.
	endings []string
	// recognize returns the format of a file of the given size that begins with head, and how
	// certain that is. head is the whole file when the file is about to be decoded.
	recognize func(head []byte, size int64) (Format, source.Certainty)
	// decode decodes a file. The scene may keep data.
	decode func(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error)
	// stream decodes a file while it is read, if its beginning and its size make its format
	// Certain. It is nil for formats that are decoded from memory.
	stream func(ctx context.Context, in *source.Input, r io.Reader) (*mesh.Scene, error)
	// estimate estimates what a file of the given size that begins with head takes, without
	// loading it. folder has the side files.
	estimate func(f io.ReaderAt, head []byte, size int64, folder fs.FS) source.Estimate
}

// decoders has a row for each package of formats. ErrUnknownFormat names their formats.
var decoders = []decoder{
	{endings: []string{".gltf", ".glb"}, recognize: gltf.Recognize, decode: gltf.Decode, estimate: gltf.Estimate},
	{endings: []string{".stl"}, recognize: stl.Recognize, decode: stl.Decode, stream: stl.Stream, estimate: stl.Estimate},
	{endings: []string{".obj"}, recognize: obj.Recognize, decode: obj.Decode, estimate: obj.Estimate},
	{endings: []string{".ply"}, recognize: ply.Recognize, decode: ply.Decode, estimate: ply.Estimate},
	{endings: []string{".off"}, recognize: off.Recognize, decode: off.Decode, estimate: off.Estimate},
	{endings: []string{".3mf"}, recognize: threemf.Recognize, decode: threemf.Decode, estimate: threemf.Estimate},
}

// Endings returns the endings of the names of files in the formats that are read, in lower case with
// their dots. What a file is says its content all the same.
func Endings() []string {
	var all []string
	for i := range decoders {
		all = append(all, decoders[i].endings...)
	}
	return all
}

// recognize returns the decoder that is the most certain of a file of the given size that
// begins with head, the first of several.
func recognize(head []byte, size int64) (*decoder, Format, source.Certainty) {
	var best *decoder
	var format Format
	certainty := source.NoMatch
	for i := range decoders {
		if f, c := decoders[i].recognize(head, size); c > certainty {
			best, format, certainty = &decoders[i], f, c
		}
	}
	return best, format, certainty
}

// formatOf is recognize with an error that wraps ErrUnknownFormat if no decoder matches.
func formatOf(head []byte, size int64) (*decoder, Format, error) {
	if len(head) == 0 {
		return nil, "", fmt.Errorf("%w: the file is empty", ErrUnknownFormat)
	}
	d, format, _ := recognize(head, size)
	if d == nil {
		return nil, "", unknown(head)
	}
	return d, format, nil
}

package loader

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

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

// formatOf returns the format of a file: by its content or, where that tells nothing, by its name,
// which may be "". The error is a FormatError of the format that the name says, or wraps
// ErrUnknownFormat.
func formatOf(head []byte, size int64, name string) (*decoder, Format, error) {
	if len(head) == 0 {
		return nil, "", fmt.Errorf("%w: the file is empty", ErrUnknownFormat)
	}
	d, format, certainty := recognize(head, size)
	if certainty > source.Possible {
		return d, format, nil
	}
	unknown := unknown(head)
	if named := FormatByEnding(name); named != "" && named != format && !isForeign(unknown) {
		return nil, named, unlike(named, head)
	}
	if d == nil || ForeignFormat(name) != "" {
		return nil, "", unknown
	}
	return d, format, nil
}

// endings are those of the names of files in each format, and what people call such a file.
var endings = []struct {
	ending string
	format Format
	file   string
}{
	{".gltf", GLTF, "a glTF file"},
	{".glb", GLB, "a GLB file"},
	{".stl", STL, "an STL file"},
	{".obj", OBJ, "an OBJ file"},
	{".ply", PLY, "a PLY file"},
	{".off", OFF, "an OFF file"},
	{".3mf", ThreeMF, "a 3MF file"},
}

// FormatByEnding returns the format that the ending of a file's name stands for, "" if it is
// none that is read.
func FormatByEnding(path string) Format {
	ending := strings.ToLower(filepath.Ext(path))
	for _, e := range endings {
		if e.ending == ending {
			return e.format
		}
	}
	return ""
}

// unlike returns the error for a file that has the name of a format, but not what its files
// begin with.
func unlike(named Format, head []byte) error {
	for _, e := range endings {
		if e.format == named {
			return &FormatError{Format: named, Err: fmt.Errorf("this is not %s, though its name says so: it begins with %s", e.file, source.Quote(head[:min(len(head), 12)]))}
		}
	}
	return ErrUnknownFormat
}

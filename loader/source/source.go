// Package source has what the decoders of all formats share: the limits of a load, the memory that
// a file may take, its side files, the progress of reading it, and errors. It knows no format.
package source

import (
	"context"
	"fmt"
	"io/fs"
)

// Format identifies a model format.
type Format string

// Certainty says how well a file matches a format.
type Certainty int

// How well the beginning and the size of a file match a format.
const (
	// NoMatch is for a file of another format.
	NoMatch Certainty = iota
	// Possible is for a file that may be of the format, though nothing in it says so.
	Possible
	// Likely is for a file that begins like files of the format.
	Likely
	// Certain is for a file that meets a condition that no file of another format meets by
	// accident, such as a signature with a version.
	Certain
)

// Input is what the decoder of a format gets in addition to the bytes of a file. It serves one
// load.
type Input struct {
	// Format is the format of the file, "" while it is unknown.
	Format Format
	// Folder has the side files. It is nil for a model without a folder. Base is the path within it
	// of the folder of the model, as in fs.ValidPath; "" is Folder itself.
	Folder fs.FS
	Base   string
	// Name is the name of the model in its folder, "" if it is not known.
	Name string
	// Workers is the number of goroutines, at least 1.
	Workers int
	// UVs asks for texture coordinates, materials and images. Colors asks for base colors, Poses for what
	// moves.
	UVs, Colors, Poses bool
	// MaxTriangles is the greatest number of triangles in all meshes together, 0 for no limit.
	// MaxMemory is the greatest number of bytes that the file may take.
	MaxTriangles int
	MaxMemory    int64
	Progress     *Progress
	// OnSideFile, if not nil, is called for each side file after the attempt to read it.
	OnSideFile func(SideFile)
	// OnReference, if not nil, is called with the name of each file to which the model refers.
	OnReference func(name string)

	budget   budget
	reported int // bytes of the file that Passed reported
}

// Passed says that the file has been decoded up to an offset. From time to time it reports progress
// and polls the context, whose error it returns.
func (in *Input) Passed(ctx context.Context, offset int) error {
	if offset-in.reported < 1<<20 {
		return nil
	}
	return in.report(ctx, offset)
}

func (in *Input) report(ctx context.Context, offset int) error {
	in.Progress.Add(int64(offset - in.reported))
	in.reported = offset
	return ctx.Err()
}

// Fail returns a FormatError whose cause is formatted as by fmt.Errorf.
func (in *Input) Fail(place, format string, args ...any) error {
	return in.Malformed(place, fmt.Errorf(format, args...))
}

// Malformed returns a FormatError with the given cause.
func (in *Input) Malformed(place string, cause error) error {
	return &FormatError{Format: in.Format, Place: place, Err: cause}
}

// Unsupported returns an UnsupportedError.
func (in *Input) Unsupported(place, feature string) error {
	return &UnsupportedError{Format: in.Format, Place: place, Feature: feature}
}

// RefuseUVs returns an UnsupportedError if texture coordinates are asked for. It is called for
// files that have some, in formats of which they are not read.
func (in *Input) RefuseUVs() error {
	if !in.UVs {
		return nil
	}
	return in.Unsupported("", "reading UVs of this format")
}

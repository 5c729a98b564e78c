// Package source holds what the decoders of all model formats share: the limits of a load,
// the memory that a file may cost, its side files, the progress of reading it, and the errors
// that say what is wrong with it. It knows no format.
package source

import (
	"fmt"
	"io/fs"
)

// Format names a model format.
type Format string

// Certainty says how well a file matches a format.
type Certainty int

// How well the beginning and the size of a file match a format.
const (
	// NoMatch is for a file of another format.
	NoMatch Certainty = iota
	// Possible is for a file that nothing marks as one of the format, and nothing rules out.
	Possible
	// Likely is for a file that begins as files of the format do.
	Likely
	// Certain is for a file that meets a condition which no file of another format meets by
	// accident, such as a signature with a version.
	Certain
)

// Input is what the decoder of a format gets beside the bytes of a file. One Input serves one
// load.
type Input struct {
	// Format of the file, "" while it is not known.
	Format Format
	// Folder has the side files; nil for a model without a folder.
	Folder fs.FS
	// Workers is the number of goroutines, at least 1.
	Workers int
	// UVs asks for texture coordinates and what they are painted with.
	UVs bool
	// MaxTriangles is the greatest number of triangles that all meshes may have together, 0
	// for any number. MaxMemory is the greatest number of bytes that the file may take.
	MaxTriangles int
	MaxMemory    int64
	Progress     *Progress
	// OnSideFile, unless nil, is called for each side file after the attempt to read it.
	OnSideFile func(SideFile)
	// OnReference, unless nil, is called with the name of each file that the model refers to.
	OnReference func(name string)

	budget budget
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

// RefuseUVs returns an UnsupportedError if the load is to have texture coordinates: the file has
// some, and they are read from glTF only.
func (in *Input) RefuseUVs() error {
	if !in.UVs {
		return nil
	}
	return in.Unsupported("", "reading UVs of formats other than glTF")
}

// Package threemf decodes 3MF files for the package loader, with github.com/hpinc/go3mf. Before the
// library reads a part, the part is scanned: faults that the library would accept are refused, and
// vertices and triangles are read (see scan).
package threemf

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// ThreeMF is the name of the format.
const ThreeMF source.Format = "3mf"

// Recognize returns how certain it is that a file is a 3MF file: a ZIP archive with relationships,
// if that can be known from head.
func Recognize(head []byte, size int64) (source.Format, source.Certainty) {
	if !bytes.HasPrefix(head, []byte(source.ZIPSignature)) || strings.HasPrefix(path.Ext(strings.ToLower(source.FirstZIPEntry(head))), ".usd") {
		return ThreeMF, source.NoMatch
	}
	if int64(len(head)) < size || hasRelationships(head) {
		return ThreeMF, source.Likely
	}
	return ThreeMF, source.NoMatch
}

// hasRelationships reports whether an archive has root relationships. If its directory cannot be
// read, the name of their file is searched for.
func hasRelationships(data []byte) bool {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return bytes.Contains(data, []byte(rootRelationships))
	}
	for _, f := range z.File {
		if strings.EqualFold(f.Name, rootRelationships) {
			return true
		}
	}
	return false
}

// Decode decodes a file into a mesh for each object that has one, and an instance for each place
// where the build shows it.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	r := &reader{Input: in, ctx: ctx, scene: &mesh.Scene{}, parts: map[string]*part{}}
	steps := []func() error{func() error { return r.open(data) }, r.readParts, r.link, r.place}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r.scene, nil
}

// reader decodes a file into a scene.
type reader struct {
	*source.Input
	ctx   context.Context
	scene *mesh.Scene
	// entries are those of the archive by name, in lower case.
	entries map[string]*zip.File
	// order has the names of the model parts, the root first. parts are those that were read.
	order     []string
	parts     map[string]*part
	objects   []*object // of all parts
	triangles int64
	flat      source.Tally // instances with a singular transform
}

// Estimate estimates what it takes to load a file by the sizes of its model parts.
func Estimate(f io.ReaderAt, _ []byte, size int64, _ fs.FS) source.Estimate {
	e := source.Estimate{Bytes: size, Held: size}
	z, err := zip.NewReader(f, size)
	if err != nil {
		return e
	}
	for _, f := range z.File {
		if strings.HasSuffix(strings.ToLower(f.Name), ".model") && !bomb(f) {
			n := int64(min(f.UncompressedSize64, 1<<50))
			e.Held += n
			e.Triangles += n / triangleSize
		}
	}
	return e
}

// triangleSize is about the number of bytes for a triangle in a part, with half a vertex.
const triangleSize = 60

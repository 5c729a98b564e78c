// Package threemf decodes 3MF files for the package loader, with github.com/hpinc/go3mf. What the
// library lets pass is refused before it reads a part, and vertices and triangles are read then: see
// scan.
package threemf

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"io/fs"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// ThreeMF is the format's name.
const ThreeMF source.Format = "3mf"

// signature begins ZIP archives.
const signature = "PK\x03\x04"

// Recognize returns how certain it is that a file is a 3MF file: a ZIP archive that has
// relationships, as far as that can be told.
func Recognize(head []byte, size int64) (source.Format, source.Certainty) {
	if !bytes.HasPrefix(head, []byte(signature)) || isUSD(head) {
		return ThreeMF, source.NoMatch
	}
	if int64(len(head)) < size || hasRelationships(head) {
		return ThreeMF, source.Likely
	}
	return ThreeMF, source.NoMatch
}

// isUSD reports whether the first entry of an archive is a USD file.
func isUSD(head []byte) bool {
	const header, nameLength = 30, 26
	if len(head) < header {
		return false
	}
	n := int(head[nameLength]) | int(head[nameLength+1])<<8
	name := strings.ToLower(string(head[header:min(len(head), header+n)]))
	return strings.HasSuffix(name, ".usd") || strings.HasSuffix(name, ".usdc") || strings.HasSuffix(name, ".usda")
}

// hasRelationships reports whether an archive has root relationships. Of one whose directory cannot
// be read it is enough that their name is in it.
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

// Decode decodes a file: a mesh for each object that has one, and an instance for each place where
// the build shows it.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	if err := in.Hold(int64(len(data))); err != nil {
		return nil, err
	}
	r := &reader{Input: in, ctx: ctx, scene: &mesh.Scene{}, parts: map[string]*part{}}
	steps := []func() error{func() error { return r.open(data) }, r.readParts, r.link, r.place}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r.scene, nil
}

// reader is one file that is being decoded into a scene.
type reader struct {
	*source.Input
	ctx   context.Context
	scene *mesh.Scene
	// entries of the archive by their names in small letters.
	entries map[string]*zip.File
	// order has the names of the model parts, the root first, and parts what was read of each.
	order     []string
	parts     map[string]*part
	objects   []*object // of all parts
	triangles int64
	// flat is how many instances have a singular transform, firstFlat the path of the first.
	flat      int
	firstFlat string
}

// Estimate estimates what a file takes by the sizes of its model parts.
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

// triangleSize is about the size of a triangle in a part, with half a vertex.
const triangleSize = 60

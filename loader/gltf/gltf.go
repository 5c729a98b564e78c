// Package gltf decodes glTF 2.0 documents, as text with side files and as GLB, for the package
// loader. The types of github.com/qmuntal/gltf hold the parts of a document, which are named
// gltf.Accessor and so on here: within this package the name is that of the library.
package gltf

import (
	"context"
	"fmt"
	"strconv"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// The formats of a document: as text, and in a binary container.
const (
	GLTF source.Format = "gltf"
	GLB  source.Format = "glb"
)

// Decode decodes a file whose format Recognize has found.
//
// The library's types hold the document and its accessor reader handles the rare
// cases, but neither its decoder nor its Document reads the file as
// a whole: those read every buffer, used or not, and refuse a file for faults
// in cameras and textures. Instead each element is parsed when a triangle
// needs it, and checked against the bytes that it refers to before the
// library gets it.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	r := &reader{Input: in, ctx: ctx, scene: &mesh.Scene{Unit: "m", YUp: true}}
	if isUTF16(data) {
		return nil, r.Fail("", "the file is UTF-16; glTF must be UTF-8")
	}
	if err := r.Hold(int64(len(data))); err != nil {
		return nil, err
	}
	text := source.TrimText(data)
	if in.Format == GLB {
		var err error
		if text, err = r.container(data); err != nil {
			return nil, err
		}
	}
	steps := []func() error{
		func() error { return r.parse(text) }, r.reportReferences, r.checkVersion, r.checkExtensions, r.readMeshes, r.readShapes, r.readNodes, r.readPlaces,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.countOmittedWarnings()
	return r.scene, nil
}

// reader is one document that is being decoded into a scene.
type reader struct {
	*source.Input
	ctx context.Context
	bin []byte // the binary chunk of a GLB, nil where there is none

	outline outline
	// doc is what the library reads from: it has the buffer views and buffers that were
	// needed so far, at their indices.
	doc        gltf.Document
	checked    []*accessor   // those that were needed so far
	badBuffers map[int]error // those that could not be read
	positions  map[positionKey]mesh.Positions
	indices    map[indexKey]indices
	uvs        map[int]mesh.UVSet    // by accessor
	draco      map[string]*dracoMesh // of one mesh, by what its primitives say of it
	granted    map[int]bool          // buffer views of Draco data
	unpacked   map[int]int           // compressed bytes of buffers that memory was granted for
	textures   textures
	shapes     [shapeLists][]shape
	nodes      []node
	scenes     sceneSets
	levels     []lowerLevel
	triangles  int64 // of the meshes so far
	scene      *mesh.Scene
	warnings   int
}

// maxWarnings is how many warnings are written out for one file.
const maxWarnings = 100

func (r *reader) warn(format string, args ...any) {
	if r.warnings++; r.warnings <= maxWarnings {
		r.scene.Warnings = append(r.scene.Warnings, fmt.Sprintf(format, args...))
	}
}

// countOmittedWarnings adds how many warnings were left out.
func (r *reader) countOmittedWarnings() {
	if more := r.warnings - maxWarnings; more > 0 {
		r.scene.Warnings = append(r.scene.Warnings, fmt.Sprintf("%d more warnings", more))
	}
}

// label returns an index with the name that the file has for it, shortened.
func label(what string, index int, name string) string {
	s := what + " " + strconv.Itoa(index)
	if name == "" {
		return s
	}
	const most = 80
	if len(name) > most {
		name = name[:most] + "…"
	}
	return s + " " + strconv.Quote(name)
}

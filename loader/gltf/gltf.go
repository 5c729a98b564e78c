// Package gltf decodes glTF 2.0 documents, as text with side files and as GLB, for the package
// loader. The identifier gltf means the library github.com/qmuntal/gltf here, whose types hold the
// parts of a document.
package gltf

import (
	"bytes"
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/gltf/physics"
	"github.com/meshcheck/meshcheck/loader/gltf/rig"
	"github.com/meshcheck/meshcheck/loader/gltf/texture"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// The formats of a document: as text, and in a binary container.
const (
	GLTF source.Format = "gltf"
	GLB  source.Format = "glb"
)

// Decode decodes a file whose format was found by Recognize.
//
// The library's types hold the document, and its accessor reader handles the rare cases. Neither
// its decoder nor its Document reads the file as a whole: they would read every buffer, used or
// not, and refuse a file for faults in cameras and textures. Instead each element is parsed when a
// triangle needs it, and is checked against the bytes to which it refers before the library gets
// it.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	r := newReader(ctx, in)
	text := data
	if in.Format == GLB {
		var err error
		if text, err = r.container(data); err != nil {
			return nil, err
		}
	}
	text = trimDocument(text)
	found := document.Scan(text, knownNames())
	if err := r.Reserve(int64(len(text)) + valueSize*int64(found.Values)); err != nil {
		return nil, err
	}
	start := func() error { return r.start(text, found) }
	if err := r.read(text, sink{start: start, mesh: r.readMesh, nodes: r.readNodes}); err != nil {
		return nil, err
	}
	r.scene.Warnings = r.Warnings()
	if err := r.readRig(); err != nil {
		return nil, err
	}
	return r.scene, r.readColors(text)
}

// valueSize is more than any value of a document costs for each brace, bracket and comma that comes
// with it. The worst are empty nodes and buffers, "{},", at 110 bytes and the slice that refers to
// their text, and numbers in place of accessors, "0,", at 40.
const valueSize = 128

// trimDocument removes what is around the JSON. Some writers pad the JSON chunk with zeros instead
// of spaces.
func trimDocument(text []byte) []byte { return bytes.TrimRight(source.TrimText(text), "\x00") }

// start begins to decode a document whose outline has been parsed.
func (r *reader) start(text []byte, found document.ScanResult) error {
	if found.At >= 0 {
		// Readers differ in which of the two they take.
		return r.Fail(fmt.Sprintf("JSON byte %d", found.At), "the name %s occurs twice in one object", found.Duplicate)
	}
	if r.UVs {
		if err := r.textures.Parse(text); err != nil {
			return err
		}
		r.scene.Materials = make([]mesh.Material, len(r.outline.Materials))
		for i := range r.scene.Materials {
			r.scene.Materials[i].Name = r.outline.Materials[i].Name
		}
	}
	return r.reportReferences()
}

// sink takes what is found while a document is read, to decode it or to estimate its size.
type sink struct {
	// start is called when the outline has been parsed.
	start func() error
	// mesh takes a mesh, of which the scene has the name, and the indices of its primitives that
	// have triangles.
	mesh func(index int, m *meshJSON, triangles []int) error
	// nodes is called when all meshes have been taken.
	nodes func() error
}

// read reads a document.
func (r *reader) read(text []byte, to sink) error {
	steps := []func() error{
		func() error { return r.parse(text) },
		to.start,
		r.checkVersion,
		r.checkExtensions,
		func() error { return r.readMeshes(to.mesh) },
		to.nodes,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// reader decodes a document into a scene.
type reader struct {
	*document.Reader
	outline   outline
	accessors *accessor.Reader
	strips    map[indexKey]mesh.Indices // and fans, as triangles
	draco     map[string]*dracoMesh     // of one mesh, by what its primitives say of it
	granted   map[int]bool              // buffer views of Draco data
	textures  *texture.Reader
	physics   *physics.Reader
	nodes     []node
	// childrenFirst are the nodes in an order in which each comes after its children.
	childrenFirst []int32
	scenes        sceneSets
	levels        []lowerLevel
	triangles     int64 // of the meshes so far
	later         []laterPart
	shown         []rig.Place // of instances, if poses are asked for
	scene         *mesh.Scene
}

func newReader(ctx context.Context, in *source.Input) *reader {
	r := &reader{Reader: &document.Reader{Input: in, Ctx: ctx}, scene: &mesh.Scene{Unit: "m", YUp: true}}
	r.physics = &physics.Reader{Reader: r.Reader}
	r.textures = &texture.Reader{Reader: r.Reader, Scene: r.scene, View: func(place string, i int) ([]byte, error) {
		return r.accessors.View(place, i)
	}}
	return r
}

// reportReferences calls OnReference for each file to which the document refers.
func (r *reader) reportReferences() error {
	if r.OnReference == nil {
		return nil
	}
	report := func(uri string) {
		if name, err := source.SidePath(uri); err == nil && uri != "" {
			r.OnReference(name)
		}
	}
	for _, b := range r.outline.Buffers {
		if b != nil {
			report(b.URI)
		}
	}
	// No triangle depends on images, so a fault in their list is not an error.
	for _, text := range r.outline.Images.Elements {
		var image struct {
			URI jsontext.Value `json:"uri"`
		}
		var uri string
		if document.Unmarshal(text, &image) == nil && image.URI.Kind() == '"' && document.Unmarshal(image.URI, &uri) == nil {
			report(uri)
		}
	}
	return r.Ctx.Err()
}

package loader

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// decodeGLTF reads a glTF 2.0 document in either writing.
//
// The library's types hold the document and its accessor reader does the odd
// cases, but neither its decoder nor its Document is asked to read the file as
// a whole: those read every buffer, used or not, and refuse a file for faults
// in cameras and textures. Instead each element is parsed when a triangle
// needs it, and checked against the bytes that stand behind it before the
// library sees it.
func decodeGLTF(ctx context.Context, data []byte, format Format, fsys fs.FS, o Options, p *progress) (*mesh.Scene, error) {
	r := &gltfReader{
		ctx: ctx, format: format, fsys: fsys, options: o, progress: p,
		budget: budget{limit: budgetBase},
		scene:  &mesh.Scene{Unit: "m"},
	}
	if err := r.hold(len(data)); err != nil {
		return nil, err
	}
	text := trimText(data)
	if format == GLB {
		var err error
		if text, err = r.container(data); err != nil {
			return nil, err
		}
	}
	steps := []func() error{
		func() error { return r.parse(text) }, r.tellNames, r.checkVersion, r.checkExtensions, r.readMeshes, r.readShapes, r.readNodes, r.readPlaces,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.closeWarnings()
	return r.scene, nil
}

// gltfReader is one document on its way into a scene.
type gltfReader struct {
	ctx      context.Context
	format   Format
	fsys     fs.FS // may be nil
	options  Options
	progress *progress
	budget   budget
	bin      []byte // the binary chunk of a GLB, nil where there is none

	outline outline
	// doc has the buffer views and buffers that were needed so far at their places,
	// and is what the library reads from.
	doc       gltf.Document
	checked   []*accessor // those that were needed so far
	positions map[positionKey]mesh.Positions
	indices   map[indexKey]indices
	shapes    [shapeLists][]shape
	nodes     []node
	scenes    sceneSets
	levels    []lowerLevel
	triangles int64 // of the meshes so far
	scene     *mesh.Scene
	warnings  int
}

// fail returns the error for something malformed.
func (r *gltfReader) fail(place, format string, args ...any) error {
	return &FormatError{Format: r.format, Place: place, Err: fmt.Errorf(format, args...)}
}

func (r *gltfReader) unsupported(place, feature string) error {
	return &UnsupportedError{Format: r.format, Place: place, Feature: feature}
}

// maxWarnings is how many warnings are written out for one file.
const maxWarnings = 100

func (r *gltfReader) warn(format string, args ...any) {
	if r.warnings++; r.warnings <= maxWarnings {
		r.scene.Warnings = append(r.scene.Warnings, fmt.Sprintf(format, args...))
	}
}

// closeWarnings says how many warnings were left out.
func (r *gltfReader) closeWarnings() {
	if more := r.warnings - maxWarnings; more > 0 {
		r.scene.Warnings = append(r.scene.Warnings, fmt.Sprintf("%d more warnings", more))
	}
}

// budget bounds the memory that a file can make the loader take: what is made
// from it, views aside, may not cost more than a fixed multiple of the bytes
// that stand behind it. The worst an honest file needs is about 45 bytes a
// byte, for GPU instances that have nothing but rotations in 8-bit integers.
type budget struct{ held, used, limit int64 }

const (
	budgetFactor = 64
	budgetBase   = 1 << 20
)

// hold adds n bytes of input, which are not read yet where they are a side file's.
func (r *gltfReader) hold(n int) error {
	b := &r.budget
	if err := r.options.limitMemory(r.format, b.held+b.used, int64(n)); err != nil {
		return err
	}
	b.held += int64(n)
	b.limit += budgetFactor * int64(n)
	return nil
}

// charge takes count things of size bytes from the budget and fails, without
// overflow, when it does not have them.
func (r *gltfReader) charge(place string, count, size int) error {
	b := &r.budget
	if int64(count) > (b.limit-b.used)/int64(size) {
		return r.fail(place, "needs more memory than a file of this size can justify")
	}
	b.used += int64(count) * int64(size)
	return r.options.limitMemory(r.format, b.held, b.used)
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

package gltf

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/source"
)

const (
	// smallGLB is the size up to which the document of a GLB is not read for an estimate: even with
	// a triangle for every three bytes, the file needs little memory.
	smallGLB = 256 << 10
	// largeDocument is the size from which a document is not read twice. Documents become so large
	// by data URIs.
	largeDocument = 16 << 20
	// embeddedTriangle is the least number of characters for a triangle in a document: twelve
	// bytes, for half a vertex and three short indices, in base64.
	embeddedTriangle = 16
	// uvSize is the most that a pair of texture coordinates takes while it is decoded: two floats,
	// and two numbers as they are stored.
	uvSize = 16
)

// Estimate estimates what it takes to load a file of the given size that begins with head. The
// numbers of its document are limited by what a file of this size can have. folder has the side
// files.
func Estimate(f io.ReaderAt, head []byte, size int64, folder fs.FS) source.Estimate {
	e := &estimate{Estimate: source.Estimate{Bytes: size, Held: size}}
	switch format, _ := Recognize(head, size); {
	case format == GLTF:
		e.document(f, 0, size, folder)
	case size <= smallGLB || len(head) < glbHeader+chunkHeader:
		e.Triangles = size / 3
	default:
		const at = glbHeader + chunkHeader
		length := int64(binary.LittleEndian.Uint32(head[glbHeader:]))
		e.document(f, at, min(length, size-at), nil)
	}
	return e.Estimate
}

// estimate adds up what a document declares while it is read, in the same way as for decoding.
type estimate struct {
	source.Estimate
	r *reader
	// held is the number of bytes of the file, with side files and after decompression.
	held int64
	uvs  map[int]bool // accessors that were counted
}

// document adds what the document of the given length at an offset of the file declares, and its
// side files if folder is not nil. The estimate ends where Decode would refuse the document.
func (e *estimate) document(f io.ReaderAt, at, length int64, folder fs.FS) {
	if length > largeDocument {
		e.Triangles = e.Bytes / embeddedTriangle
		return
	}
	text := make([]byte, max(length, 0))
	if _, err := f.ReadAt(text, at); err != nil && !errors.Is(err, io.EOF) {
		return
	}
	e.r = newReader(context.Background(), &source.Input{Workers: 1, MaxMemory: math.MaxInt64})
	e.uvs = map[int]bool{}
	_ = e.r.read(trimDocument(text), sink{
		start: func() error { return e.start(folder) }, mesh: e.mesh, nodes: e.nodes,
	})
}

// start adds the buffers.
func (e *estimate) start(folder fs.FS) error {
	e.Held = e.r.accessors.Held(e.Bytes, folder)
	e.held = e.Held
	return e.r.Hold(e.held)
}

// mesh adds the triangles of a mesh, and its texture coordinates.
func (e *estimate) mesh(index int, m *meshJSON, triangles []int) error {
	for _, p := range triangles {
		prim := m.Primitives[p]
		n, err := e.triangles(primitivePlace(index, p), prim)
		if err != nil {
			return err
		}
		e.Triangles += min(n, math.MaxInt64/2-e.Triangles)
		if _, ok := prim.Extensions[draco]; ok {
			e.Held = min(e.Held+dracoTriangle*n, math.MaxInt64/4)
		}
		e.addUVs(primitivePlace(index, p), prim)
	}
	return nil
}

// triangles returns the number of triangles that a primitive declares, limited by the number of
// bytes, or by what so many bytes of Draco data can have.
func (e *estimate) triangles(place string, prim *primitiveJSON) (int64, error) {
	corners := prim.Attributes[gltf.POSITION]
	if prim.Indices != nil {
		corners = *prim.Indices
	}
	a, err := e.r.accessors.Describe(place, corners)
	if err != nil {
		return 0, err
	}
	bytes := e.held
	if _, ok := prim.Extensions[draco]; ok {
		bytes *= 3 * dracoGrant / dracoTriangle
	}
	n := min(int64(a.Count), bytes)
	if prim.Mode == gltf.PrimitiveTriangles {
		n /= 3
	}
	return n, nil
}

// addUVs adds the texture coordinates of a primitive that have to be converted, each accessor once,
// limited by what a file of this size can have.
func (e *estimate) addUVs(place string, prim *primitiveJSON) {
	for _, n := range uvNumbers(prim) {
		i := prim.Attributes[uvName(n)]
		a, err := e.r.accessors.Describe(place, i)
		if err != nil || e.uvs[i] {
			continue // Decode looks at it only if UVs are asked for
		}
		e.uvs[i] = true
		if a.ComponentType == gltf.ComponentFloat && a.BufferView != nil && a.Sparse == nil {
			continue // a view of the file
		}
		e.UVs = min(e.UVs+uvSize*min(int64(a.Count), e.held), source.Budget(e.held))
	}
}

// nodes adds the places where nodes show meshes.
func (e *estimate) nodes() error {
	r := e.r
	r.nodes = make([]node, 0, len(r.outline.Nodes.Elements))
	err := document.ManyElements(r.Reader, "nodes", &r.outline.Nodes, nodePlace, func(i int, n *linksJSON) error {
		linked, err := r.linkedNode(i, n)
		r.nodes = append(r.nodes, linked)
		return err
	})
	if err != nil {
		return err
	}
	if err := r.linkNodes(); err != nil {
		return err
	}
	e.Places = r.placesSize(source.Budget(e.held))
	return nil
}

// placeSize is about what a place of a mesh takes in addition to its path, in the document, the
// scene and a check of objects. Measured as the peak of the process less the 16 MB for a file of
// one triangle: 60,000 nodes at one place take 69 MB with parts, 1,150 bytes each.
const placeSize = 1200

// placesSize returns about the number of bytes for the places of meshes, without those of
// EXT_mesh_gpu_instancing, and at most limit, beyond which Decode refuses any file. It takes time
// in proportion to the number of nodes and children, though there may be many more paths to a mesh:
// the places below a node are those below its children, each with a longer path.
func (r *reader) placesSize(limit int64) int64 {
	type below struct{ places, bytes int64 }
	sums := make([]below, len(r.nodes))
	var all int64
	for _, i := range r.childrenFirst {
		n, sum := &r.nodes[i], &sums[i]
		if n.mesh >= 0 {
			*sum = below{1, placeSize}
		}
		for _, c := range n.children {
			sum.places = min(sum.places+sums[c].places, limit)
			sum.bytes = min(sum.bytes+sums[c].bytes, limit)
		}
		if part := int64(len(n.part(int(i)))); sum.places > (limit-sum.bytes)/part {
			sum.bytes = limit
		} else {
			sum.bytes += part * sum.places
		}
		if n.parents == 0 {
			all = min(all+sum.bytes, limit)
		}
	}
	return all
}

package gltf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/source"
)

const (
	// smallGLB is the size up to which the document of a GLB is not read for an estimate: the
	// file can have a triangle for every three bytes and still needs little memory.
	smallGLB = 256 << 10
	// largeDocument is the size from which a document is not read twice. What makes it so
	// large are data URIs.
	largeDocument = 16 << 20
	// embeddedTriangle is how many characters of a document a triangle takes at least: twelve
	// bytes, half a vertex and three short indices, in base64.
	embeddedTriangle = 16
	// separateTriangles is the mode of a primitive that is no strip or fan, and the default.
	separateTriangles = 4
	// floatComponent is the component type of floats.
	floatComponent = 5126
	// uvSize is what a pair of texture coordinates takes at most as it is decoded: two floats,
	// and two numbers as they are stored.
	uvSize = 16
)

// Estimate estimates what a file of the given size that begins with head takes, by its
// document, which it believes as far as the file is large enough. folder has the side files.
func Estimate(f io.ReaderAt, head []byte, size int64, folder fs.FS) source.Estimate {
	e := source.Estimate{Bytes: size, Held: size}
	switch format, _ := Recognize(head, size); {
	case isUTF16(head):
	case format == GLTF:
		estimateDocument(&e, f, 0, size, folder)
	case size <= smallGLB || len(head) < glbHeader+chunkHeader:
		e.Triangles = size / 3
	default:
		const at = glbHeader + chunkHeader
		length := int64(binary.LittleEndian.Uint32(head[glbHeader:]))
		estimateDocument(&e, f, at, min(length, size-at), nil)
	}
	return e
}

// estimateJSON has the members of a document that say how large it is.
type estimateJSON struct {
	Buffers []struct {
		URI        string `json:"uri"`
		ByteLength int64  `json:"byteLength"`
	} `json:"buffers"`
	BufferViews []struct {
		Buffer     int        `json:"buffer"`
		ByteLength int64      `json:"byteLength"`
		Extensions extensions `json:"extensions"`
	} `json:"bufferViews"`
	Accessors []struct {
		Count         int64         `json:"count"`
		ComponentType int64         `json:"componentType"`
		BufferView    presentMember `json:"bufferView"`
		Sparse        presentMember `json:"sparse"`
	} `json:"accessors"`
	Meshes []struct {
		Primitives []estimatePrimitive `json:"primitives"`
	} `json:"meshes"`
	Nodes []estimateNode `json:"nodes"`
}

type estimatePrimitive struct {
	Attributes map[string]int `json:"attributes"`
	Indices    *int           `json:"indices"`
	Mode       *int           `json:"mode"`
	Extensions extensions     `json:"extensions"`
}

// estimateDocument adds what the document of the given length at an offset of the file
// declares, and its side files if there is a folder. One that cannot be read adds nothing,
// since Decode will refuse it.
func estimateDocument(e *source.Estimate, f io.ReaderAt, at, length int64, folder fs.FS) {
	if length > largeDocument {
		e.Triangles = e.Bytes / embeddedTriangle
		return
	}
	text := make([]byte, max(length, 0))
	if _, err := f.ReadAt(text, at); err != nil && !errors.Is(err, io.EOF) {
		return
	}
	var d estimateJSON
	if unmarshal(bytes.TrimRight(source.TrimText(text), "\x00"), &d) != nil {
		return
	}
	if folder != nil {
		unread := d.fallbacks()
		for i, b := range d.Buffers {
			if !unread[i] {
				e.Held += sideSize(folder, b.URI)
			}
		}
	}
	e.Held += d.decodedBytes(e.Held)
	e.UVs = d.uvBytes(e.Held)
	e.Places = placesSize(d.Nodes, source.Budget(e.Held))
	held := e.Held
	for i := range d.Meshes {
		for j := range d.Meshes[i].Primitives {
			p := &d.Meshes[i].Primitives[j]
			n := d.triangles(p, held)
			e.Triangles += min(n, math.MaxInt64/2-e.Triangles)
			if _, ok := p.Extensions[draco]; ok {
				e.Held = min(e.Held+dracoTriangle*n, math.MaxInt64/4)
			}
		}
	}
}

// triangles returns how many triangles a primitive declares, no more than there are bytes, or
// than Draco data of so many bytes may have.
func (d *estimateJSON) triangles(p *estimatePrimitive, bytes int64) int64 {
	corners := p.Indices
	if at, ok := p.Attributes[gltf.POSITION]; ok && corners == nil {
		corners = &at
	}
	if corners == nil || *corners < 0 || *corners >= len(d.Accessors) {
		return 0
	}
	if _, ok := p.Extensions[draco]; ok {
		bytes *= 3 * dracoGrant / dracoTriangle
	}
	n := min(max(d.Accessors[*corners].Count, 0), bytes)
	if p.Mode == nil || *p.Mode == separateTriangles {
		n /= 3
	}
	return n
}

// fallbacks returns the buffers of which all views are compressed, so that they are not read.
func (d *estimateJSON) fallbacks() map[int]bool {
	unread := map[int]bool{}
	for _, v := range d.BufferViews {
		unread[v.Buffer] = true
	}
	for _, v := range d.BufferViews {
		if x := meshoptOf(v.Extensions); x == nil {
			delete(unread, v.Buffer)
		} else if x.Buffer != nil {
			delete(unread, *x.Buffer)
		}
	}
	return unread
}

// decodedBytes returns how many bytes compressed buffer views have when they are decoded, no more than
// a file of so many bytes may have.
func (d *estimateJSON) decodedBytes(bytes int64) (sum int64) {
	most := meshoptRatio * min(bytes, math.MaxInt64/4/meshoptRatio)
	for _, v := range d.BufferViews {
		if x := meshoptOf(v.Extensions); x != nil {
			n := meshoptRatio * min(max(int64(x.ByteLength), 0), most/meshoptRatio)
			sum = min(sum+min(max(v.ByteLength, 0), n), most)
		}
	}
	return sum
}

// meshoptOf returns what the extension says of a buffer view, nil for nothing that can be read.
func meshoptOf(e extensions) *meshoptJSON {
	var x meshoptJSON
	if name := meshoptName(e); name == "" || unmarshal(e[name], &x) != nil {
		return nil
	}
	return &x
}

// uvBytes returns how many bytes the texture coordinates of all primitives take that have to be
// made, each accessor once, no more than a file of so many bytes may have.
func (d *estimateJSON) uvBytes(bytes int64) (sum int64) {
	seen := map[int]bool{}
	for i := range d.Meshes {
		for _, p := range d.Meshes[i].Primitives {
			for name, at := range p.Attributes {
				if !strings.HasPrefix(name, texCoord) || at < 0 || at >= len(d.Accessors) || seen[at] {
					continue
				}
				seen[at] = true
				a := &d.Accessors[at]
				if a.ComponentType == floatComponent && bool(a.BufferView) && !bool(a.Sparse) {
					continue // a view of the file
				}
				sum = min(sum+uvSize*min(max(a.Count, 0), bytes), source.Budget(bytes))
			}
		}
	}
	return sum
}

// sideSize is the size of a side file; 0 for data in the document itself and for anything
// but a regular file.
func sideSize(folder fs.FS, uri string) int64 {
	name, err := source.SidePath(uri)
	if err != nil {
		return 0
	}
	info, err := fs.Stat(folder, name)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// estimateNode has the members of a node that determine how many places meshes have, and how
// long the paths of these are.
type estimateNode struct {
	Name     string `json:"name"`
	Children []int  `json:"children"`
	Mesh     *int   `json:"mesh"`
}

// placeSize is about what a place of a mesh takes beside its path, in the document, the scene and
// a check of objects. Measured as the peak of the process less the 16 MB that it takes for a
// file of one triangle: 60,000 nodes at one place take 69 MB with parts, 1,150 bytes each.
const placeSize = 1200

// placesSize returns about how many bytes the places of meshes take, but for the instances of
// extensions. It takes time in proportion to the nodes and
// their children, though there may be many more paths to a mesh: the places below a node
// are those below its children, each with a longer path. It is 0 for nodes that are no acyclic
// graph, which Decode refuses, and at most limit, beyond which it refuses any file.
func placesSize(nodes []estimateNode, limit int64) int64 {
	order, roots := childrenFirst(nodes)
	if order == nil {
		return 0
	}
	type below struct{ places, bytes int64 }
	sums := make([]below, len(nodes))
	for _, i := range order {
		n, sum := &nodes[i], &sums[i]
		if n.Mesh != nil {
			*sum = below{1, placeSize}
		}
		for _, c := range n.Children {
			sum.places = min(sum.places+sums[c].places, limit)
			sum.bytes = min(sum.bytes+sums[c].bytes, limit)
		}
		part := int64(len("/") + len(n.Name))
		if n.Name == "" {
			part = int64(len("/node") + len(strconv.Itoa(i)))
		}
		if sum.places > (limit-sum.bytes)/part {
			sum.bytes = limit
		} else {
			sum.bytes += part * sum.places
		}
	}
	var all int64
	for _, i := range roots {
		all = min(all+sums[i].bytes, limit)
	}
	return all
}

// childrenFirst returns the nodes in an order in which each comes after its children, and
// those without parents; nil if a child is no node, or a node its own ancestor.
func childrenFirst(nodes []estimateNode) (order, roots []int) {
	pending := make([]int, len(nodes)) // parents that are not in the order yet
	for i := range nodes {
		for _, c := range nodes[i].Children {
			if c < 0 || c >= len(nodes) {
				return nil, nil
			}
			pending[c]++
		}
	}
	for i, parents := range pending {
		if parents == 0 {
			roots = append(roots, i)
		}
	}
	order = append(make([]int, 0, len(nodes)), roots...)
	for at := 0; at < len(order); at++ {
		for _, c := range nodes[order[at]].Children {
			if pending[c]--; pending[c] == 0 {
				order = append(order, c)
			}
		}
	}
	if len(order) < len(nodes) {
		return nil, nil
	}
	slices.Reverse(order)
	return order, roots
}

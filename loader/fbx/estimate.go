package fbx

import (
	"bytes"
	"encoding/binary"
	"io"
	"io/fs"

	"github.com/meshcheck/meshcheck/loader/source"
)

// Sizes of a triangle in files of little but polygons: in compressed arrays, and as text. mostPacked
// is the number of 4-byte numbers to which deflate unpacks a byte at most.
const (
	packedTriangle = 6
	textTriangle   = 24
	mostPacked     = 1032 / 4
)

// Estimate estimates what it takes to load a file: a binary one by the corners of its polygons, whose
// number precedes their arrays, other files by their size. A large polygon has nearly as many
// triangles as corners.
func Estimate(f io.ReaderAt, head []byte, size int64, _ fs.FS) source.Estimate {
	e := source.Estimate{Bytes: size, Held: size, Triangles: size / textTriangle}
	if !bytes.HasPrefix(head, []byte(signature)) {
		return e
	}
	e.Triangles = size / packedTriangle
	if corners, ok := countCorners(f, head, size); ok {
		e.Triangles = min(corners, size*mostPacked)
	}
	return e
}

// countCorners returns the number of corners of the polygons of all meshes of a binary file. It
// fails if the file is malformed or has very many nodes.
func countCorners(f io.ReaderAt, head []byte, size int64) (corners int64, ok bool) {
	const headerSize = 27
	if len(head) < headerSize {
		return 0, false
	}
	o := &outline{f: f, order: binary.LittleEndian, left: mostNodes}
	if head[22] == 1 {
		o.order = binary.BigEndian
	}
	o.wide = o.order.Uint32(head[23:]) >= firstWide
	o.each(headerSize, size, func(top *outlined) {
		if top.name != "Objects" {
			return
		}
		o.each(top.children, top.end, func(object *outlined) {
			if object.name != "Geometry" && object.name != "Model" {
				return
			}
			o.each(object.children, object.end, func(n *outlined) {
				if n.name == "PolygonVertexIndex" {
					corners += n.length
				}
			})
		})
	})
	return corners, !o.failed
}

// firstWide is the first version whose nodes have headers of 64-bit numbers.
const firstWide = 7500

// mostNodes is the number of nodes whose headers are read.
const mostNodes = 1 << 16

// outline reads the headers of nodes from a file.
type outline struct {
	f      io.ReaderAt
	order  binary.ByteOrder
	wide   bool
	left   int
	failed bool
}

// outlined is the header of a node.
type outlined struct {
	name string
	// children and end are the offsets of its children and behind it.
	children, end int64
	// length is the length of the array that is its value, or the number of its values.
	length int64
}

// each calls f for the nodes from an offset to another, or to the mark of the end of a list.
func (o *outline) each(at, end int64, f func(n *outlined)) {
	for at < end && !o.failed {
		n, ok := o.node(at, end)
		if !ok {
			return
		}
		f(&n)
		at = n.end
	}
}

// node reads the node at an offset. It is not ok at the end of a list.
func (o *outline) node(at, end int64) (n outlined, ok bool) {
	var buf [25 + 255 + 5]byte // a header, a name, and the beginning of a value
	if o.left--; o.left < 0 {
		o.failed = true
		return n, false
	}
	read, err := o.f.ReadAt(buf[:min(int64(len(buf)), end-at)], at)
	number, width := func(b []byte) int64 { return int64(o.order.Uint32(b)) }, 4
	if o.wide {
		number, width = func(b []byte) int64 { return int64(o.order.Uint64(b)) }, 8
	}
	if err != nil && err != io.EOF || read < 3*width+1 {
		o.failed = true
		return n, false
	}
	n.end, n.length = number(buf[:]), number(buf[width:])
	if n.end == 0 {
		return n, false
	}
	name := 3*width + 1
	values := name + int(buf[3*width])
	n.name = string(buf[name:values])
	n.children = at + int64(values) + number(buf[2*width:])
	if n.children < at || n.children > n.end || n.end <= at || n.end > end {
		o.failed = true
		return n, false
	}
	if kind := buf[values]; n.length == 1 && (kind == 'i' || kind == 'l') {
		n.length = int64(o.order.Uint32(buf[values+1:]))
	}
	return n, true
}

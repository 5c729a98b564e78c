package gltf

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"

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
	Accessors []struct {
		Count int64 `json:"count"`
	} `json:"accessors"`
	Meshes []struct {
		Primitives []estimatePrimitive `json:"primitives"`
	} `json:"meshes"`
	Nodes []estimateNode `json:"nodes"`
}

type estimatePrimitive struct {
	Attributes struct {
		Position *int `json:"POSITION"`
	} `json:"attributes"`
	Indices *int `json:"indices"`
	Mode    *int `json:"mode"`
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
		for _, b := range d.Buffers {
			e.Held += sideSize(folder, b.URI)
		}
	}
	e.Places = placesSize(d.Nodes, source.Budget(e.Held))
	for i := range d.Meshes {
		for j := range d.Meshes[i].Primitives {
			e.Triangles += min(d.triangles(&d.Meshes[i].Primitives[j], e.Held), math.MaxInt64/2-e.Triangles)
		}
	}
}

// triangles returns how many triangles a primitive declares, no more than there are bytes.
func (d *estimateJSON) triangles(p *estimatePrimitive, bytes int64) int64 {
	corners := cmp.Or(p.Indices, p.Attributes.Position)
	if corners == nil || *corners < 0 || *corners >= len(d.Accessors) {
		return 0
	}
	n := min(max(d.Accessors[*corners].Count, 0), bytes)
	if p.Mode == nil || *p.Mode == separateTriangles {
		n /= 3
	}
	return n
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

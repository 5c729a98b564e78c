package loader

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"os"
	"path/filepath"
)

// Weight is what a file will take to load, as far as can be told before it is.
type Weight struct {
	// Bytes of the file itself.
	Bytes int64
	// Held is how many bytes are in memory when it is read, those of side files included:
	// none of a binary STL file, which is decoded while it is read.
	Held int64
	// Places is how many bytes the places of meshes take, with the paths of their nodes: one
	// long name can stand in the paths of very many.
	Places int64
	// Triangles that it will have, or the most that it can have, in all meshes together.
	Triangles int64
}

// Weigh looks at the file at path without loading it: at its size and its beginning,
// and at the document of a glTF file. It believes what the document claims, as far as
// the bytes that are there can bear it out, and is no check of anything: the weight of a
// file that is malformed means nothing. The error is that of the operating system. A file
// that is not regular has no size, and Bytes is -1.
func Weigh(path string) (Weight, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Weight{}, err
	}
	if !info.Mode().IsRegular() {
		return Weight{Bytes: -1}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return Weight{}, err
	}
	defer f.Close()
	w := Weight{Bytes: info.Size()}
	head := make([]byte, min(w.Bytes, weighedHead))
	if _, err := io.ReadFull(f, head); err != nil {
		return w, err
	}
	kind, err := sniff(head)
	if isWholeSTL(head, w.Bytes) {
		kind, err = stlBinary, nil
	}
	if err != nil {
		return w, nil // it will be refused before it costs anything
	}
	if kind == stlBinary {
		w.Triangles = w.Bytes / stlFacet
		return w, nil
	}
	w.Held = w.Bytes
	switch kind {
	case stlText:
		w.Triangles = w.Bytes / textFacet
	case glbFile:
		w.weighGLB(f, head)
	case gltfText:
		w.weighDocument(f, 0, w.Bytes, filepath.Dir(path))
	}
	return w, nil
}

const (
	// weighedHead is how much of a file sniff is shown. It sees the words that tell a
	// text from a binary file there.
	weighedHead = 1 << 10
	// textFacet is about the size of a facet in a text: its keywords, indented, take 85
	// characters, twelve short numbers some 65.
	textFacet = 150
	// smallGLB is the size up to which a GLB is not opened for its weight: it can have a
	// triangle for every three bytes and still needs no memory worth a thought.
	smallGLB = 256 << 10
	// largeDocument is the size from which a document is not read twice. What makes it so
	// large are data URIs.
	largeDocument = 16 << 20
	// embedded is how many characters of a document a triangle takes at least: twelve bytes,
	// half a vertex and three short indices, in base64.
	embedded = 16
	// separateTriangles is the mode of a primitive that is no strip or fan, and the default.
	separateTriangles = 4
)

func (w *Weight) weighGLB(f *os.File, head []byte) {
	if w.Bytes <= smallGLB || len(head) < glbHeader+chunkHeader {
		w.Triangles = w.Bytes / 3
		return
	}
	const at = glbHeader + chunkHeader
	length := int64(binary.LittleEndian.Uint32(head[glbHeader:]))
	w.weighDocument(f, at, min(length, w.Bytes-at), "")
}

// sizes is the part of a document that says how large it is.
type sizes struct {
	Buffers []struct {
		URI        string `json:"uri"`
		ByteLength int64  `json:"byteLength"`
	} `json:"buffers"`
	Accessors []struct {
		Count int64 `json:"count"`
	} `json:"accessors"`
	Meshes []struct {
		Primitives []primitiveSize `json:"primitives"`
	} `json:"meshes"`
	Nodes []nodeSize `json:"nodes"`
}

type primitiveSize struct {
	Attributes struct {
		Position *int `json:"POSITION"`
	} `json:"attributes"`
	Indices *int `json:"indices"`
	Mode    *int `json:"mode"`
}

// weighDocument adds what the document at a place in the file names, side files only if
// it has a folder. One that cannot be read weighs nothing, for it is refused.
func (w *Weight) weighDocument(f *os.File, at, length int64, dir string) {
	if length > largeDocument {
		w.Triangles = w.Bytes / embedded
		return
	}
	text := make([]byte, max(length, 0))
	if _, err := f.ReadAt(text, at); err != nil && err != io.EOF {
		return
	}
	var s sizes
	if unmarshal(bytes.TrimRight(trimText(text), "\x00"), &s) != nil {
		return
	}
	if dir != "" {
		for _, b := range s.Buffers {
			w.Held += sideSize(dir, b.URI)
		}
	}
	w.Places = placesSize(s.Nodes, budgetBase+budgetFactor*w.Held)
	for i := range s.Meshes {
		for j := range s.Meshes[i].Primitives {
			w.Triangles += min(s.triangles(&s.Meshes[i].Primitives[j], w.Held), math.MaxInt64/2-w.Triangles)
		}
	}
}

// triangles returns how many triangles a primitive claims, no more than there are bytes.
func (s *sizes) triangles(p *primitiveSize, bytes int64) int64 {
	corners := cmp.Or(p.Indices, p.Attributes.Position)
	if corners == nil || *corners < 0 || *corners >= len(s.Accessors) {
		return 0
	}
	n := min(max(s.Accessors[*corners].Count, 0), bytes)
	if p.Mode == nil || *p.Mode == separateTriangles {
		n /= 3
	}
	return n
}

// sideSize is the size of a side file; 0 for data in the document itself and for what
// is no file.
func sideSize(dir, uri string) int64 {
	name, err := sidePath(uri)
	if err != nil {
		return 0
	}
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

package world

import (
	"context"
	"hash/maphash"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Index finds shapes by their content, so that one that a file stores several times, as
// many meshes of the same triangles, is made once. It is for one goroutine at a time.
type Index struct {
	seed  maphash.Seed
	known map[uint64][]*Shape
}

// NewIndex returns an index of no shapes.
func NewIndex() *Index {
	return &Index{maphash.MakeSeed(), map[uint64][]*Shape{}}
}

// Shape returns the shape of all triangles of w, which is another's if that is the same to
// the last bit.
func (x *Index) Shape(ctx context.Context, w *mesh.Welded, from []uint32, parts []PartRange, workers int) (*Shape, error) {
	var h maphash.Hash
	h.SetSeed(x.seed)
	h.Write(bytesOf(w.Vertices))
	h.Write(bytesOf(w.Faces))
	h.Write(bytesOf(from))
	sum := h.Sum64()
	for _, s := range x.known[sum] {
		if s.isOf(w, from, parts) {
			return s, nil
		}
	}
	s, err := NewShape(ctx, w, from, parts, workers)
	if err == nil {
		x.known[sum] = append(x.known[sum], s)
	}
	return s, err
}

// isOf reports whether the shape is that of w, triangles and parts numbered alike.
func (s *Shape) isOf(w *mesh.Welded, from []uint32, parts []PartRange) bool {
	return slices.Equal(s.Welded.Faces, w.Faces) && slices.Equal(s.From, from) &&
		slices.Equal(bytesOf(s.Welded.Vertices), bytesOf(w.Vertices)) &&
		slices.Equal(s.Parts, parts)
}

// bytesOf returns the memory of plain numbers.
func bytesOf[T geom.Vec | [3]uint32 | uint32](list []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(one)))
}

package world

import (
	"context"
	"hash/maphash"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
)

// Index finds shapes by their content, so that a shape that a file stores as several meshes
// with the same triangles is made once. It is for one goroutine at a time.
type Index struct {
	seed  maphash.Seed
	known map[uint64][]*Shape
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{maphash.MakeSeed(), map[uint64][]*Shape{}}
}

// Shape returns the shape of all triangles of m: one that it returned before if that is equal
// bit for bit, otherwise a new one.
func (x *Index) Shape(ctx context.Context, workers int, m *Mesh, from []uint32, parts []PartRange) (*Shape, error) {
	var h maphash.Hash
	h.SetSeed(x.seed)
	h.Write(bytesOf(m.Vertices))
	h.Write(bytesOf(m.Faces))
	h.Write(bytesOf(from))
	sum := h.Sum64()
	for _, s := range x.known[sum] {
		if s.isOf(m, from, parts) {
			return s, nil
		}
	}
	s, err := NewShape(ctx, workers, m, from, parts)
	if err == nil {
		x.known[sum] = append(x.known[sum], s)
	}
	return s, err
}

// retain forgets all shapes but those that are kept.
func (x *Index) retain(kept map[*Shape]bool) {
	for sum, shapes := range x.known {
		if shapes = slices.DeleteFunc(shapes, func(s *Shape) bool { return !kept[s] }); len(shapes) > 0 {
			x.known[sum] = shapes
		} else {
			delete(x.known, sum)
		}
	}
}

// isOf reports whether the shape is that of m, with the same numbers of triangles and parts.
func (s *Shape) isOf(m *Mesh, from []uint32, parts []PartRange) bool {
	return slices.Equal(s.Welded.Faces, m.Faces) && slices.Equal(s.From, from) &&
		slices.Equal(bytesOf(s.Welded.Vertices), bytesOf(m.Vertices)) &&
		slices.Equal(s.Parts, parts)
}

// bytesOf returns the memory of plain numbers.
func bytesOf[T geom.Vec | [3]uint32 | uint32](list []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(one)))
}

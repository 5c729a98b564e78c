package meshcheck

import (
	"context"
	"hash/maphash"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// shapeIndex finds shapes by their content, so that one that a file stores several times, as
// many meshes of the same triangles, is made once.
type shapeIndex struct {
	seed  maphash.Seed
	known map[uint64][]*shape
}

func newShapeIndex() *shapeIndex {
	return &shapeIndex{maphash.MakeSeed(), map[uint64][]*shape{}}
}

// shapeOf returns the shape of all triangles of w, which is another's if that is the same to
// the last bit.
func (x *shapeIndex) shapeOf(ctx context.Context, w *mesh.Welded, from []uint32, parts []PartInfo, workers int) (*shape, error) {
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
	s, err := newShape(ctx, w, from, parts, workers)
	if err == nil {
		x.known[sum] = append(x.known[sum], s)
	}
	return s, err
}

// isOf reports whether the shape is that of w, triangles and parts numbered alike.
func (s *shape) isOf(w *mesh.Welded, from []uint32, parts []PartInfo) bool {
	return slices.Equal(s.welded.Faces, w.Faces) && slices.Equal(s.from, from) &&
		slices.Equal(bytesOf(s.welded.Vertices), bytesOf(w.Vertices)) &&
		slices.EqualFunc(s.parts, parts, func(p, q PartInfo) bool { return p.First == q.First && p.Triangles == q.Triangles })
}

// bytesOf returns the memory of plain numbers.
func bytesOf[T geom.Vec | [3]uint32 | uint32](list []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(one)))
}

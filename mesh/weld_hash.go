package mesh

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Weld makes one vertex of all corners of m at equal coordinates. It fails only
// with ctx's error, soon after it is cancelled.
func Weld(ctx context.Context, m *Mesh) (*Welded, error) {
	n := m.Triangles()
	w := &Welded{Faces: make([][3]uint32, n)}
	table := newVertexTable(w, n)
	i := 0
	for p := range m.Parts {
		part := &m.Parts[p]
		for k := range part.Triangles() {
			if i%4096 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			w.Faces[i] = table.face(part.Triangle(k))
			i++
		}
	}
	return w, nil
}

// vertexTable finds vertices by position: open addressing with linear probing
// over a table of a power of two slots, at most half of them in use.
type vertexTable struct {
	welded *Welded
	slots  []uint32 // vertex number + 1, 0 when free
}

func newVertexTable(w *Welded, triangles int) *vertexTable {
	// Closed meshes have half as many vertices as triangles.
	size := 16
	for size < triangles {
		size *= 2
	}
	return &vertexTable{welded: w, slots: make([]uint32, size)}
}

func (t *vertexTable) face(tri geom.Triangle) [3]uint32 {
	if !tri[0].Finite() || !tri[1].Finite() || !tri[2].Finite() {
		return [3]uint32{NoVertex, NoVertex, NoVertex}
	}
	return [3]uint32{t.vertex(tri[0]), t.vertex(tri[1]), t.vertex(tri[2])}
}

func (t *vertexTable) vertex(p geom.Vec) uint32 {
	for k := range p {
		p[k] += 0 // -0 becomes +0
	}
	mask := uint64(len(t.slots) - 1)
	slot := hash(p) & mask
	for ; t.slots[slot] != 0; slot = (slot + 1) & mask {
		if v := t.slots[slot] - 1; t.welded.Vertices[v] == p {
			return v
		}
	}
	v := uint32(len(t.welded.Vertices))
	t.welded.Vertices = append(t.welded.Vertices, p)
	t.slots[slot] = v + 1
	if 2*len(t.welded.Vertices) > len(t.slots) {
		t.grow()
	}
	return v
}

func (t *vertexTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for v, p := range t.welded.Vertices {
		slot := hash(p) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = uint32(v) + 1
	}
}

// hash mixes the bits of the coordinates by multiplication and shifts; every bit
// of the result depends on every bit of p.
func hash(p geom.Vec) uint64 {
	h := uint64(0)
	for _, x := range p {
		h = (h ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}

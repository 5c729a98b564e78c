package glb

import (
	"encoding/binary"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// targetKey is a morph target.
type targetKey struct {
	deltas   *float32
	vertices *uint32
	rows     int
	divisor  float64
}

// target returns a morph target of so many vertices.
func (g *rigged) target(t *pose.Target, count int) int {
	key := targetKey{rows: t.Deltas.Rows(), divisor: t.Deltas.Divisor}
	if key.rows > 0 {
		key.deltas = first(t.Deltas.F32)
	}
	key.vertices = first(t.Vertices)
	at, known := g.cache.targets[key]
	if known && key.deltas != nil && g.doc.Accessors[at].Count == count {
		return at
	}
	d := displacements{count: count}
	for row := range t.Deltas.Rows() {
		v := uint32(row)
		if t.Vertices != nil {
			v = t.Vertices[row]
		}
		d.add(v, geom.Vec{t.Deltas.At(row, 0), t.Deltas.At(row, 1), t.Deltas.At(row, 2)})
	}
	at = g.displacements(&d)
	g.cache.targets[key] = at
	return at
}

func first[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// displacements are those of a morph target that are not 0.
type displacements struct {
	count    int // of vertices
	vertices []uint32
	deltas   []geom.Vec
}

func (d *displacements) add(vertex uint32, delta geom.Vec) {
	if delta = toFloat32(delta); delta != (geom.Vec{}) {
		d.vertices, d.deltas = append(d.vertices, vertex), append(d.deltas, delta)
	}
}

// displacements plans displacements, and leaves out zeros if that is shorter.
func (g *rigged) displacements(d *displacements) int {
	a := gltf.Accessor{ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec3, Count: d.count}
	box := geom.EmptyBox()
	for _, p := range d.deltas {
		box = box.Include(p)
	}
	if len(d.deltas) < d.count {
		box = box.Include(geom.Vec{})
	}
	a.Min, a.Max = box.Min[:], box.Max[:]
	put := func(b []byte, p geom.Vec) {
		for k, x := range p {
			putFloat(b[4*k:], x)
		}
	}
	if 4*len(d.deltas) > 3*d.count {
		return g.accessor(a, 12*d.count, gltf.TargetArrayBuffer, func(b []byte) {
			for i, v := range d.vertices {
				put(b[12*v:], d.deltas[i])
			}
		})
	}
	if n := len(d.deltas); n > 0 {
		a.Sparse = &gltf.Sparse{Count: n}
		a.Sparse.Indices.ComponentType = gltf.ComponentUint
		a.Sparse.Indices.BufferView = g.view(4*n, func(b []byte) {
			for i, v := range d.vertices {
				binary.LittleEndian.PutUint32(b[4*i:], v)
			}
		})
		a.Sparse.Values.BufferView = g.view(12*n, func(b []byte) {
			for i, p := range d.deltas {
				put(b[12*i:], p)
			}
		})
	}
	g.doc.Accessors = append(g.doc.Accessors, &a)
	return len(g.doc.Accessors) - 1
}

// view plans a buffer view and returns its number.
func (m *markedModel) view(size int, fill func(b []byte)) int {
	m.doc.BufferViews = append(m.doc.BufferViews, &gltf.BufferView{ByteOffset: m.buffer.add(size, fill), ByteLength: size})
	return len(m.doc.BufferViews) - 1
}

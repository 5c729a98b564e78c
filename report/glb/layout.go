package glb

import (
	"encoding/binary"
	"math"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// maxGLB is the greatest buffer size of a marked model. The header of a GLB counts its bytes in 32
// bits; the rest is reserved for the document.
const maxGLB = math.MaxUint32 - 256<<20

// layout is a buffer that is planned first and filled at the end, once its size is known.
type layout struct {
	size  int
	fills []func(b []byte)
	sizes []int
}

// add plans n bytes at a multiple of four and returns their offset.
func (l *layout) add(n int, fill func(b []byte)) (offset int) {
	offset = l.size
	padded := (n + 3) &^ 3
	l.fills = append(l.fills, fill)
	l.sizes = append(l.sizes, padded)
	l.size += padded
	return offset
}

// bytes returns the filled buffer.
func (l *layout) bytes() []byte {
	all := make([]byte, l.size)
	at := 0
	for i, fill := range l.fills {
		fill(all[at : at+l.sizes[i]])
		at += l.sizes[i]
	}
	return all
}

// accessor plans count elements and returns the number of their accessor.
func (m *markedModel) accessor(a gltf.Accessor, size int, target gltf.Target, fill func(b []byte)) int {
	offset := m.buffer.add(size, fill)
	m.doc.BufferViews = append(m.doc.BufferViews, &gltf.BufferView{ByteOffset: offset, ByteLength: size, Target: target})
	a.BufferView = gltf.Index(len(m.doc.BufferViews) - 1)
	m.doc.Accessors = append(m.doc.Accessors, &a)
	return len(m.doc.Accessors) - 1
}

// points plans positions and returns their accessor. The function at returns finite float32 values.
func (m *markedModel) points(count int, box geom.Box, at func(i int) geom.Vec) int {
	a := gltf.Accessor{
		ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec3, Count: count,
		Min: box.Min[:], Max: box.Max[:],
	}
	return m.accessor(a, 12*count, gltf.TargetArrayBuffer, func(b []byte) {
		for i := range count {
			for k, x := range at(i) {
				binary.LittleEndian.PutUint32(b[12*i+4*k:], math.Float32bits(float32(x)))
			}
		}
	})
}

// soup plans positions from a list of points.
func (m *markedModel) soup(points []geom.Vec) int {
	box := geom.EmptyBox()
	for i, p := range points {
		points[i] = toFloat32(p)
		box = box.Include(points[i])
	}
	return m.points(len(points), box, func(i int) geom.Vec { return points[i] })
}

// toFloat32 rounds p to float32, as a GLB stores it.
func toFloat32(p geom.Vec) geom.Vec {
	for k, x := range p {
		p[k] = float64(float32(x))
	}
	return p
}

// indices plans the corners of triangles of a part with the given number of vertices. Indices take
// 16 bits if that suffices, else 32. The greatest number of either size means a restart in glTF and
// is never a vertex.
func (m *markedModel) indices(p *mesh.Part, triangles []int, vertices int) int {
	count := 3 * len(triangles)
	corner := func(c int) int { return p.Corner(3*triangles[c/3] + c%3) }
	if triangles == nil {
		count, corner = 3*p.Triangles(), p.Corner
	}
	a := gltf.Accessor{ComponentType: gltf.ComponentUint, Type: gltf.AccessorScalar, Count: count}
	if vertices <= math.MaxUint16 {
		a.ComponentType = gltf.ComponentUshort
		return m.accessor(a, 2*count, gltf.TargetElementArrayBuffer, func(b []byte) {
			for c := range count {
				binary.LittleEndian.PutUint16(b[2*c:], uint16(corner(c)))
			}
		})
	}
	return m.accessor(a, 4*count, gltf.TargetElementArrayBuffer, func(b []byte) {
		for c := range count {
			binary.LittleEndian.PutUint32(b[4*c:], uint32(corner(c)))
		}
	})
}

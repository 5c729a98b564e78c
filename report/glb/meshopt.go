package glb

import (
	"encoding/binary"

	"github.com/qmuntal/gltf"
)

// meshoptName is the extension for compressed buffer views:
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/EXT_meshopt_compression
const meshoptName = "EXT_meshopt_compression"

// meshoptView says where the compressed bytes of a buffer view are.
type meshoptView struct {
	Buffer     int    `json:"buffer"`
	ByteOffset int    `json:"byteOffset,omitempty"`
	ByteLength int    `json:"byteLength"`
	ByteStride int    `json:"byteStride"`
	Count      int    `json:"count"`
	Mode       string `json:"mode"`
}

// attribute adds elements of stride bytes and returns their accessor.
func (m *markedModel) attribute(a gltf.Accessor, raw []byte, stride int) int {
	a.Count = len(raw) / stride
	return m.packed(a, meshoptView{Mode: "ATTRIBUTES", ByteStride: stride, Count: a.Count}, packAttributes(raw, stride), gltf.TargetArrayBuffer)
}

// packed adds a compressed buffer view and returns the accessor for all of it.
func (m *markedModel) packed(a gltf.Accessor, view meshoptView, data []byte, target gltf.Target) int {
	view.ByteLength = len(data)
	view.ByteOffset = m.buffer.add(len(data), func(b []byte) { copy(b, data) })
	length := view.ByteStride * view.Count
	out := &gltf.BufferView{Buffer: 1, ByteOffset: m.unpacked, ByteLength: length, Target: target, Extensions: gltf.Extensions{meshoptName: view}}
	if target == gltf.TargetArrayBuffer {
		out.ByteStride = view.ByteStride
	}
	m.unpacked += length
	m.doc.BufferViews = append(m.doc.BufferViews, out)
	a.BufferView = gltf.Index(len(m.doc.BufferViews) - 1)
	m.doc.Accessors = append(m.doc.Accessors, &a)
	return len(m.doc.Accessors) - 1
}

// packAttributes writes elements of stride bytes, a multiple of 4 up to 256, as attributes of
// version 1 with unpacked differences: for each block, the first byte of all elements, then the
// second, and so on.
func packAttributes(data []byte, stride int) []byte {
	const version, literal, leastTail = 0xa1, 0xff, 24
	out := append(make([]byte, 0, len(data)+len(data)/64+64), version)
	last := make([]byte, stride)
	most := min(8192/stride&^15, 256)
	for len(data) > 0 {
		block := data[:min(len(data), most*stride)]
		data = data[len(block):]
		for range stride / 4 {
			out = append(out, literal)
		}
		for k := range stride {
			for i := k; i < len(block); i += stride {
				d := int8(block[i] - last[k])
				out = append(out, byte(d<<1^d>>7))
				last[k] = block[i]
			}
		}
	}
	return append(out, make([]byte, max(stride+stride/4, leastTail))...)
}

// packIndices writes a sequence of indices of version 1, each as the difference from the one
// before.
func packIndices(indices []uint32) []byte {
	const version = 0xd1
	out := append(make([]byte, 0, 2*len(indices)+5), version)
	last := uint32(0)
	for _, x := range indices {
		d := int32(x - last)
		out = binary.AppendUvarint(out, uint64(uint32(d<<1^d>>31))<<1)
		last = x
	}
	return append(out, make([]byte, 4)...)
}

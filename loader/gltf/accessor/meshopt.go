package accessor

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/meshopt"
)

// meshoptExtensions are the names of the extension that compresses buffer views. If a view has
// both, the first is used. The compressed data is used even if there is plain data as well, which
// is never read.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_meshopt_compression
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/EXT_meshopt_compression
var meshoptExtensions = [...]string{"KHR_meshopt_compression", "EXT_meshopt_compression"}

// Extensions returns the names of the extensions that are supported here.
func Extensions() []string { return meshoptExtensions[:] }

const (
	// meshoptRatio is the greatest number of bytes that a byte of compressed data can decode to.
	meshoptRatio = 1024
	// meshoptGrant is the number of bytes that may be charged for one: the decoded bytes, and what
	// is made of them.
	meshoptGrant = 4 * meshoptRatio
)

// meshoptJSON is the extension of a buffer view.
type meshoptJSON struct {
	Buffer     *int   `json:"buffer"`
	ByteOffset int    `json:"byteOffset"`
	ByteLength int    `json:"byteLength"`
	ByteStride int    `json:"byteStride"`
	Count      int    `json:"count"`
	Mode       string `json:"mode"`
	Filter     string `json:"filter"`
}

// meshoptName returns the name of the extension if a view or buffer has it, or "".
func meshoptName(x RawExtensions) string {
	for _, name := range meshoptExtensions {
		if _, ok := x[name]; ok {
			return name
		}
	}
	return ""
}

// fallback returns the name of the extension if a buffer is only a fallback for readers that do not
// support it, or "".
func (r *Reader) fallback(i int) (string, error) {
	b := r.Buffers[i]
	if b == nil {
		return "", nil
	}
	for _, name := range meshoptExtensions {
		var x struct {
			Fallback bool `json:"fallback"`
		}
		if text, ok := b.Extensions[name]; !ok {
			continue
		} else if err := document.Unmarshal(text, &x); err != nil {
			return "", r.Invalid(document.Label("buffer", i, "")+" "+name, err)
		}
		if x.Fallback {
			return name, nil
		}
	}
	return "", nil
}

// decompress returns the decoded bytes of a buffer view, which becomes a view of a new buffer.
func (r *Reader) decompress(place, name string, text jsontext.Value, v *gltf.BufferView) ([]byte, error) {
	if err := r.checkFallback(place, v); err != nil {
		return nil, err
	}
	place += " " + name
	var x meshoptJSON
	if err := document.UnmarshalUnique(text, &x); err != nil {
		return nil, r.Invalid(place, err)
	}
	o, err := r.meshoptOptions(place, name, &x, v)
	if err != nil {
		return nil, err
	}
	if err := r.checkBuffer(place, *x.Buffer); err != nil {
		return nil, err
	}
	data, err := r.bufferBytes(place, *x.Buffer, x.ByteOffset, x.ByteLength)
	if err != nil {
		return nil, err
	}
	r.grantMeshopt(*x.Buffer, len(data))
	o.Charge = func(count, size int) error { return r.Charge(place, count, size) }
	out, err := meshopt.Decode(data, o)
	if err != nil {
		return nil, r.meshoptError(place, err)
	}
	v.Buffer, v.ByteOffset = len(r.doc.Buffers), 0
	r.doc.Buffers = append(r.doc.Buffers, &gltf.Buffer{ByteLength: len(out), Data: out})
	return out, nil
}

// grantMeshopt allows memory to be charged for n compressed bytes of a buffer. Views may overlap,
// but each byte is granted for only once.
func (r *Reader) grantMeshopt(buffer, n int) {
	if r.unpacked == nil {
		r.unpacked = map[int]int{}
	}
	n = min(n, len(r.doc.Buffers[buffer].Data)-r.unpacked[buffer])
	r.unpacked[buffer] += n
	r.Grant(meshoptGrant * int64(n))
}

// checkFallback checks that a compressed view is within its buffer, as if that had plain data.
func (r *Reader) checkFallback(place string, v *gltf.BufferView) error {
	if err := r.checkBuffer(place, v.Buffer); err != nil {
		return err
	}
	size := 0
	if b := r.Buffers[v.Buffer]; b != nil {
		size = b.ByteLength
	}
	if v.ByteOffset < 0 || v.ByteLength < 1 || v.ByteOffset > size || v.ByteLength > size-v.ByteOffset {
		return r.Fail(place, "byteOffset %d and byteLength %d do not fit into the %d bytes of buffer %d", v.ByteOffset, v.ByteLength, size, v.Buffer)
	}
	return nil
}

// meshoptOptions returns the options for decoding a buffer view, after all checks of what the
// extension says.
func (r *Reader) meshoptOptions(place, name string, x *meshoptJSON, v *gltf.BufferView) (o meshopt.Options, err error) {
	modes := []string{meshopt.Attributes.String(), meshopt.Triangles.String(), meshopt.Indices.String()}
	filters := []string{meshopt.None.String(), meshopt.Octahedral.String(), meshopt.Quaternion.String(), meshopt.Exponential.String()}
	isEXT := name == meshoptExtensions[1]
	if !isEXT {
		filters = append(filters, meshopt.Color.String())
	}
	mode, filter := slices.Index(modes, x.Mode), slices.Index(filters, x.Filter)
	if x.Filter == "" {
		filter = int(meshopt.None)
	}
	o = meshopt.Options{Mode: meshopt.Mode(mode), Filter: meshopt.Filter(filter), Count: x.Count, Stride: x.ByteStride}
	switch {
	case x.Buffer == nil:
		return o, r.Fail(place, "has no buffer")
	case mode < 0:
		return o, r.Fail(place, "mode %q is unknown", x.Mode)
	case filter < 0:
		return o, r.Fail(place, "filter %q is unknown", x.Filter)
	}
	if err := o.Check(); err != nil {
		return o, r.Malformed(place, err)
	}
	switch {
	case isEXT && v.ByteStride != 0 && v.ByteStride != o.Stride:
		return o, r.Fail(place, "byteStride is %d, but that of the buffer view is %d", o.Stride, v.ByteStride)
	case v.ByteLength%o.Stride != 0 || v.ByteLength/o.Stride != o.Count:
		return o, r.Fail(place, "count %d times byteStride %d is not the byteLength %d of the buffer view", o.Count, o.Stride, v.ByteLength)
	}
	return o, nil
}

// meshoptError returns the error for data that could not be decoded.
func (r *Reader) meshoptError(place string, err error) error {
	var format *meshopt.FormatError
	if errors.As(err, &format) {
		return r.Malformed(place, err)
	}
	return err
}

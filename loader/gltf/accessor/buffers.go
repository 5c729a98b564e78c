package accessor

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/source"
)

// Buffer is the library's buffer without the extras, which can be large. The extensions are decoded
// here, not by the library.
type Buffer struct {
	bufferFields
	Extensions RawExtensions    `json:"extensions"`
	Extras     document.Ignored `json:"extras"`
}

type bufferFields gltf.Buffer

// RawExtensions are the extensions of an object, not decoded.
type RawExtensions map[string]jsontext.Value

// viewJSON is the library's buffer view without the extras. The extensions are decoded here, not by
// the library.
type viewJSON struct {
	viewFields
	Extensions RawExtensions    `json:"extensions"`
	Extras     document.Ignored `json:"extras"`
}

type viewFields gltf.BufferView

// View returns the bytes of a buffer view.
func (r *Reader) View(place string, i int) ([]byte, error) {
	_, data, err := r.view(place, i)
	return data, err
}

// view returns a buffer view and its bytes. Those of a compressed view are in a buffer of their
// own.
func (r *Reader) view(place string, i int) (*gltf.BufferView, []byte, error) {
	if i < 0 || i >= len(r.doc.BufferViews) {
		return nil, nil, r.Fail(place, "bufferView %d does not exist: the file has %d", i, len(r.doc.BufferViews))
	}
	if v := r.doc.BufferViews[i]; v != nil {
		end := v.ByteOffset + v.ByteLength
		return v, r.doc.Buffers[v.Buffer].Data[v.ByteOffset:end:end], nil
	}
	place = fmt.Sprintf("%s bufferView %d", place, i)
	var parsed viewJSON
	if err := document.Unmarshal(r.BufferViews[i], &parsed); err != nil {
		return nil, nil, r.Invalid(place, err)
	}
	v := (*gltf.BufferView)(&parsed.viewFields)
	if s := v.ByteStride; s != 0 && (s < 4 || s > 252 || s%4 != 0) {
		return nil, nil, r.Fail(place, "byteStride %d is not a multiple of 4 from 4 to 252", s)
	}
	var data []byte
	var err error
	if name := meshoptName(parsed.Extensions); name != "" {
		data, err = r.decompress(place, name, parsed.Extensions[name], v)
	} else {
		data, err = r.plainBytes(place, v)
	}
	if err != nil {
		return nil, nil, err
	}
	r.doc.BufferViews[i] = v
	return v, data, nil
}

// plainBytes returns the bytes of a buffer view that is not compressed.
func (r *Reader) plainBytes(place string, v *gltf.BufferView) ([]byte, error) {
	if err := r.checkBuffer(place, v.Buffer); err != nil {
		return nil, err
	}
	return r.bufferBytes(place, v.Buffer, v.ByteOffset, v.ByteLength)
}

// checkBuffer checks that a buffer exists.
func (r *Reader) checkBuffer(place string, i int) error {
	if i < 0 || i >= len(r.Buffers) {
		return r.Fail(place, "buffer %d does not exist: the file has %d", i, len(r.Buffers))
	}
	return nil
}

// bufferBytes returns bytes of a buffer that exists. It fails if the buffer is too short.
func (r *Reader) bufferBytes(place string, i, offset, length int) ([]byte, error) {
	name, err := r.fallback(i)
	if err != nil {
		return nil, err
	}
	if name != "" {
		return nil, r.Fail(place, "buffer %d is a fallback buffer of %s, which only compressed buffer views may refer to", i, name)
	}
	data, err := r.buffer(i)
	if err != nil {
		return nil, err
	}
	if offset < 0 || length < 1 || offset > len(data) || length > len(data)-offset {
		return nil, r.Fail(place, "byteOffset %d and byteLength %d do not fit into the %d bytes of buffer %d", offset, length, len(data), i)
	}
	end := offset + length
	return data[offset:end:end], nil
}

// buffer returns the bytes of a buffer, as many as its byteLength. A buffer that cannot be read is
// an error for triangles, and a warning for each image in it.
func (r *Reader) buffer(i int) ([]byte, error) {
	if b := r.doc.Buffers[i]; b != nil {
		return b.Data, nil
	}
	if err := r.badBuffers[i]; err != nil {
		return nil, err
	}
	data, err := r.readBuffer(i)
	if err != nil {
		if r.badBuffers == nil {
			r.badBuffers = map[int]error{}
		}
		r.badBuffers[i] = err
	}
	return data, err
}

// readBuffer reads a buffer into the document.
func (r *Reader) readBuffer(i int) ([]byte, error) {
	place := fmt.Sprintf("buffer %d", i)
	parsed := r.Buffers[i]
	if parsed == nil || parsed.ByteLength < 1 {
		return nil, r.Fail(place, "has no byteLength")
	}
	b := gltf.Buffer(parsed.bufferFields)
	data, err := r.bufferData(place, i, &b)
	if err != nil {
		return nil, err
	}
	if len(data) < b.ByteLength {
		return nil, r.Fail(place, "byteLength is %d, but there are %d bytes", b.ByteLength, len(data))
	}
	b.URI, parsed.URI = "", "" // data URIs are long
	b.Data = data[:b.ByteLength:b.ByteLength]
	r.doc.Buffers[i] = &b
	return b.Data, nil
}

// bufferData returns the bytes to which a buffer refers, which may be more or fewer than it claims.
func (r *Reader) bufferData(place string, i int, b *gltf.Buffer) ([]byte, error) {
	switch {
	case b.URI == "" && i == 0 && r.Bin != nil:
		return r.Bin, nil
	case b.URI == "":
		return nil, r.Fail(place, "has no uri, and the file has no binary chunk for it")
	case document.IsDataURI(b.URI):
		data, err := document.DataURI(b.URI)
		if err != nil {
			return nil, r.Malformed(place, err)
		}
		return data, nil
	}
	return r.sideFile(place, b.URI, b.ByteLength)
}

// sideFile reads the first size bytes of a side file.
func (r *Reader) sideFile(place, uri string, size int) ([]byte, error) {
	name, err := source.SidePath(uri)
	if err != nil {
		return nil, r.Malformed(place, err)
	}
	if r.Folder == nil {
		return nil, r.Fail(place, "the side file %q cannot be read, because the model came without its folder", name)
	}
	data, err := r.ReadSide(r.Ctx, name, size)
	if err := r.Ctx.Err(); err != nil {
		return nil, err
	}
	var limit *source.LimitError
	if errors.As(err, &limit) {
		return nil, limit
	}
	if err != nil {
		return nil, r.Fail(place, "side file %q: %w", name, err)
	}
	return data, nil
}

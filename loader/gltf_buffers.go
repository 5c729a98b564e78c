package loader

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/qmuntal/gltf"
)

// meshopt are the names of the extension that compresses buffer views. Where it
// is not required, the views stand uncompressed in a fallback buffer.
var meshopt = [...]string{"EXT_meshopt_compression", "KHR_meshopt_compression"}

// view returns a buffer view and its bytes, which are all there.
func (r *gltfReader) view(place string, i int) (*gltf.BufferView, []byte, error) {
	if i < 0 || i >= len(r.doc.BufferViews) {
		return nil, nil, r.fail(place, "bufferView %d is not one of %d", i, len(r.doc.BufferViews))
	}
	place = fmt.Sprintf("%s bufferView %d", place, i)
	v := r.doc.BufferViews[i]
	if v == nil {
		v = new(gltf.BufferView)
		if err := unmarshal(r.outline.BufferViews[i], v); err != nil {
			return nil, nil, r.jsonError(place, err)
		}
	}
	if v.Buffer < 0 || v.Buffer >= len(r.doc.Buffers) {
		return nil, nil, r.fail(place, "buffer %d is not one of %d", v.Buffer, len(r.doc.Buffers))
	}
	data, err := r.buffer(v.Buffer)
	if err != nil {
		return nil, nil, err
	}
	if v.ByteOffset < 0 || v.ByteLength < 1 || v.ByteOffset > len(data) || v.ByteLength > len(data)-v.ByteOffset {
		return nil, nil, r.fail(place, "byteOffset %d and byteLength %d do not fit into the %d bytes of buffer %d", v.ByteOffset, v.ByteLength, len(data), v.Buffer)
	}
	if s := v.ByteStride; s != 0 && (s < 4 || s > 252 || s%4 != 0) {
		return nil, nil, r.fail(place, "byteStride %d is not a multiple of 4 from 4 to 252", s)
	}
	r.doc.BufferViews[i] = v
	end := v.ByteOffset + v.ByteLength
	return v, data[v.ByteOffset:end:end], nil
}

// buffer returns the bytes of a buffer, as many as its byteLength says.
func (r *gltfReader) buffer(i int) ([]byte, error) {
	if b := r.doc.Buffers[i]; b != nil {
		return b.Data, nil
	}
	place := fmt.Sprintf("buffer %d", i)
	lean := r.outline.Buffers[i]
	if lean == nil || lean.ByteLength < 1 {
		return nil, r.fail(place, "has no byteLength")
	}
	b := gltf.Buffer(lean.plainBuffer)
	data, err := r.bufferData(place, i, &b)
	if err != nil {
		return nil, err
	}
	if len(data) < b.ByteLength {
		return nil, r.fail(place, "byteLength is %d, but there are %d bytes", b.ByteLength, len(data))
	}
	b.URI, lean.URI = "", "" // data URIs are long
	b.Data = data[:b.ByteLength:b.ByteLength]
	r.doc.Buffers[i] = &b
	return b.Data, nil
}

// bufferData returns what stands behind a buffer, which may be more or fewer
// bytes than it claims.
func (r *gltfReader) bufferData(place string, i int, b *gltf.Buffer) ([]byte, error) {
	fallback := ""
	for _, name := range meshopt {
		if _, ok := b.Extensions[name]; ok {
			fallback = name
		}
	}
	switch {
	case b.URI == "" && i == 0 && r.bin != nil && fallback == "":
		return r.bin, nil
	case b.URI == "" && fallback != "":
		return nil, r.unsupported(place, fallback)
	case b.URI == "":
		return nil, r.fail(place, "has no uri, and the file has no binary chunk for it")
	case len(b.URI) >= 5 && strings.EqualFold(b.URI[:5], "data:"):
		data, err := dataURI(b.URI[5:])
		if err != nil {
			return nil, &FormatError{Format: r.format, Place: place, Err: err}
		}
		return data, nil
	}
	return r.sideFile(place, b.URI, b.ByteLength)
}

// dataURI decodes what follows "data:", for any media type. RFC 2397.
func dataURI(s string) ([]byte, error) {
	head, body, ok := strings.Cut(s, ",")
	if !ok {
		return nil, errors.New("the data URI has no comma")
	}
	if len(head) < 7 || !strings.EqualFold(head[len(head)-7:], ";base64") {
		text, err := url.PathUnescape(body)
		return []byte(text), err
	}
	if strings.ContainsRune(body, '%') {
		text, err := url.PathUnescape(body)
		if err != nil {
			return nil, err
		}
		body = text
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(body, "="))
	if err != nil {
		return nil, fmt.Errorf("the data URI is not base64: %w", err)
	}
	return data, nil
}

// sideFile reads the first size bytes of a side file.
func (r *gltfReader) sideFile(place, uri string, size int) ([]byte, error) {
	name, err := sidePath(uri)
	if err != nil {
		return nil, &FormatError{Format: r.format, Place: place, Err: err}
	}
	if r.fsys == nil {
		return nil, r.fail(place, "the side file %q is out of reach, because the model came without its folder", name)
	}
	data, err := r.readSide(name, size)
	r.tellSide(name, size, data, err)
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	var limit *LimitError
	if errors.As(err, &limit) {
		return nil, limit
	}
	if err != nil {
		return nil, r.fail(place, "side file %q: %w", name, cause(err))
	}
	return data, nil
}

func (r *gltfReader) readSide(name string, size int) ([]byte, error) {
	f, before, err := openSide(r.fsys, name, int64(size))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := r.hold(size); err != nil {
		return nil, err
	}
	r.progress.grow(2 * int64(size))
	buf := make([]byte, size)
	for n := 0; n < size; {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		k, err := io.ReadFull(f, buf[n:min(size, n+chunk)])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = ErrChanged
		}
		if err != nil {
			return nil, err
		}
		n += k
		r.progress.add(int64(k))
	}
	return buf, before.changed(f)
}

// cause strips the operation and the path, which are told by the place.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// sidePath turns the URI of a side file into a path below the document's folder
// in the form of fs.ValidPath. It refuses everything else: schemes and drives,
// absolute paths, any "..", backslashes, zero bytes, queries and fragments. The
// URI may be percent-encoded or, as many programs write it, have plain spaces.
func sidePath(uri string) (string, error) {
	refuse := func(why string) (string, error) { return "", fmt.Errorf("the uri %q %s", shorten(uri), why) }
	if head, _, ok := strings.Cut(uri, ":"); ok && !strings.Contains(head, "/") {
		return refuse("has a scheme; only files beside the document are read")
	}
	if strings.ContainsAny(uri, "?#") {
		return refuse("has a query or a fragment")
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		return refuse("is not percent-encoded properly")
	}
	switch {
	case strings.ContainsAny(name, "\\\x00"):
		return refuse("has a backslash or a zero byte")
	case strings.HasPrefix(name, "/"):
		return refuse("is an absolute path")
	case strings.Contains("/"+name+"/", "/../"):
		return refuse("leads out of the document's folder")
	}
	if name = path.Clean(name); name == "." || !fs.ValidPath(name) {
		return refuse("is not the path of a file")
	}
	return name, nil
}

func shorten(s string) string {
	const most = 200
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

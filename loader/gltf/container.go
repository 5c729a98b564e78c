package gltf

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/meshcheck/meshcheck/loader/source"
)

// The container of GLB: a header of magic, version and length, then chunks of
// length, type and data, all in little-endian 32-bit numbers.
// glTF 2.0 specification, section "GLB File Format Specification"
const (
	glbHeader   = 12
	chunkHeader = 8
	chunkJSON   = 0x4e4f534a
	chunkBIN    = 0x004e4942
)

// container splits a GLB: it returns the JSON chunk and keeps the binary chunk that may follow.
// Other chunks are skipped, as the specification requires.
func (r *reader) container(data []byte) (text []byte, err error) {
	if len(data) < glbHeader {
		return nil, r.Fail("header", "the file ends at byte %d, inside the header", len(data))
	}
	if v := binary.LittleEndian.Uint32(data[4:]); v != 2 {
		return nil, r.Unsupported("header", fmt.Sprintf("glTF %d.0", v))
	}
	length := binary.LittleEndian.Uint32(data[8:])
	switch {
	case int64(length) > int64(len(data)):
		return nil, r.Fail("header", "the header claims %d bytes, but the file has %d", length, len(data))
	case int64(length) < int64(len(data)):
		stray := len(data) - int(length)
		r.Warn("%d stray %s after the end of the GLB", stray, source.Plural(stray, "byte"))
	}
	rest, at := data[:max(length, glbHeader)], glbHeader
	for n := 0; at < len(rest); n++ {
		kind, body, err := r.chunk(rest, at, n)
		if err != nil {
			return nil, err
		}
		switch {
		case n == 0 && kind != chunkJSON:
			return nil, r.Fail("chunk 0", "the first chunk is not JSON")
		case n == 0:
			text = body
		case n == 1 && kind == chunkBIN:
			r.outline.Bin = body
		}
		at += chunkHeader + len(body)
	}
	if text == nil {
		return nil, r.Fail("chunk 0", "there is no JSON chunk")
	}
	return text, nil
}

// chunk returns chunk n, whose header is at the given byte.
func (r *reader) chunk(data []byte, at, n int) (kind uint32, body []byte, err error) {
	place := fmt.Sprintf("chunk %d (byte %d)", n, at)
	if len(data)-at < chunkHeader {
		return 0, nil, r.Fail(place, "the file ends inside the chunk's header")
	}
	length := binary.LittleEndian.Uint32(data[at:])
	body = data[at+chunkHeader:]
	if int64(length) > int64(len(body)) {
		return 0, nil, r.Fail(place, "the chunk claims %d bytes, but has %d", length, len(body))
	}
	return binary.LittleEndian.Uint32(data[at+4:]), body[:length:length], nil
}

// signature begins every GLB.
const signature = "glTF"

// Recognize reports whether a file that begins with head is a GLB or glTF as text. It is
// Certain of a GLB of a known version.
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	switch {
	case isVersionedGLB(head):
		return GLB, source.Certain
	case bytes.HasPrefix(head, []byte(signature)):
		return GLB, source.Likely
	case bytes.HasPrefix(source.TrimText(head), []byte("{")):
		return GLTF, source.Likely
	}
	return "", source.NoMatch
}

// isVersionedGLB reports whether head begins with the header of a GLB of version 1 or 2. The header
// of a binary STL file may begin with the signature alone.
func isVersionedGLB(head []byte) bool {
	return bytes.HasPrefix(head, []byte(signature)) && len(head) >= 8 && (head[4] == 1 || head[4] == 2) && head[5]|head[6]|head[7] == 0
}

package document

import (
	"encoding/binary"
	"fmt"
)

// binaryMark begins a binary file. The byte behind it is 1 for big endian, then follows the version.
var binaryMark = []byte("Kaydara FBX Binary  \x00\x1a")

// headerSize is the size of what precedes the nodes of a binary file.
const headerSize = 27

// firstWide is the first version whose node headers have 64-bit numbers.
const firstWide = 7500

type binaryReader struct {
	builder
	data  []byte
	order binary.ByteOrder
	big   bool
	wide  bool
}

func fail(at int, format string, args ...any) error {
	return &Error{Where: fmt.Sprintf("byte %d", at), Err: fmt.Errorf(format, args...)}
}

// cut is fail for a file that ends too early.
func cut(at int, format string, args ...any) error {
	return &Error{Where: fmt.Sprintf("byte %d", at), Err: fmt.Errorf(format, args...), Cut: true}
}

func parseBinary(data []byte, l limits) (*Document, error) {
	if len(data) < headerSize {
		return nil, cut(len(data), "the file ends within its header")
	}
	r := &binaryReader{builder: builder{limits: l, names: make(map[string]string)}, data: data, order: binary.LittleEndian}
	switch data[len(binaryMark)] {
	case 0:
	case 1:
		r.order, r.big = binary.BigEndian, true
	default:
		return nil, fail(len(binaryMark), "the byte order %d is neither 0 nor 1", data[len(binaryMark)])
	}
	version := int(r.order.Uint32(data[headerSize-4:]))
	if err := checkVersion(version); err != nil {
		return nil, err
	}
	r.wide = version >= firstWide
	at, err := r.list(headerSize, len(data), 0)
	if err != nil {
		return nil, err
	}
	if at < 0 {
		return nil, cut(len(data), "the file ends without the mark behind its last node")
	}
	return &Document{Version: version, BigEndian: r.big, Nodes: r.take(0), limits: l}, nil
}

// header is what precedes the name of a node.
type header struct {
	end    uint64 // offset behind the node
	count  uint64 // of values
	length uint64 // of values, in bytes
	name   int    // length
}

// header reads the header at an offset, and returns the offset of the name.
func (r *binaryReader) header(at, end int) (h header, next int, err error) {
	size := 13
	if r.wide {
		size = 25
	}
	if end-at < size {
		short := fail
		if end == len(r.data) {
			short = cut
		}
		return h, 0, short(at, "a node begins %d bytes before the end of its list", end-at)
	}
	b := r.data[at:]
	if r.wide {
		h = header{r.order.Uint64(b), r.order.Uint64(b[8:]), r.order.Uint64(b[16:]), int(b[24])}
	} else {
		h = header{uint64(r.order.Uint32(b)), uint64(r.order.Uint32(b[4:])), uint64(r.order.Uint32(b[8:])), int(b[12])}
	}
	return h, at + size, nil
}

// list reads nodes up to an offset, or up to a header of zeros, the mark of the end of a list. It
// returns the offset behind that mark, -1 if there is none.
func (r *binaryReader) list(at, end, depth int) (int, error) {
	for at < end {
		if err := r.passed(at); err != nil {
			return 0, err
		}
		h, next, err := r.header(at, end)
		if err != nil {
			return 0, err
		}
		if h == (header{}) {
			return next, nil
		}
		if at, err = r.node(h, at, next, end, depth); err != nil {
			return 0, err
		}
	}
	return -1, nil
}

// node reads a node whose header is at start and whose name is at an offset. It returns the offset
// behind the node.
func (r *binaryReader) node(h header, start, at, end, depth int) (int, error) {
	if depth == MaxDepth {
		return 0, fail(start, "nodes are nested more than %d deep", MaxDepth)
	}
	if h.end > uint64(len(r.data)) {
		return 0, cut(start, "the node ends at byte %d, behind the end %d of the file", h.end, len(r.data))
	}
	if h.end > uint64(end) {
		return 0, fail(start, "the node ends at byte %d, behind the end %d of its parent", h.end, end)
	}
	end = int(h.end)
	if end < at+h.name || h.length > uint64(end-at-h.name) {
		return 0, fail(start, "the node ends at byte %d, before its values do", end)
	}
	n, err := r.add(r.data[at:at+h.name], start, false)
	if err != nil {
		return 0, err
	}
	at += h.name
	children := at + int(h.length)
	if n.Values, err = r.readValues(at, children, h.count); err != nil {
		return 0, err
	}
	first := len(r.nodes)
	switch after, err := r.list(children, end, depth+1); {
	case err != nil:
		return 0, err
	case after >= 0 && after != end:
		return 0, fail(after, "there are %d bytes between the children of a node and its end", end-after)
	}
	n.Children = r.take(first)
	return end, nil
}

// readValues reads a number of values, which fill the bytes from at to end.
func (r *binaryReader) readValues(at, end int, count uint64) ([]Value, error) {
	const shortest = 2
	if count > uint64((end-at)/shortest) {
		return nil, fail(at, "%d values do not fit into %d bytes", count, end-at)
	}
	if err := r.charge(int(count), valueSize); err != nil {
		return nil, err
	}
	values := make([]Value, count)
	for i := range values {
		if err := r.passed(at); err != nil {
			return nil, err
		}
		size, err := r.size(at, end)
		if err != nil {
			return nil, err
		}
		values[i] = Value{kind: r.data[at], big: r.big, raw: r.data[at+1 : at+1+size : at+1+size]}
		at += 1 + size
	}
	if at != end {
		return nil, fail(at, "there are %d bytes behind the values of a node", end-at)
	}
	return values, nil
}

// size returns the number of bytes behind the letter of a value.
func (r *binaryReader) size(at, end int) (int, error) {
	if at == end {
		return 0, fail(at, "a value is missing")
	}
	kind, left := r.data[at], end-at-1
	size := scalarSize(kind)
	switch {
	case size > 0:
	case kind == 'S' || kind == 'R':
		size = 4
		if left >= size {
			size += int(r.order.Uint32(r.data[at+1:]))
		}
	case elementSize(kind) > 0:
		size = arrayHeader
		if left >= size {
			a := readArray(r.order, kind, r.data[at+1:])
			if err := a.check(); err != nil {
				return 0, fail(at, "%w", err)
			}
			size += a.packed
		}
	default:
		return 0, fail(at, "the type %q of a value is not known", kind)
	}
	if size > left {
		return 0, fail(at, "a value of type %c takes %d bytes, but %d are left", kind, size, left)
	}
	return size, nil
}

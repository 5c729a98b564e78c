// Package meshopt decodes the streams of meshoptimizer in the buffer views of glTF files: vertex
// attributes, triangles and sequences of indices, in versions 0 and 1, and the filters of
// attributes.
//
// The formats are those of the extensions EXT_meshopt_compression and KHR_meshopt_compression
// (https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0). The results equal, bit for bit,
// those of the portable build of the reference decoder, version 1.3
// (https://github.com/zeux/meshoptimizer): filters round as it does, on every machine. Unlike
// there, streams that the extensions call invalid are errors: triangles that refer to an edge or a
// vertex before the first, tables with entries that are not allowed, numbers of more than five
// bytes.
package meshopt

import "fmt"

// Mode is the content of a stream.
type Mode uint8

// The modes of streams.
const (
	Attributes Mode = iota // elements of 4 to 256 bytes
	Triangles              // indices of a list of triangles
	Indices                // any other indices
)

// Filter is a transformation of decoded attributes.
type Filter uint8

// The filters of attributes.
const (
	None        Filter = iota
	Octahedral         // unit vectors in 4 or 8 bytes
	Quaternion         // unit quaternions in 8 bytes
	Exponential        // floats with an exponent of 8 bits and a mantissa of 24
	Color              // colors in 4 or 8 bytes
)

// Options describe the decoded stream.
type Options struct {
	Mode   Mode
	Filter Filter
	// Count is the number of elements. For Triangles it is three times the number of triangles.
	Count int
	// Stride is the number of bytes of an element. For Attributes it is a multiple of 4 up to 256,
	// for indices 2 or 4.
	Stride int
	// Charge, if not nil, is called before memory is allocated for count elements of size bytes
	// each, which are never more than the data can decode to. If it fails, Decode returns its
	// error.
	Charge func(count, size int) error
}

// Decode returns the elements of a stream, little-endian, side by side. It keeps no reference to
// the data. Its errors are a *FormatError for options that contradict each other and for data that
// is not such a stream, or the error of Charge.
func Decode(data []byte, o Options) ([]byte, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	version, err := o.version(data)
	if err != nil {
		return nil, err
	}
	if !o.fits(len(data), version) {
		return nil, errEnd
	}
	if o.Charge != nil {
		if err := o.Charge(o.Count, o.Stride); err != nil {
			return nil, err
		}
	}
	out := make([]byte, o.Count*o.Stride)
	switch o.Mode {
	case Attributes:
		err = decodeAttributes(out, data, version, o.Stride)
	case Triangles:
		err = decodeTriangles(out, data, version, o.Stride)
	default:
		err = decodeIndices(out, data, o.Stride)
	}
	if err != nil {
		return nil, err
	}
	o.Filter.apply(out, o.Stride)
	return out, nil
}

// Check returns the *FormatError that Decode returns for options that contradict each other.
func (o *Options) Check() error {
	stride := o.Stride
	switch {
	case o.Count < 1:
		return fail("count is %d and must be greater than zero", o.Count)
	case o.Mode > Indices:
		return fail("the mode %d is unknown", o.Mode)
	case o.Mode == Attributes && (stride < 4 || stride > 256 || stride%4 != 0):
		return fail("byteStride %d of attributes is not a multiple of 4 from 4 to 256", stride)
	case o.Mode != Attributes && stride != 2 && stride != 4:
		return fail("byteStride %d of indices is neither 2 nor 4", stride)
	case o.Mode != Attributes && o.Filter != None:
		return fail("indices cannot have a filter")
	case o.Mode == Triangles && o.Count%3 != 0:
		return fail("count %d is not a multiple of 3, as that of triangles must be", o.Count)
	}
	switch o.Filter {
	case None, Exponential:
		return nil
	case Octahedral, Color:
		if stride == 4 || stride == 8 {
			return nil
		}
	case Quaternion:
		if stride == 8 {
			return nil
		}
	default:
		return fail("the filter %d is unknown", o.Filter)
	}
	return fail("byteStride %d does not fit the filter %v", stride, o.Filter)
}

// String returns the name of a filter in glTF files.
func (f Filter) String() string {
	if f > Color {
		return fmt.Sprintf("Filter(%d)", uint8(f))
	}
	return [...]string{"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"}[f]
}

// String returns the name of a mode in glTF files.
func (m Mode) String() string {
	if m > Indices {
		return fmt.Sprintf("Mode(%d)", uint8(m))
	}
	return [...]string{"ATTRIBUTES", "TRIANGLES", "INDICES"}[m]
}

// version returns the version of a stream, which is in its first byte beside the mode.
func (o *Options) version(data []byte) (int, error) {
	if len(data) == 0 {
		return 0, errEnd
	}
	first, want := data[0], [...]byte{Attributes: 0xa0, Triangles: 0xe0, Indices: 0xd0}[o.Mode]
	switch {
	case first&0xf0 != want:
		return 0, fail("the meshopt data begins with the byte %#x, which is not that of the mode %v", first, o.Mode)
	case first&0x0f > 1:
		return 0, fail("the meshopt data has version %d instead of 0 or 1", first&0x0f)
	}
	return int(first & 0x0f), nil
}

// fits reports whether a stream of n bytes can have this many elements.
func (o *Options) fits(n, version int) bool {
	switch o.Mode {
	case Triangles:
		return n > tableSize && o.Count/3 <= n-1-tableSize
	case Indices:
		return n > sequenceTail && o.Count <= n-1-sequenceTail
	}
	tail := 1 + tailSize(o.Stride, version)
	if n < tail {
		return false
	}
	n -= tail
	whole, rest := o.Count/blockElements(o.Stride), o.Count%blockElements(o.Stride)
	least := leastBlock(o.Stride, version, blockElements(o.Stride))
	return whole <= n/least && (rest == 0 || leastBlock(o.Stride, version, rest) <= n-whole*least)
}

// Package draco decodes triangle meshes that were compressed with Google's Draco library: the
// bitstream of major version 2, with sequential and edgebreaker connectivity, and all codings of
// attributes that encoders of this version use.
//
// The format is that of the Draco Bitstream Specification, version 2.2
// (https://google.github.io/draco/spec/). Where the specification leaves something open, above
// all the order of float32 operations, and for versions 2.0 and 2.1, the reference is Google's
// decoder (https://github.com/google/draco): the results equal, bit for bit, those of its
// builds without fused multiplication. Unlike there, data that ends before the last value is an
// error, and so is an index of a point that does not exist.
//
// An UnsupportedError reports codings that encoders no longer wrote in version 2.2: texture
// coordinates predicted in floats, normals predicted from one triangle, and in versions 2.0 and 2.1
// edgebreaker symbols that are predicted or coded by valence.
package draco

import "slices"

// Options say what to decode, and limit the memory.
type Options struct {
	// Want reports whether the values of an attribute are wanted. If it is nil, all are. Unwanted
	// values are skipped, without decoding where the format allows.
	Want func(a *Attribute) bool
	// Charge, if not nil, is called before memory is allocated for count elements of size bytes
	// each. If it fails, Decode returns its error. A few compressed bytes may decode to millions of
	// equal values, so this is the only limit on memory.
	Charge func(count, size int) error
}

// Mesh is a decoded mesh. A point is a vertex with one value of each attribute.
type Mesh struct {
	// Faces has three points for each triangle, each less than Points.
	Faces  []uint32
	Points int
	// Attributes are in the order of the data, wanted or not.
	Attributes []*Attribute
}

// Attribute returns the attribute with the given unique id, or nil.
func (m *Mesh) Attribute(id uint32) *Attribute {
	i := slices.IndexFunc(m.Attributes, func(a *Attribute) bool { return a.ID == id })
	if i < 0 {
		return nil
	}
	return m.Attributes[i]
}

// Attribute is an attribute of all points. Its values, if they are wanted, are in Floats, Integers
// or Raw, depending on its type, with the components of a value side by side.
type Attribute struct {
	// ID is the unique id by which files refer to the attribute.
	ID         uint32
	Kind       Kind
	Type       Type
	Components int
	// Normalized reports whether integers are fractions of the greatest integer of their type.
	Normalized bool

	// Floats has the values of Float32.
	Floats []float32
	// Integers has those of integers of up to 32 bits. Uint32 has the same bits.
	Integers []int32
	// Raw has those of all other types, little-endian.
	Raw []byte
	// Index has the value of each point. It is nil if point i has value i. Attributes may share it.
	Index []int32
}

// Value returns the number of the value of point p.
func (a *Attribute) Value(p int) int {
	if a.Index == nil {
		return p
	}
	return int(a.Index[p])
}

// Kind is the meaning of an attribute.
type Kind uint8

// The kinds of attributes.
const (
	Position Kind = iota
	Normal
	Color
	TexCoord
	Generic
)

// Type is the type of the components of an attribute.
type Type uint8

// The types of components.
const (
	Int8 Type = 1 + iota
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
	Bool
)

// size returns the number of bytes of a component.
func (t Type) size() int {
	return [...]int{Int8: 1, Uint8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Int64: 8, Uint64: 8, Float32: 4, Float64: 8, Bool: 1}[t]
}

// Decode decodes a mesh. It keeps no reference to the data. Its errors are a *FormatError for data
// that is not a valid mesh, an *UnsupportedError, or the error of Charge.
func Decode(data []byte, o Options) (*Mesh, error) {
	d := &decoder{Options: o, reader: reader{data: data}}
	method, err := d.header()
	if err != nil {
		return nil, err
	}
	switch method {
	case methodSequential:
		err = d.sequentialFaces()
	case methodEdgebreaker:
		err = d.edgebreaker()
	default:
		return nil, fail("the encoding method %d is unknown", method)
	}
	if err != nil {
		return nil, err
	}
	if err := d.attributes(); err != nil {
		return nil, err
	}
	return &d.mesh, nil
}

// The methods of encoding a mesh.
const (
	methodSequential  = 0
	methodEdgebreaker = 1
)

// decoder is a mesh that is being decoded.
type decoder struct {
	Options
	reader
	mesh Mesh

	// The following is only used with edgebreaker connectivity.
	corners *table
	// parts are the attributes whose connectivity may differ from that of the mesh.
	parts []attributePart
	// pointCorner has a corner of each point. It is nil if point i is vertex i.
	pointCorner []int32
	meshTaken   bool // whether a group of attributes has the connectivity of the mesh
	sequences   []*sequence

	position *attribute // the first one of positions
	slots    []uint32   // of the last symbol table, for the next one
}

// header reads the beginning of every file, and returns the method.
func (d *decoder) header() (byte, error) {
	const magic = "DRACO"
	head := d.bytes(len(magic))
	major, minor := d.byte(), d.byte()
	geometry, method, flags := d.byte(), d.byte(), d.uint16()
	switch {
	case d.err != nil:
		return 0, d.err
	case string(head) != magic:
		return 0, fail("the data does not begin with %q", magic)
	case geometry == 0:
		return 0, fail("the data is a point cloud, not a mesh")
	case geometry != 1:
		return 0, fail("the geometry type %d is unknown", geometry)
	case major != 2 || minor > 2:
		return 0, fail("the bitstream has version %d.%d instead of 2.0 to 2.2", major, minor)
	}
	d.minor = minor
	if flags&0x8000 != 0 {
		d.metadata()
	}
	return method, d.err
}

// charge announces memory to the caller.
func (d *decoder) charge(count, size int) error {
	if d.Charge == nil {
		return nil
	}
	return d.Charge(count, size)
}

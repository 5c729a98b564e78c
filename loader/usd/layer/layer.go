// Package layer has the content of one USD layer as data, whatever file it was read from: prims,
// their properties and the opinions on them. The names are those of OpenUSD's Sdf
// (https://openusd.org/release/api/sdf_page_front.html). It knows neither composition nor schemas.
package layer

import "slices"

// Layer is the content of one layer.
type Layer struct {
	// Root is the pseudo-root. Its fields are the metadata of the layer, such as defaultPrim,
	// metersPerUnit, upAxis, subLayers ([]string) and subLayerOffsets; its children are the root prims.
	Root *Prim
}

// Specifier says what a prim spec does.
type Specifier uint8

// The specifiers.
const (
	Over Specifier = iota
	Def
	Class
)

// Prim is a prim spec, or the prim spec of a variant.
type Prim struct {
	Name      string
	Specifier Specifier
	TypeName  string
	// Fields are the metadata, without specifier, typeName and the names of children. See Value for
	// the types of values:
	//   active, instanceable, hidden: bool        kind, customData, ...: as written
	//   references, payload: ListOp[Reference]    inheritPaths, specializes: ListOp[string], of paths
	//   apiSchemas, variantSetNames: ListOp[string]
	//   inactiveIds: ListOp[string], of decimal integers
	//   variantSelection: map[string]string       relocates: any value
	Fields []Field
	// Properties and Children are in the order of the layer, PrimOrder and PropertyOrder are the
	// statements that reorder them, nil for none.
	Properties               []*Property
	Children                 []*Prim
	PrimOrder, PropertyOrder []string
	VariantSets              []VariantSet
}

// VariantSet is a variant set spec.
type VariantSet struct {
	Name string
	// Variants have the name of the variant as Name. Their Specifier is Over.
	Variants []*Prim
}

// Property is an attribute spec or a relationship spec.
type Property struct {
	Name         string
	Relationship bool
	// TypeName is that of an attribute, such as "point3f[]". It is "" for a relationship, and where a
	// layer does not say.
	TypeName string
	Custom   bool
	Uniform  bool
	// Fields of attributes: default (any value, or Blocked), timeSamples (*Samples), interpolation
	// (string), elementSize (int64), connectionPaths (ListOp[string]), and other metadata.
	// Fields of relationships: targetPaths (ListOp[string]).
	Fields []Field
}

// Field is a value with its name.
type Field struct {
	Name  string
	Value any // or a Lazy
}

// Lazy is a value that is decoded when it is needed, since most of a large file never is. Decode
// returns an equal value each time. It fails for damaged data, and if the value would take more memory
// than allowed.
type Lazy interface {
	Decode() (any, error)
}

// Get returns the value of a field, nil if there is none. The types of values are:
//
//   - Blocked for None
//   - bool, string (of tokens, strings and paths), Asset
//   - []string (tokens, strings), []Asset, []bool
//   - *Numbers for all numbers, tuples and arrays of them
//   - ListOp[string], ListOp[Reference], map[string]string (variantSelection), *Samples
//   - map[string]any of such values, for dictionaries
//   - Unknown for values of other types, which are read over
func Get(fields []Field, name string) (any, error) {
	for i := range fields {
		if fields[i].Name == name {
			if lazy, ok := fields[i].Value.(Lazy); ok {
				return lazy.Decode()
			}
			return fields[i].Value, nil
		}
	}
	return nil, nil
}

// Has reports whether there is a field with the name. It decodes nothing.
func Has(fields []Field, name string) bool {
	for i := range fields {
		if fields[i].Name == name {
			return true
		}
	}
	return false
}

// Blocked is the value None, which hides weaker opinions.
type Blocked struct{}

// Unknown is a value that is not decoded, by the name of its type.
type Unknown string

// Asset is the path of an asset, as written between the @.
type Asset string

// Numbers are a number, a tuple, or an array of numbers or tuples. Exactly one of the slices is not
// nil, unless the value is an empty array. Halfs and floats are float32, doubles are float64. Integers of
// up to 32 bits that fit are int32, others int64; an unsigned 64-bit integer that does not fit is an error
// of the decoder. Quaternions have the real part first. Matrices are by rows, for row vectors.
type Numbers struct {
	// Width is the number of components of an element: 1, 2, 3, 4, 9 or 16.
	Width int
	// Array reports whether it is an array. Otherwise there is one element.
	Array bool
	I32   []int32
	I64   []int64
	F32   []float32
	F64   []float64
}

// Len returns the number of elements.
func (n *Numbers) Len() int {
	return max(len(n.I32), len(n.I64), len(n.F32), len(n.F64)) / n.Width
}

// At returns a component of the elements, counted through all of them, as float64.
func (n *Numbers) At(i int) float64 {
	switch {
	case n.F32 != nil:
		return float64(n.F32[i])
	case n.F64 != nil:
		return n.F64[i]
	case n.I32 != nil:
		return float64(n.I32[i])
	}
	return float64(n.I64[i])
}

// Equal reports whether two values have the same numbers, stored alike.
func (n *Numbers) Equal(m *Numbers) bool {
	return n == m || n.Width == m.Width && n.Array == m.Array && slices.Equal(n.I32, m.I32) && slices.Equal(n.I64, m.I64) &&
		slices.Equal(n.F32, m.F32) && slices.Equal(n.F64, m.F64)
}

// Int returns component i as an integer, and whether the numbers are integers.
func (n *Numbers) Int(i int) (int64, bool) {
	switch {
	case n.I32 != nil:
		return int64(n.I32[i]), true
	case n.I64 != nil:
		return n.I64[i], true
	}
	return 0, false
}

// Samples are the values of an attribute by time.
type Samples struct {
	// Times are ascending.
	Times []float64
	// Values are as in Get, one for each time; each may be a Lazy. Equal ones may be one.
	Values []any
}

// Value returns sample i.
func (s *Samples) Value(i int) (any, error) {
	if lazy, ok := s.Values[i].(Lazy); ok {
		return lazy.Decode()
	}
	return s.Values[i], nil
}

// Reference is an arc to a prim of a layer: a reference or a payload.
type Reference struct {
	// Asset is the path of the layer as written, "" for the same layer stack.
	Asset string
	// Prim is the path of the prim, "" for the default prim.
	Prim string
	// Offset and Scale map the times of the layer: t ↦ Scale·t + Offset.
	Offset, Scale float64
}

// ListOp is an edit of a list. An explicit one replaces the list.
type ListOp[T any] struct {
	IsExplicit                                             bool
	Explicit, Added, Prepended, Appended, Deleted, Ordered []T
}

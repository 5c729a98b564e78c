package cache

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// encode returns plain data as bytes that say nothing of types and names. Equal values give equal bytes,
// also those of maps; functions count for nothing. It is our own since gob and libraries for CBOR and
// MessagePack take so long to read small records that a run over a thousand cached files takes half as long
// again.
func encode(v any) []byte { return appendValue(nil, reflect.ValueOf(v)) }

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				b = appendValue(b, v.Field(i))
			}
		}
		return b
	case reflect.Array:
		if isCounts(v.Type()) {
			return appendCounts(b, v)
		}
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
		return b
	case reflect.Func:
		return b
	}
	return appendReference(b, v)
}

// isCounts reports whether a type is an array of counts, in one dimension or more. Nearly all of them are
// 0, and these are not written.
func isCounts(t reflect.Type) bool {
	for t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t.Kind() == reflect.Int
}

// appendCounts appends each element that is not 0 after one more than its index, and 0 at the end.
func appendCounts(b []byte, v reflect.Value) []byte {
	for i := range v.Len() {
		if n := v.Index(i); !n.IsZero() {
			b = appendValue(binary.AppendUvarint(b, uint64(i)+1), n)
		}
	}
	return append(b, 0)
}

// sections are the types of the sections of a result, which are the only interfaces in the data.
var sections = sectionTypes()

func sectionTypes() (types []reflect.Type) {
	for _, c := range (check.All | check.Model).Members() {
		types = append(types, reflect.TypeOf(c.NewSection()))
	}
	return append(types, reflect.TypeFor[*check.IssueList]())
}

// appendReference appends a pointer, section, slice or map: 0 for none, else one more than the number of
// items, or of the type of the section.
func appendReference(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, 0)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return appendValue(append(b, 1), v.Elem())
	case reflect.Interface:
		return appendValue(binary.AppendUvarint(b, uint64(slices.Index(sections, v.Elem().Type()))+1), v.Elem())
	}
	b = binary.AppendUvarint(b, uint64(v.Len())+1)
	switch {
	case v.Type() == reflect.TypeFor[[]byte]():
		return append(b, v.Bytes()...)
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
		return b
	}
	var items []string
	for _, key := range v.MapKeys() {
		items = append(items, string(appendValue(appendValue(nil, key), v.MapIndex(key))))
	}
	slices.Sort(items)
	for _, item := range items {
		b = append(b, item...)
	}
	return b
}

// decode sets what to points at, whose slices of bytes are views of data, to what encode made bytes of, which must have been of the same type without
// maps. It fails for other bytes that it finds out to be others.
func decode(data []byte, to any) (err error) {
	in := input(data)
	defer func() {
		if recover() != nil || len(in) > 0 {
			err = errors.New("cache: an entry is damaged")
		}
	}()
	in.value(reflect.ValueOf(to).Elem())
	return nil
}

// input is what is yet to be decoded. Its methods panic where it ends too early.
type input []byte

func (in *input) take(n int) []byte {
	b := (*in)[:n]
	*in = (*in)[n:]
	return b
}

func (in *input) uvarint() uint64 {
	x, n := binary.Uvarint(*in)
	in.take(max(n, 1))
	return x
}

// count returns a number of items, each of which takes a byte or more.
func (in *input) count(n uint64) int {
	if n > uint64(len(*in)) {
		panic("too many items")
	}
	return int(n)
}

func (in *input) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(in.take(1)[0] == 1)
	case reflect.Int, reflect.Int64:
		x, n := binary.Varint(*in)
		in.take(max(n, 1))
		v.SetInt(x)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(in.uvarint())
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(in.take(8))))
	case reflect.String:
		v.SetString(string(in.take(in.count(in.uvarint()))))
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				in.value(f)
			}
		}
	case reflect.Array:
		if isCounts(v.Type()) {
			for i := in.uvarint(); i > 0; i = in.uvarint() {
				in.value(v.Index(int(i - 1)))
			}
			return
		}
		for i := range v.Len() {
			in.value(v.Index(i))
		}
	case reflect.Pointer:
		if in.take(1)[0] == 1 {
			v.Set(reflect.New(v.Type().Elem()))
			in.value(v.Elem())
		}
	case reflect.Interface:
		if n := in.uvarint(); n > 0 {
			section := reflect.New(sections[n-1]).Elem()
			in.value(section)
			v.Set(section)
		}
	case reflect.Slice:
		in.slice(v)
	}
}

func (in *input) slice(v reflect.Value) {
	n := in.uvarint()
	if n == 0 {
		return
	}
	all := in.count(n - 1)
	if v.Type().Elem() == reflect.TypeFor[byte]() {
		v.SetBytes(in.take(all))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), all, all))
	for i := range all {
		in.value(v.Index(i))
	}
}

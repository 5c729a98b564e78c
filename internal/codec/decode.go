package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// Rules say which numbers a value may have, beyond what its types say.
type Rules struct {
	// Values is how many values each enumeration has: a type of its own that is a uint8.
	// Its values are those from 0 on. All in sight must be listed.
	Values map[reflect.Type]int
	// MinusOne lists the fields of structures, "Finding.Region", that are whole numbers and
	// may be -1. No other whole number is negative.
	MinusOne []string
	// Negative lists those that may have any value.
	Negative []string
}

// Decoder reads values of one type. It is safe for concurrent use.
type Decoder[T any] struct{ plan plan }

// NewDecoder returns a decoder of T, which is made of booleans, numbers, strings and of
// structures, arrays, slices and pointers to such, all of whose fields are exported. It
// panics for other types, and for an enumeration that the rules do not list.
func NewDecoder[T any](rules Rules) *Decoder[T] {
	c := &compiler{rules: rules, least: map[string]int64{}}
	for _, field := range rules.MinusOne {
		c.least[field] = -1
	}
	for _, field := range rules.Negative {
		c.least[field] = math.MinInt64
	}
	return &Decoder[T]{c.plan(reflect.TypeFor[T](), 0)}
}

// Decode reads what Append made of a T, from the first byte to the last. The error says
// that it is nothing of the kind; the value is not to be used then. Slices of bytes are
// views of data.
func (d *Decoder[T]) Decode(data []byte, to *T) error {
	in := &input{data: data}
	d.plan.read(in, reflect.ValueOf(to).Elem())
	if in.err == nil && len(in.data) > 0 {
		in.fail("there are bytes behind the end")
	}
	return in.err
}

// input is what is not yet read. The first error stays.
type input struct {
	data []byte
	err  error
}

func (in *input) fail(why string) {
	if in.err == nil {
		in.err = errors.New(why)
	}
	in.data = nil
}

// take returns the next n bytes, or nothing where there are fewer.
func (in *input) take(n int) []byte {
	if n > len(in.data) {
		in.fail("the data ends too early")
		return nil
	}
	b := in.data[:n]
	in.data = in.data[n:]
	return b
}

func (in *input) byte() byte {
	if b := in.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// number returns the next number in the given form of package binary.
func number[N int64 | uint64](in *input, read func([]byte) (N, int)) N {
	n, size := read(in.data)
	if size <= 0 {
		in.fail("a number does not end")
		return 0
	}
	in.data = in.data[size:]
	return n
}

// count returns a number of items of which each takes at least so many bytes.
func (in *input) count(n uint64, least int) int {
	if n > uint64(len(in.data)/max(least, 1)) {
		in.fail("a list is longer than the data")
		return 0
	}
	return int(n)
}

// plan is how a type is read, and how many bytes it takes at least.
type plan struct {
	least int
	read  func(*input, reflect.Value)
}

// compiler makes plans. Its least has the least values of the fields that may be negative.
type compiler struct {
	rules Rules
	least map[string]int64
}

// plan returns that of t, for whole numbers from a least one on.
func (c *compiler) plan(t reflect.Type, least int64) plan {
	switch t.Kind() {
	case reflect.Bool:
		return plan{1, readBool}
	case reflect.Int, reflect.Int64:
		return plan{1, func(in *input, v reflect.Value) { readInt(in, v, least) }}
	case reflect.Uint8:
		return c.enumeration(t)
	case reflect.Uint32:
		return plan{1, readUint}
	case reflect.Float64:
		return plan{8, readFloat}
	case reflect.String:
		return plan{1, readString}
	case reflect.Struct:
		return c.structure(t)
	case reflect.Array:
		item, n := c.plan(t.Elem(), 0), t.Len()
		return plan{n * item.least, func(in *input, v reflect.Value) { readItems(in, v, n, item) }}
	case reflect.Slice:
		return c.slice(t)
	case reflect.Pointer:
		item := c.plan(t.Elem(), 0)
		return plan{1, func(in *input, v reflect.Value) { readPointer(in, v, item) }}
	}
	panic(fmt.Sprintf("codec: a %s cannot be read", t))
}

func (c *compiler) enumeration(t reflect.Type) plan {
	values, ok := c.rules.Values[t]
	if !ok {
		panic(fmt.Sprintf("codec: nothing says how many values a %s has", t))
	}
	return plan{1, func(in *input, v reflect.Value) {
		b := in.byte()
		if int(b) >= values {
			in.fail("there is no such " + t.Name())
			return
		}
		v.SetUint(uint64(b))
	}}
}

func (c *compiler) structure(t reflect.Type) plan {
	all := plan{}
	fields := make([]plan, t.NumField())
	for i := range fields {
		f := t.Field(i)
		if !f.IsExported() {
			panic(fmt.Sprintf("codec: %s.%s is not exported", t, f.Name))
		}
		fields[i] = c.plan(f.Type, c.least[t.Name()+"."+f.Name])
		all.least += fields[i].least
	}
	all.read = func(in *input, v reflect.Value) {
		for i := range fields {
			fields[i].read(in, v.Field(i))
		}
	}
	return all
}

func (c *compiler) slice(t reflect.Type) plan {
	if t.Elem() == reflect.TypeFor[byte]() {
		return plan{1, readBytes}
	}
	item := c.plan(t.Elem(), 0)
	return plan{1, func(in *input, v reflect.Value) {
		n := number(in, binary.Uvarint)
		if n == 0 {
			v.SetZero()
			return
		}
		length := in.count(n-1, item.least)
		if in.err == nil {
			v.Set(reflect.MakeSlice(t, length, length))
			readItems(in, v, length, item)
		}
	}}
}

func readItems(in *input, v reflect.Value, n int, item plan) {
	for i := 0; i < n && in.err == nil; i++ {
		item.read(in, v.Index(i))
	}
}

func readBool(in *input, v reflect.Value) {
	b := in.byte()
	if b > 1 {
		in.fail("a truth value is neither")
	}
	v.SetBool(b == 1)
}

func readInt(in *input, v reflect.Value, least int64) {
	n := number(in, binary.Varint)
	if n < least || v.OverflowInt(n) {
		in.fail("a number is out of range")
		return
	}
	v.SetInt(n)
}

func readUint(in *input, v reflect.Value) {
	n := number(in, binary.Uvarint)
	if v.OverflowUint(n) {
		in.fail("a number is out of range")
		return
	}
	v.SetUint(n)
}

func readFloat(in *input, v reflect.Value) {
	if b := in.take(8); len(b) == 8 {
		v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
}

func readString(in *input, v reflect.Value) {
	v.SetString(string(in.take(in.count(number(in, binary.Uvarint), 1))))
}

func readBytes(in *input, v reflect.Value) {
	n := number(in, binary.Uvarint)
	if n == 0 {
		v.SetZero()
		return
	}
	length := in.count(n-1, 1)
	v.SetBytes(in.take(length)[:length:length])
}

func readPointer(in *input, v reflect.Value, item plan) {
	switch in.byte() {
	case 0:
		v.SetZero()
	case 1:
		v.Set(reflect.New(v.Type().Elem()))
		item.read(in, v.Elem())
	default:
		in.fail("a pointer is neither there nor not")
	}
}

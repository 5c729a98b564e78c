package document

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"
)

// Floats returns the numbers of a node, in whichever way they are stored: as an array, or as one
// value each, as in version 6100, where a long list of numbers in text is one value. A node without
// values has none, and so has nil. Numbers of type float32 and integers become float64. Arrays are
// unpacked each time. The error is an Error, or one of Options.
func (d *Document) Floats(n *Node) ([]float64, error) {
	return numbers(d, n, "a number", Value.Float)
}

// Ints is Floats for integers. It is an Error if a number is no integer of 32 bits.
func (d *Document) Ints(n *Node) ([]int32, error) {
	return numbers(d, n, "an integer of 32 bits", func(v Value) (int32, bool) {
		i, ok := v.Int()
		return int32(i), ok && i == int64(int32(i))
	})
}

// numbers is Floats and Ints. It calls one for each number, and fails if that returns false. Memory is
// taken at once for as many numbers as are believed, for more when they come.
func numbers[T float64 | int32](d *Document, n *Node, what string, one func(Value) (T, bool)) (out []T, err error) {
	if n == nil {
		return nil, nil
	}
	add := func(v Value) error {
		x, ok := one(v)
		if !ok {
			return malformed(fmt.Errorf("value %d is not %s", len(out), what))
		}
		out = append(out, x)
		return nil
	}
	grow := func(count, believed int) error {
		if err := d.charge(count, int(unsafe.Sizeof(T(0)))); err != nil {
			return err
		}
		out = make([]T, 0, believed)
		return nil
	}
	kind := n.Value(0).kind
	switch {
	case len(n.Values) == 1 && (kind == kindArray || kind == kindList):
		err = d.eachOfList(n.Values[0], grow, add)
	case len(n.Values) == 1 && elementSize(kind) > 0:
		err = d.eachOfArray(n.Values[0], grow, add, func(chunk []byte) bool { return fast(&out, kind, chunk) })
	default:
		err = d.eachOf(n.Values, grow, add)
	}
	return out, n.located(err)
}

// malformed returns an Error whose place is that of a node; located sets it.
func malformed(err error) error { return &Error{Err: err} }

func (n *Node) located(err error) error {
	var e *Error
	if errors.As(err, &e) && e.Where == "" {
		e.Where = n.Where()
	}
	return err
}

func (d *Document) eachOf(values []Value, grow func(count, believed int) error, add func(Value) error) error {
	if err := grow(len(values), len(values)); err != nil {
		return err
	}
	for i, v := range values {
		if err := d.pollAt(i); err != nil {
			return err
		}
		if err := add(v); err != nil {
			return err
		}
	}
	return nil
}

// eachOfArray adds the elements of an array of a binary file. It asks fast for a whole chunk first,
// unless the byte order is another.
func (d *Document) eachOfArray(v Value, grow func(count, believed int) error, add func(Value) error, fast func(chunk []byte) bool) error {
	a := readArray(v.order(), v.kind, v.raw)
	if a.encoding == deflated {
		if err := d.unpack(a.packed, a.count*a.size); err != nil {
			return err
		}
	}
	if err := grow(a.count, a.believed()); err != nil {
		return err
	}
	return d.elements(v, a, func(chunk []byte) error {
		if !v.big && fast(chunk) {
			return nil
		}
		for i := 0; i < len(chunk); i += a.size {
			// The letter of an array is that of its elements, in lower case.
			if err := add(Value{kind: v.kind &^ 0x20, big: v.big, raw: chunk[i : i+a.size]}); err != nil {
				return err
			}
		}
		return nil
	})
}

// fast appends the elements of an array, in little endian order, if they are of the type of out.
func fast(out any, kind byte, chunk []byte) bool {
	switch out := out.(type) {
	case *[]float64:
		if kind != 'd' {
			return false
		}
		for ; len(chunk) >= 8; chunk = chunk[8:] {
			*out = append(*out, math.Float64frombits(binary.LittleEndian.Uint64(chunk)))
		}
	case *[]int32:
		if kind != 'i' {
			return false
		}
		for ; len(chunk) >= 4; chunk = chunk[4:] {
			*out = append(*out, int32(binary.LittleEndian.Uint32(chunk)))
		}
	}
	return true
}

// eachOfList adds the numbers of an array or a list of a text file.
func (d *Document) eachOfList(v Value, grow func(count, believed int) error, add func(Value) error) error {
	l := lexer{data: v.raw}
	count, err := l.openNumbers(v.kind)
	if err != nil {
		return malformed(err)
	}
	if err := grow(count, count); err != nil {
		return err
	}
	n := 0
	for more := count > 0; more; {
		if err := d.pollAt(n); err != nil {
			return err
		}
		number, ok := l.value()
		if !ok {
			break
		}
		if err := add(number); err != nil {
			return err
		}
		n++
		l.skip()
		more = l.accept(',') && n < count
	}
	if l.skip(); v.kind == kindArray && n != count || l.at < len(l.data) {
		return malformed(fmt.Errorf("an array is not a list of %d numbers", count))
	}
	return nil
}

// Bytes returns the binary data of a node, such as an embedded image. Text files have it in base64,
// in one or several strings. It is an Error if the node has other values. The data may be a part of
// the file, and must not be changed. It is no longer than the file, and is not charged.
func (d *Document) Bytes(n *Node) ([]byte, error) {
	if n == nil {
		return nil, nil
	}
	if v := n.Value(0); len(n.Values) == 1 && (v.kind == 'R' || v.kind == 'S') {
		return v.raw[4:], nil
	}
	var out []byte
	for _, v := range n.Values {
		switch v.kind {
		case 'S', 'R':
			out = append(out, v.raw[4:]...)
		case kindString:
			var err error
			if out, err = base64.StdEncoding.AppendDecode(out, v.raw); err != nil {
				return nil, &Error{Where: n.Where(), Err: errors.New("the data is not in base64")}
			}
		default:
			return nil, &Error{Where: n.Where(), Err: errors.New("the node has values that are no binary data")}
		}
	}
	return out, nil
}

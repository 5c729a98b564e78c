package crate

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// scalar is the type of a number in a file.
type scalar uint8

const (
	scalarUint8 scalar = iota
	scalarInt32
	scalarUint32
	scalarInt64
	scalarUint64
	scalarHalf
	scalarFloat
	scalarDouble
)

// size is the number of bytes in a file.
func (s scalar) size() int { return [...]int{1, 4, 4, 8, 8, 2, 4, 8}[s] }

// numberType is a type of values that consist of numbers.
type numberType struct {
	scalar scalar
	width  int
	shape  shape
}

type shape uint8

const (
	tuple      shape = iota // also a number alone
	quaternion              // with the real part last, in files
	matrix
)

// doubleKind is the type of single float64 numbers.
const doubleKind valueKind = 9

// numberTypes has the types of numbers, by their kinds. Others have the width 0.
var numberTypes = [256]numberType{
	2: {scalarUint8, 1, tuple}, 3: {scalarInt32, 1, tuple}, 4: {scalarUint32, 1, tuple},
	5: {scalarInt64, 1, tuple}, 6: {scalarUint64, 1, tuple},
	7: {scalarHalf, 1, tuple}, 8: {scalarFloat, 1, tuple}, doubleKind: {scalarDouble, 1, tuple},
	13: {scalarDouble, 4, matrix}, 14: {scalarDouble, 9, matrix}, 15: {scalarDouble, 16, matrix},
	16: {scalarDouble, 4, quaternion}, 17: {scalarFloat, 4, quaternion}, 18: {scalarHalf, 4, quaternion},
	19: {scalarDouble, 2, tuple}, 20: {scalarFloat, 2, tuple}, 21: {scalarHalf, 2, tuple}, 22: {scalarInt32, 2, tuple},
	23: {scalarDouble, 3, tuple}, 24: {scalarFloat, 3, tuple}, 25: {scalarHalf, 3, tuple}, 26: {scalarInt32, 3, tuple},
	27: {scalarDouble, 4, tuple}, 28: {scalarFloat, 4, tuple}, 29: {scalarHalf, 4, tuple}, 30: {scalarInt32, 4, tuple},
	56: {scalarDouble, 1, tuple}, // time codes
}

// inRep reports whether single values are always in their rep, as they are, since they fit.
func (t numberType) inRep() bool { return t.width*t.scalar.size() <= 4 }

// numbers decodes a value of numbers that is in its rep or at c.
func (f *file) numbers(c *cursor, r rep) (any, error) {
	t := numberTypes[r.kind()]
	v := &layer.Numbers{Width: t.width, Array: r.array()}
	size := t.width * t.scalar.size()
	switch {
	case r.array():
		if err := f.numberArray(c, r, t, v); err != nil {
			return nil, err
		}
	case t.inRep():
		t.fill(c, v, binary.LittleEndian.AppendUint32(nil, r.payload())[:size])
	case r.inlined():
		t.expand(c, v, r.payload())
	default:
		t.fill(c, v, c.bytes(uint64(size)))
	}
	if c.err != nil {
		return nil, c.err
	}
	return v, nil
}

// expand sets v to an inlined value: a number as a float32 or as a 32-bit integer, a vector or the
// diagonal of a matrix as 8-bit integers.
func (t numberType) expand(c *cursor, v *layer.Numbers, payload uint32) {
	x := make([]float64, t.width)
	rows := int(math.Sqrt(float64(t.width)))
	for i := range x {
		switch {
		case t.shape == quaternion:
			c.fail("there are no inlined quaternions")
			return
		case t.shape == matrix && i/rows == i%rows:
			x[i] = float64(int8(payload >> (8 * (i % rows))))
		case t.shape == tuple && t.width > 1:
			x[i] = float64(int8(payload >> (8 * i)))
		case t.scalar == scalarDouble && t.width == 1:
			x[i] = float64(math.Float32frombits(payload))
		case t.scalar == scalarInt64:
			x[i] = float64(int32(payload))
		case t.scalar == scalarUint64:
			x[i] = float64(payload)
		}
	}
	switch t.scalar {
	case scalarHalf, scalarFloat:
		v.F32 = convert[float32](x)
	case scalarInt32:
		v.I32 = convert[int32](x)
	case scalarInt64, scalarUint64:
		v.I64 = convert[int64](x)
	default:
		v.F64 = x
	}
}

func convert[T, S int32 | int64 | float32 | float64](x []S) []T {
	all := make([]T, len(x))
	for i := range x {
		all[i] = T(x[i])
	}
	return all
}

// fill sets v to the numbers in data.
func (t numberType) fill(c *cursor, v *layer.Numbers, data []byte) {
	n := len(data) / t.scalar.size()
	little := binary.LittleEndian
	switch t.scalar {
	case scalarUint8:
		v.I32 = make([]int32, n)
		for i, x := range data {
			v.I32[i] = int32(x)
		}
	case scalarInt32, scalarUint32:
		v.I32 = make([]int32, n)
		for i := range v.I32 {
			v.I32[i] = int32(little.Uint32(data[4*i:]))
		}
	case scalarInt64, scalarUint64:
		v.I64 = make([]int64, n)
		for i := range v.I64 {
			v.I64[i] = int64(little.Uint64(data[8*i:]))
		}
	case scalarHalf:
		v.F32 = make([]float32, n)
		for i := range v.F32 {
			v.F32[i] = half(little.Uint16(data[2*i:]))
		}
	case scalarFloat:
		v.F32 = make([]float32, n)
		for i := range v.F32 {
			v.F32[i] = math.Float32frombits(little.Uint32(data[4*i:]))
		}
	case scalarDouble:
		v.F64 = make([]float64, n)
		for i := range v.F64 {
			v.F64[i] = math.Float64frombits(little.Uint64(data[8*i:]))
		}
	}
	t.finish(c, v)
}

// finish turns what v has as in the file into what layer.Numbers has.
func (t numberType) finish(c *cursor, v *layer.Numbers) {
	switch {
	case t.scalar == scalarUint32 && slices.ContainsFunc(v.I32, negative):
		v.I64 = convert[int64](v.I32)
		for i := range v.I64 {
			v.I64[i] &= math.MaxUint32
		}
		v.I32 = nil
	case t.scalar == scalarUint64 && slices.ContainsFunc(v.I64, negative):
		c.fail("an unsigned integer is greater than %d", int64(math.MaxInt64))
	case t.shape == quaternion:
		realFirst(v.F32)
		realFirst(v.F64)
	}
}

func negative[T int32 | int64](x T) bool { return x < 0 }

// realFirst moves the real parts of quaternions from the end to the beginning.
func realFirst[T float32 | float64](q []T) {
	for ; len(q) >= 4; q = q[4:] {
		q[0], q[1], q[2], q[3] = q[3], q[0], q[1], q[2]
	}
}

// half returns a number of 16 bits as a float32.
func half(bits uint16) float32 {
	sign, exponent, fraction := uint32(bits>>15)<<31, uint32(bits>>10&31), uint32(bits&1023)
	switch exponent {
	case 0: // subnormal, in units of 2⁻²⁴
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*(1.0/(1<<24))))
	case 31: // infinite or not a number
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}

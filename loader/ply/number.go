package ply

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// numberType is a type of number.
type numberType uint8

const (
	int8Type numberType = iota
	uint8Type
	int16Type
	uint16Type
	int32Type
	uint32Type
	float32Type
	float64Type
)

// numberTypes are the types by name, old and new.
var numberTypes = map[string]numberType{
	"char": int8Type, "uchar": uint8Type, "short": int16Type, "ushort": uint16Type, "int": int32Type, "uint": uint32Type, "float": float32Type, "double": float64Type,
	"int8": int8Type, "uint8": uint8Type, "int16": int16Type, "uint16": uint16Type, "int32": int32Type, "uint32": uint32Type, "float32": float32Type, "float64": float64Type,
}

func (t numberType) integer() bool { return t < float32Type }

// size returns the number of bytes of a number.
func (t numberType) size() int { return [...]int{1, 1, 2, 2, 4, 4, 4, 8}[t] }

// name returns the name of a type in messages.
func (t numberType) name() string {
	return [...]string{"char", "uchar", "short", "ushort", "int", "uint", "float", "double"}[t]
}

// limits returns the least and the greatest integer of a type.
func (t numberType) limits() (least, greatest int64) {
	bits := 8 * t.size()
	if t == uint8Type || t == uint16Type || t == uint32Type {
		return 0, 1<<bits - 1
	}
	return -1 << (bits - 1), 1<<(bits-1) - 1
}

// binary reads a number of the type. It is exact in float64.
func (t numberType) binary(order binary.ByteOrder, b []byte) float64 {
	switch t {
	case int8Type:
		return float64(int8(b[0]))
	case uint8Type:
		return float64(b[0])
	case int16Type:
		return float64(int16(order.Uint16(b)))
	case uint16Type:
		return float64(order.Uint16(b))
	case int32Type:
		return float64(int32(order.Uint32(b)))
	case uint32Type:
		return float64(order.Uint32(b))
	case float32Type:
		return float64(math.Float32frombits(order.Uint32(b)))
	}
	return math.Float64frombits(order.Uint64(b))
}

// text reads the number of the type at b[i:], rounded once, and returns the offset after it.
func (t numberType) text(b []byte, i int, digits *mesh.Digits) (v float64, end int, err error) {
	switch t {
	case float32Type:
		f, end, err := text.Float32(b, i, digits)
		return float64(f), end, err
	case float64Type:
		return text.Float64(b, i, digits)
	}
	if v, end, err = text.Float64(b, i, digits); err != nil {
		return v, end, err
	}
	if least, greatest := t.limits(); v != math.Trunc(v) || !(v >= float64(least) && v <= float64(greatest)) {
		return 0, i, fmt.Errorf("%s does not fit into %s", source.Quote(text.Word(b, i)), t.name())
	}
	return v, end, nil
}

package draco

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"slices"
	"testing"
)

// only asks for the attributes of one kind.
func only(k Kind) func(*Attribute) bool { return func(a *Attribute) bool { return a.Kind == k } }

// TestIntegerNormals: of normals in 8 bits that are predicted as normals, Google's decoder makes other
// ones than its encoder was given. They are refused where they are wanted, and skipped elsewhere.
func TestIntegerNormals(t *testing.T) {
	data, err := os.ReadFile("testdata/int8_normals.drc")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Decode(data, Options{Want: only(Position)})
	if err != nil {
		t.Fatal(err)
	}
	const around, across = 14, 9 // a torus
	want := map[[3]int32]bool{}
	for k := range around * across {
		sinA, cosA := math.Sincos(float64(k%around) / around * 2 * math.Pi)
		sinB, cosB := math.Sincos(float64(k/around) / across * 2 * math.Pi)
		var p [3]int32
		for axis, x := range [3]float64{(3 + cosB) * cosA, (3 + cosB) * sinA, sinB} {
			p[axis] = int32(math.Round(1000 * x))
		}
		want[p] = true
	}
	a := m.Attributes[0]
	for p := range m.Points {
		at := [3]int32(a.Integers[3*a.Value(p):])
		if !want[at] {
			t.Fatalf("point %d is %v", p, at)
		}
		delete(want, at)
	}
	if len(want) > 0 || len(m.Faces) != 3*2*around*across {
		t.Errorf("%d points are missing, %d corners", len(want), len(m.Faces))
	}
	if m, err := Decode(data, Options{Want: only(TexCoord)}); err != nil || len(m.Attributes[2].Integers) == 0 {
		t.Errorf("texture coordinates: %v", err)
	}
	var unsupported *UnsupportedError
	if _, err := Decode(data, Options{}); !errors.As(err, &unsupported) {
		t.Errorf("with the normals: %v", err)
	}
}

// twoAttributes is a triangle with positions and another attribute of a coding, each in a group of
// its own, with the bytes of the values of the other one.
func twoAttributes(positionsFirst bool, c coding, typ Type, values ...byte) []byte {
	data := append([]byte("DRACO"), 2, 2, 1, methodSequential, 0, 0, 1, 3, 1, 0, 1, 2, 2)
	position := []byte{1, byte(Position), byte(Float32), 3, 0, 0, byte(codingPlain)}
	other := []byte{1, byte(Generic), byte(typ), 1, 0, 1, byte(c)}
	var numbers []byte
	for k := range 9 {
		numbers = binary.LittleEndian.AppendUint32(numbers, math.Float32bits(float32(k)))
	}
	if positionsFirst {
		return append(append(append(append(data, position...), other...), numbers...), values...)
	}
	return append(append(append(append(data, other...), position...), values...), numbers...)
}

// TestOddities: what is odd about an attribute that nobody wants does not matter if it can be skipped,
// or if nothing that is wanted comes behind it. Its end must be there.
func TestOddities(t *testing.T) {
	plain := []byte{0xfe, 0, 0}                        // no prediction, integers of no bytes
	quantized := slices.Concat(plain, make([]byte, 8)) // with the minimum and the span
	wrapped := func(low, high byte) []byte { return []byte{0, 1, 0, 0, low, 0, 0, 0, high, 0, 0, 0} }
	for _, c := range []struct {
		name          string
		coding        coding
		typ           Type
		values        []byte
		valid, before bool // whether it decodes if all is wanted; if only positions are that come behind
	}{
		{"valid", codingQuantized, Float32, slices.Concat(quantized, []byte{8}), true, true},
		{"a quantization to 99 bits", codingQuantized, Float32, slices.Concat(quantized, []byte{99}), false, true},
		{"normals of 0 bits", codingNormals, Float32, slices.Concat(plain, []byte{0}), false, true},
		{"integers that are floats", codingIntegers, Float32, plain, false, true},
		{"a range", codingIntegers, Int32, wrapped(0, 2), true, true},
		{"an empty range", codingIntegers, Int32, wrapped(2, 0), false, true},
		{"an unknown prediction", codingIntegers, Int32, []byte{100, 1, 0, 0}, false, false},
		{"an unknown coding", 9, Int32, []byte{1, 2, 3}, false, false},
		{"an unknown type", codingPlain, 99, []byte{1, 2, 3}, false, false},
	} {
		for _, first := range []bool{true, false} {
			data := twoAttributes(first, c.coding, c.typ, c.values...)
			if _, err := Decode(data, Options{}); (err == nil) != c.valid {
				t.Errorf("%s, positions first: %v; all: %v", c.name, first, err)
			}
			m, err := Decode(data, Options{Want: only(Position)})
			if (err == nil) != (first || c.before) {
				t.Errorf("%s, positions first: %v; positions: %v", c.name, first, err)
			}
			if err == nil {
				if a := m.Attribute(0); len(a.Floats) != 9 || a.Floats[8] != 8 {
					t.Errorf("%s, positions first: %v; positions %v", c.name, first, a.Floats)
				}
			}
			if c.before {
				if _, err := Decode(data[:len(data)-1], Options{Want: only(Position)}); !errors.Is(err, errEnd) {
					t.Errorf("%s, positions first: %v; cut off: %v", c.name, first, err)
				}
			}
		}
	}
}

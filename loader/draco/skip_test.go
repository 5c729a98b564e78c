package draco

import (
	"encoding/binary"
	"testing"
)

// manySkipped returns a mesh without faces whose attributes take no bits for their points.
func manySkipped(points uint64, attributes int) []byte {
	data := append([]byte("DRACO"), 2, 2, 1, methodSequential, 0, 0)
	data = append(binary.AppendUvarint(append(data, 0), points), 1, 1)
	data = binary.AppendUvarint(data, uint64(attributes))
	for i := range attributes {
		data = binary.AppendUvarint(append(data, byte(Generic), byte(Int32), 1, 0), uint64(i))
	}
	for range attributes {
		data = append(data, byte(codingIntegers))
	}
	for range attributes {
		// No prediction, tagged symbols, one of which, of 0 bits, has the whole probability, and the
		// state of the coder.
		data = append(data, 0xfe, 1, byte(schemeTagged), 1, 1, 64, 1, 0)
	}
	return data
}

// TestSkippedAttributesAreCharged: attributes that nobody wants and that take hardly a byte take time
// for each point all the same.
func TestSkippedAttributesAreCharged(t *testing.T) {
	const points, attributes = 1000, 50
	charged := 0
	_, err := Decode(manySkipped(points, attributes), Options{
		Want:   func(*Attribute) bool { return false },
		Charge: func(count, size int) error { charged += count * size; return nil },
	})
	if err != nil || charged < attributes*(points+4096) {
		t.Errorf("%d bytes charged, %v", charged, err)
	}
}

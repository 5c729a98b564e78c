package draco

import (
	"encoding/binary"
	"math"
)

// integerValues reads the integers of an attribute.
func (d *decoder) integerValues(a *attribute) error {
	n := int64(a.group.count) * int64(a.width)
	if n > math.MaxInt32 {
		return fail("attribute %d: %d numbers are too many", a.ID, n)
	}
	p, err := d.prediction(a)
	if err != nil {
		return err
	}
	if err := d.charge(int(n), 4); err != nil {
		return err
	}
	values := make([]int32, n)
	if d.byte() != 0 {
		err = readSymbols(d, values, a.width)
	} else {
		d.plainIntegers(values)
	}
	if err != nil {
		return err
	}
	if !p.octahedral() {
		for i, x := range values {
			values[i] = signed(uint32(x))
		}
	}
	d.predictionData(p)
	if d.err != nil {
		return d.err
	}
	if n > 0 {
		err = d.predict(a, p, values)
	}
	a.values = values
	return err
}

// skipIntegers skips the integers of an attribute.
func (d *decoder) skipIntegers(a *attribute) error {
	d.skipping = true
	defer func() { d.skipping = false }()
	p, err := d.prediction(a)
	if err != nil {
		return err
	}
	n := a.group.count * a.width
	if d.byte() != 0 {
		err = d.skipSymbols(n, a.width)
	} else {
		d.sized(uint64(n) * uint64(d.byte()))
	}
	if err != nil {
		return err
	}
	d.predictionData(p)
	return d.err
}

// plainIntegers reads integers whose number of bytes is in a byte before them.
func (d *decoder) plainIntegers(out []int32) {
	size := int(d.byte())
	if size > 4 {
		d.fail(fail("integers of %d bytes are not allowed", size))
	}
	raw := d.sized(uint64(len(out)) * uint64(size))
	if d.err != nil || size == 0 {
		return
	}
	for i := range out {
		var word [4]byte
		copy(word[:], raw[i*size:(i+1)*size])
		out[i] = int32(binary.LittleEndian.Uint32(word[:]))
	}
}

// floats returns floats as they are stored.
func floats(raw []byte) []float32 {
	out := make([]float32, len(raw)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return out
}

// integers returns integers of up to 32 bits as they are stored.
func integers(raw []byte, t Type) []int32 {
	size := t.size()
	out := make([]int32, len(raw)/size)
	for i := range out {
		var word [4]byte
		copy(word[:], raw[i*size:(i+1)*size])
		out[i] = convert(int32(binary.LittleEndian.Uint32(word[:])), t)
	}
	return out
}

// convert returns the low bits of x as a number of a type.
func convert(x int32, t Type) int32 {
	switch t {
	case Int8:
		return int32(int8(x))
	case Uint8:
		return int32(uint8(x))
	case Int16:
		return int32(int16(x))
	case Uint16:
		return int32(uint16(x))
	}
	return x
}

// transform reads what is needed to convert integers to floats.
func (d *decoder) transform(a *attribute) error {
	d.skipping = !a.needed
	defer func() { d.skipping = false }()
	switch a.coding {
	case codingQuantized:
		for range a.Components {
			a.minimum = append(a.minimum, d.float32())
		}
		a.span, a.bits = d.float32(), int(d.byte())
		if a.bits < 1 || a.bits > 30 {
			d.odd(fail("attribute %d: a quantization to %d bits is not allowed", a.ID, a.bits))
		}
	case codingNormals:
		a.bits = int(d.byte())
		if a.bits < 2 || a.bits > 30 {
			d.odd(fail("attribute %d: a quantization to %d bits is not allowed", a.ID, a.bits))
		}
	}
	return d.err
}

// restore converts integers to the values that they mean.
func (d *decoder) restore(a *attribute) error {
	if a.coding == codingPlain {
		return nil
	}
	if err := d.charge(a.group.count, 4*a.Components); err != nil {
		return err
	}
	switch a.coding {
	case codingIntegers:
		a.Integers = make([]int32, len(a.values))
		for i, x := range a.values {
			a.Integers[i] = convert(x, a.Type)
		}
	case codingQuantized:
		a.Floats = dequantize(a.values, a.minimum, a.span, a.bits)
	case codingNormals:
		a.Floats = newOctahedron(a.bits).vectors(a.values)
	}
	return nil
}

// dequantize converts integers to floats: the greatest integer of the given number of bits means
// the minimum plus the span. The conversions round each product by itself.
func dequantize(values []int32, minimum []float32, span float32, bits int) []float32 {
	out := make([]float32, len(values))
	step := span / float32(int32(1)<<bits-1)
	n := len(minimum)
	for i := 0; i < len(values); i += n {
		to := out[i : i+n]
		for c, q := range values[i : i+n] {
			to[c] = float32(float32(q)*step) + minimum[c]
		}
	}
	return out
}

package crate

import "github.com/meshcheck/meshcheck/loader/usd/layer"

// minPacked is the number of elements from which on arrays may be packed.
const minPacked = 16

// numberArray sets v to an array at c.
func (f *file) numberArray(c *cursor, r rep, t numberType, v *layer.Numbers) error {
	n := f.arrayLength(c, r)
	if c.err != nil || n == 0 {
		return c.err
	}
	if r.compressed() && n >= minPacked && t.width == 1 {
		switch t.scalar {
		case scalarInt32, scalarUint32, scalarInt64, scalarUint64:
			return f.packedIntegers(c, n, t, v)
		case scalarHalf, scalarFloat, scalarDouble:
			if f.version.minor >= 6 {
				return f.packedFloats(c, n, t, v)
			}
		}
	}
	size := t.width * t.scalar.size()
	data := c.bytes(uint64(c.fits(n, size) * size))
	if c.err != nil {
		return c.err
	}
	if err := f.charge(int(n)*t.width, t.cost()); err != nil {
		return err
	}
	t.fill(c, v, data)
	return c.err
}

// cost returns the number of bytes that a number takes in memory.
func (t numberType) cost() int {
	switch t.scalar {
	case scalarUint32: // if it is converted
		return 12
	case scalarInt64, scalarUint64, scalarDouble:
		return 8
	}
	return 4
}

// packedIntegers reads n packed integers.
func (f *file) packedIntegers(c *cursor, n uint64, t numberType, v *layer.Numbers) (err error) {
	count := c.packedFits(n)
	if t.scalar.size() == 4 {
		v.I32, err = readInts[int32](f, c, count)
	} else {
		v.I64, err = readInts[int64](f, c, count)
	}
	if err != nil {
		return err
	}
	if t.scalar == scalarUint32 {
		if err := f.charge(count, 8); err != nil {
			return err
		}
	}
	t.finish(c, v)
	return c.err
}

// packedFloats reads n floating-point numbers that are packed as integers, or as a table and indices
// into it.
func (f *file) packedFloats(c *cursor, n uint64, t numberType, v *layer.Numbers) error {
	const asIntegers, asTable = 'i', 't'
	var table layer.Numbers
	code := c.byte()
	switch code {
	case asIntegers:
	case asTable:
		entries := c.fits(uint64(c.uint32()), t.scalar.size())
		if err := f.charge(entries, t.cost()); err != nil {
			return err
		}
		t.fill(c, &table, c.bytes(uint64(entries*t.scalar.size())))
	default:
		c.fail("floating-point numbers are packed in the unknown way %q", code)
	}
	ints, err := readInts[int32](f, c, c.packedFits(n))
	if err != nil {
		return err
	}
	if err := f.charge(len(ints), t.cost()); err != nil {
		return err
	}
	switch double := t.scalar == scalarDouble; {
	case code == asIntegers && double:
		v.F64 = convert[float64](ints)
	case code == asIntegers:
		v.F32 = convert[float32](ints)
	case double:
		v.F64 = lookUp(c, ints, table.F64)
	default:
		v.F32 = lookUp(c, ints, table.F32)
	}
	return c.err
}

// lookUp returns the entries of a table with the given indices.
func lookUp[T float32 | float64](c *cursor, indices []int32, table []T) []T {
	all := make([]T, len(indices))
	for i, k := range indices {
		if uint32(k) >= uint32(len(table)) {
			c.fail("there is no entry %d in a table of %d numbers", uint32(k), len(table))
			return nil
		}
		all[i] = table[k]
	}
	return all
}

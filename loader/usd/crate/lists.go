package crate

import (
	"math"
	"strconv"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

func (f *file) readToken(c *cursor) string  { return f.token(c, c.uint32()) }
func (f *file) readString(c *cursor) string { return f.string(c, c.uint32()) }
func (f *file) readPath(c *cursor) string   { return f.path(c, c.uint32()) }

// list reads n elements, each of size bytes in the file at least and of cost bytes in memory.
func list[T any](f *file, c *cursor, n, size, cost int, read func(*cursor) T) ([]T, error) {
	if c.fits(uint64(n), size); c.err != nil {
		return nil, c.err
	}
	if err := f.charge(n, cost); err != nil {
		return nil, err
	}
	all := make([]T, n)
	for i := range all {
		if err := f.poll(i + 1); err != nil {
			return nil, err
		}
		if all[i] = read(c); c.err != nil {
			return nil, c.err
		}
	}
	return all, nil
}

// listOp reads an edit of a list, whose elements are as in list.
func listOp[T any](f *file, c *cursor, size, cost int, read func(*cursor) T) (any, error) {
	const explicit = 1
	bits := c.byte()
	op := layer.ListOp[T]{IsExplicit: bits&explicit != 0}
	for _, part := range []struct {
		bit  byte
		list *[]T
	}{
		{1 << 1, &op.Explicit}, {1 << 2, &op.Added}, {1 << 5, &op.Prepended},
		{1 << 6, &op.Appended}, {1 << 3, &op.Deleted}, {1 << 4, &op.Ordered},
	} {
		if bits&part.bit == 0 {
			continue
		}
		var err error
		if *part.list, err = list(f, c, c.count(size), size, cost, read); err != nil {
			return nil, err
		}
	}
	return op, c.err
}

// sizeOfDigits is the greatest size of an integer in decimal digits.
const sizeOfDigits = len("-9223372036854775808")

// readDigits reads an integer, in decimal digits.
func readDigits(c *cursor) string { return strconv.FormatInt(int64(c.uint64()), 10) }

// Sizes of references and payloads in files, at least, and in memory.
const (
	minReference    = 32
	minPayload      = 8
	sizeOfReference = 48
)

func (f *file) readReference(c *cursor) layer.Reference {
	r := layer.Reference{Asset: f.readString(c), Prim: f.readPath(c), Offset: c.float64(), Scale: c.float64()}
	// The custom data is a dictionary, which is not needed.
	for n := c.count(minEntry); n > 0 && c.err == nil; n-- {
		c.uint32()
		c.follow()
		c.uint64()
	}
	return r
}

func (f *file) readPayload(c *cursor) layer.Reference {
	r := layer.Reference{Asset: f.readString(c), Prim: f.readPath(c), Scale: 1}
	if f.version.minor >= 8 {
		r.Offset, r.Scale = c.float64(), c.float64()
	}
	return r
}

// payload reads a payload that stands for an explicit list. Before there were lists, one without a
// layer meant none.
func (f *file) payload(c *cursor) (any, error) {
	op := layer.ListOp[layer.Reference]{IsExplicit: true}
	if p := f.readPayload(c); p.Asset != "" {
		op.Explicit = []layer.Reference{p}
	}
	return op, c.err
}

// A key and a value of a dictionary take minEntry bytes in a file at least, and sizeOfEntry in memory.
const (
	minEntry    = 20
	sizeOfEntry = 96
)

// maxDepth is the depth to which dictionaries may be nested.
const maxDepth = 64

// dictionary reads a dictionary. Its values may be dictionaries, and may be the same ones; each is
// charged where it comes.
func (f *file) dictionary(c *cursor, depth int) (any, error) {
	if depth == maxDepth {
		return nil, c.fail("dictionaries are nested more than %d deep", maxDepth)
	}
	n := c.count(minEntry)
	if err := f.charge(n+1, sizeOfEntry); err != nil {
		return nil, err
	}
	all := make(map[string]any, n)
	for i := range n {
		if err := f.poll(i + 1); err != nil {
			return nil, err
		}
		key := f.readString(c)
		c.follow()
		r := rep(c.uint64())
		if c.err != nil {
			return nil, c.err
		}
		v, err := f.decode(r, depth+1)
		if err != nil {
			return nil, err
		}
		all[key] = v
	}
	return all, c.err
}

// variantSelection reads which variant is selected of which set.
func (f *file) variantSelection(c *cursor) (any, error) {
	n := c.count(8)
	if err := f.charge(n, sizeOfEntry); err != nil {
		return nil, err
	}
	all := make(map[string]string, n)
	for range n {
		set := f.readString(c)
		all[set] = f.readString(c)
	}
	return all, c.err
}

// doubles reads an array of tuples of float64.
func (f *file) doubles(c *cursor, width int) (any, error) {
	n := c.count(8 * width)
	if err := f.charge(n*width, 8); err != nil {
		return nil, err
	}
	v := &layer.Numbers{Width: width, Array: true, F64: make([]float64, n*width)}
	for i := range v.F64 {
		v.F64[i] = c.float64()
	}
	return v, c.err
}

// timeSamples reads the times, and leaves the values to be decoded when they are needed.
func (f *file) timeSamples(c *cursor) (any, error) {
	c.follow()
	at, timesRep := c.at, rep(c.uint64())
	if c.err != nil {
		return nil, c.err
	}
	if k := timesRep.kind(); timesRep.inlined() || k != doublesKind && (k != doubleKind || !timesRep.array()) {
		return nil, failAt(at, "the times of samples are no array of doubles")
	}
	times, err := f.decode(timesRep, 0)
	if err != nil {
		return nil, err
	}
	s := &layer.Samples{Times: times.(*layer.Numbers).F64}
	last := math.Inf(-1)
	for _, t := range s.Times {
		if !(t > last) {
			return nil, failAt(at, "the times of samples do not ascend")
		}
		last = t
	}
	c.follow()
	n := c.count(8)
	if c.err == nil && n != len(s.Times) {
		c.fail("there are %d samples for %d times", n, len(s.Times))
	}
	if c.err != nil {
		return nil, c.err
	}
	const sizeOfAny, sizeOfEntry = 16, 32
	if err := f.charge(n, sizeOfAny+sizeOfEntry+sizeOfValue); err != nil {
		return nil, err
	}
	s.Values = make([]any, n)
	// Samples at the same place in the file are one value, which is decoded once.
	values := make(map[rep]*value, n)
	for i := range s.Values {
		r := rep(c.uint64())
		v := values[r]
		if v == nil {
			v = &value{file: f, rep: r}
			values[r] = v
		}
		s.Values[i] = v
	}
	return s, c.err
}

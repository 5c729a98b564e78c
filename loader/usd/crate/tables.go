package crate

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

const (
	sizeOfString = 16
	sizeOfField  = 32
	sizeOfValue  = 48
)

// readTokens reads the table of tokens.
func (f *file) readTokens() error {
	c, err := f.section("TOKENS")
	if err != nil {
		return err
	}
	n, size := c.uint64(), c.uint64()
	packed := c.packed(size)
	if c.err != nil {
		return c.err
	}
	if n > size { // each has a zero byte at its end
		return c.fail("%d tokens cannot be in %d bytes", n, size)
	}
	if size == 0 {
		return nil
	}
	if err := f.charge(2*int(size), 1); err != nil { // bytes and string
		return err
	}
	text := make([]byte, size)
	if c.unpackExactly(packed, text); c.err != nil {
		return c.err
	}
	if ends := bytes.Count(text, []byte{0}); uint64(ends) != n || text[size-1] != 0 {
		return c.fail("there are %d tokens instead of %d", ends, n)
	}
	if err := f.charge(int(n), sizeOfString); err != nil {
		return err
	}
	f.tokens = make([]string, n)
	all := string(text)
	for i := range f.tokens {
		end := bytes.IndexByte(text, 0)
		f.tokens[i] = all[:end]
		all, text = all[end+1:], text[end+1:]
	}
	return nil
}

// readStrings reads the table of strings, which are tokens.
func (f *file) readStrings() error {
	c, err := f.section("STRINGS")
	if err != nil {
		return err
	}
	n := c.count(4)
	if err := f.charge(n, sizeOfString); err != nil {
		return err
	}
	f.strings = make([]string, n)
	for i := range f.strings {
		f.strings[i] = f.token(&c, c.uint32())
	}
	return c.err
}

// token returns the token with an index, which was read from c.
func (f *file) token(c *cursor, index uint32) string {
	return at(c, f.tokens, index, "token")
}

// string returns the string with an index, which was read from c.
func (f *file) string(c *cursor, index uint32) string {
	return at(c, f.strings, index, "string")
}

// at returns an entry of a table.
func at(c *cursor, table []string, index uint32, noun string) string {
	if c.err == nil && uint64(index) >= uint64(len(table)) {
		c.fail("there is no %s %d", noun, index)
	}
	if c.err != nil {
		return ""
	}
	return table[index]
}

// readFields reads the table of fields: names and where their values are.
func (f *file) readFields() error {
	c, err := f.section("FIELDS")
	if err != nil {
		return err
	}
	n := c.packedCount()
	if c.err != nil || n == 0 {
		return c.err
	}
	names, err := readInts[int32](f, &c, n)
	if err != nil {
		return err
	}
	const repSize = 8
	packed := c.packed(repSize * uint64(n))
	if c.err != nil {
		return c.err
	}
	if err := f.charge(n, repSize+sizeOfField+sizeOfValue); err != nil {
		return err
	}
	reps := make([]byte, repSize*n)
	if c.unpackExactly(packed, reps); c.err != nil {
		return c.err
	}
	f.fields = make([]layer.Field, n)
	values := make([]value, n)
	for i := range values {
		values[i] = value{file: f, rep: rep(binary.LittleEndian.Uint64(reps[repSize*i:]))}
		f.fields[i] = layer.Field{Name: f.token(&c, uint32(names[i])), Value: &values[i]}
	}
	return c.err
}

// fieldSet are the fields of a spec; several specs may share them. Those that say what the spec is are
// apart.
type fieldSet struct {
	fields []layer.Field
	specifier, typeName, custom, variability,
	prims, properties, variantSets, variants,
	primOrder, propertyOrder *value
}

// role returns where the value of a field that is apart belongs, or nil.
func (s *fieldSet) role(name string) **value {
	switch name {
	case "specifier":
		return &s.specifier
	case "typeName":
		return &s.typeName
	case "custom":
		return &s.custom
	case "variability":
		return &s.variability
	case "primChildren":
		return &s.prims
	case "properties":
		return &s.properties
	case "variantSetChildren":
		return &s.variantSets
	case "variantChildren":
		return &s.variants
	case "primOrder":
		return &s.primOrder
	case "propertyOrder":
		return &s.propertyOrder
	}
	return nil
}

// readFieldSets reads the table of field sets: runs of indices of fields, each with an end.
func (f *file) readFieldSets() error {
	const name, end = "FIELDSETS", math.MaxUint32
	c, err := f.section(name)
	if err != nil {
		return err
	}
	n := c.packedCount()
	table, err := readInts[int32](f, &c, n)
	if err != nil {
		return err
	}
	const setCost = 200 // with the map
	if err := f.charge(n, sizeOfField); err != nil {
		return err
	}
	fields := make([]layer.Field, 0, n)
	f.sets = map[uint32]*fieldSet{}
	for i := 0; i < n; i++ {
		if err := f.poll(len(f.sets)); err != nil {
			return err
		}
		if err := f.charge(1, setCost); err != nil {
			return err
		}
		set, first := &fieldSet{}, len(fields)
		f.sets[uint32(i)] = set
		for ; i < n && uint32(table[i]) != end; i++ {
			k := uint32(table[i])
			if uint64(k) >= uint64(len(f.fields)) {
				return failIn(name, "there is no field %d", k)
			}
			field := f.fields[k]
			if role := set.role(field.Name); role != nil {
				*role = field.Value.(*value)
			} else {
				fields = append(fields, field)
			}
		}
		if i == n {
			return failIn(name, "the last set has no end")
		}
		set.fields = fields[first:len(fields):len(fields)]
	}
	return nil
}

package crate

import (
	"encoding/binary"
	"strings"
	"testing"
)

// crateFile has the tables of a file to be made, and bytes of values between head and tables.
type crateFile struct {
	tokens                    []string
	strings                   []uint32
	fieldNames                []int32
	fieldReps                 []uint64
	sets                      []int32
	paths                     uint64 // 0 for the number of entries
	indices, elements, jumps  []int32
	specPaths, specSets, kind []int32
	values                    []byte // at byte 88
}

// minimal returns a file with the root and a prim A.
func minimal() *crateFile {
	return &crateFile{
		tokens:     []string{";-)", "A", "primChildren", "specifier", "customData", "x"},
		strings:    []uint32{1, 5},
		fieldNames: []int32{2, 3},
		fieldReps:  []uint64{uint64(tokensKind)<<48 | 88, uint64(specifierKind)<<48 | 1<<62},
		sets:       []int32{0, -1, 1, -1},
		indices:    []int32{0, 1}, elements: []int32{0, 1}, jumps: []int32{-1, -2},
		specPaths: []int32{0, 1}, specSets: []int32{0, 2}, kind: []int32{int32(rootSpec), int32(primSpec)},
		values: append(uint64s(1), 1, 0, 0, 0),
	}
}

func uint64s(all ...uint64) (data []byte) {
	for _, x := range all {
		data = binary.LittleEndian.AppendUint64(data, x)
	}
	return data
}

// literals packs data without making it smaller.
func literals(data []byte) []byte {
	packed := []byte{0}
	if n := len(data); n < 15 {
		packed = append(packed, byte(n)<<4)
	} else {
		packed = append(packed, 15<<4)
		for n -= 15; n >= 255; n -= 255 {
			packed = append(packed, 255)
		}
		packed = append(packed, byte(n))
	}
	return append(packed, data...)
}

// sized puts the size of packed data before it.
func sized(data []byte) []byte { return append(uint64s(uint64(len(data))), data...) }

// packInts packs integers, each difference in 32 bits.
func packInts(ints []int32) []byte {
	data := make([]byte, 4+(len(ints)+3)/4)
	last := int32(0)
	for i, x := range ints {
		data[4+i/4] |= 3 << (2 * (i % 4))
		data = binary.LittleEndian.AppendUint32(data, uint32(x-last))
		last = x
	}
	return sized(literals(data))
}

func (f *crateFile) bytes() []byte {
	data := append([]byte(Signature+"\x00\x08\x00\x00\x00\x00\x00\x00"), make([]byte, 72)...)
	data = append(data, f.values...)
	text := []byte(strings.Join(f.tokens, "\x00") + "\x00")
	if f.paths == 0 {
		f.paths = uint64(len(f.indices))
	}
	var stringTable []byte
	for _, x := range f.strings {
		stringTable = binary.LittleEndian.AppendUint32(stringTable, x)
	}
	n := func(x int) []byte { return uint64s(uint64(x)) }
	var contents []byte
	for _, s := range []struct {
		name  string
		parts [][]byte
	}{
		{"TOKENS", [][]byte{n(len(f.tokens)), n(len(text)), sized(literals(text))}},
		{"STRINGS", [][]byte{n(len(f.strings)), stringTable}},
		{"FIELDS", [][]byte{n(len(f.fieldNames)), packInts(f.fieldNames), sized(literals(uint64s(f.fieldReps...)))}},
		{"FIELDSETS", [][]byte{n(len(f.sets)), packInts(f.sets)}},
		{"PATHS", [][]byte{uint64s(f.paths, uint64(len(f.indices))), packInts(f.indices), packInts(f.elements), packInts(f.jumps)}},
		{"SPECS", [][]byte{n(len(f.specPaths)), packInts(f.specPaths), packInts(f.specSets), packInts(f.kind)}},
	} {
		start := len(data)
		for _, part := range s.parts {
			data = append(data, part...)
		}
		contents = append(contents, append([]byte(s.name), make([]byte, 16-len(s.name))...)...)
		contents = append(contents, uint64s(uint64(start), uint64(len(data)-start))...)
	}
	binary.LittleEndian.PutUint64(data[16:], uint64(len(data)))
	return append(append(data, uint64s(6)...), contents...)
}

// Tables that contradict one another.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(*crateFile)
		want   string // "" if the file is read
	}{
		{"nothing", func(*crateFile) {}, ""},
		{"a path that is not there", func(f *crateFile) { f.specPaths[1] = 7 }, "section SPECS: spec 1 has path 7, which is not there"},
		{"a reserved but empty path", func(f *crateFile) { f.paths = 3 }, ""},
		{"a spec of the empty path", func(f *crateFile) { f.paths, f.specPaths[1] = 3, 2 }, "section SPECS: spec 1 has path 2, which is not there"},
		{"a set that begins nowhere", func(f *crateFile) { f.specSets[1] = 1 }, "section SPECS: spec 1 has field set 1, where none begins"},
		{"an unknown type of specs", func(f *crateFile) { f.kind[1] = 12 }, "section SPECS: spec 1 is of the unknown type 12"},
		{"two specs of a path", func(f *crateFile) { f.specPaths[1] = 0 }, "section SPECS: spec 1 has the path of spec 0"},
		{"no root", func(f *crateFile) { f.kind[0] = int32(primSpec) }, "section SPECS: there is no spec of the root"},
		{"a missing child", func(f *crateFile) { f.specPaths, f.specSets, f.kind = f.specPaths[:1], f.specSets[:1], f.kind[:1] },
			`section SPECS: </>: the prim "A" is missing`},
		{"a child of another type", func(f *crateFile) { f.kind[1] = int32(variantSetSpec) },
			`section SPECS: </>: "A" is of the type variant set instead of prim`},
		{"a child listed twice", func(f *crateFile) { f.values = append(uint64s(2), 1, 0, 0, 0, 1, 0, 0, 0) },
			`section SPECS: </>: the prim "A" is listed twice`},
		{"more children than bytes", func(f *crateFile) { f.values = uint64s(1 << 40) },
			"section SPECS: </>: byte 96: 1099511627776 elements cannot be in the"},
		{"children that are no names", func(f *crateFile) { f.fieldReps[0] = uint64(boolKind)<<48 | 1<<62 },
			"section SPECS: </>: byte 0: a value is of the type bool instead of []string"},
		{"a specifier that there is not", func(f *crateFile) { f.fieldReps[1] |= 3 }, `section SPECS: </A>: byte 0: 3 is none of ["def" "over" "class"]`},
		{"a field that there is not", func(f *crateFile) { f.sets[2] = 2 }, "section FIELDSETS: there is no field 2"},
		{"a set without an end", func(f *crateFile) { f.sets = f.sets[:3] }, "section FIELDSETS: the last set has no end"},
		{"a name that there is not", func(f *crateFile) { f.fieldNames[0] = 6 }, "there is no token 6"},
		{"a string that is no token", func(f *crateFile) { f.strings[0] = 6 }, "there is no token 6"},
		{"a path that is its own child", func(f *crateFile) { f.indices[1] = 0 }, "section PATHS: entry 1 is path 0, which was there before"},
		{"a sibling that is an ancestor's entry", func(f *crateFile) { f.jumps[0] = 1 }, "section PATHS: entry 1 is path 1, which was there before"},
		{"a second root", func(f *crateFile) { f.jumps[0] = 0 }, "section PATHS: entry 1 is a second root"},
		{"a child behind the end", func(f *crateFile) { f.jumps[1] = -1 }, "section PATHS: the tree has more than its 2 entries"},
		{"a sibling behind the end", func(f *crateFile) { f.jumps[1] = 5 }, "section PATHS: the tree has more than its 2 entries"},
		{"an index outside of the table", func(f *crateFile) { f.indices[1] = 9 }, "section PATHS: entry 1 has the index 9 of 2 paths"},
		{"the least token", func(f *crateFile) { f.elements[1] = -1 << 31 }, "section PATHS: entry 1 has the token 2147483648 of 6"},
		{"no paths", func(f *crateFile) { f.indices, f.elements, f.jumps = nil, nil, nil }, "section SPECS: spec 0 has path 0, which is not there"},
	} {
		f := minimal()
		c.change(f)
		data := f.bytes()
		_, err := Read(data, limits(t, len(data)))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got error %v, want %q", c.why, err, c.want)
		}
	}
}

// valueAt returns the error of reading a value of A that is at byte 100.
func valueAt(t *testing.T, kind valueKind, flags uint64, value []byte) error {
	t.Helper()
	f := minimal()
	f.fieldNames = append(f.fieldNames, 4)
	f.fieldReps = append(f.fieldReps, flags|uint64(kind)<<48|100)
	f.sets = []int32{0, -1, 1, 2, -1}
	f.values = append(f.values, value...)
	data := f.bytes()
	l, err := Read(data, limits(t, len(data)))
	if err != nil {
		t.Fatal(err)
	}
	_, err = dump(l)
	return err
}

func TestValues(t *testing.T) {
	const array, packed = 1 << 63, 1 << 61
	dictionary := uint64(dictionaryKind) << 48
	// entry is a dictionary of one value, which is at a distance from the entry's own.
	entry := func(distance uint64, rep uint64) []byte {
		return append(append(uint64s(1), 0, 0, 0, 0), uint64s(distance, rep)...)
	}
	// doubled are dictionaries of two values, both of which are the next dictionary.
	var doubled []byte
	for i := range uint64(40) {
		next := dictionary | (100 + 48*(i+1))
		for key := range uint32(2) {
			if key == 0 {
				doubled = append(doubled, uint64s(2)...)
			}
			doubled = append(binary.LittleEndian.AppendUint32(doubled, key), uint64s(8, next)...)
		}
	}
	doubled = append(doubled, uint64s(0)...)
	for _, c := range []struct {
		why   string
		kind  valueKind
		flags uint64
		value []byte
		want  string
	}{
		{"a dictionary in itself", dictionaryKind, 0, entry(8, dictionary|100), "byte 100: dictionaries are nested more than 64 deep"},
		{"dictionaries that double", dictionaryKind, 0, doubled, "too much memory"},
		{"a distance that leads back", dictionaryKind, 0, entry(1<<64-12, 0), "byte 112: the distance -12 leads nowhere"},
		{"a distance to itself", dictionaryKind, 0, entry(0, 0), "byte 112: the distance 0 leads nowhere"},
		{"a type that there is not", 61, 0, nil, "there are no inlined values of the type 61"},
		{"an array of dictionaries", dictionaryKind, array, uint64s(1), "there are no arrays of the type 31"},
		{"more numbers than bytes", doubleKind, array, uint64s(1 << 61), "elements cannot be in the"},
		{"more packed numbers than bytes unpack to", 3, array | packed, append(uint64s(1<<16), sized(literals(make([]byte, 9)))...),
			"11 bytes of packed data cannot hold 16388 bytes"},
		{"packed data that ends early", 3, array | packed, append(uint64s(100), sized(literals(make([]byte, 20)))...),
			"the packed data ends before the last of 100 integers"},
		{"packed data that is none", 3, array | packed, append(uint64s(100), sized([]byte{0, 0xff, 0xff})...), "the packed data is damaged"},
		{"an unknown packing", 8, array | packed, append(uint64s(100), 'x'), "packed in the unknown way 'x'"},
		{"an index outside of the table", 8, array | packed, append(append(append(uint64s(16), 't', 1, 0, 0, 0), make([]byte, 4)...),
			packInts([]int32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})...), "there is no entry 1 in a table of 1 numbers"},
		{"a great unsigned integer", 6, 0, uint64s(1 << 63), "an unsigned integer is greater than 9223372036854775807"},
		{"a quaternion in its rep", 16, 1 << 62, nil, "there are no inlined quaternions"},
		{"times that descend", timeSamplesKind, 0, uint64s(8, uint64(doublesKind)<<48|116, 2, 1<<62, 1), "the times of samples do not ascend"},
		{"fewer samples than times", timeSamplesKind, 0, uint64s(8, uint64(doublesKind)<<48|132, 8, 0, 1, 1<<62), "there are 0 samples for 1 times"},
		{"times that are no array", timeSamplesKind, 0, uint64s(8, uint64(boolKind)<<48|1<<62), "the times of samples are no array of doubles"},
		{"a single double as times", timeSamplesKind, 0, uint64s(8, uint64(doubleKind)<<48|100, 0), "the times of samples are no array of doubles"},
		{"a string that there is not", variantSelectionKind, 0, append(uint64s(1), 9, 0, 0, 0, 0, 0, 0, 0), "there is no string 9"},
		{"a path that there is not", pathsKind, 0, append(uint64s(1), 9, 0, 0, 0), "there is no path 9"},
	} {
		err := valueAt(t, c.kind, c.flags, c.value)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.why, err, c.want)
		}
	}
}

// A path of many elements is charged for each value that has it.
func TestDeepPaths(t *testing.T) {
	f := minimal()
	const depth = 100_000
	f.indices, f.elements, f.jumps = nil, nil, nil
	for i := range int32(depth) {
		f.indices, f.elements, f.jumps = append(f.indices, i), append(f.elements, 1), append(f.jumps, -1)
	}
	f.jumps[depth-1] = -2
	f.fieldNames = append(f.fieldNames, 4)
	f.fieldReps = append(f.fieldReps, uint64(pathsKind)<<48|100)
	f.sets = []int32{0, -1, 1, 2, -1}
	const targets = 1000
	f.values = append(f.values, uint64s(targets)...)
	for range targets {
		f.values = binary.LittleEndian.AppendUint32(f.values, depth-1)
	}
	data := f.bytes()
	l, err := Read(data, limits(t, len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = dump(l); err != errLimit {
		t.Errorf("got error %v, want %v", err, errLimit)
	}
}

// Data of more than 2 GB is packed in chunks; here they are smaller.
func TestChunks(t *testing.T) {
	chunk := func(text string) []byte {
		block := literals([]byte(text))[1:]
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(block))), block...)
	}
	two := append(append([]byte{2}, chunk("abc")...), chunk("defg")...)
	for _, c := range []struct {
		why    string
		packed []byte
		room   int
		want   string
	}{
		{"one chunk", literals([]byte("abc")), 3, "abc"},
		{"two chunks", two, 7, "abcdefg"},
		{"more room", two, 9, "abcdefg"},
		{"no room for the second", two, 5, "error"},
		{"no second chunk", two[:len(two)-9], 7, "error"},
		{"an end within the second", two[:len(two)-2], 7, "error"},
		{"an end within a size", two[:3], 7, "error"},
		{"nothing", nil, 7, "error"},
	} {
		dst := make([]byte, c.room)
		n, err := unpack(c.packed, dst)
		got := string(dst[:n])
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.why, got, err, c.want)
		}
	}
}

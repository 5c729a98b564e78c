package document

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// readAll reads all that a document has.
func readAll(d *Document, nodes []*Node) error {
	for _, n := range nodes {
		if _, err := d.Floats(n); err != nil {
			return err
		}
		if err := readAll(d, n.Children); err != nil {
			return err
		}
	}
	return nil
}

// readBytes parses a file and reads all of its numbers.
func readBytes(data []byte) error {
	d, err := Parse(data, Options{})
	if err != nil {
		return err
	}
	return readAll(d, d.Nodes)
}

// checkFault fails unless reading fails with an Error that begins and ends as wanted.
func checkFault(t *testing.T, name string, data []byte, where, cause string) {
	t.Helper()
	err := readBytes(data)
	var malformed *Error
	if !errors.As(err, &malformed) || malformed.Where != where || !strings.Contains(malformed.Err.Error(), cause) {
		t.Errorf("%s: %v; want %s: ...%s...", name, err, where, cause)
	}
}

// TestBinaryFaults: the offsets are those of a file with one node N and one value.
func TestBinaryFaults(t *testing.T) {
	const node, name, value = headerSize, headerSize + 13, headerSize + 14
	old := binaryForm{version: 7400}
	packed := binaryForm{version: 7400, deflated: true}
	ints := tree{"N", []any{[]int32{1, 2, 3, 4}}, nil}
	change := func(f binaryForm, n tree, at int, b ...byte) []byte {
		data := f.file(n)
		copy(data[at:], b)
		return data
	}
	u32 := func(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }
	for _, c := range []struct {
		name         string
		data         []byte
		where, cause string
	}{
		{"half a header", old.file()[:25], "byte 25", "ends within its header"},
		{"byte order", change(old, ints, len(binaryMark), 2), "byte 22", "byte order 2"},
		{"no mark at the end", old.file(ints)[:len(old.file(ints))-13-len("a footer")], "byte 70", "without the mark"},
		{"a cut header", old.file(ints)[:node+10], "byte 27", "10 bytes before the end"},
		{"the end behind the file", change(old, ints, node, u32(500)...), "byte 27", "ends at byte 500, behind the end 91"},
		{"the end before the name", change(old, ints, node, u32(name)...), "byte 27", "before its values do"},
		{"a node of no end", change(old, ints, node, u32(0)...), "byte 27", "ends at byte 0, before"},
		{"values longer than the node", change(old, ints, node+8, u32(30)...), "byte 27", "before its values do"},
		{"bytes behind the values", change(old, ints, node+4, u32(0)...), "byte 41", "29 bytes behind the values"},
		{"bytes that are a child", change(old, ints, node+4, append(u32(0), u32(0)...)...), "byte 41", "ends at byte"},
		{"more values than bytes", change(old, ints, node+4, u32(1<<31)...), "byte 41", "2147483648 values do not fit into 29 bytes"},
		{"a value too many", change(old, ints, node+4, u32(2)...), "byte 70", "a value is missing"},
		{"an unknown type", change(old, ints, value, 'x'), "byte 41", `type 'x'`},
		{"an array too long", change(old, ints, value+1, u32(5)...), "byte 41", "5 elements of 4 bytes cannot have 16 bytes"},
		{"an array behind the values", change(old, ints, value+1, append(append(u32(8), u32(0)...), u32(32)...)...), "byte 41", "takes 44 bytes, but 28 are left"},
		{"an unknown encoding", change(old, ints, value+5, u32(2)...), "byte 41", "encoding 2"},
		{"a bomb", change(packed, ints, value+1, u32(1<<30)...), "byte 41", "1073741824 elements of 4 bytes cannot have"},
		{"fewer elements", change(packed, ints, value+1, u32(5)...), "byte 27", "fewer elements"},
		{"more elements", change(packed, ints, value+1, u32(3)...), "byte 27", "more than its 3 elements"},
		{"another compression", change(packed, ints, value+13, 'x', 0), "byte 27", "compressed data of an array is damaged"},
		{"the checksum", change(packed, ints, len(packed.file(ints))-13-len("a footer")-1, 99), "byte 27", "checksum"},
		{"a long string", change(old, tree{"N", []any{"abc"}, nil}, value+1, u32(1<<31)...), "byte 41", "takes 2147483652 bytes, but 7 are left"},
		{"half a length", change(old, tree{"N", []any{true, true}, nil}, value+2, 'S'), "byte 43", "takes 4 bytes, but 1 are left"},
		{"text for a number", old.file(tree{"N", []any{int32(1), "two"}, nil}), "byte 27", "value 1 is not a number"},
	} {
		checkFault(t, c.name, c.data, c.where, c.cause)
	}
}

// TestGapBehindChildren: a list of children that ends before their parent does.
func TestGapBehindChildren(t *testing.T) {
	f := binaryForm{version: 7400}
	data := f.file(tree{"N", nil, []tree{{"A", nil, nil}, {"B", nil, nil}}})
	copy(data[headerSize+14+14:], make([]byte, 13)) // B becomes the mark
	checkFault(t, "gap", data, "byte 68", "14 bytes between the children of a node and its end")
}

func TestTextFaults(t *testing.T) {
	for _, c := range []struct{ text, where, cause string }{
		{"", "line 1", "version is missing"},
		{"A: 1\nB: 2", "line 1", "version is missing"},
		{"FBXHeaderExtension: {\nFBXVersion: \"x\"\n}", "line 1", "version is missing"},
		{"; FBX 7.4.0\nA: {", "line 2", "the file ends where a name with a colon should be"},
		{"; FBX 7.4.0\nA: {\n B: 1\n}\n}", "line 5", "there is '}' where a name"},
		{"; FBX 7.4.0\nA: \"text\n", "line 2", "the string does not end"},
		{"; FBX 7.4.0\nÄ: 1\n", "line 2", "there is 'Ä' where a name"},
		{"; FBX 7.4.0\nA: 1\n\xc4: 1\n", "line 3", "there is the byte 0xc4 where a name"},
		{"; FBX 7.4.0\nA\n", "line 2", "'A' where a name"},
		{"; FBX 7.4.0\nA: 1 2\n", "line 2", "'2' where a name"},
		{"; FBX 7.4.0\rA: 1\rB: [", "line 3", "'[' where a name"},
		{"; FBX 7.4.0\r\nA: 1,,2", "line 2", "',' where a name"},
		{"; FBX 7.4.0\nA: one", "line 2", "value 0 is not a number"},
		{"; FBX 7.4.0\nA: 1,\n2,0x1p3", "line 2", "value 2 is not a number"},
		{"; FBX 7.4.0\nA: *2 {\na: 1,2", "line 3", "the array does not end"},
		{"; FBX 7.4.0\nA: *2 {\na: 1,2;}", "line 3", "the array does not end"},
		{"; FBX 7.4.0\nA: *3 {\na: 1,2\n}", "line 2", "not a list of 3 numbers"},
		{"; FBX 7.4.0\nA: *1 {\na: 1,2\n}", "line 2", "not a list of 1 numbers"},
		{"; FBX 7.4.0\nA: *2 {\na: 1 2\n}", "line 2", "not a list of 2 numbers"},
		{"; FBX 7.4.0\nA: *2 {\na: 1,2\nb: 3\n}", "line 2", "not a list of 2 numbers"},
		{"; FBX 7.4.0\nA: *1 {\na: {}\n}", "line 4", "'}' where a name"},
		{"; FBX 7.4.0\nA: *1000 {\na: 1,2\n}", "line 3", "1000 elements of an array do not fit"},
		{"; FBX 7.4.0\nA: *-1 {\na: 1,2\n}", "line 2", `"-1" of elements`},
		{"; FBX 7.4.0\nA: *x {\na: 1,2\n}", "line 2", `"x" of elements`},
		{"; FBX 7.4.0\nA: *2 a: 1,2", "line 2", "opening brace"},
	} {
		checkFault(t, c.text, []byte(c.text), c.where, c.cause)
	}
}

func TestVersions(t *testing.T) {
	for _, version := range []uint32{0, 2000, 6000, 6099, 8000, 1 << 31} {
		for _, data := range [][]byte{
			binaryForm{version: version}.file(),
			fmt.Appendf(nil, "FBXHeaderExtension: {\nFBXVersion: %d\n}", version),
		} {
			var e *VersionError
			if err := readBytes(data); !errors.As(err, &e) || e.Version != int(version) || e.TooNew() != (version > 7999) || !strings.Contains(err.Error(), fmt.Sprint(version)) {
				t.Errorf("%d: %v", version, err)
			}
		}
	}
	var e *VersionError
	if err := readBytes([]byte("; FBX 5.8.0 project file\n]")); !errors.As(err, &e) || e.Version != 5800 {
		t.Errorf("the version in the first line: %v", err)
	}
	for version, want := range map[int]string{3000: "3.0", 5800: "5.8", 4050: "4.05", 7099: "7.099", 12000: "12.0", 27: "27"} {
		if got := (&VersionError{version}).Name(); got != want {
			t.Errorf("%d is called %s, want %s", version, got, want)
		}
	}
}

// TestCut: a file that ends early is said to be cut off, and one with another fault is not.
func TestCut(t *testing.T) {
	binary := binaryForm{version: 7400}
	whole := binary.file(tree{"A", []any{[]int32{1, 2, 3}}, nil})
	const text = "; FBX 7.4.0\nA: {\n B: \"text\"\n C: *3 {\n a: 1,2,3\n }\n}\nD: 12\n"
	for n := headerSize - 1; n < len(whole)-len("a footer")-13; n++ {
		var e *Error
		if err := readBytes(whole[:n]); !errors.As(err, &e) || !e.Cut {
			t.Errorf("the first %d bytes of a binary file: %v", n, err)
		}
	}
	for n := strings.Index(text, "{") + 1; n < strings.Index(text, "}\nD"); n++ {
		var e *Error
		if err := readBytes([]byte(text[:n])); !errors.As(err, &e) || !e.Cut {
			t.Errorf("the first %d bytes of a text file: %v", n, err)
		}
	}
	for _, other := range []string{"; FBX 7.4.0\nA: *2 {\na: 1,2\n} ]", "; FBX 7.4.0\nA: *x {\na: 1,2\n}", "; FBX 7.4.0\n]\n"} {
		var e *Error
		if err := readBytes([]byte(other)); !errors.As(err, &e) || e.Cut {
			t.Errorf("%q: %v", other, err)
		}
	}
}

// TestDepth: MaxDepth levels are read, one more is not.
func TestDepth(t *testing.T) {
	n := tree{"N", nil, nil}
	for range MaxDepth - 1 {
		n = tree{"N", nil, []tree{n}}
	}
	deeper := tree{"N", nil, []tree{n}}
	for name, data := range allForms(n) {
		if err := readBytes(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, data := range allForms(deeper) {
		if err := readBytes(data); err == nil || !strings.Contains(err.Error(), "nested more than 64 deep") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

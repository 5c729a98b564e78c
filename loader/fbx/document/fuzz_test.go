package document

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// errLimit is returned by the functions of limited.
var errLimit = errors.New("limit")

// limited returns Options that allow a file of a size as much memory as loaders do.
func limited(size int) Options {
	left := 1<<20 + 64*size
	return Options{
		Charge: func(count, size int) error {
			if count < 0 || size <= 0 || count > left/size {
				return errLimit
			}
			left -= count * size
			return nil
		},
		Unpack: func(packed, unpacked int) error {
			if packed < 0 || unpacked < 0 || unpacked > mostDeflated*packed {
				return errors.New("an impossible size")
			}
			return nil
		},
	}
}

// exercise reads all of a file in every way and fails the test if there is another error than those
// that are promised.
func exercise(t *testing.T, data []byte) {
	d, err := Parse(data, limited(len(data)))
	if err == nil {
		exerciseNodes(t, d, d.Nodes, 0)
		return
	}
	checkError(t, err)
}

func exerciseNodes(t *testing.T, d *Document, nodes []*Node, depth int) {
	if depth > MaxDepth {
		t.Fatal("deeper than MaxDepth")
	}
	for _, n := range nodes {
		floats, err := d.Floats(n)
		checkError(t, err)
		ints, err2 := d.Ints(n)
		checkError(t, err2)
		if err == nil && err2 == nil && len(floats) != len(ints) {
			t.Fatalf("%s: %d numbers, %d integers", n.Where(), len(floats), len(ints))
		}
		for i := range ints {
			if err == nil && err2 == nil && float64(ints[i]) != floats[i] {
				t.Fatalf("%s: number %d is %d and %g", n.Where(), i, ints[i], floats[i])
			}
		}
		_, err = d.Bytes(n)
		checkError(t, err)
		for _, v := range n.Values {
			v.Text()
			v.Int()
			v.Float()
		}
		exerciseNodes(t, d, n.Children, depth+1)
	}
}

func checkError(t *testing.T, err error) {
	var malformed *Error
	var version *VersionError
	if err != nil && !errors.Is(err, errLimit) && !errors.As(err, &version) && (!errors.As(err, &malformed) || malformed.Where == "") {
		t.Fatalf("%T is none of the errors that are promised: %v", err, err)
	}
}

// seed is a file with all kinds of values.
var seed = []tree{{"Objects", []any{"a\x00\x01b"}, []tree{
	{"Vertices", []any{[]float64{0, 1, 2.5}}, nil},
	{"Normals", []any{[]float32{1, 0}}, nil},
	{"PolygonVertexIndex", []any{[]int32{0, 1, -3}}, nil},
	{"KeyTime", []any{[]int64{1 << 40}}, nil},
	{"Edges", []any{[]int8{1}}, nil},
	{"P", []any{"Lcl", "A", int32(1), 2.5, int16(1), float32(2), int64(3), true}, nil},
	{"C", nil, []tree{{"D", nil, nil}}},
}}}

func FuzzFBXBinary(f *testing.F) {
	for _, version := range []uint32{6100, 7400, 7500} {
		for _, big := range []bool{false, true} {
			for _, packed := range []bool{false, true} {
				f.Add(binaryForm{version, big, packed}.file(seed...)[len(binaryMark):])
			}
		}
	}
	addCorpus(f, func(data []byte) []byte {
		if len(data) < len(binaryMark) || data[0] != binaryMark[0] {
			return nil
		}
		return data[len(binaryMark):]
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		exercise(t, append(binaryMark[:len(binaryMark):len(binaryMark)], data...))
	})
}

func FuzzFBXText(f *testing.F) {
	f.Add(textFile(7400, seed...))
	f.Add(textFile(6100, seed...))
	f.Add([]byte("FBXHeaderExtension: {\n FBXVersion: 6100\n}\nContent: , \"iVBO\"\n\"Two Words\": *2 {a: nan(ind),1.#INF\n}\nKey: 1,L,;x\n2\n"))
	addCorpus(f, func(data []byte) []byte {
		if len(data) == 0 || data[0] == binaryMark[0] {
			return nil
		}
		return data
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 0 && data[0] == binaryMark[0] {
			return
		}
		exercise(t, data)
	})
}

// addCorpus adds what of the small files of the corpus, if there is one.
func addCorpus(f *testing.F, what func(data []byte) []byte) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		return
	}
	paths, _ := filepath.Glob(filepath.Join(dir, "fbx", "*.fbx"))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if data = what(data); data != nil && len(data) < 16<<10 {
			f.Add(data)
		}
	}
}

package ply_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

const plyXYZ = "property float x\nproperty float y\nproperty float z\n"

// plyHead returns a header of three vertices and of faces with the given properties.
func plyHead(format string, faces int, properties string) string {
	return fmt.Sprintf("ply\nformat %s 1.0\ncomment made by hand\nelement vertex 3\n%selement face %d\n%send_header\n", format, plyXYZ, faces, properties)
}

const (
	plyList    = "property list uchar int vertex_indices\n"
	plyCorners = "0 0 0\n1 0 0\n0 1 0\n"
)

// plyBytes returns the bytes of values.
func plyBytes(order binary.ByteOrder, values ...any) string {
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, order, v); err != nil {
			panic(err)
		}
	}
	return b.String()
}

func TestDecode(t *testing.T) {
	corners := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	le, be := binary.LittleEndian, binary.BigEndian
	plain := "|: " + loadertest.Face3 + "\n"
	mixed := "ply\nformat ascii 1.0\nelement face 1\nproperty uchar flags\nproperty list ushort uint vertex_index\nproperty list uchar float uv\nelement vertex 3\n" +
		"property list uchar short weights\nproperty uchar z\nproperty double y\nproperty int x\nelement edge 1\nproperty int a\nend_header\n"
	for name, c := range map[string]struct{ text, want string }{
		"ascii":                         {plyHead("ascii", 1, plyList) + plyCorners + "3 0 1 2\n", plain},
		"no end of line":                {plyHead("ascii", 1, plyList) + plyCorners + "3 0 1 2", plain},
		"CR LF":                         {strings.ReplaceAll(plyHead("ascii", 1, plyList)+plyCorners+"3 0 1 2\n", "\n", "\r\n"), plain},
		"CR":                            {strings.ReplaceAll(plyHead("ascii", 1, plyList)+plyCorners+"3 0 1 2\n", "\n", "\r"), plain},
		"byte order mark":               {"\ufeff" + plyHead("ascii", 1, plyList) + plyCorners + "3 0 1 2", plain},
		"numbers too many, empty lines": {plyHead("ascii", 1, plyList) + "0 0 0 5 x\n\n 1 0 0\n0 1 0 \n\n3 0 1 2 9 9\nrubbish", plain},
		"little endian":                 {plyHead("binary_little_endian", 1, plyList) + plyBytes(le, corners, uint8(3), []int32{0, 1, 2}), plain},
		"big endian":                    {plyHead("binary_big_endian", 1, plyList) + plyBytes(be, corners, uint8(3), []int32{0, 1, 2}) + "rubbish", plain},
		// The first byte of data is a line feed: the lines of the header end in CR, including
		// end_header.
		"CR, then data": {strings.ReplaceAll("ply\nformat binary_little_endian 1.0\nelement tag 1\nproperty uchar a\nelement vertex 3\n"+plyXYZ+"element face 1\n"+plyList+"end_header\n", "\n", "\r") +
			"\n" + plyBytes(le, corners, uint8(3), []int32{0, 1, 2}), plain},
		"any order, further properties": {mixed + "7 3 0 1 2 2 0.5 0.5\n2 1 1 0 0 0\n0 0 0 1\n0 0 1e0 0\n5\n", plain},
		"any order, binary": {strings.Replace(mixed, "ascii", "binary_big_endian", 1) +
			plyBytes(be, uint8(7), uint16(3), []uint32{0, 1, 2}, uint8(1), float32(2), uint8(1), int16(9), uint8(0), 0.0, int32(0), uint8(0), uint8(0), 0.0, int32(1), uint8(0), uint8(0), 1.0, int32(0), int32(5)), plain},
		"short faces and polygons": {strings.Replace(plyHead("ascii", 4, plyList), "vertex 3", "vertex 4", 1) + plyCorners + "1 1 0\n2 0 1\n4 0 1 3 2\n0\n3 0 1 2\n",
			"|: (0,0,0)(1,0,0)(1,1,0)#1 (0,0,0)(1,1,0)(0,1,0)#1 " + loadertest.Face3 + "#3\n"},
		"float is float32":    {plyHead("ascii", 1, plyList) + "0.1 0 0\n1 0 0\n0 1 0\n3 0 1 2", "|: (0.10000000149011612,0,0)(1,0,0)(0,1,0)\n"},
		"no faces":            {"ply\nformat ascii 1.0\nelement vertex 1\n" + plyXYZ + "end_header\n1 2 3", ""},
		"elements of nothing": {strings.Replace(plyHead("ascii", 1, plyList), "element face", "element a 9000000000000000000\nelement face", 1) + plyCorners + "\n3 0 1 2", plain},
		"nothing":             {"ply\nformat ascii 1.0\nend_header\n", ""},
		"no faces of no list": {plyHead("ascii", 0, "property int a\n") + plyCorners, ""},
	} {
		s, format, err := loader.Decode(t.Context(), []byte(c.text), nil, loader.Options{})
		if err != nil || format != loader.PLY {
			t.Errorf("%s: %v, %v", name, format, err)
			continue
		}
		if got := loadertest.Faces(s); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	ascii := plyHead("ascii", 1, plyList)
	bin := plyHead("binary_little_endian", 1, plyList)
	for text, want := range map[string]string{
		"ply\nformat ascii 1.0\nelement vertex 3":                      `ply: line 2: the header has no end_header`,
		"ply\nformat ascii 1.0\ncomment " + strings.Repeat(" ", 1<<20): `ply: line 2: the header is longer than 1048576 bytes`,
		"ply\nend_header\n":                                                                              `ply: line 2: the header has no format`,
		"ply\nformat ascii 2.0\nend_header\n":                                                            `ply: line 2: version 2.0 is not supported`,
		"ply\nformat text 1.0\nend_header\n":                                                             `ply: line 2: format text is not supported`,
		"ply\nhello\n":                                                                                   `ply: line 2: expected element, property or end_header, found "hello"`,
		"ply\nformat ascii 1.0\nproperty int x\n":                                                        `ply: line 3: there is a property before the first element`,
		"ply\nformat ascii 1.0\nelement vertex -1\n":                                                     `ply: line 3: "-1" is not a number of elements`,
		"ply\nformat ascii 1.0\nelement a 1\nelement a 1\n":                                              `ply: line 4: the element "a" is declared twice`,
		"ply\nformat ascii 1.0\nelement a 1\nproperty int b\nproperty char b\n":                          `ply: line 5: the property "b" is declared twice`,
		"ply\nformat ascii 1.0\nelement a 1\nproperty half b\n":                                          `ply: line 4: "half" is not a type`,
		"ply\nformat ascii 1.0\nelement a 1\nproperty list float int b\n":                                `ply: line 4: the length of a list is not an integer`,
		"ply\nformat ascii 1.0\nelement a 1\nproperty list int b\n":                                      `ply: line 4: expected the type and the name of a property`,
		"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n": `ply: the vertices have no property z that is a number`,
		ascii + plyCorners + "3 0 1 3":                                                                   `ply: face 0: vertex 3 does not exist: the file has 3, the first of which is 0`,
		ascii + plyCorners + "3 0 1 -1":                                                                  `ply: face 0 (line 14): vertex -1 does not exist`,
		ascii + plyCorners + "3 0 1":                                                                     `ply: face 0 (line 14): a list of 3 numbers, more than the rest of the file has`,
		ascii + plyCorners + "3 0 1\n2":                                                                  `ply: face 0 (line 14): too few numbers`,
		ascii + plyCorners + "3 0 1 2.5":                                                                 `ply: face 0 (line 14): "2.5" does not fit into int`,
		ascii + plyCorners + "300 0 1 2":                                                                 `ply: face 0 (line 14): "300" does not fit into uchar`,
		ascii + plyCorners + "99 0 1 2":                                                                  `ply: face 0 (line 14): a list of 99 numbers, more than the rest of the file has`,
		ascii + "0 0 0\n1 0\n0 1 0\n3 0 1 2":                                                             `ply: vertex 1 (line 12): too few numbers`,
		ascii + "0 0 0\n1 0 1e39\n0 1 0\n3 0 1 2":                                                        `ply: vertex 1 (line 12): "1e39" is beyond the range of 32-bit floating point`,
		ascii + "0 0 0\n1 0 0x1\n0 1 0\n3 0 1 2":                                                         `ply: vertex 1 (line 12): "0x1" is not a number`,
		ascii + plyCorners:                                                                               `ply: face 0 (line 14): the file ends here, but its header claims 1 of them`,
		strings.Replace(ascii, "vertex 3", "vertex 9000000000", 1) + plyCorners:                          `ply: the header claims 9000000000 elements "vertex", more than the remaining 18 bytes can hold`,
		strings.Replace(bin, "face 1", "face 9000000000", 1) + plyBytes(binary.LittleEndian, make([]float32, 9), uint8(0)): `ply: the header claims 9000000000 elements "face", more than the remaining 1 bytes can hold`,
		bin + plyBytes(binary.LittleEndian, make([]float32, 8)):                                                            `ply: the header claims 3 elements "vertex", more than the remaining 32 bytes can hold`,
		bin + plyBytes(binary.LittleEndian, make([]float32, 9), uint8(3), []int32{0, 1}):                                   `ply: face 0 (byte 227): a list of 3 numbers, more than the rest of the file has`,
		bin + plyBytes(binary.LittleEndian, make([]float32, 9), uint8(3), []int32{0, 1, 9}):                                `ply: face 0: vertex 9 does not exist: the file has 3, the first of which is 0`,
		plyHead("ascii", 1, "property int a\n") + plyCorners + "3":                                                         `ply: faces without a list of integers vertex_indices is not supported`,
		plyHead("ascii", 1, "property list uchar float vertex_indices\n") + plyCorners + "3 0 1 2":                         `ply: faces without a list of integers vertex_indices is not supported`,
		"ply\nformat ascii 1.0\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n3 0 1 2\n":          `ply: element tristrips is not supported`,
		"p\x00l\x00y\x00\n\x00": `ply: the file is UTF-16; the header of PLY must be ASCII or UTF-8`,
	} {
		s, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{})
		if err == nil || err.Error() != want || s != nil {
			t.Errorf("%.90q: %v, want %s", text, err, want)
		}
	}
}

// TestGap: the precision is that of the declared types.
func TestGap(t *testing.T) {
	for _, c := range []struct {
		types  [3]string
		format string
		at     float64
		want   float64
	}{
		{[3]string{"short", "short", "uchar"}, "binary_little_endian", 7, 1},
		{[3]string{"int", "int", "int"}, "binary_little_endian", 7, 1},
		{[3]string{"float", "float", "float"}, "binary_little_endian", 1, 0x1p-23},
		{[3]string{"double", "double", "double"}, "binary_little_endian", 1, 0x1p-52},
		{[3]string{"double", "float", "double"}, "binary_little_endian", 1, 0x1p-23},
		{[3]string{"short", "float", "float"}, "binary_little_endian", 1 << 30, 128},
		{[3]string{"short", "float", "float"}, "binary_little_endian", 1, 1},
		{[3]string{"float", "float", "float"}, "ascii", 1, 1}, // written as 0
	} {
		data := fmt.Sprintf("ply\nformat %s 1.0\nelement vertex 1\nproperty %s x\nproperty %s y\nproperty %s z\nelement face 1\n%send_header\n", c.format, c.types[0], c.types[1], c.types[2], plyList)
		if c.format == "ascii" {
			data += "0 0 0\n3 0 0 0\n"
		} else {
			size := map[string]int{"uchar": 1, "short": 2, "int": 4, "float": 4, "double": 8}
			data += strings.Repeat("\x00", size[c.types[0]]+size[c.types[1]]+size[c.types[2]]) + plyBytes(binary.LittleEndian, uint8(3), []int32{0, 0, 0})
		}
		s, _, err := loader.Decode(t.Context(), []byte(data), nil, loader.Options{})
		if err != nil {
			t.Errorf("%v: %v", c.types, err)
			continue
		}
		if got := s.Meshes[0].Parts[0].Positions.Resolution(c.at, math.Inf(1)); got != c.want {
			t.Errorf("%v at %g: %g, want %g", c.types, c.at, got, c.want)
		}
	}
}

func BenchmarkPLY(b *testing.B) {
	const n = 316
	for _, format := range []string{"ascii", "binary_little_endian"} {
		data := loadertest.GridPLY(n, format)
		b.Run(format, func(b *testing.B) { loadertest.BenchmarkDecode(b, data, 2*n*n, 1) })
	}
}

func FuzzDecodePLY(f *testing.F) {
	f.Add(loadertest.GridPLY(2, "ascii"))
	f.Add(loadertest.GridPLY(2, "binary_little_endian"))
	f.Add([]byte("ply\rformat binary_big_endian 1.0\relement vertex 1\rproperty list uchar short a\rproperty double z\rproperty int x\rproperty char y\rend_header\r" +
		plyBytes(binary.BigEndian, uint8(1), int16(2), 1.5, int32(3), int8(4))))
	loadertest.SeedFiles(f, ".ply")
	f.Fuzz(loadertest.DecodeFuzzed)
}

// TestUVs: texture coordinates are not read. That is an error only if they are asked for.
func TestUVs(t *testing.T) {
	const refused = "ply: reading UVs of this format is not supported"
	uvs := "property float s\nproperty float t\n"
	loadertest.WantUVs(t, plyHead("ascii", 1, plyList)+plyCorners+"3 0 1 2", "")
	loadertest.WantUVs(t, plyHead("ascii", 1, plyList+"property list uchar float texcoord\n")+plyCorners+"3 0 1 2 0", refused)
	loadertest.WantUVs(t, strings.Replace(plyHead("ascii", 0, plyList), "element face", uvs+"element face", 1)+"0 0 0 1 1\n1 0 0 1 1\n0 1 0 1 1", refused)
}

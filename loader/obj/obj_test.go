package obj_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

func BenchmarkOBJ(b *testing.B) {
	const n = 316
	for _, c := range []struct {
		name        string
		quads, full bool
	}{{"triangles", false, false}, {"triangles with texture coordinates", false, true}, {"quads", true, false}} {
		data := loadertest.GridOBJ(n, c.quads, c.full)
		b.Run(c.name, func(b *testing.B) { loadertest.BenchmarkDecode(b, data, 2*n*n, 1) })
	}
}

func TestDecode(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain":               {loadertest.Corner3 + "f 1 2 3\n", "|: " + loadertest.Face3 + "\n"},
		"no end of line":      {loadertest.Corner3 + "f 1 2 3", "|: " + loadertest.Face3 + "\n"},
		"CR":                  {strings.ReplaceAll(loadertest.Corner3, "\n", "\r") + "f 1 2 3\r", "|: " + loadertest.Face3 + "\n"},
		"CR LF":               {strings.ReplaceAll(loadertest.Corner3, "\n", "\r\n") + "f 1 2 3\r\n", "|: " + loadertest.Face3 + "\n"},
		"byte order mark":     {"\ufeff" + loadertest.Corner3 + "f 1 2 3", "|: " + loadertest.Face3 + "\n"},
		"zero bytes":          {loadertest.Corner3 + "f\x001 2\x003\x00\n\x00", "|: " + loadertest.Face3 + "\n"},
		"tabs and spaces":     {" v\t0  0\t 0 \n\tv 1 0 0\nv  0 1\v0\f\n f\t1  2 3 \n", "|: " + loadertest.Face3 + "\n"},
		"all forms":           {loadertest.Corner3 + "vt 0 0\nvn 0 0 1\nf 1/1 2/1/1 3//1", "|: " + loadertest.Face3 + "\n"},
		"what is behind a /":  {loadertest.Corner3 + "f 1/x 2/-99 3//", "|: " + loadertest.Face3 + "\n"},
		"negative":            {"v 9 9 9\n" + loadertest.Corner3 + "f -3 -2 -1\nv 7 7 7", "|: " + loadertest.Face3 + "\n"},
		"forward":             {"f 1 2 3\n" + loadertest.Corner3, "|: " + loadertest.Face3 + "\n"},
		"signs":               {loadertest.Corner3 + "f +1 +2 +3", "|: " + loadertest.Face3 + "\n"},
		"fo":                  {loadertest.Corner3 + "fo 1 2 3", "|: " + loadertest.Face3 + "\n"},
		"comments":            {"# a\n" + loadertest.Corner3 + "f 1 2 3 # 4 \\\n#f 1 2 3\nf 1 2 3 #", "|: " + loadertest.Face3 + " " + loadertest.Face3 + "\n"},
		"# within a name":     {loadertest.Corner3 + "g a#b # c\nf 1 2 3", "a#b|: " + loadertest.Face3 + "\n"},
		"continued":           {"v 0 \\\n0 \\\r\n0\nv 1 \\\r0 0\nv 0 1 0\\\n 9\nf 1 2\\\n 3", "|: " + loadertest.Face3 + "\n"},
		"continued name":      {loadertest.Corner3 + "g a \\\n b\nf 1 2 3", "a b|: " + loadertest.Face3 + "\n"},
		"\\ in a name":        {loadertest.Corner3 + "usemtl a\\b\nf 1 2 3", "|a\\b: " + loadertest.Face3 + "\n"},
		"weights and colours": {"v 0 0 0 x\nv 1 0 0 0.5\nv 0 1 0 1 0 0\nf 1 2 3", "|: " + loadertest.Face3 + "\n"},
		"numbers":             {"v -0. +.0 0e9\nv 10e-1 0.0 -0\nv 0 .1E+1 0\nf 1 2 3", "|: (-0,0,0)(1,0,-0)(0,1,0)\n"},
		"not finite":          {"v NaN INF -Infinity\n" + loadertest.Corner3 + "f 1 2 3", "|: (NaN,+Inf,-Inf)(0,0,0)(1,0,0)\n"},
		"unknown statements":  {loadertest.Corner3 + "hello world\nf 1 2 3\nvp 0\nl 1 9\np 77\n", "|: " + loadertest.Face3 + "\n"},
		"no faces":            {"o a\nv 0 0 0", ""},
		"short faces":         {loadertest.Corner3 + "f\nf 1\nf 1 2\nf 1 2 3", "|: " + loadertest.Face3 + "#3\n"},
		"polygons": {loadertest.Corner3 + "v 1 1 0\nf 1 2 3\nf 1 2 4 3\nf 1 2 3",
			"|: " + loadertest.Face3 + "#0 (0,0,0)(1,0,0)(1,1,0)#1 (0,0,0)(1,1,0)(0,1,0)#1 " + loadertest.Face3 + "#2\n"},
		"parts": {"o Car\ng Wheel\nusemtl rubber\n" + loadertest.Corner3 + "f 1 2 3\ng Axle\nf 1 2 3\ng Wheel\nf 2 3 1\nusemtl steel\nf 3 1 2\no\ng\nf 1 2 3",
			"Car/Wheel (rubber)|rubber: " + loadertest.Face3 + " (1,0,0)(0,1,0)(0,0,0)\nCar/Axle|rubber: " + loadertest.Face3 + "\nCar/Wheel (steel)|steel: (0,1,0)(0,0,0)(1,0,0)\n|steel: " + loadertest.Face3 + "\n"},
		"a group of the object's name": {"o a\ng a\n" + loadertest.Corner3 + "f 1 2 3", "a|: " + loadertest.Face3 + "\n"},
	} {
		s, format, err := loader.Decode(t.Context(), []byte(c.text), nil, loader.Options{})
		if err != nil || format != loader.OBJ {
			t.Errorf("%s: %v, %v", name, format, err)
			continue
		}
		if got := loadertest.Faces(s); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		loadertest.Corner3 + "f 1 2 4":                         `obj: face 0 (line 4): vertex 4 does not exist: the file has 3`,
		loadertest.Corner3 + "f 1 2 3\n\nf 1 2 0":              `obj: face 1 (line 6): vertex 0 does not exist: the first one is 1`,
		loadertest.Corner3 + "f 1 2 -4":                        `obj: face 0 (line 4): vertex -4 does not exist: there are 3 before this line`,
		"f 1 2 -1\n" + loadertest.Corner3:                      `obj: face 0 (line 1): vertex -1 does not exist: there are 0 before this line`,
		loadertest.Corner3 + "f 1 2 99999999999999999":         `obj: face 0 (line 4): vertex 99999999999999999 does not exist`,
		loadertest.Corner3 + "f 1 2 3.5":                       `obj: face 0 (line 4): "3.5" is not a corner`,
		loadertest.Corner3 + "f 1 2 /3":                        `obj: face 0 (line 4): "/3" is not a corner`,
		"v 0 0 0\nv 0 0":                                       `obj: line 2: vertex 2 has too few numbers`,
		"v 0 0 0\nv 0 0 # 0":                                   `obj: line 2: vertex 2 has too few numbers`,
		"v 0 0 0\r\nv 1,5 0 0":                                 `obj: line 2: vertex 2: "1,5" is not a number`,
		"v 0 0 0\nv 0x1p3 0 0":                                 `obj: line 2: vertex 2: "0x1p3" is not a number`,
		"v 0 0 0\nv 1_0 0 0":                                   `obj: line 2: vertex 2: "1_0" is not a number`,
		"v 0 0 0\nv 1.#IND 0 0":                                `obj: line 2: vertex 2: "1.#IND" is not a number`,
		"v 0 0 0\nv 1e999 0 0":                                 `obj: line 2: vertex 2: "1e999" is beyond the range of 64-bit floating point`,
		"v 0 0 0 \\\n\nv . 0 0":                                `obj: line 3: vertex 2: "." is not a number`,
		"v 0 0 0\nsurf 0 1 0 1 1":                              `obj: line 2: statement surf is not supported`,
		"v 0 0 0\ncall x.obj":                                  `obj: line 2: statement call is not supported`,
		"v\x00 \x000\x00 \x000\x00 \x000\x00":                  `obj: the file is UTF-16; OBJ must be ASCII or UTF-8`,
		loadertest.Corner3 + "f" + strings.Repeat(" 1", 65537): `obj: face 0 (line 4): has more than 65536 corners`,
	} {
		s, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{})
		if err == nil || err.Error() != want || s != nil {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

// TestNotOBJ: a text without any statement of OBJ is not an OBJ file.
func TestNotOBJ(t *testing.T) {
	for _, text := range []string{"# nothing\n", "hello\nworld\n", "f(x) = 2\n", "v one two three\n", "<v 0 0 0>\nv 0 0 0", "o my god\n", "v 0 0 0\x01\n"} {
		if _, format, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{}); !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("%q: %v, %v", text, format, err)
		}
	}
}

// TestObjects: the objects of a file are those of o, or else those of g, or else the whole file.
func TestObjects(t *testing.T) {
	for text, want := range map[string]string{
		"f 1 2 3\nusemtl a\nf 1 2 3":                                  "[] [0 0]",
		"g a\nf 1 2 3\ng b\nf 1 2 3\nusemtl m\nf 1 2 3\ng a\nf 1 2 3": "[a b] [0 1 1 0]",
		"f 1 2 3\no x\ng a\nf 1 2 3\ng b\nf 1 2 3\no y\ng a\nf 1 2 3": "[ x y] [0 1 1 2]",
	} {
		s, _, err := loader.Decode(t.Context(), []byte(loadertest.Corner3+text), nil, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var of []int
		for _, p := range s.Meshes[0].Parts {
			of = append(of, p.Object)
		}
		if got := fmt.Sprint(s.Meshes[0].Objects, of); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestGap: the precision of a text is the coarser of those of its digits and its type.
func TestGap(t *testing.T) {
	for _, c := range []struct {
		vertices string
		at, want float64
	}{
		{"v 0.123456 1.5 0\n", 0.9, 1e-6},
		{"v 0.123456 1.5 0\n", 1, 1e-5}, // 6 significant digits
		{"v 0.123456 1.5 0\n", 1000, 1e-2},
		{"v 1234.5 0 0\n", 1234.5, 0.1},
		{"v 1.234567e-05 0 0\n", 1.2e-5, 1e-11},
		{"v 1.234567e-05 0 0\n", 1, 1e-6},
		{"v 1 2 3\n", 3, 1},
		{"v 0.1234567890123456789 0 0\n", 1, 0x1p-52},
		{"v 1000.000 0 0\n", 999.999, 1e-3},
		{"v 1000.000 0 0\n", 1000, 1e-3},
		{"v 0 0 0\n", 0, 1},
	} {
		s, _, err := loader.Decode(t.Context(), []byte(c.vertices+"f 1 1 1"), nil, loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Meshes[0].Parts[0].Positions.Resolution(-c.at, math.Inf(1)); got != c.want {
			t.Errorf("%q at %g: %g, want %g", c.vertices, c.at, got, c.want)
		}
	}
}

func FuzzDecodeOBJ(f *testing.F) {
	f.Add([]byte(loadertest.Corner3 + "f 1/1 -2//1 \\\n3\nv 1 1e0 .5 0.25 # a\ng a b\nusemtl c\nf 1 2 4 3\nf 1 2\no d\nl 1 2\nfo -1 -2 -3"))
	f.Add(loadertest.GridOBJ(3, true, true))
	loadertest.SeedFiles(f, ".obj")
	f.Fuzz(loadertest.DecodeFuzzed)
}

// TestUVs: texture coordinates are not read. That is an error only if they are asked for.
func TestUVs(t *testing.T) {
	const refused = "obj: reading UVs of this format is not supported"
	loadertest.WantUVs(t, loadertest.Corner3+"f 1 2 3", "")
	loadertest.WantUVs(t, loadertest.Corner3+"vt 0 0\nf 1/1 2/1 3/1", refused)
}

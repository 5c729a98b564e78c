package loader_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// gridOBJ returns an OBJ of a grid of n by n quads, cut into triangles or not, with texture
// coordinates and normals in its faces where asked for.
func gridOBJ(n int, quads, full bool) []byte {
	var b bytes.Buffer
	for y := range n + 1 {
		for x := range n + 1 {
			fmt.Fprintf(&b, "v %.6f %.6f %.6f\n", float64(x)/float64(n), float64(y)/float64(n), 0.1*math.Sin(float64(x*y)/float64(n)))
		}
	}
	corner := func(x, y int) string {
		v := y*(n+1) + x + 1
		if full {
			return fmt.Sprintf("%d/%d/%d", v, v, v)
		}
		return fmt.Sprint(v)
	}
	for y := range n {
		for x := range n {
			c := [4]string{corner(x, y), corner(x+1, y), corner(x+1, y+1), corner(x, y+1)}
			if quads {
				fmt.Fprintf(&b, "f %s %s %s %s\n", c[0], c[1], c[2], c[3])
				continue
			}
			fmt.Fprintf(&b, "f %s %s %s\nf %s %s %s\n", c[0], c[1], c[2], c[0], c[2], c[3])
		}
	}
	return b.Bytes()
}

func BenchmarkOBJ(b *testing.B) {
	const n = 316
	for _, c := range []struct {
		name        string
		quads, full bool
	}{{"triangles", false, false}, {"triangles with texture coordinates", false, true}, {"quads", true, false}} {
		data := gridOBJ(n, c.quads, c.full)
		b.Run(c.name, func(b *testing.B) { benchmarkDecode(b, data, 2*n*n, 1) })
	}
}

// facesOf writes the triangles of all parts: "NAME MATERIAL: corners ...", corners as coordinates
// without spaces, and "#" with the face where faces were cut.
func facesOf(s *mesh.Scene) string {
	var b strings.Builder
	m := s.Meshes[0]
	for i := range m.Parts {
		p := &m.Parts[i]
		fmt.Fprintf(&b, "%s|%s:", p.Name, p.Material)
		for k := range p.Triangles() {
			b.WriteByte(' ')
			for _, v := range p.Triangle(k) {
				fmt.Fprintf(&b, "(%g,%g,%g)", v[0], v[1], v[2])
			}
			if p.Faces != nil {
				fmt.Fprintf(&b, "#%d", p.Faces[k])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// corner3 are three vertices, and what the triangle of them is written as.
const corner3, face3 = "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "(0,0,0)(1,0,0)(0,1,0)"

func TestOBJ(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain":               {corner3 + "f 1 2 3\n", "|: " + face3 + "\n"},
		"no end of line":      {corner3 + "f 1 2 3", "|: " + face3 + "\n"},
		"CR":                  {strings.ReplaceAll(corner3, "\n", "\r") + "f 1 2 3\r", "|: " + face3 + "\n"},
		"CR LF":               {strings.ReplaceAll(corner3, "\n", "\r\n") + "f 1 2 3\r\n", "|: " + face3 + "\n"},
		"byte order mark":     {"\ufeff" + corner3 + "f 1 2 3", "|: " + face3 + "\n"},
		"zero bytes":          {corner3 + "f\x001 2\x003\x00\n\x00", "|: " + face3 + "\n"},
		"tabs and spaces":     {" v\t0  0\t 0 \n\tv 1 0 0\nv  0 1\v0\f\n f\t1  2 3 \n", "|: " + face3 + "\n"},
		"all forms":           {corner3 + "vt 0 0\nvn 0 0 1\nf 1/1 2/1/1 3//1", "|: " + face3 + "\n"},
		"what is behind a /":  {corner3 + "f 1/x 2/-99 3//", "|: " + face3 + "\n"},
		"negative":            {"v 9 9 9\n" + corner3 + "f -3 -2 -1\nv 7 7 7", "|: " + face3 + "\n"},
		"forward":             {"f 1 2 3\n" + corner3, "|: " + face3 + "\n"},
		"signs":               {corner3 + "f +1 +2 +3", "|: " + face3 + "\n"},
		"fo":                  {corner3 + "fo 1 2 3", "|: " + face3 + "\n"},
		"comments":            {"# a\n" + corner3 + "f 1 2 3 # 4 \\\n#f 1 2 3\nf 1 2 3 #", "|: " + face3 + " " + face3 + "\n"},
		"# within a name":     {corner3 + "g a#b # c\nf 1 2 3", "a#b|: " + face3 + "\n"},
		"continued":           {"v 0 \\\n0 \\\r\n0\nv 1 \\\r0 0\nv 0 1 0\\\n 9\nf 1 2\\\n 3", "|: " + face3 + "\n"},
		"continued name":      {corner3 + "g a \\\n b\nf 1 2 3", "a b|: " + face3 + "\n"},
		"\\ in a name":        {corner3 + "usemtl a\\b\nf 1 2 3", "|a\\b: " + face3 + "\n"},
		"weights and colours": {"v 0 0 0 x\nv 1 0 0 0.5\nv 0 1 0 1 0 0\nf 1 2 3", "|: " + face3 + "\n"},
		"numbers":             {"v -0. +.0 0e9\nv 10e-1 0.0 -0\nv 0 .1E+1 0\nf 1 2 3", "|: (-0,0,0)(1,0,-0)(0,1,0)\n"},
		"not finite":          {"v NaN INF -Infinity\n" + corner3 + "f 1 2 3", "|: (NaN,+Inf,-Inf)(0,0,0)(1,0,0)\n"},
		"unknown statements":  {corner3 + "hello world\nf 1 2 3\nvp 0\nl 1 9\np 77\n", "|: " + face3 + "\n"},
		"no faces":            {"o a\nv 0 0 0", ""},
		"short faces":         {corner3 + "f\nf 1\nf 1 2\nf 1 2 3", "|: " + face3 + "#3\n"},
		"polygons": {corner3 + "v 1 1 0\nf 1 2 3\nf 1 2 4 3\nf 1 2 3",
			"|: " + face3 + "#0 (0,0,0)(1,0,0)(1,1,0)#1 (0,0,0)(1,1,0)(0,1,0)#1 " + face3 + "#2\n"},
		"parts": {"o Car\ng Wheel\nusemtl rubber\n" + corner3 + "f 1 2 3\ng Axle\nf 1 2 3\ng Wheel\nf 2 3 1\nusemtl steel\nf 3 1 2\no\ng\nf 1 2 3",
			"Car/Wheel (rubber)|rubber: " + face3 + " (1,0,0)(0,1,0)(0,0,0)\nCar/Axle|rubber: " + face3 + "\nCar/Wheel (steel)|steel: (0,1,0)(0,0,0)(1,0,0)\n|steel: " + face3 + "\n"},
		"a group of the object's name": {"o a\ng a\n" + corner3 + "f 1 2 3", "a|: " + face3 + "\n"},
	} {
		s, format, err := loader.Decode(t.Context(), []byte(c.text), nil, loader.Options{})
		if err != nil || format != loader.OBJ {
			t.Errorf("%s: %v, %v", name, format, err)
			continue
		}
		if got := facesOf(s); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestOBJRefused(t *testing.T) {
	for text, want := range map[string]string{
		corner3 + "f 1 2 4":                         `obj: face 0 (line 4): vertex 4 does not exist: the file has 3`,
		corner3 + "f 1 2 3\n\nf 1 2 0":              `obj: face 1 (line 6): vertex 0 does not exist: the first one is 1`,
		corner3 + "f 1 2 -4":                        `obj: face 0 (line 4): vertex -4 does not exist: there are 3 before this line`,
		"f 1 2 -1\n" + corner3:                      `obj: face 0 (line 1): vertex -1 does not exist: there are 0 before this line`,
		corner3 + "f 1 2 99999999999999999":         `obj: face 0 (line 4): vertex 99999999999999999 does not exist`,
		corner3 + "f 1 2 3.5":                       `obj: face 0 (line 4): "3.5" is not a corner`,
		corner3 + "f 1 2 /3":                        `obj: face 0 (line 4): "/3" is not a corner`,
		"v 0 0 0\nv 0 0":                            `obj: line 2: vertex 2 has too few numbers`,
		"v 0 0 0\nv 0 0 # 0":                        `obj: line 2: vertex 2 has too few numbers`,
		"v 0 0 0\r\nv 1,5 0 0":                      `obj: line 2: vertex 2: "1,5" is not a number`,
		"v 0 0 0\nv 0x1p3 0 0":                      `obj: line 2: vertex 2: "0x1p3" is not a number`,
		"v 0 0 0\nv 1_0 0 0":                        `obj: line 2: vertex 2: "1_0" is not a number`,
		"v 0 0 0\nv 1.#IND 0 0":                     `obj: line 2: vertex 2: "1.#IND" is not a number`,
		"v 0 0 0\nv 1e999 0 0":                      `obj: line 2: vertex 2: "1e999" is beyond the range of 64-bit floating point`,
		"v 0 0 0 \\\n\nv . 0 0":                     `obj: line 3: vertex 2: "." is not a number`,
		"v 0 0 0\nsurf 0 1 0 1 1":                   `obj: line 2: statement surf is not supported`,
		"v 0 0 0\ncall x.obj":                       `obj: line 2: statement call is not supported`,
		"v\x00 \x000\x00 \x000\x00 \x000\x00":       `obj: the file is UTF-16; OBJ must be ASCII or UTF-8`,
		corner3 + "f" + strings.Repeat(" 1", 65537): `obj: face 0 (line 4): has more than 65536 corners`,
	} {
		s, _, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{})
		if err == nil || err.Error() != want || s != nil {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

// TestNotOBJ: a text without any statement of OBJ is none.
func TestNotOBJ(t *testing.T) {
	for _, text := range []string{"# nothing\n", "hello\nworld\n", "f(x) = 2\n", "v one two three\n", "<v 0 0 0>\nv 0 0 0", "o my god\n", "v 0 0 0\x01\n"} {
		if _, format, err := loader.Decode(t.Context(), []byte(text), nil, loader.Options{}); !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("%q: %v, %v", text, format, err)
		}
	}
}

// TestOBJObjects: the objects of a file are what stands under o, else under g, else the file.
func TestOBJObjects(t *testing.T) {
	for text, want := range map[string]string{
		"f 1 2 3\nusemtl a\nf 1 2 3":                                  "[] [0 0]",
		"g a\nf 1 2 3\ng b\nf 1 2 3\nusemtl m\nf 1 2 3\ng a\nf 1 2 3": "[a b] [0 1 1 0]",
		"f 1 2 3\no x\ng a\nf 1 2 3\ng b\nf 1 2 3\no y\ng a\nf 1 2 3": "[ x y] [0 1 1 2]",
	} {
		s, _, err := loader.Decode(t.Context(), []byte(corner3+text), nil, loader.Options{})
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

// TestOBJGap: the precision of text is the coarsest of what its digits and its type say.
func TestOBJGap(t *testing.T) {
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

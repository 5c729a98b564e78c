package loadertest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// BinarySTL returns triangles of 9 coordinates each as a binary STL file.
func BinarySTL(header string, xyz []float32) []byte {
	n := len(xyz) / 9
	out := make([]byte, 80, 84+50*n)
	copy(out, header)
	out = binary.LittleEndian.AppendUint32(out, uint32(n))
	for i := range n {
		out = append(out, make([]byte, 12)...)
		for _, x := range xyz[9*i : 9*i+9] {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
		out = append(out, byte(i), byte(i>>8))
	}
	return out
}

// textFacet writes one facet in the common layout.
func textFacet(w *strings.Builder, verb string, t []float32) {
	w.WriteString("  facet normal 0 0 1\n    outer loop\n")
	for v := range 3 {
		fmt.Fprintf(w, "      vertex "+verb+" "+verb+" "+verb+"\n", t[3*v], t[3*v+1], t[3*v+2])
	}
	w.WriteString("    endloop\n  endfacet\n")
}

// TextSTL returns triangles as a text STL file of one solid. verb formats a coordinate.
func TextSTL(name, verb string, xyz []float32) []byte {
	var w strings.Builder
	fmt.Fprintf(&w, "solid %s\n", name)
	for i := 0; i+9 <= len(xyz); i += 9 {
		textFacet(&w, verb, xyz[i:i+9])
	}
	fmt.Fprintf(&w, "endsolid %s\n", name)
	return []byte(w.String())
}

// RandomSoup returns n triangles from a fixed seed.
func RandomSoup(n int) []float32 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	xyz := make([]float32, 9*n)
	for i := range xyz {
		xyz[i] = float32(r.NormFloat64() * math.Pow(10, float64(r.IntN(7)-3)))
	}
	return xyz
}

// Raw returns the bytes of numbers in little-endian order.
func Raw(data any) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, data)
	if err != nil {
		panic(err)
	}
	return b
}

// Soup returns all corners of a mesh as they are stored.
func Soup(m *mesh.Mesh) []float32 {
	var xyz []float32
	for i := range m.Parts {
		for k := range m.Parts[i].Triangles() {
			for _, v := range m.Parts[i].Triangle(k) {
				xyz = append(xyz, float32(v[0]), float32(v[1]), float32(v[2]))
			}
		}
	}
	return xyz
}

// SameBits compares floats as bits, so that NaN equals itself and 0 is not -0.
func SameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// Faces returns the triangles of the parts of the first mesh, a line for each part: "NAME|MATERIAL: corners
// ...", with "#" and the number of the face where faces were cut.
func Faces(s *mesh.Scene) string {
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

// Corner3 are three vertices of an OBJ, Face3 the triangle of them as Faces writes it.
const Corner3, Face3 = "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "(0,0,0)(1,0,0)(0,1,0)"

// GridOBJ returns an OBJ of a grid of n by n quads, or of two triangles for each. With full, faces have texture
// coordinates and normals.
func GridOBJ(n int, quads, full bool) []byte {
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

// GridPLY returns the grid of GridOBJ as a PLY of triangles.
func GridPLY(n int, format string) []byte {
	var b bytes.Buffer
	v := (n + 1) * (n + 1)
	fmt.Fprintf(&b, "ply\nformat %s 1.0\nelement vertex %d\n%selement face %d\n%send_header\n", format, v, "property float x\nproperty float y\nproperty float z\n", 2*n*n, "property list uchar int vertex_indices\n")
	for i := range v {
		x, y := i%(n+1), i/(n+1)
		p := [3]float32{float32(x) / float32(n), float32(y) / float32(n), float32(0.1 * math.Sin(float64(x*y)/float64(n)))}
		if format == "ascii" {
			fmt.Fprintf(&b, "%.6f %.6f %.6f\n", p[0], p[1], p[2])
		} else {
			b.Write(Raw(p))
		}
	}
	for i := range n * n {
		a := int32(i/n*(n+1) + i%n)
		for _, f := range [2][3]int32{{a, a + 1, a + int32(n) + 2}, {a, a + int32(n) + 2, a + int32(n) + 1}} {
			if format == "ascii" {
				fmt.Fprintf(&b, "3 %d %d %d\n", f[0], f[1], f[2])
			} else {
				b.WriteByte(3)
				b.Write(Raw(f))
			}
		}
	}
	return b.Bytes()
}

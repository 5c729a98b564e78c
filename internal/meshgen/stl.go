package meshgen

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/hschendel/stl"

	"github.com/meshcheck/meshcheck/geom"
)

// WriteSTL writes a soup as binary STL, 84 + 50·n bytes: an empty header, zero normals, coordinates as
// float32. It fails only if w fails.
func WriteSTL(w io.Writer, soup []geom.Triangle) error {
	solid := stl.Solid{Triangles: make([]stl.Triangle, len(soup))}
	for i, t := range soup {
		for k, v := range t {
			solid.Triangles[i].Vertices[k] = stl.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
		}
	}
	out := bufio.NewWriter(w)
	return errors.Join(solid.WriteAll(out), out.Flush())
}

// WriteASCIISTL writes a soup as one solid of an ASCII STL, with the shortest
// numbers that read back to the same float32 and zero normals. It fails only if w
// fails.
func WriteASCIISTL(w io.Writer, name string, soup []geom.Triangle) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "solid %s\n", name)
	for _, t := range soup {
		fmt.Fprint(out, "  facet normal 0 0 0\n    outer loop\n")
		for _, v := range t {
			fmt.Fprintf(out, "      vertex %s %s %s\n", number(v[0]), number(v[1]), number(v[2]))
		}
		fmt.Fprint(out, "    endloop\n  endfacet\n")
	}
	fmt.Fprintf(out, "endsolid %s\n", name)
	return out.Flush()
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 32) }

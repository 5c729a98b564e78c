package meshgen

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/meshcheck/meshcheck/geom"
)

// WriteSTL writes a soup as binary STL, 84 + 50·n bytes: an empty header, zero
// normals, coordinates as float32. It fails only if w fails.
func WriteSTL(w io.Writer, soup []geom.Triangle) error {
	out := bufio.NewWriter(w)
	var record [84]byte
	binary.LittleEndian.PutUint32(record[80:], uint32(len(soup)))
	out.Write(record[:])
	clear(record[:])
	for _, t := range soup {
		at := 12
		for _, v := range t {
			for _, x := range v {
				binary.LittleEndian.PutUint32(record[at:], math.Float32bits(float32(x)))
				at += 4
			}
		}
		out.Write(record[:50])
	}
	// A bufio.Writer remembers its first error.
	return out.Flush()
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

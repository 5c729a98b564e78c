package stl_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/mesh"
)

func FuzzDecodeSTL(f *testing.F) {
	f.Add(loadertest.BinarySTL("solid", loadertest.RandomSoup(3)))
	f.Add(append(loadertest.BinarySTL("", loadertest.RandomSoup(2)), 1, 2, 3))
	f.Add(loadertest.TextSTL("a b", "%.9g", loadertest.RandomSoup(2)))
	f.Add([]byte("solid a\r\n" + strings.ToUpper(oneFacet) + "endsolid a\nsolid\nfacet normal nan 1.#IND 0 outer loop vertex -inf 1e-45 1e38"))
	f.Add([]byte("solid a\n" + oneFacet + "endsolid"))
	loadertest.SeedFiles(f, ".stl")
	f.Fuzz(func(t *testing.T, data []byte) {
		loadertest.DecodeFuzzed(t, data)
		// As facets of a binary file, any bytes are decoded as they were written. The first letter
		// keeps the header from being that of a GLB.
		header := "h" + string(data[:min(len(data), 79)])
		xyz := make([]float32, 9*(len(data)/36))
		if _, err := binary.Decode(data, binary.LittleEndian, xyz); err != nil {
			t.Fatal(err)
		}
		s, _, err := loadertest.Decode(t, loadertest.BinarySTL(header, xyz))
		if err != nil || !loadertest.SameBits(storedSoup(&s.Meshes[0].Parts[0]), xyz) {
			t.Errorf("a binary file of %d facets does not come back: %v", len(xyz)/9, err)
		}
	})
}

// storedSoup returns the corners of all triangles as they are stored, including signalling NaNs,
// which a conversion to float64 would change.
func storedSoup(p *mesh.Part) (xyz []float32) {
	for c := range 3 * p.Triangles() {
		v := 3 * p.Corner(c)
		xyz = append(xyz, p.Positions.F32[v:v+3]...)
	}
	return xyz
}

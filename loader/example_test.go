package loader_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/loader"
)

// A model is read from any reader. The format is detected from its bytes.
func ExampleRead() {
	text := `solid wedge
  facet normal 0 0 1
    outer loop
      vertex 0 0 0
      vertex 1 0 0
      vertex 0 1 0
    endloop
  endfacet
endsolid wedge`
	m, err := loader.Read(context.Background(), strings.NewReader(text), loader.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	part := &m.Scene.Meshes[0].Parts[0]
	fmt.Println(m.Format, part.Name, part.Triangles(), part.Triangle(0)[1])

	_, err = loader.Read(context.Background(), strings.NewReader(text[:80]), loader.Options{})
	var malformed *loader.FormatError
	if errors.As(err, &malformed) {
		fmt.Println(malformed.Place)
		fmt.Println(malformed.Err)
	}
	// Output:
	// stl wedge 1 [1 0 0]
	// facet 0 (line 5, byte 80)
	// the file ends inside the facet
}

package fbx_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// text returns a text file of version 7500 with the given objects and connections.
func text(objects string, connections ...string) []byte {
	return []byte("; FBX 7.5.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7500\n}\nObjects:  {\n" + objects + "}\nConnections:  {\n" + strings.Join(connections, "") + "}\n")
}

// tetrahedron has the arrays of a Geometry.
const tetrahedron = "\t\tVertices: *12 {\n\t\t\ta: 0,0,0,1,0,0,0,1,0,0,0,1\n\t\t}\n" +
	"\t\tPolygonVertexIndex: *12 {\n\t\t\ta: 0,2,-2,0,1,-4,0,3,-3,1,2,-4\n\t\t}\n"

// geometry returns a Geometry with more than the tetrahedron.
func geometry(id int, name string, more ...string) string {
	return fmt.Sprintf("\tGeometry: %d, \"Geometry::%s\", \"Mesh\" {\n%s%s\t}\n", id, name, tetrahedron, strings.Join(more, ""))
}

// model returns a Model with properties.
func model(id int, name string, properties ...string) string {
	return modelOf("Mesh", id, name, properties...)
}

func modelOf(class string, id int, name string, properties ...string) string {
	return fmt.Sprintf("\tModel: %d, \"Model::%s\", \"%s\" {\n\t\tProperties70:  {\n%s\t\t}\n\t}\n", id, name, class, strings.Join(properties, ""))
}

// property returns a property of numbers.
func property(name string, values ...float64) string {
	s := fmt.Sprintf("\t\t\tP: %q, \"\", \"\", \"A\"", name)
	for _, v := range values {
		s += fmt.Sprintf(",%v", v)
	}
	return s + "\n"
}

// connect connects objects: child, parent and so on.
func connect(ids ...int) (s string) {
	for i := 0; i+1 < len(ids); i += 2 {
		s += fmt.Sprintf("\tC: \"OO\",%d,%d\n", ids[i], ids[i+1])
	}
	return s
}

// mustDecode decodes a valid file.
func mustDecode(t *testing.T, data []byte) *mesh.Scene {
	t.Helper()
	s, format, err := loadertest.Decode(t, data)
	if err != nil || format != loader.FBX {
		t.Fatalf("%v in\n%s", err, data)
	}
	return s
}

package usd

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/loader/source"
)

// FuzzDecode decodes anything as a file that refers to itself by its name.
func FuzzDecode(f *testing.F) {
	const part = "(\n  defaultPrim = \"P\"\n)\nclass Xform \"P\" (prepend apiSchemas = [\"PhysicsRigidBodyAPI\"]) {\ndef Mesh \"M\" (prepend apiSchemas = [\"PhysicsCollisionAPI\"]) {\n" + tetrahedron + "}\n}\n"
	const scene = "def \"A\" (references = @part.usda@; instanceable = true) {}\ndef PointInstancer \"I\" {\nrel prototypes = </A>\nint[] protoIndices = [0, 0]\npoint3f[] positions = [(0, 0, 0), (1, 2, 3)]\n}\n"
	f.Add([]byte(empty + part))
	f.Add([]byte(empty + "def \"A\" (references = @./main.usd@</B>) {}\ndef \"B\" { int[] a.timeSamples = { 0: [1], 1: None } }\n"))
	f.Add(packageOf(f, entry{name: "main.usda", text: empty + scene}, entry{name: "part.usda", text: empty + part}))
	for _, name := range []string{"values.usdc", "edits_0.14.0.usdc"} {
		data, err := os.ReadFile(filepath.Join("crate", "testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &source.Input{Format: USD, Name: "main.usd", Folder: fstest.MapFS{"main.usd": {Data: data}}, MaxMemory: 256 << 20, UVs: true, Colors: true, Poses: true,
			Progress: source.NewProgress(nil), Workers: 1}
		if err := in.Hold(int64(len(data))); err != nil {
			t.Fatal(err)
		}
		_, err := Decode(t.Context(), in, data)
		if err != nil && !isLoaderError(err) {
			t.Errorf("got the error %T %v", err, err)
		}
	})
}

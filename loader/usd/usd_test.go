package usd

import (
	"archive/zip"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// filesOf returns a folder with text layers, of which each begins with its name in a line "-- name".
func filesOf(text string) fstest.MapFS {
	folder := fstest.MapFS{}
	for part := range strings.SplitSeq(text, "-- ") {
		if name, layer, ok := strings.Cut(part, "\n"); ok {
			folder[name] = &fstest.MapFile{Data: []byte("#usda 1.0\n" + layer)}
		}
	}
	return folder
}

// decodeIn decodes the file main.usda of a folder.
func decodeIn(ctx context.Context, t testing.TB, folder fstest.MapFS) (*mesh.Scene, error) {
	t.Helper()
	data := folder["main.usda"].Data
	in := &source.Input{Format: USD, Folder: folder, Name: "main.usda", MaxMemory: 1 << 20, Progress: source.NewProgress(nil), Workers: 1}
	if err := in.Hold(int64(len(data))); err != nil {
		t.Fatal(err)
	}
	return Decode(ctx, in, data)
}

// What is refused since a layer is missing or cannot be read, and how it is named.
func TestRefusedLayers(t *testing.T) {
	const refer = "-- main.usda\ndef \"A\" (references = @%@) {}\n"
	for _, c := range []struct{ why, files, want string }{
		{"all there", strings.Replace(refer, "%", "b.usda", 1) + "-- b.usda\n(\n  defaultPrim = \"B\"\n)\ndef \"B\" {}\n", ""},
		{"a missing layer", strings.Replace(refer, "%", "gone.usda", 1), "format </A>: reference to @gone.usda@: file does not exist"},
		{"a missing sublayer", "-- main.usda\n(\n  subLayers = [@gone.usda@]\n)\n", "format : sublayer @gone.usda@: file does not exist"},
		{"two missing layers", strings.Replace(refer, "%", "gone.usda", 1) + "def \"C\" (payload = @gone.usdc@) {}\n",
			"format </A>: reference to @gone.usda@: file does not exist (and 1 more)"},
		{"a layer outside of the folder", strings.Replace(refer, "%", "../a.usda", 1), "format </A>: reference to @../a.usda@: it is outside of the folder that may be read"},
		{"an Alembic layer", strings.Replace(refer, "%", "x/a.ABC", 1), "unsupported </A>: the Alembic layer x/a.ABC"},
		{"an Alembic layer with another ending", strings.Replace(refer, "%", "a.dat", 1) + "-- a.dat\n", "unsupported </A>: the Alembic layer a.dat"},
		{"a URL", strings.Replace(refer, "%", "https://example.com/a.usda", 1), "format </A>: reference to @https://example.com/a.usda@: a URL is not followed"},
		{"an old crate file", strings.Replace(refer, "%", "old.usdc", 1), "unsupported </A>: crate version 0.0.1 of old.usdc"},
		{"a layer of another format", strings.Replace(refer, "%", "b.xyz", 1), "unsupported </A>: the format of the layer b.xyz"},
		{"a damaged layer", strings.Replace(refer, "%", "b.usda", 1) + "-- b.usda\n\n}\n", "format </A>: reference to @b.usda@: line 3: "},
		{"a missing reference in another layer", strings.Replace(refer, "%", "b.usda", 1) + "-- b.usda\n(\n  defaultPrim = \"B\"\n)\ndef \"B\" { def \"C\" (references = @c.usda@) {}\n}\n",
			"format b.usda </A/C>: reference to @c.usda@: file does not exist"},
		{"a fault in the file itself", "-- main.usda\ndef {", "format line 2: "},
		{"a file that ends early", "-- main.usda\ndef Mesh \"A\" {", "format : the file seems to be cut off: line 2: "},
		{"a layer that ends early", strings.Replace(refer, "%", "b.usda", 1) + "-- b.usda\ndef Mesh \"A\" {", "format </A>: reference to @b.usda@: the file seems to be cut off: line 2: "},
		{"a package that is compressed", strings.Replace(refer, "%", "packed.usdz", 1), "format </A>: reference to @packed.usdz@: a.usda is compressed, which is not allowed in packages of USD"},
		{"a layer greater than the memory", strings.Replace(refer, "%", "big.usda", 1) + "-- big.usda\n" + strings.Repeat("\n", 1<<20), "limit bytes"},
	} {
		folder := filesOf(c.files)
		folder["old.usdc"] = &fstest.MapFile{Data: append([]byte("PXR-USDC\x00\x00\x01"), make([]byte, 90)...)}
		folder["a.dat"] = &fstest.MapFile{Data: []byte("Ogawa\xff")}
		folder["b.xyz"] = &fstest.MapFile{Data: []byte("v 0 0 0\n")}
		folder["packed.usdz"] = &fstest.MapFile{Data: packageOf(t, entry{name: "a.usda", text: empty, method: zip.Deflate})}
		_, err := decodeIn(t.Context(), t, folder)
		var malformed *source.FormatError
		var unsupported *source.UnsupportedError
		var limit *source.LimitError
		got := ""
		switch {
		case errors.As(err, &limit):
			got = "limit " + limit.What
		case errors.As(err, &unsupported):
			got = "unsupported " + unsupported.Place + ": " + unsupported.Feature
		case errors.As(err, &malformed):
			got = "format " + malformed.Place + ": " + malformed.Err.Error()
		case err != nil:
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := decodeIn(ctx, t, filesOf("-- main.usda\ndef \"A\" {}\n")); !errors.Is(err, context.Canceled) || s != nil {
		t.Errorf("Decode = %v, %v", s, err)
	}
}

// Values that are not read: blocks of animation hide no default value, and edits of arrays are refused.
func TestUnknownValues(t *testing.T) {
	const mesh = "-- main.usda\ndef Mesh \"M\" (references = @weak.usda@</M>) {\n%\n}\n-- weak.usda\ndef Mesh \"M\" {\n" + tetrahedron + "}\n"
	for _, c := range []struct{ why, text, want string }{
		{"a block of animation", "point3f[] points = AnimationBlock", ""},
		{"an edit of an array", "int[] faceVertexIndices = edit [append 5]", "unsupported"},
	} {
		s, err := decodeIn(t.Context(), t, filesOf(strings.Replace(mesh, "%", c.text, 1)))
		var unsupported *source.UnsupportedError
		switch {
		case c.want == "" && (err != nil || len(s.Meshes) != 1 || s.Meshes[0].Triangles() != 4):
			t.Errorf("%s: %v", c.why, err)
		case c.want != "" && !errors.As(err, &unsupported):
			t.Errorf("%s: got error %v", c.why, err)
		}
	}
}

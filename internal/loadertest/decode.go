package loadertest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// Decode decodes a file without side files.
func Decode(t testing.TB, data []byte) (*mesh.Scene, loader.Format, error) {
	t.Helper()
	return loader.Decode(t.Context(), data, nil, loader.Options{})
}

// MustDecode decodes a valid file, and checks its scene.
func MustDecode(t testing.TB, data []byte) *mesh.Scene {
	t.Helper()
	s, _, err := Decode(t, data)
	if err != nil {
		t.Fatal(err)
	}
	if tt, ok := t.(*testing.T); ok {
		CheckScene(tt, s)
	}
	return s
}

// WantFormatError checks that data is refused at a place, with a cause that contains why.
func WantFormatError(t *testing.T, data []byte, format loader.Format, place, why string) {
	t.Helper()
	s, got, err := Decode(t, data)
	var fe *loader.FormatError
	if !errors.As(err, &fe) {
		t.Fatalf("Decode = %v, want a FormatError", err)
	}
	if s != nil || got != format || fe.Format != format {
		t.Errorf("scene %v, format %q, want none and %q", s, got, format)
	}
	if fe.Place != place || !strings.Contains(fe.Err.Error(), why) {
		t.Errorf("Decode: %q: %v\nwant     %q: …%s…", fe.Place, fe.Err, place, why)
	}
	if want := string(format) + ": " + place; !strings.HasPrefix(err.Error(), want) || fe.Unwrap() == nil {
		t.Errorf("Error() = %q, want it to begin with %q", err, want)
	}
}

// WantUVs checks that a file loads without texture coordinates, and that with them it has an UnsupportedError
// with the text want, or none if want is "".
func WantUVs(t *testing.T, data, want string) {
	t.Helper()
	if _, _, err := Decode(t, []byte(data)); err != nil {
		t.Errorf("%.60q: %v", data, err)
	}
	_, _, err := loader.Decode(t.Context(), []byte(data), nil, loader.Options{UVs: true})
	var unsupported *loader.UnsupportedError
	if want == "" && err != nil || want != "" && (!errors.As(err, &unsupported) || err.Error() != want) {
		t.Errorf("%.60q: %v, want %q", data, err, want)
	}
}

// KindOf names the kind of a loading error as the answers of fixtures do.
func KindOf(err error) string {
	var format *loader.FormatError
	var unsupported *loader.UnsupportedError
	switch {
	case errors.As(err, &unsupported):
		return "unsupported"
	case errors.As(err, &format), errors.Is(err, loader.ErrUnknownFormat):
		return "format"
	case err == nil:
		return "no"
	}
	return "other"
}

// CompareMeshes compares the meshes of a scene with the answer of its fixture.
func CompareMeshes(t *testing.T, scene *mesh.Scene, want []fixtures.Mesh) {
	t.Helper()
	if len(scene.Meshes) != len(want) {
		t.Fatalf("%d meshes, want %d", len(scene.Meshes), len(want))
	}
	for k, m := range scene.Meshes {
		w := want[k]
		if m.Name != w.Name || m.Triangles() != w.Triangles {
			t.Errorf("mesh %d: %q with %d triangles, want %q with %d", k, m.Name, m.Triangles(), w.Name, w.Triangles)
		}
		if w.Parts == nil {
			continue // one part without a name
		}
		if len(m.Parts) != len(w.Parts) {
			t.Errorf("mesh %d: %d parts, want %d", k, len(m.Parts), len(w.Parts))
			continue
		}
		for p := range m.Parts {
			got := fixtures.Part{Name: m.Parts[p].Name, Material: m.Parts[p].Material, Triangles: m.Parts[p].Triangles()}
			if got != w.Parts[p] {
				t.Errorf("mesh %d part %d: %+v, want %+v", k, p, got, w.Parts[p])
			}
		}
	}
}

// BenchmarkDecode measures the decoding of a file whose first mesh has the given number of triangles.
func BenchmarkDecode(b *testing.B, data []byte, triangles, workers int) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s, _, err := loader.Decode(b.Context(), data, nil, loader.Options{Workers: workers})
		if err != nil || s.Meshes[0].Triangles() != triangles {
			b.Fatal(err)
		}
	}
}

// WriteFile writes a file, creates its folder if needed, and returns path.
func WriteFile(t *testing.T, path string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Hash returns the SHA-256 of data in hexadecimal.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

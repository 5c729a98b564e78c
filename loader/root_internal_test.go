package loader

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// withLayers adds a format to the table for a test: each line of a file after the first names a layer,
// all of which are read.
func withLayers(t *testing.T) {
	t.Helper()
	before := decoders
	t.Cleanup(func() { decoders = before })
	const mark = "LAYERED"
	decoders = append(slices.Clone(decoders), decoder{
		layered: true,
		recognize: func(head []byte, _ int64) (Format, source.Certainty) {
			if bytes.HasPrefix(head, []byte(mark)) {
				return "layered", source.Certain
			}
			return "", 0
		},
		decode: func(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
			s := &mesh.Scene{}
			for name := range strings.SplitSeq(strings.TrimPrefix(string(data), mark+"\n"), "\n") {
				layer, err := in.ReadWholeSide(ctx, name)
				if err != nil {
					return nil, in.Fail(name, "%w", err)
				}
				s.Warnings = append(s.Warnings, string(layer))
			}
			return s, nil
		},
		estimate: func(io.ReaderAt, []byte, int64, fs.FS) source.Estimate { return source.Estimate{} },
	})
}

// write writes files below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRoot: layers are read below the root, and HashSides finds them there again.
func TestRoot(t *testing.T) {
	withLayers(t)
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"secret":            "secret",
		"p/shared/a":        "A",
		"p/set/own":         "O",
		"p/set/up":          "LAYERED\n../shared/a\nown",
		"p/set/far":         "LAYERED\n../../secret",
		"p/set/link":        "LAYERED\n../shared/out",
		"p/set/gone":        "LAYERED\n../shared/gone",
		"p/set/folder":      "LAYERED\n../shared",
		"p/set/round":       "LAYERED\n../../p/shared/a",
		"elsewhere/m/model": "LAYERED\n../own\n",
	})
	links := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "p", "shared", "out")) == nil
	t.Chdir(filepath.Join(dir, "p"))
	for _, row := range []struct{ path, root, want string }{
		{"set/up", dir, "A O"},
		{"set/up", filepath.Join(dir, "p"), "A O"},
		{"set/up", ".", "A O"},
		{"set/up", "../p", "A O"},
		{filepath.Join(dir, "p", "set", "up"), ".", "A O"},
		{"set/up", "", "../shared/a: it is outside of the folder that may be read"},
		{"set/up", "set", "outside"},
		{"set/up", "shared", "outside"}, // not the model's
		{"set/up", "gone", "outside"},
		{"set/far", ".", "outside"},
		{"set/far", dir, "secret"},
		{"set/link", ".", "escapes"},
		{"set/gone", ".", "no such file"},
		{"set/folder", ".", "not a regular file"},
		{"set/round", dir, "A"},
	} {
		if strings.HasSuffix(row.path, "link") && !links {
			continue
		}
		var sides []SideFile
		m, err := Open(t.Context(), filepath.FromSlash(row.path), Options{Root: row.root, Side: func(s SideFile) { sides = append(sides, s) }})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = strings.Join(m.Scene.Warnings, " ")
		}
		if !strings.Contains(got, row.want) {
			t.Errorf("%s below %q: %s, want %s", row.path, row.root, got, row.want)
		}
		if len(sides) == 0 {
			t.Errorf("%s below %q: no side file was told", row.path, row.root)
		}
		again, err := HashSides(t.Context(), filepath.FromSlash(row.path), row.root, sides)
		if err != nil || !slices.Equal(again, sides) {
			t.Errorf("%s below %q: told %+v, then %+v, %v", row.path, row.root, sides, again, err)
		}
	}
}

// TestRootOfOtherFormats: only layers may be above the model's folder.
func TestRootOfOtherFormats(t *testing.T) {
	withLayers(t)
	decoders[len(decoders)-1].layered = false
	dir := t.TempDir()
	write(t, dir, map[string]string{"a": "A", "set/up": "LAYERED\n../a"})
	if _, err := Open(t.Context(), filepath.Join(dir, "set", "up"), Options{Root: dir}); err == nil || !strings.Contains(err.Error(), "outside") {
		t.Error(err)
	}
}

// TestGrownLayer: a layer that has grown since is not the one that was read.
func TestGrownLayer(t *testing.T) {
	withLayers(t)
	dir := t.TempDir()
	write(t, dir, map[string]string{"a": "A", "model": "LAYERED\na"})
	var sides []SideFile
	path := filepath.Join(dir, "model")
	if _, err := Open(t.Context(), path, Options{Side: func(s SideFile) { sides = append(sides, s) }}); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"a": "A and more"})
	now, err := HashSides(t.Context(), path, "", sides)
	if err != nil || slices.Equal(now, sides) || now[0].SHA256 == "" {
		t.Errorf("%+v, then %+v, %v", sides, now, err)
	}
}

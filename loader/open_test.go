package loader_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

func TestOpenFindsFormatInContent(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name   string
		data   []byte
		format loader.Format
	}{
		{"a.stl", loadertest.SquareModel().GLB(), loader.GLB},
		{"b.glb", loadertest.SquareModel().Text(), loader.GLTF},
		{"c.gltf", loadertest.BinarySTL("", loadertest.SquareSoup), loader.STL},
		{"d", loadertest.TextSTL("x", "%g", loadertest.SquareSoup), loader.STL},
	} {
		m, err := loader.Open(t.Context(), loadertest.WriteFile(t, filepath.Join(dir, c.name), c.data), loader.Options{})
		if err != nil || m.Format != c.format || m.SHA256 != loadertest.Hash(c.data) {
			t.Errorf("%s: %q, %s, %v", c.name, m.Format, m.SHA256, err)
			continue
		}
		if got := loadertest.Soup(m.Scene.Meshes[0]); !slices.Equal(got, loadertest.SquareSoup) {
			t.Errorf("%s: corners %v", c.name, got)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if m, err := loader.Open(t.Context(), filepath.Join(dir, "none.stl"), loader.Options{}); !errors.Is(err, fs.ErrNotExist) || m == nil || m.SHA256 != "" {
		t.Errorf("a missing file: %+v, %v", m, err)
	}
	if m, err := loader.Open(t.Context(), dir, loader.Options{}); err == nil || m == nil || m.SHA256 != "" {
		t.Errorf("a folder: %+v, %v", m, err)
	}
	// What is known of a malformed file is reported.
	data := loadertest.BinarySTL("", loadertest.SquareSoup)[:120]
	m, err := loader.Open(t.Context(), loadertest.WriteFile(t, filepath.Join(dir, "cut.stl"), data), loader.Options{})
	if err == nil || m.Scene != nil || m.Format != loader.STL || m.SHA256 != loadertest.Hash(data) {
		t.Errorf("a truncated file: %+v, %v", m, err)
	}
	m, err = loader.Open(t.Context(), loadertest.WriteFile(t, filepath.Join(dir, "empty.stl"), nil), loader.Options{})
	if !errors.Is(err, loader.ErrUnknownFormat) || m.Format != "" || m.SHA256 != loadertest.Hash(nil) {
		t.Errorf("an empty file: %+v, %v", m, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m, err := loader.Open(ctx, filepath.Join(dir, "cut.stl"), loader.Options{}); !errors.Is(err, context.Canceled) || m.SHA256 != "" {
		t.Errorf("a cancelled context: %+v, %v", m, err)
	}
}

func TestRead(t *testing.T) {
	data := loadertest.SquareModel().GLB()
	for name, r := range map[string]io.Reader{
		"whole": bytes.NewReader(data), "byte by byte": iotest.OneByteReader(bytes.NewReader(data)),
		"error with the data": iotest.DataErrReader(bytes.NewReader(data)),
	} {
		m, err := loader.Read(t.Context(), r, loader.Options{})
		if err != nil || m.Format != loader.GLB || m.SHA256 != loadertest.Hash(data) || !slices.Equal(loadertest.Soup(m.Scene.Meshes[0]), loadertest.SquareSoup) {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	broken := errors.New("the disk is on fire")
	m, err := loader.Read(t.Context(), io.MultiReader(bytes.NewReader(data[:50]), iotest.ErrReader(broken)), loader.Options{})
	if !errors.Is(err, broken) || m == nil || m.SHA256 != "" || m.Format != "" {
		t.Errorf("a read error: %+v, %v", m, err)
	}
	b := loadertest.SquareModel()
	_, err = loader.Read(t.Context(), bytes.NewReader(b.JSON("side.bin")), loader.Options{})
	var fe *loader.FormatError
	if !errors.As(err, &fe) || fe.Place != "buffer 0" || !strings.Contains(err.Error(), `"side.bin" cannot be read`) {
		t.Errorf("a side file without a folder: %v", err)
	}
}

func TestSideFiles(t *testing.T) {
	b := loadertest.SquareModel()
	for _, c := range []struct{ uri, file string }{
		{"side.bin", "side.bin"},
		{"./side.bin", "side.bin"},
		{"data/deep/side.bin", "data/deep/side.bin"},
		{"data/./deep//side.bin", "data/deep/side.bin"},
		{"with space.bin", "with space.bin"},
		{"with%20space.bin", "with space.bin"},
		{"gr%C3%BCn%23%3F%25.bin", "grün#?%.bin"},
		{"grün.bin", "grün.bin"},
		{"a..b/..c.bin", "a..b/..c.bin"},
		{"sub/odd:name.bin", "sub/odd:name.bin"},
	} {
		t.Run(c.uri, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.ContainsAny(c.file, "?:") {
				t.Skip("no such file names on Windows")
			}
			dir := t.TempDir()
			// A side file may be longer than the buffer in it.
			loadertest.WriteFile(t, filepath.Join(dir, filepath.FromSlash(c.file)), append(bytes.Clone(b.Bin), "more"...))
			path := loadertest.WriteFile(t, filepath.Join(dir, "m.gltf"), b.JSON(c.uri))
			m, err := loader.Open(t.Context(), path, loader.Options{})
			if err != nil || !slices.Equal(loadertest.Soup(m.Scene.Meshes[0]), loadertest.SquareSoup) {
				t.Fatalf("Open = %v", err)
			}
		})
	}
}

func TestSideFilesRefused(t *testing.T) {
	b := loadertest.SquareModel()
	top := t.TempDir()
	dir := filepath.Join(top, "models")
	secret := loadertest.WriteFile(t, filepath.Join(top, "secret.bin"), b.Bin)
	loadertest.WriteFile(t, filepath.Join(dir, "ok.bin"), b.Bin)
	loadertest.WriteFile(t, filepath.Join(dir, "short.bin"), b.Bin[:40])
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	link(secret, "absolute-link.bin")
	link("../secret.bin", "relative-link.bin")
	link("..", "folder-link")
	link("loop.bin", "loop.bin")
	link("ok.bin", "good-link.bin")
	refused := map[string]string{
		"../secret.bin":                 "leads out of the document's folder",
		"x/../../secret.bin":            "leads out of the document's folder",
		"x/../ok.bin":                   "leads out of the document's folder",
		"..":                            "leads out of the document's folder",
		"%2e%2e/secret.bin":             "leads out of the document's folder",
		"%2E%2E%2Fsecret.bin":           "leads out of the document's folder",
		secret:                          "is an absolute path",
		"%2Fetc%2Fpasswd":               "is an absolute path",
		"//host/share/a.bin":            "is an absolute path",
		`..\secret.bin`:                 "has a backslash",
		`sub\ok.bin`:                    "has a backslash",
		"%5c%5chost%5cshare":            "has a backslash",
		"ok.bin%00.txt":                 "zero byte",
		"ok.bin?x=1":                    "has a query",
		"ok.bin#part":                   "a fragment",
		"ok%2.bin":                      "is not percent-encoded properly",
		"file:///etc/passwd":            "has a scheme",
		"file:ok.bin":                   "has a scheme",
		"http://127.0.0.1:1/ok.bin":     "has a scheme",
		"HTTPS://example.com/ok.bin":    "has a scheme",
		"C:ok.bin":                      "has a scheme",
		"jar:file:ok.bin":               "has a scheme",
		".":                             "is not the path of a file",
		"./":                            "is not the path of a file",
		"absolute-link.bin":             "escapes",
		"relative-link.bin":             "escapes",
		"folder-link/secret.bin":        "escapes",
		"loop.bin":                      "too many levels",
		"none.bin":                      "no such file",
		"short.bin":                     "has 40 bytes, but byteLength is 60",
		"ok.bin/":                       "",
		strings.Repeat("deep/", 400):    "",
		strings.Repeat("n", 500):        "",
		"folder":                        "not a regular file",
		"pipe":                          "not a regular file",
		strings.Repeat("../", 20) + "x": "leads out",
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if !makePipe(filepath.Join(dir, "pipe")) {
		delete(refused, "pipe")
	}
	delete(refused, "ok.bin/") // cleaned to ok.bin, which is there
	for uri, why := range refused {
		t.Run(uri, func(t *testing.T) {
			m, err := loader.Open(t.Context(), loadertest.WriteFile(t, filepath.Join(dir, "m.gltf"), b.JSON(uri)), loader.Options{})
			var fe *loader.FormatError
			if !errors.As(err, &fe) || fe.Place != "buffer 0" || m.Scene != nil || m.Format != loader.GLTF {
				t.Fatalf("Open = %+v, %v", m, err)
			}
			if !strings.Contains(err.Error(), why) {
				t.Errorf("%v, want …%s…", err, why)
			}
			if strings.Contains(err.Error(), top) && uri != secret {
				t.Errorf("the error tells where the folder is: %v", err)
			}
		})
	}
	if _, err := loader.Open(t.Context(), loadertest.WriteFile(t, filepath.Join(dir, "m.gltf"), b.JSON("good-link.bin")), loader.Options{}); err != nil {
		t.Errorf("a link within the folder: %v", err)
	}
}

func TestOnlyNeededSideFilesAreRead(t *testing.T) {
	b := loadertest.SquareModel()
	b.Doc["buffers"] = []any{
		loadertest.Object{"byteLength": 60, "uri": "used.bin"}, loadertest.Object{"byteLength": 9, "uri": "unused.bin"},
	}
	b.Doc["images"] = []any{loadertest.Object{"uri": "image.png"}}
	fsys := &recordingFS{FS: fstest.MapFS{"used.bin": {Data: b.Bin}, "unused.bin": {Data: b.Bin}, "image.png": {}}}
	if _, _, err := loader.Decode(t.Context(), b.JSON(""), fsys, loader.Options{}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(fsys.opened, []string{"used.bin"}) {
		t.Errorf("opened %q", fsys.opened)
	}
}

// recordingFS records which files were opened.
type recordingFS struct {
	fs.FS
	opened []string
}

func (f *recordingFS) Open(name string) (fs.File, error) {
	f.opened = append(f.opened, name)
	return f.FS.Open(name)
}

func (f *recordingFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

func TestProgress(t *testing.T) {
	b := loadertest.SquareModel()
	dir := t.TempDir()
	loadertest.WriteFile(t, filepath.Join(dir, "side.bin"), b.Bin)
	text := b.JSON("side.bin")
	for _, c := range []struct {
		name string
		data []byte
		want int64
	}{
		{"a.stl", loadertest.BinarySTL("", loadertest.RandomSoup(300_000)), 2 * (84 + 50*300_000)},
		{"b.stl", loadertest.TextSTL("b", "%f", loadertest.RandomSoup(20_000)), 0},
		{"c.gltf", text, 2 * int64(len(text)+len(b.Bin))},
	} {
		if c.want == 0 {
			c.want = 2 * int64(len(c.data))
		}
		path := loadertest.WriteFile(t, filepath.Join(dir, c.name), c.data)
		var calls int
		var done, total int64
		_, err := loader.Open(t.Context(), path, loader.Options{Progress: func(d, n int64) {
			calls++
			if d < done || n < d {
				t.Errorf("%s: %d of %d after %d of %d", c.name, d, n, done, total)
			}
			done, total = d, n
		}})
		if err != nil || done != c.want || total != c.want || calls < 2 {
			t.Errorf("%s: ended at %d of %d after %d calls, want %d: %v", c.name, done, total, calls, c.want, err)
		}
	}
	var first int64
	_, err := loader.Read(t.Context(), iotest.HalfReader(bytes.NewReader(loadertest.SquareModel().GLB())), loader.Options{Progress: func(_, n int64) {
		if first == 0 {
			first = n
		}
	}})
	if err != nil || first != -1 {
		t.Errorf("total is %d at first for a stream of unknown length: %v", first, err)
	}
}

package usd

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/loader/source"
)

// entry is an entry of a package to be made.
type entry struct {
	name, text string
	method     uint16
}

// packageOf returns a package with entries.
func packageOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, e := range entries {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: e.method})
		if err == nil {
			_, err = f.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// layersOf returns the layers of a model in a folder.
func layersOf(t testing.TB, folder fstest.MapFS, base, name string) *layers {
	t.Helper()
	in := &source.Input{Format: USD, Folder: folder, Base: base, Name: name, MaxMemory: 1 << 30, Progress: source.NewProgress(nil)}
	data := folder[strings.TrimPrefix(base+"/"+name, "/")].Data
	if err := in.Hold(int64(len(data))); err != nil {
		t.Fatal(err)
	}
	l := newLayers(t.Context(), in, data)
	if _, err := l.open(l.root); err != nil {
		t.Fatal(err)
	}
	return l
}

// overlapping returns a package whose two entries are the same bytes.
func overlapping(t testing.TB) []byte {
	const first, second = "a.usda", "b.usda"
	data := packageOf(t, entry{name: first, text: empty + strings.Repeat("\n", 1000)}, entry{name: second, text: empty})
	// In the directory, the second entry gets the place and the size of the first, which itself stays.
	const size, place = 24, 42
	directory := bytes.LastIndex(data, []byte("PK\x01\x02"))
	one := bytes.Index(data, []byte("PK\x01\x02"))
	copy(data[directory+size-8:directory+size+4], data[one+size-8:one+size+4])
	copy(data[directory+place:], data[one+place:one+place+4])
	return data
}

const empty = "#usda 1.0\n"

// Where the paths lead that layers have.
func TestResolve(t *testing.T) {
	inner := string(packageOf(t, entry{name: "deep/first.usda", text: empty}, entry{name: "beside.usda", text: empty}))
	kit := packageOf(t, entry{name: "sub/first.usda", text: empty}, entry{name: "sub/a.usda", text: empty}, entry{name: "other/b.usda", text: empty}, entry{name: "inner.usdz", text: inner})
	folder := fstest.MapFS{
		"p/set/root.usda": {Data: []byte(empty)},
		"p/set/kit.usdz":  {Data: kit},
		"p/up.usda":       {Data: []byte(empty)},
	}
	l := layersOf(t, folder, "p/set", "root.usda")
	for _, id := range []string{"kit.usdz", "kit.usdz[other/b.usda]", "kit.usdz[inner.usdz]", "../up.usda"} {
		if _, err := l.open(id); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	for _, c := range []struct{ from, path, want string }{
		{"root.usda", "a.usda", "a.usda"},
		{"root.usda", "./a/../b.usda", "b.usda"},
		{"root.usda", "../up.usda", "../up.usda"},
		{"root.usda", "../set/root.usda", "../set/root.usda"}, // as written, another layer
		{"root.usda", "kit.usdz", "kit.usdz"},
		{"root.usda", "kit.usdz[other/b.usda]", "kit.usdz[other/b.usda]"},
		{"root.usda", "./kit.usdz[inner.usdz[./beside.usda]]", "kit.usdz[inner.usdz[beside.usda]]"},
		{"../up.usda", "set/root.usda", "../set/root.usda"},
		{"kit.usdz", "./a.usda", "kit.usdz[sub/a.usda]"}, // beside the first layer of the package
		{"kit.usdz", "a.usda", "kit.usdz[sub/a.usda]"},
		{"kit.usdz", "../other/b.usda", "kit.usdz[other/b.usda]"},
		{"kit.usdz[other/b.usda]", "./a.usda", "kit.usdz[other/a.usda]"}, // which is not there
		{"kit.usdz[other/b.usda]", "a.usda", "kit.usdz[sub/a.usda]"},     // beside the first layer
		{"kit.usdz[other/b.usda]", "root.usda", "root.usda"},             // beside the package
		{"kit.usdz[other/b.usda]", "../inner.usdz[beside.usda]", "kit.usdz[inner.usdz[beside.usda]]"},
		{"kit.usdz[inner.usdz]", "first.usda", "kit.usdz[inner.usdz[deep/first.usda]]"},
		{"kit.usdz[inner.usdz]", "../beside.usda", "kit.usdz[inner.usdz[beside.usda]]"},
		{"kit.usdz[inner.usdz]", "a.usda", "kit.usdz[sub/a.usda]"},
		{"of no layer", "a.png", "a.png"},
		{"root.usda", "", "error: the path is empty"},
		{"root.usda", "/etc/passwd", "error: an absolute path is not followed"},
		{"root.usda", "C:/a.usda", "error: an absolute path is not followed"},
		{"root.usda", "https://example.com/a.usda", "error: a URL is not followed"},
		{"root.usda", "anon:0x1", "error: a URL is not followed"},
		{"root.usda", "a.usda:SDF_FORMAT_ARGS:x=y", "error: arguments of file formats are not supported"},
		{"root.usda", "a.usda]", "error: brackets are not in pairs"},
		{"root.usda", "kit.usdz" + strings.Repeat("[a.usdz", 17) + strings.Repeat("]", 17), "error: more than 16 packages are in one another"},
	} {
		got, err := l.resolve(c.from, c.path)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("@%s@ in %s: %s, want %s", c.path, c.from, got, c.want)
		}
	}
}

// What can be opened, in whatever format it is.
func TestOpenLayers(t *testing.T) {
	stored := packageOf(t, entry{name: "a.usda", text: empty}, entry{name: "b.usda", text: "#usda 1.0\n{"}, entry{name: "c.usda", text: empty, method: zip.Deflate},
		entry{name: "folder/", text: ""}, entry{name: "x.usdz", text: "PK\x03\x04"}, entry{name: "again.usdz", text: string(packageOf(t, entry{name: "t.txt", text: "t"}))})
	single := packageOf(t, entry{name: "a.usda", text: empty})
	wide := bytes.Clone(single)
	copy(wide[18:], "\xff\xff\xff\xff\xff\xff\xff\xff") // the sizes in the header of the entry
	damaged := bytes.Replace(stored, []byte(empty), []byte("#usda 1.1\n"), 1)
	folder := fstest.MapFS{
		"root.usda":    {Data: []byte(empty)},
		"named.usdc":   {Data: []byte(empty)},
		"kit.usdz":     {Data: stored},
		"damaged.usdz": {Data: damaged},
		"packed.usdz":  {Data: packageOf(t, entry{name: "c.usda", text: empty, method: zip.Deflate})},
		"twice.usdz":   {Data: packageOf(t, entry{name: "a.usda", text: empty}, entry{name: "./a.usda", text: empty})},
		"overlap.usdz": {Data: overlapping(t)},
		"named.usdz":   {Data: bytes.Replace(single, []byte("a.usda"), []byte("b.usda"), 1)},
		"hidden.usdz":  {Data: append(single[:len(single):len(single)], packageOf(t, entry{name: "other.usda", text: empty})...)}, // the last directory has no first entry
		"wide.usdz":    {Data: wide},
		"folder.usdz":  {Data: packageOf(t, entry{name: "a/"}, entry{name: "a/a.usda", text: empty})},
		"same.usdz":    {Data: append([]byte("PK\x03\x04"+strings.Repeat("\x00", 22)+"\x06\x00\x00\x00a.usda"), single...)},
		"none.usdz":    {Data: packageOf(t)},
		"cut.usdz":     {Data: stored[:60]},
		"empty.usda":   {},
		"image.usda":   {Data: []byte("\x89PNG\r\n")},
		"bad.usda":     {Data: []byte("#usda 1.0\n\n}")},
		"old.usdc":     {Data: append([]byte("PXR-USDC\x00\x00\x01"), make([]byte, 90)...)},
		"cut.usdc":     {Data: []byte("PXR-USDC\x00\x08\x00")},
	}
	for _, c := range []struct{ id, want string }{
		{"named.usdc", ""},
		{"kit.usdz", ""},
		{"kit.usdz[a.usda]", ""},
		{"kit.usdz[b.usda]", "line 2: "},
		{"kit.usdz[c.usda]", "c.usda is compressed, which is not allowed in packages of USD"},
		{"kit.usdz[d.usda]", "it is not in the package"},
		{"kit.usdz[x.usdz]", "the package is cut off or damaged"},
		{"kit.usdz[again.usdz]", `the first file of the package is no layer but "t.txt"`},
		{"kit.usdz[a.usda[b.usda]]", "kit.usdz[a.usda] is no package"},
		{"named.usdc[a.usda]", "named.usdc is no package"},
		{"damaged.usdz", "a.usda has a wrong checksum"},
		{"packed.usdz", "c.usda is compressed, which is not allowed in packages of USD"},
		{"twice.usdz", `two entries of the package are called "a.usda"`},
		{"overlap.usdz", "the entries of the package overlap"},
		{"named.usdz", `the package begins with "b.usda", but the first file of its directory is "a.usda"`},
		{"hidden.usdz", `the package begins with "a.usda", but the first file of its directory is "other.usda"`},
		{"same.usdz", `the package does not begin with its first file, "a.usda"`},
		{"wide.usdz", "a.usda is stored as ZIP64, which OpenUSD does not read"},
		{"folder.usdz", `the first file of the package is no layer but "a"`},
		{"none.usdz", `this is no layer of USD: it begins with "PK\x05\x06`},
		{"cut.usdz", "the package is cut off or damaged"},
		{"gone.usda", "file does not exist"},
		{"../root.usda", "it is outside of the folder that may be read"},
		{"empty.usda", "the layer is empty"},
		{"image.usda", `this is no layer of USD: it begins with "\x89PNG\r\n"`},
		{"bad.usda", "line 3: "},
		{"old.usdc", "crate version 0.0.1 of old.usdc is not supported"},
		{"cut.usdc", "byte 11: the file ends within its head"},
	} {
		l := layersOf(t, folder, "", "root.usda")
		_, err := l.open(c.id)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got error %v, want %q", c.id, err, c.want)
		}
		if l.fatal != nil {
			t.Errorf("%s: ended the load: %v", c.id, l.fatal)
		}
	}
}

// A link that leads out of the root is as a path that does.
func TestLinkOut(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "out.usda"), []byte(empty), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "out.usda"), filepath.Join(dir, "in", "link.usda")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	l := layersOf(t, fstest.MapFS{"root.usda": {Data: []byte(empty)}}, "", "root.usda")
	l.Folder = root.FS()
	if _, err := l.open("link.usda"); !errors.Is(err, source.ErrOutside) {
		t.Error(err)
	}
}

// A layer that exceeds the memory ends the load, though what refers to it would only be incomplete.
func TestLayerLimit(t *testing.T) {
	folder := fstest.MapFS{"root.usda": {Data: []byte(empty)}, "big.usda": {Data: []byte(empty + strings.Repeat("\n", 1<<20))}}
	l := layersOf(t, folder, "", "root.usda")
	l.MaxMemory = 1 << 20
	_, err := l.open("big.usda")
	var limit *source.LimitError
	if !errors.As(err, &limit) || !errors.As(l.fatal, &limit) {
		t.Errorf("got the errors %v and %v", err, l.fatal)
	}
}

// Side files are told when they are read, and references when they are found; packages count once.
func TestToldLayers(t *testing.T) {
	folder := fstest.MapFS{"root.usda": {Data: []byte(empty)}, "kit.usdz": {Data: packageOf(t, entry{name: "a.usda", text: empty}, entry{name: "b.usda", text: empty})}}
	l := layersOf(t, folder, "", "root.usda")
	var told []string
	l.OnSideFile = func(s source.SideFile) { told = append(told, fmt.Sprint(s.Name, " ", s.SHA256 != "")) }
	l.OnReference = func(name string) { told = append(told, name) }
	for _, path := range []string{"kit.usdz", "kit.usdz[b.usda]", "gone.usda"} {
		if id, err := l.resolve("root.usda", path); err == nil {
			_, _ = l.open(id)
		}
	}
	if want := []string{"kit.usdz", "kit.usdz true", "kit.usdz", "gone.usda", "gone.usda false"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

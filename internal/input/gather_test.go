package input

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// plant makes empty files in a new folder, which becomes the working folder, and links
// ("a -> b").
func plant(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		name, target, link := strings.Cut(name, " -> ")
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if link {
			err = os.Symlink(target, name)
		} else {
			err = os.WriteFile(name, nil, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// gathered returns the paths for the arguments, the other warnings, and "!" before paths that
// cannot be opened and folders and globs without models.
func gathered(t *testing.T, o Options, named ...string) (paths, warnings []string) {
	t.Helper()
	o.AllowEmpty = true
	o.Warn = func(path, text string) {
		if strings.HasPrefix(text, ErrNoModels.Error()) || strings.Contains(text, "matches this glob") {
			paths = append(paths, "!"+path)
			return
		}
		warnings = append(warnings, path+": "+text)
	}
	files, err := Gather(t.Context(), named, nil, o)
	if err != nil && err != ErrAllExcluded {
		t.Fatal(err)
	}
	for _, in := range files {
		if in.Err != nil {
			in.Path = "!" + in.Path
		}
		paths = append(paths, filepath.ToSlash(in.Path))
	}
	return paths, warnings
}

func TestGather(t *testing.T) {
	plant(t, "a/z.glb", "a/b/x.STL", "a/b/y.gltf", "a/b/y.bin", "a/b.glb", "a/readme.md", "a/Ä.stl",
		"c/d/e/f.glb", "c/d/g.stl", "c/d/scan.dat", "c/{x}.glb", "c/[1].glb", "none/x.txt", "top.glb", "-.stl")
	all := []string{"a/b/x.STL", "a/b/y.gltf", "a/b.glb", "a/z.glb", "a/Ä.stl"}
	for _, c := range []struct {
		name    string
		named   []string
		exclude string
		want    []string
	}{
		{"files in the order given", []string{"top.glb", "a/z.glb", "a/b.glb"}, "", []string{"top.glb", "a/z.glb", "a/b.glb"}},
		{"once, under the first name", []string{"./top.glb", "top.glb", "a/../top.glb"}, "", []string{"./top.glb"}},
		{"a folder in the order of names", []string{"a"}, "", all},
		{"a folder with a slash", []string{"a/"}, "", all},
		{"a file before its folder", []string{"a/z.glb", "a"}, "", append([]string{"a/z.glb"}, "a/b/x.STL", "a/b/y.gltf", "a/b.glb", "a/Ä.stl")},
		{"a file of any name", []string{"c/d/scan.dat"}, "", []string{"c/d/scan.dat"}},
		{"a file that is not there", []string{"gone.glb"}, "", []string{"gone.glb"}},
		{"a folder without models", []string{"none"}, "", []string{"!none"}},
		{"a glob in one folder", []string{"a/*.glb"}, "", []string{"a/b.glb", "a/z.glb"}},
		{"a glob over folders", []string{"**/*.glb"}, "", []string{"a/b.glb", "a/z.glb", "c/[1].glb", "c/d/e/f.glb", "c/{x}.glb", "top.glb"}},
		{"stars in the middle", []string{"c/**/f.glb"}, "", []string{"c/d/e/f.glb"}},
		{"stars for no folder", []string{"c/d/**/g.stl"}, "", []string{"c/d/g.stl"}},
		{"models only", []string{"c/**"}, "", []string{"c/[1].glb", "c/d/e/f.glb", "c/d/g.stl", "c/{x}.glb"}},
		{"folders by a glob", []string{"?/*/*"}, "", []string{"a/b/x.STL", "a/b/y.gltf", "c/d/g.stl"}},
		{"braces with folders", []string{"{a/b,c/d}/*"}, "", []string{"a/b/x.STL", "a/b/y.gltf", "c/d/g.stl"}},
		{"an ending that the glob spells", []string{"c/**/*.dat"}, "", []string{"c/d/scan.dat"}},
		{"a glob from here", []string{"./c/d/*.stl"}, "", []string{"c/d/g.stl"}},
		{"nothing matches", []string{"a/*.obj", "gone/**/*.glb"}, "", []string{"!a/*.obj", "!gone/**/*.glb"}},
		{"no valid glob", []string{"a/{b.glb"}, "", []string{"a/{b.glb"}},
		{"a file by the very name of a glob", []string{"c/{x}.glb", "c/[1].glb"}, "", []string{"c/{x}.glb", "c/[1].glb"}},
		{"a folder by the name of a model", []string{"c"}, "*.glb", []string{"c/d/g.stl"}},
		{"excluded by name", []string{"a", "top.glb"}, "b.glb top.*", []string{"a/b/x.STL", "a/b/y.gltf", "a/z.glb", "a/Ä.stl"}},
		{"an excluded folder", []string{"a", "a/b/x.STL"}, "b", []string{"a/b.glb", "a/z.glb", "a/Ä.stl"}},
		{"excluded with a path", []string{"a", "c"}, "a/b/ ./c/**/f.glb", []string{"a/b.glb", "a/z.glb", "a/Ä.stl", "c/[1].glb", "c/d/g.stl", "c/{x}.glb"}},
		{"all of a folder excluded", []string{"a", "top.glb"}, "a", []string{"top.glb"}},
	} {
		var o Options
		for _, glob := range strings.Fields(c.exclude) {
			if err := ValidExclude(glob); err != nil {
				t.Fatal(err)
			}
			o.Exclude = append(o.Exclude, glob)
		}
		got, warnings := gathered(t, o, c.named...)
		if !slices.Equal(got, c.want) || warnings != nil {
			t.Errorf("%s: %q, %v\nwant %q", c.name, got, warnings, c.want)
		}
	}
}

// Folders that cannot lead to a match are not read; here that would fail.
func TestGlobReadsNoOtherFolders(t *testing.T) {
	for _, c := range []struct {
		pattern, folder string
		want            bool
	}{
		{"*/x.glb", "a", true}, {"*/x.glb", "a/b", false}, {"a*/x.glb", "b", false}, {"**/x.glb", "a/b/c", true},
		{"a/**/x.glb", "b", false}, {"a/**/x.glb", "a/c/d", true}, {"a/**", "a/c/d", true}, {"**", "a", true},
		{"{a,b/c}/x.glb", "b", true}, {"x.glb", "a", false}, {"a/b/x.glb", "a", true}, {"a/b/x.glb", "a/c", false},
	} {
		if got := leadsTo(c.pattern)(c.folder); got != c.want {
			t.Errorf("%s leads to %s: %v", c.pattern, c.folder, got)
		}
	}
}

func TestFolderThatCannotBeRead(t *testing.T) {
	plant(t, "a/b/x.glb", "a/y.glb")
	if err := os.Chmod("a/b", 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("a/b", 0o777)
	if _, err := os.ReadDir("a/b"); err == nil {
		t.Skip("this user may read everything")
	}
	if got, _ := gathered(t, Options{}, "a"); !slices.Equal(got, []string{"!a/b", "a/y.glb"}) {
		t.Errorf("%q", got)
	}
}

func TestSplitList(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"a.glb\nb c.glb\n", []string{"a.glb", "b c.glb"}},
		{"a.glb\r\n\r\n b.glb \n\n-", []string{"a.glb", " b.glb ", "./-"}},
		{"a.glb\x00b\nc.glb\x00", []string{"a.glb", "b\nc.glb"}},
		{"a.glb\r\x00", []string{"a.glb\r"}},
	} {
		if got := splitList([]byte(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"a\nb", "a\nb"}, {"\xef\xbb\xbfa\n", "a\n"}, {"\xff\xfe", ""}, {"\xff\xfea\x00\n\x00\xac\x20", "a\n€"},
		{"\xfe\xff\x00/\xd8\x3d\xde\x00\x00\r\x00\n", "/😀\r\n"},
		{"\xff\xfea", "!"}, {"\xfe\xff\xd8\x3d", "!"}, {"\xfe\xff\xd8\x3d\x00a", "!"}, {"\xfe\xff\xde\x00\x00a", "!"},
		{"\xff\xfe\x00\x00/\x00\x00\x00", "!"}, {"\xff\xfeab\x00", "!"},
	} {
		text, err := decode([]byte(c.data))
		got := string(text)
		if err != nil {
			got = "!"
		}
		if got != c.want {
			t.Errorf("%q: %q, %v, want %q", c.data, got, err, c.want)
		}
	}
}

func TestExcludeRefuses(t *testing.T) {
	for _, glob := range []string{"", "/", "[a", "{a"} {
		if err := ValidExclude(glob); err == nil {
			t.Errorf("%q is taken for a glob", glob)
		}
	}
}

// TestNoModels checks that the error for a folder without models lists its other files.
func TestNoModels(t *testing.T) {
	plant(t, "empty/x/y", "maya/a.ma", "maya/b.MA", "maya/c/d.dae", "many/a.a", "many/b.b", "many/c.c", "many/d.d", "many/e", "many/f.d",
		"odd/a.b c", "odd/b.txt", "one/readme.md")
	const none = "no .gltf, .glb, .stl, .obj, .ply, .off, .3mf, .fbx, .usd, .usda, .usdc or .usdz files in this folder"
	for folder, want := range map[string]string{
		"empty": none,
		"maya":  none + "; it has 2 .ma and 1 .dae file",
		"many":  none + "; it has 2 .d, 1 .a, 1 .b and 2 other files",
		"odd":   none + "; it has 1 .txt and 1 other file",
		"one":   none + "; it has 1 .md file",
	} {
		files, err := Gather(t.Context(), []string{folder}, nil, Options{})
		if files != nil || !errors.Is(err, ErrNoModels) || err.Error() != folder+": "+want {
			t.Errorf("%s: %v, %v, want %q", folder, files, err, want)
		}
	}
	for _, c := range []struct{ named, want string }{
		{"maya/**", "maya/**: no model that meshcheck reads matches this glob; it matches 2 .ma and 1 .dae file"},
		{"maya/*.glb", "maya/*.glb: nothing matches this glob"},
		{"maya one gone/*", "maya: " + none + "; it has 2 .ma and 1 .dae file (and 2 more without models)"},
	} {
		var empty *EmptyError
		if _, err := Gather(t.Context(), strings.Fields(c.named), nil, Options{}); !errors.As(err, &empty) || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.named, err, c.want)
		}
	}
}

// TestSkip checks that models in formats that are not read are recognised by ending or content, and
// skipped once, unless they are named or excluded.
func TestSkip(t *testing.T) {
	plant(t, "a/x.glb", "a/k.MA", "a/b/u.blend", "a/b/link -> ../../far", "far/f.ma", "far/y.stl", "a/photo.png", "a/readme",
		"far/e/z.glb", "a/old.blend1", "a/p.scan", "only/q.ma")
	const maya = "//Maya ASCII 2024 scene"
	for name, text := range map[string]string{"a/noending": maya, "a/k.data": maya, "a/k.png": maya, "a/old.blend1": "BLENDER-v402", "a/w.scan": "#VRML V2.0"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all := []string{"a/b/link/f.ma .ma", "a/b/u.blend .blend", "a/k.MA .ma", "a/k.data .ma", "a/noending .ma", "a/w.scan .wrl"}
	for _, c := range []struct {
		named, listed, exclude string
		modelsOnly             bool
		files, want            []string
	}{
		{named: "a", files: []string{"a/b/link/e/z.glb", "a/b/link/y.stl", "a/x.glb"}, want: all},
		{named: "a a a/b", files: []string{"a/b/link/e/z.glb", "a/b/link/y.stl", "a/x.glb"}, want: all},
		{named: "a/*", files: []string{"a/x.glb"}, want: all[2:]},
		{named: "a/**/*.glb", files: []string{"a/b/link/e/z.glb", "a/x.glb"}},
		{named: "a/**/*.{glb,ma,blend}", files: []string{"a/b/link/e/z.glb", "a/x.glb"}, want: all[:2]},
		{named: "a", exclude: "*.blend k.* b", files: []string{"a/x.glb"}, want: all[4:]},
		{named: "a/k.MA a/x.glb only/*.ma", files: []string{"a/k.MA", "a/x.glb", "only/q.ma"}},
		{listed: "a/k.MA a/x.glb", files: []string{"a/k.MA", "a/x.glb"}},
		{named: "a/k.MA a/x.glb only/*.ma", modelsOnly: true, files: []string{"a/x.glb"}, want: []string{"a/k.MA .ma", "only/q.ma .ma"}},
		{listed: "gone.ma a/readme a/photo.png a/k.data gone.txt a/x.glb gone.glb", modelsOnly: true, files: []string{"a/x.glb", "gone.glb"},
			want: []string{"gone.ma .ma", "a/k.data .ma"}},
	} {
		var skipped []string
		o := Options{
			ModelsOnly: c.modelsOnly, AllowEmpty: true, Exclude: strings.Fields(c.exclude), Warn: func(string, string) {},
			Skip: func(path, ending string) { skipped = append(skipped, filepath.ToSlash(path)+" "+ending) },
		}
		files, err := Gather(t.Context(), strings.Fields(c.named), strings.Fields(c.listed), o)
		var got []string
		for _, f := range files {
			got = append(got, filepath.ToSlash(f.Path))
		}
		if err != nil || !slices.Equal(got, c.files) || !slices.Equal(skipped, c.want) {
			t.Errorf("%s%s: %q, skipped %q, %v\nwant %q, %q", c.named, c.listed, got, skipped, err, c.files, c.want)
		}
	}
}

// TestFolderOfFiles: files have the folder in which they were found, and named ones have none.
func TestFolderOfFiles(t *testing.T) {
	plant(t, "a/b/x.glb", "a/y.glb", "z.glb")
	files, err := Gather(t.Context(), []string{"a/y.glb", "a", "z.glb", "a/*/x.glb"}, []string{"."}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, filepath.ToSlash(f.Path)+" in "+f.Folder)
	}
	if want := []string{"a/y.glb in ", "a/b/x.glb in a", "z.glb in "}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

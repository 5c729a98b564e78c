package input

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

func TestLinks(t *testing.T) {
	plant(t, "a/x.glb", "a/self -> .", "a/up -> ..", "a/b/back -> ../../a", "a/b/y.glb", "out/z.glb", "a/far -> ../out",
		"a/gone.glb -> nowhere", "a/gone -> nowhere", "a/knot -> knot", "a/link.stl -> x.glb", "root -> a")
	inside := []string{"a/b/y.glb", "a/far/z.glb", "a/gone.glb", "a/link.stl", "a/x.glb"}
	got, warnings := gathered(t, Options{}, "a")
	if !slices.Equal(got, inside) {
		t.Errorf("%q\nwant %q", got, inside)
	}
	for i, w := range []string{"a/b/back: leads back", "a/self: leads back", "a/up: leads back"} {
		if len(warnings) != 3 || !strings.HasPrefix(filepath.ToSlash(warnings[i]), w) {
			t.Errorf("the warnings are %q, want one for %q", warnings, w)
		}
	}
	got, _ = gathered(t, Options{}, "root")
	if want := "root/b/y.glb"; len(got) != len(inside) || got[0] != want {
		t.Errorf("through a link: %q", got)
	}
	got, warnings = gathered(t, Options{}, "a/**/*.glb")
	if len(got) != 4 || len(warnings) != 3 {
		t.Errorf("by a glob: %q, %q", got, warnings)
	}
}

// Links in linked folders lead to a folder in exponentially many ways. It is read once.
func TestLinksOfLinks(t *testing.T) {
	names := []string{"n0/x.glb"}
	for i := 1; i < 60; i++ {
		for _, side := range []string{"l", "r"} {
			names = append(names, fmt.Sprintf("n%d/%s -> ../n%d", i, side, i-1))
		}
	}
	plant(t, names...)
	got, warnings := gathered(t, Options{}, "n39") // the system itself follows 40 links of a path
	if len(got) != 1 || len(warnings) != 1 || !strings.Contains(warnings[0], "linked more than once: 39") {
		t.Errorf("%q, %q", got, warnings)
	}
}

// A folder reached by a second path is read again if globs depend on the path, and each of its
// files is added once.
func TestLinksToOtherFiles(t *testing.T) {
	plant(t, "d/q.stl", "e/d2/q.stl", "a/d1 -> ../d", "a/d2 -> ../d", "s/l -> ../d", "d/r/x/z.stl")
	for _, c := range []struct {
		name, exclude string
		want          []string
		warnings      int
	}{
		{"a", "", []string{"a/d1/q.stl", "a/d1/r/x/z.stl"}, 1},
		{"a", "*.glb", []string{"a/d1/q.stl", "a/d1/r/x/z.stl"}, 1},
		{"a", "a/d1/*.stl", []string{"a/d1/r/x/z.stl", "a/d2/q.stl"}, 1},
		{"a", "a/{d1/r,d3/q}", []string{"a/d1/q.stl", "a/d2/r/x/z.stl"}, 1},
		{"a", "b/d1/*.stl", []string{"a/d1/q.stl", "a/d1/r/x/z.stl"}, 1},
		{"a/*/*.stl", "", []string{"a/d1/q.stl"}, 1},
		{"**/d2/*.stl", "", []string{"a/d2/q.stl", "e/d2/q.stl"}, 1},
		{"**/{d2/r,e/d2}/**/*.stl", "", []string{"a/d2/r/x/z.stl", "e/d2/q.stl"}, 1},
		{"{a/d2,s/l}/*.stl", "", []string{"a/d2/q.stl"}, 1},
	} {
		var o Options
		if c.exclude != "" {
			o.Exclude = Excludes{c.exclude}
		}
		got, warnings := gathered(t, o, c.name)
		if !slices.Equal(got, c.want) || len(warnings) != c.warnings {
			t.Errorf("%s without %s: %q, %q\nwant %q", c.name, c.exclude, got, warnings, c.want)
		}
	}
	o := Options{ExcludeBelow: Excludes{"a/d1/*.stl"}}
	o.Folder, _ = os.Getwd()
	if got, _ := gathered(t, o, "a"); !slices.Equal(got, []string{"a/d1/r/x/z.stl", "a/d2/q.stl"}) {
		t.Errorf("left out by the configuration: %q", got)
	}
}

// For any links and globs, Gather finds the real files that an exhaustive walk finds.
func TestLinksFindAll(t *testing.T) {
	names := []string{"top.glb"}
	for i := range 4 {
		names = append(names, fmt.Sprintf("n%d/x%d.glb", i, i), fmt.Sprintf("n%d/s/y.glb", i))
		for j := range i {
			names = append(names, fmt.Sprintf("n%d/l%d -> ../n%d", i, j, j), fmt.Sprintf("n%d/s/m%d -> ../../n%d/s", i, j, j))
		}
	}
	plant(t, names...)
	globs := []string{"**/*.glb", "n3/*/*/*.glb", "**/l1/l0/*.glb", "**/s/m0/*", "n3/{l2/l1,s/m1}/**", "n3/{l2/{l1/s,s},s/m1}/*", "n3/l[12]/s/m*/*"}
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 0))
	steps := []string{"**", "**", "*", "n3", "n2", "l?", "l0", "l1", "s", "m*", "m0", "{l1,s}", "{l2/l1,s}", "{s/m1,l2/**}", "l[01]"}
	random := func(least int) string {
		var path []string
		for range least + r.IntN(4) {
			path = append(path, steps[r.IntN(len(steps))])
		}
		return strings.Join(append(path, []string{"*", "*.glb", "y.glb", "x?.glb"}[r.IntN(4)]), "/")
	}
	for range 150 {
		globs = append(globs, random(0))
	}
	for i, glob := range globs {
		var o Options
		for range i % 4 {
			o.Exclude = append(o.Exclude, random(1))
		}
		if i%3 == 2 {
			o.ExcludeBelow, o.Exclude = o.Exclude, nil
			o.Folder, _ = os.Getwd()
		}
		found := map[string]bool{}
		got, _ := gathered(t, o, glob)
		for _, path := range got {
			if real, err := filepath.EvalSymlinks(path); err == nil { // else it is what is not there
				found[real] = true
			}
		}
		if want := everyWay(".", glob, &o); !maps.Equal(found, want) {
			t.Errorf("seed %d: %s without %q and %q: %v\nwant %v", seed, glob, o.Exclude, o.ExcludeBelow, found, want)
		}
	}
}

// everyWay returns the real paths of the files that match a glob by some path.
func everyWay(folder, glob string, o *Options) map[string]bool {
	found := map[string]bool{}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			maps.Copy(found, everyWay(path, glob, o))
		} else if doublestar.MatchUnvalidated(glob, filepath.ToSlash(path)) && !o.excluded(path) {
			real, _ := filepath.EvalSymlinks(path)
			found[real] = true
		}
	}
	return found
}

// A folder below a link is not read again at its own path.
func TestLinkBesideItsFolder(t *testing.T) {
	plant(t, "a/l -> x", "a/x/q.stl", "a/x/y/r.stl")
	for _, glob := range []string{"a", "a/**/*.stl", "a/**/{q,y/r}.stl"} {
		got, warnings := gathered(t, Options{}, glob)
		if !slices.Equal(got, []string{"a/l/q.stl", "a/l/y/r.stl"}) || len(warnings) != 1 {
			t.Errorf("%s: %q, %q", glob, got, warnings)
		}
	}
	if got, _ := gathered(t, Options{}, "a/x/q.stl", "a/x/*.stl", "a/l/q.stl"); !slices.Equal(got, []string{"a/x/q.stl", "a/l/q.stl"}) {
		t.Errorf("by their names: %q", got)
	}
}

// If globs depend on the path to a folder, there may be too many paths; skipping one is an
// error.
func TestLinksMakeTooManyPaths(t *testing.T) {
	names := []string{"n0/x.glb"}
	var o Options
	for i := 1; i < 16; i++ {
		for _, side := range []string{"l", "r"} {
			names = append(names, fmt.Sprintf("n%d/%s -> ../n%d", i, side, i-1))
		}
		o.Exclude = append(o.Exclude, "n15"+strings.Repeat("/*", i-1)+"/l"+strings.Repeat("/*", 20-i))
	}
	plant(t, names...)
	got, _ := gathered(t, o, "n15")
	given := 0
	for _, path := range got {
		if strings.HasPrefix(path, "!") {
			given++
		}
	}
	if len(got)-given != 1 || given == 0 || given > 15 {
		t.Errorf("%d files, %d folders given up", len(got)-given, given)
	}
}

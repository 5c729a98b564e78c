package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// cachedRun is the output of a run.
type cachedRun struct {
	status         int
	stdout, stderr string
	reports        map[string]string
	cached         int // files from the cache, -1 without one
}

// same reports whether two runs had the same output.
func (a *cachedRun) same(t *testing.T, what string, b *cachedRun) {
	t.Helper()
	if a.status != b.status || a.stdout != b.stdout || a.stderr != b.stderr {
		t.Errorf("%s: status %d and %d, or other text:\n%.2000s\n--- %.2000s\n%s\n--- %s", what, a.status, b.status, a.stdout, b.stdout, a.stderr, b.stderr)
	}
	for name, text := range a.reports {
		if text != b.reports[name] || text == "" {
			t.Errorf("%s: %s is another one, of %d and %d bytes", what, name, len(text), len(b.reports[name]))
		}
	}
}

var timingsLine = regexp.MustCompile(`(?m)^\{"load".*?("cached":(\d+))?\}\n`)

// runCached runs the program in a folder, with reports in some formats.
func runCached(t *testing.T, dir string, endings string, args ...string) *cachedRun {
	t.Helper()
	out := t.TempDir()
	r := &cachedRun{cached: -1, reports: map[string]string{}}
	for ending := range strings.FieldsSeq(endings) {
		args = append(args, "-o", filepath.Join(out, "r."+ending))
	}
	cmd := exec.Command("meshcheck", append(args, "--timings")...)
	cmd.Dir = dir
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	r.status, r.stdout = cmd.ProcessState.ExitCode(), stdout.String()
	if m := timingsLine.FindStringSubmatch(stderr.String()); m != nil && m[2] != "" {
		r.cached, _ = strconv.Atoi(m[2])
	}
	r.stderr = timingsLine.ReplaceAllString(stderr.String(), "")
	for ending := range strings.FieldsSeq(endings) {
		text, err := os.ReadFile(filepath.Join(out, "r."+ending))
		if err != nil {
			t.Error(err)
		}
		r.reports[ending] = string(text)
	}
	return r
}

// lightFixtures are all fixtures except those about hulls, whose check takes long.
func lightFixtures() []fixtures.Fixture {
	return slices.DeleteFunc(fixtures.All(), func(f fixtures.Fixture) bool { return strings.HasPrefix(f.Path, "hulls/") })
}

// fixtureTree makes a folder of fixtures; models in the other one have other names.
func fixtureTree(t *testing.T, renamed bool) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, fixtures.Files()); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "hulls")); err != nil {
		t.Fatal(err)
	}
	if !renamed {
		return dir
	}
	for _, f := range lightFixtures() {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.Rename(path, filepath.Join(filepath.Dir(path), "z other "+filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(dir, "kinds"), filepath.Join(dir, "a kind")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A run has the same output with and without a cache, byte for byte in every format, whether
// the cache is empty, has everything, or has results of files with other names.
func TestCacheChangesNothing(t *testing.T) {
	here, there := fixtureTree(t, false), fixtureTree(t, true)
	stored := len(lightFixtures()) * 9 / 10
	for i, c := range []struct{ endings, args string }{
		{"json ndjson summary.json csv", ""},
		{"json html glb sarif xml md", "--checks self,parts,hulls --touch"},
		{"json sarif xml md", "--checks uv --uv-padding 4px,8px@1024 --lightmap 1"},
		{"csv", "-q --format ndjson --clearance 0.01 --max-triangles 100 --fail-on touch -j 1"},
	} {
		if i > 0 && !longtest.On(t) {
			break
		}
		folder := filepath.Join(t.TempDir(), "made", "here")
		args := append(strings.Fields(c.args), ".")
		with := append([]string{"--cache", folder}, args...)
		plain := runCached(t, here, c.endings, args...)
		cold, warm := runCached(t, here, c.endings, with...), runCached(t, here, c.endings, with...)
		plain.same(t, c.args+" cold", cold)
		plain.same(t, c.args+" warm", warm)
		if plain.cached != -1 || warm.cached < stored || warm.cached <= cold.cached {
			t.Errorf("%s: %d, %d and %d files came from the cache", c.args, plain.cached, cold.cached, warm.cached)
		}
		plain = runCached(t, there, c.endings, args...)
		other := runCached(t, there, c.endings, with...)
		plain.same(t, c.args+" elsewhere", other)
		if other.cached < stored {
			t.Errorf("%s: elsewhere %d files came from the cache", c.args, other.cached)
		}
	}
}

// One folder serves runs with other options, each with its own results.
func TestCacheOptions(t *testing.T) {
	dir, folder := fixtureTree(t, false), t.TempDir()
	plain := map[string]*cachedRun{}
	for round := range 2 {
		for _, args := range []string{
			"chair.glb", "--touch chair.glb", "--tolerance 1 chair.glb", "--max-findings 2 chair.glb", "--max-triangles 9 chair.glb",
			"--checks parts chair.glb", "--checks uv uv", "--checks uv --uv-unique * uv", "--checks uv --uv-padding 4px uv", "--checks uv --lightmap 1 uv", "--fail-on crossing:off,overlap:off chair.glb", "--profile unity gltf", "--clearance 1m scenes", "--clearance 1m --checks self,clearance scenes",
		} {
			if round == 0 {
				plain[args] = runCached(t, dir, "json", strings.Fields(args)...)
			}
			plain[args].same(t, args, runCached(t, dir, "json", append([]string{"--cache", folder}, strings.Fields(args)...)...))
		}
	}
}

// A baseline judges cached results like fresh ones.
func TestCacheWithBaseline(t *testing.T) {
	dir, folder := fixtureTree(t, false), t.TempDir()
	runCached(t, dir, "json", "--cache", folder, "kinds")
	runCached(t, dir, "", "baseline", "write", "--cache", folder, "kinds")
	for _, args := range [][]string{{"--baseline", ".meshcheck-baseline", "kinds"}, {"baseline", "check", "kinds"}, {"kinds"}} {
		plain := runCached(t, dir, "json html", args...)
		cached := runCached(t, dir, "json html", append(args, "--cache", folder)...)
		plain.same(t, strings.Join(args, " "), cached)
		if cached.cached == 0 {
			t.Errorf("%v: nothing came from the cache", args)
		}
	}
}

// Two files that are checked together are found together, under their present names.
func TestCacheOfHulls(t *testing.T) {
	dir, folder := fixtureTree(t, false), t.TempDir()
	copyTo := func(from, to string) {
		data, err := os.ReadFile(filepath.Join(dir, from))
		if err = cmp.Or(err, os.WriteFile(filepath.Join(dir, to), data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	copyTo("clean/cube.stl", "one.stl")
	copyTo("clean/cube.stl", "two.stl")
	copyTo("clean/l_shape.stl", "three.stl")
	for _, pair := range [][2]string{{"one.stl", "two.stl"}, {"two.stl", "one.stl"}, {"one.stl", "three.stl"}, {"one.stl", "gone.stl"}, {"one.stl", "three.stl"}} {
		args := []string{"--hulls", pair[0], "--against", pair[1]}
		plain := runCached(t, dir, "json", args...)
		plain.same(t, fmt.Sprint(pair), runCached(t, dir, "json", append(args, "--cache", folder)...))
	}
	if again := runCached(t, dir, "", "--cache", folder, "--hulls", "one.stl", "--against", "three.stl"); again.cached != 1 {
		t.Errorf("%d files came from the cache", again.cached)
	}
}

// A result depends on its images: another size gives another result.
func TestCacheOfImages(t *testing.T) {
	dir, folder := fixtureTree(t, false), t.TempDir()
	args := []string{"--checks", "uv", "--uv-padding", "4px", "uv/images.gltf"}
	with := append([]string{"--cache", folder}, args...)
	cold, warm := runCached(t, dir, "json", with...), runCached(t, dir, "json", with...)
	if cold.same(t, "warm", warm); cold.cached != 0 || warm.cached != 1 {
		t.Fatalf("%d and %d files came from the cache", cold.cached, warm.cached)
	}
	image := filepath.Join(dir, "uv", "textures", "stone.png")
	data, err := os.ReadFile(image)
	if err != nil {
		t.Fatal(err)
	}
	data[19]++ // the width
	if err := os.WriteFile(image, data, 0o666); err != nil {
		t.Fatal(err)
	}
	plain, other := runCached(t, dir, "json", args...), runCached(t, dir, "json", with...)
	if plain.same(t, "another image", other); other.cached != 0 || other.reports["json"] == warm.reports["json"] {
		t.Error("the result with another image came from the cache")
	}
}

// A result depends on its side files as well: a replaced, a missing and a restored file each
// give their own.
func TestCacheSideFiles(t *testing.T) {
	dir, folder := fixtureTree(t, false), t.TempDir()
	model := filepath.Join("gltf", "percent_encoded.gltf")
	side := filepath.Join(dir, "gltf", "a box #1.bin")
	good, err := os.ReadFile(side)
	if err != nil {
		t.Fatal(err)
	}
	moved := bytes.Clone(good)
	moved[15] ^= 0x02 // a coordinate is sixteen times as far out
	seen := map[string]bool{}
	for i, state := range []struct {
		data []byte
		from int // how many results come from the cache
	}{{good, 0}, {moved, 0}, {good, 1}, {nil, 0}, {moved, 1}, {nil, 0}, {good[:8], 0}, {append(good, 1, 2), 1}, {good, 1}} {
		if err := os.Remove(side); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if state.data != nil {
			if err := os.WriteFile(side, state.data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		plain := runCached(t, dir, "json html", model)
		cached := runCached(t, dir, "json html", "--cache", folder, model)
		plain.same(t, fmt.Sprint("state ", i), cached)
		if cached.cached != state.from {
			t.Errorf("state %d: %d results from the cache, want %d", i, cached.cached, state.from)
		}
		seen[plain.reports["json"]] = true
	}
	if len(seen) != 4 {
		t.Errorf("there are %d different reports, want 4", len(seen))
	}
}

// entries returns the files in a cache.
func entries(t *testing.T, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "??", "*"))
	if err != nil || len(found) == 0 {
		t.Fatalf("%d entries, %v", len(found), err)
	}
	return found
}

// Damaged entries are ignored, and the run continues without them.
func TestCacheDamaged(t *testing.T) {
	dir, folder := fixtureTree(t, false), t.TempDir()
	args, few := []string{"kinds"}, 2 // files that are the same model twice, or took their own entry for another
	if longtest.On(t) {
		args, few = append(args, "gltf"), 10
	}
	plain := runCached(t, dir, "json", args...)
	random := rand.New(rand.NewPCG(8, 2)) // seed 8
	damage := map[string]func(path string, data []byte) error{
		"cut":     func(path string, data []byte) error { return os.WriteFile(path, data[:random.IntN(len(data))], 0o666) },
		"empty":   func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o666) },
		"longer":  func(path string, data []byte) error { return os.WriteFile(path, append(data, 0), 0o666) },
		"foreign": func(path string, _ []byte) error { return os.WriteFile(path, []byte("solid of nothing at all"), 0o666) },
		"flipped": func(path string, data []byte) error {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
			return os.WriteFile(path, data, 0o666)
		},
		"folder": func(path string, _ []byte) error {
			return cmp.Or(os.Remove(path), os.MkdirAll(filepath.Join(path, "full"), 0o777))
		},
		"closed": func(path string, _ []byte) error { return os.Chmod(path, 0) },
		"moved":  func(path string, _ []byte) error { return os.Rename(path, path[:len(path)-1]+"x") },
		"of another": func(path string, _ []byte) error {
			all := entries(t, folder)
			data, err := os.ReadFile(all[random.IntN(len(all))])
			return cmp.Or(err, os.WriteFile(path, data, 0o666))
		},
	}
	for name, do := range damage {
		if !longtest.On(t) && (name == "empty" || name == "longer" || name == "folder" || name == "moved") {
			continue // as others
		}
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		runCached(t, dir, "json", append([]string{"--cache", folder}, args...)...)
		for _, path := range entries(t, folder) {
			data, err := os.ReadFile(path)
			if err = cmp.Or(err, do(path, data)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		damaged := runCached(t, dir, "json", append([]string{"--cache", folder}, args...)...)
		plain.same(t, name, damaged)
		if damaged.cached > few && !(name == "closed" && os.Geteuid() == 0) {
			t.Errorf("%s: %d files came from the cache", name, damaged.cached)
		}
		plain.same(t, name+", again", runCached(t, dir, "json", append([]string{"--cache", folder}, args...)...))
	}
}

// A cache that cannot be created or written causes one warning, and nothing else changes.
func TestCacheUnwritable(t *testing.T) {
	dir, folder := fixtureTree(t, false), t.TempDir()
	for i := range 256 { // in the way of all entries
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%02x", i)), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	plain := runCached(t, dir, "json", "kinds")
	for _, c := range []struct{ folder, want string }{
		{folder, "the cache cannot be written"}, {filepath.Join(dir, "chair.glb"), "no cache is used"},
	} {
		run := runCached(t, dir, "json", "--cache", c.folder, "kinds")
		if strings.Count(run.stderr, "meshcheck: warning: ") != 1 || !strings.Contains(run.stderr, c.want) {
			t.Errorf("standard error is %q, want one line: %s", run.stderr, c.want)
		}
		run.stderr = plain.stderr
		plain.same(t, c.want, run)
	}
	if quiet := runCached(t, dir, "json", "-q", "--cache", folder, "kinds"); quiet.stderr != "" {
		t.Errorf("a quiet run says %q", quiet.stderr)
	}
}

package house

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the top of the tree as seen from this package.
const root = "../.."

const module = "github.com/meshcheck/meshcheck"

// Modules that more than one package may use.
const (
	errgroup   = "golang.org/x/sync/errgroup"
	semaphore  = "golang.org/x/sync/semaphore"
	cpu        = "golang.org/x/sys/cpu"
	unix       = "golang.org/x/sys/unix"
	gltf       = "github.com/qmuntal/gltf"
	stl        = "github.com/hschendel/stl"
	go3mf      = "github.com/hpinc/go3mf"
	lz4        = "github.com/pierrec/lz4/v4"
	doublestar = "github.com/bmatcuk/doublestar/v4"
	xxhash     = "github.com/cespare/xxhash/v2"
	json       = "github.com/go-json-experiment/json"
)

// arrows lists what the non-test files of each package may import beyond the standard
// library: packages of this module by their folder ("." is the root), others by import
// path, including subpackages. A row "folder/*" applies to packages of that folder without
// a row of their own. A package without a row fails.
var arrows = map[string][]string{
	"geom":                  {cpu},
	"mesh":                  {"geom", "internal/parallel", "internal/seedhash", "internal/trig", "mesh/pose"},
	"mesh/pose":             {"geom"},
	"internal/boxtree":      {"geom", "internal/parallel", cpu},
	"bvh":                   {"geom", "internal/boxtree"},
	"internal/tripacket":    {"geom", cpu},
	"tritri":                {"geom", "internal/tripacket"},
	"convex":                {"geom", cpu},
	"plane":                 {"geom"},
	"loader":                {"loader/fbx", "loader/usd", "loader/gltf", "loader/obj", "loader/off", "loader/ply", "loader/source", "loader/stl", "loader/threemf", "mesh"},
	"loader/source":         {"internal/fserror"},
	"loader/text":           {"loader/source", "mesh"},
	"loader/polygon":        {"geom", "mesh"},
	"loader/obj":            {"internal/fserror", "loader/polygon", "loader/source", "loader/text", "mesh"},
	"loader/ply":            {"loader/polygon", "loader/source", "loader/text", "mesh"},
	"loader/off":            {"loader/polygon", "loader/source", "loader/text", "mesh"},
	"loader/fbx/document":   {},
	"loader/fbx":            {"geom", "internal/trig", "loader/fbx/document", "loader/fbx/rig", "loader/imageinfo", "loader/pixels", "loader/polygon", "loader/source", "mesh", "mesh/pose"},
	"loader/fbx/rig":        {"geom", "loader/fbx/document", "loader/source", "mesh", "mesh/pose"},
	"loader/usd/layer":      {},
	"loader/usd/crate":      {"loader/usd/layer", lz4},
	"loader/usd/text":       {"loader/usd/layer"},
	"loader/usd/stage":      {"loader/usd/layer"},
	"loader/usd/rig":        {"geom", "loader/source", "loader/usd/layer", "loader/usd/stage", "mesh", "mesh/pose"},
	"loader/usd":            {"geom", "internal/trig", "loader/imageinfo", "loader/pixels", "loader/polygon", "loader/source", "loader/usd/crate", "loader/usd/layer", "loader/usd/rig", "loader/usd/stage", "loader/usd/text", "mesh"},
	"loader/threemf":        {"geom", "loader/source", "loader/text", "mesh", go3mf},
	"loader/draco":          {},
	"loader/meshopt":        {},
	"loader/gltf":           {"geom", "loader/draco", "loader/gltf/accessor", "loader/gltf/document", "loader/gltf/physics", "loader/gltf/rig", "loader/gltf/texture", "loader/pixels", "loader/source", "mesh", "mesh/pose", json, gltf},
	"loader/imageinfo":      {"golang.org/x/image/webp"},
	"loader/pixels":         {"golang.org/x/image/webp", "loader/imageinfo", "mesh"},
	"loader/stl":            {"internal/parallel", "loader/source", "loader/text", "mesh", errgroup},
	"check":                 {"geom", "mesh"},
	"internal/parallel":     {errgroup, cpu},
	"internal/quantity":     {"geom", "mesh"},
	"internal/solid":        {"geom", "internal/boxtree", "internal/parallel", "mesh"},
	"internal/fan":          {"bvh", "geom", "mesh"},
	"internal/fit":          {"convex", "geom"},
	"internal/hausdorff":    {"convex", "geom", "internal/boxtree", "internal/parallel", "internal/solid", "internal/world", "tritri"},
	"internal/world":        {"check", "convex", "geom", "internal/boxtree", "internal/parallel", "internal/quantity", "internal/solid", "mesh"},
	"internal/selector":     {"mesh", doublestar},
	"internal/suggest":      {"github.com/agnivade/levenshtein"},
	"internal/hullname":     {"check", "geom", "internal/selector", "internal/suggest", "mesh"},
	"internal/exactsum":     {},
	"internal/discs":        {"geom", "internal/boxtree", "internal/parallel", "plane"},
	"internal/trig":         {},
	"internal/texture":      {},
	"internal/obrtree":      {"geom", "internal/parallel", "plane"},
	"internal/collect":      {"bvh", "check", "geom", "internal/exactsum", "internal/parallel", "internal/seedhash", "internal/tripacket", "mesh", "tritri"},
	"internal/checks/uv":    {"check", "geom", "internal/boxtree", "internal/checks", "internal/checks/uv/padding", "internal/discs", "internal/exactsum", "internal/obrtree", "internal/parallel", "internal/quantity", "internal/seedhash", "internal/world", "mesh", "plane", doublestar},
	"internal/posed":        {"geom", "internal/boxtree", "internal/fan", "internal/tripacket", "mesh", "tritri"},
	"internal/seedhash":     {},
	"internal/precision":    {"geom", "internal/boxtree", "internal/parallel", "mesh", "tritri"},
	"internal/precisiongen": {"fixtures/generate/encode", "geom", "internal/meshgen", gltf},
	"internal/checks":       {"check", "internal/hullname", "internal/world", "mesh"},
	"internal/checks/self":  {"check", "geom", "internal/boxtree", "internal/checks", "internal/collect", "internal/fan", "internal/parallel", "internal/precision", "internal/solid", "internal/tripacket", "internal/world", "mesh", "tritri"},
	"internal/checks/parts": {"bvh", "check", "geom", "internal/boxtree", "internal/checks", "internal/collect", "internal/containment", "internal/fan", "internal/parallel", "internal/penetration", "internal/selector", "internal/tripacket", "internal/world", "mesh", "tritri"},
	"internal/checks/poses": {"check", "geom", "internal/boxtree", "internal/checks", "internal/checks/parts", "internal/parallel", "internal/posed", "internal/precision", "internal/quantity", "internal/world", "mesh", "mesh/pose", "tritri", doublestar},
	"internal/checks/hulls": {"check", "convex", "geom", "internal/checks", "internal/checks/self", "internal/collect", "internal/fit", "internal/hausdorff", "internal/hullname", "internal/parallel", "internal/quantity", "internal/selector", "internal/solid", "internal/world", "mesh"},
	".":                     {"check", "geom", "internal/checks", "internal/checks/geometry", "internal/checks/hulls", "internal/checks/parts", "internal/checks/poses", "internal/checks/self", "internal/checks/uv", "internal/world", "mesh"},
	"report/wording":        {"check", "geom", "internal/quantity", json},
	"report/palette":        {"check"},
	"report/picture":        {"geom", "report/drawing", "report/palette"},
	"report/layout":         {"check", "geom", "internal/checks/geometry", "internal/checks/uv", "mesh", "report/drawing", "report/palette", "report/wording"},
	"report":                {"check", "geom", "report/wording"},
	"report/drawing":        {"check", "geom", "internal/checks/geometry", "internal/checks/hulls", "internal/checks/uv", "internal/hullname", "internal/parallel", "internal/texture", "internal/world", "mesh", "mesh/pose", "report/palette", "report/wording"},
	// What other formats may import, one package each.
	"report/*":                   {"check", "geom", "report", "report/wording"},
	"report/assets":              {"check", "internal/checks/geometry", "loader", "mesh", "report", "report/drawing", "report/layout"},
	"report/baseline":            {"bvh", "check", "geom", "report", "report/wording", doublestar},
	"report/json":                {"check", "geom", "internal/parallel", "mesh", "report", "report/baseline", "report/wording", json},
	"report/diff":                {"check", "report", "report/baseline", "report/json", "report/wording"},
	"report/shards":              {"report", "report/json", "report/wording"},
	"report/html":                {"check", "geom", "internal/parallel", "report", "report/assets", "report/baseline", "report/drawing", "report/glb", "report/json", "report/layout", "report/palette", "report/picture", "report/wording"},
	"report/text":                {"check", "report", "report/palette", "report/wording"},
	"report/svg":                 {"check", "report", "report/assets", "report/layout", "report/palette", "report/wording"},
	"report/glb":                 {"check", "geom", "mesh", "mesh/pose", "report", "report/assets", "report/drawing", "report/json", "report/palette", "report/wording", gltf},
	"report/formats":             {"report", "report/*", "report/assets", "report/glb", "report/html", "report/json", "report/svg", "report/wording"},
	"report/topics":              {"check", "loader"},
	"report/reporttest":          {".", "check", "fixtures", "geom", "internal/scenetest", "loader", "mesh", "report", "report/assets", "report/drawing", "report/json", json, "github.com/santhosh-tekuri/jsonschema/v6"},
	"internal/scenetest":         {".", "check", "fixtures", "geom", "internal/checks/geometry", "internal/loadertest", "internal/meshgen", "internal/posegen", "loader", "mesh", "mesh/pose"},
	"internal/fserror":           {},
	"internal/limits":            {"github.com/KimMachineGun/automemlimit/memlimit"},
	"internal/input":             {"loader", doublestar, "golang.org/x/text/encoding/unicode", "golang.org/x/text/transform"},
	"internal/terminal":          {unix, "golang.org/x/sys/windows", "golang.org/x/term"},
	"internal/pagedfile":         {"internal/fserror"},
	"internal/atomicfile":        {"internal/fserror"},
	"internal/batch":             {"check", "loader", "report", semaphore},
	"internal/model":             {"check", "internal/batch", "internal/fserror", "internal/limits", "loader", "mesh", "report", "report/assets", "report/drawing", "report/wording"},
	"internal/config":            {"check", "internal/checks/parts", "internal/checks/uv", "internal/input", "internal/selector", "internal/suggest", "report/wording", doublestar, "github.com/goccy/go-yaml", "github.com/goccy/go-yaml/ast", "github.com/goccy/go-yaml/parser", "github.com/goccy/go-yaml/token"},
	"internal/cache":             {"check", "internal/atomicfile", "loader", "report", xxhash},
	"internal/contents":          {"check", "internal/hullname", "mesh", "report", "report/wording", json},
	"internal/run":               {".", "check", "internal/batch", "internal/cache", "internal/checks/geometry", "internal/config", "internal/contents", "internal/fserror", "internal/hullname", "internal/input", "internal/limits", "internal/model", "loader", "mesh", "report", "report/assets", "report/json", "report/wording", semaphore},
	"internal/output":            {"check", "internal/atomicfile", "internal/fserror", "internal/input", "report", "report/assets", "report/formats", "report/html", "report/json", "report/wording", errgroup},
	"inspect":                    {".", "check", "internal/atomicfile", "internal/config", "internal/input", "internal/limits", "internal/output", "internal/run", "mesh", "report", "report/formats", "report/json"},
	"internal/watch":             {"github.com/fsnotify/fsnotify", unix},
	"internal/live":              {},
	"internal/changes":           {"check", "report", "report/wording"},
	"cmd/meshcheck":              {"check", "internal/atomicfile", "internal/batch", "internal/cache", "internal/changes", "internal/config", "internal/contents", "internal/fserror", "internal/input", "internal/limits", "internal/live", "internal/model", "internal/output", "internal/pagedfile", "internal/run", "internal/suggest", "internal/terminal", "internal/watch", "report", "report/assets", "report/baseline", "report/diff", "report/formats", "report/html", "report/json", "report/markdown", "report/shards", "report/text", "report/topics", "report/wording", doublestar, "github.com/cpuguy83/go-md2man/v2/md2man", "github.com/pkg/browser", "github.com/schollz/progressbar/v3", "github.com/spf13/cobra", "github.com/spf13/pflag"},
	"fixtures":                   {},
	"fixtures/generate":          {"fixtures/generate/encode", "geom", "internal/meshgen", "internal/oracle", "internal/posegen"},
	"fixtures/generate/encode":   {"internal/meshgen"},
	"internal/oracle":            {"geom", "mesh"},
	"internal/meshgen":           {"geom", "mesh", stl},
	"internal/scenegen":          {"geom", "internal/meshgen", "internal/oracle", gltf},
	"internal/posegen":           {"fixtures/generate/encode", "geom", "internal/meshgen"},
	"internal/house":             {},
	"internal/longtest":          {},
	"internal/nodetest":          {},
	"internal/pollctx":           {},
	"bench/meshes":               {"fixtures/generate/encode", "geom", "internal/meshgen", "loader", gltf},
	"bench/pairs":                {"convex", "geom", "internal/meshgen", unix},
	"bench/poses":                {".", "check", "geom", "internal/posegen", "loader", "mesh", "mesh/pose"},
	"bench/scaling":              {".", "check", "internal/limits", "internal/parallel", "loader", unix},
	"bench/table":                {},
	"bench/warm":                 {".", "check", "loader"},
	"internal/loadertest":        {"fixtures", "fixtures/generate/encode", "geom", "loader", "loader/imageinfo", "mesh", "mesh/pose"},
	"loader/gltf/accessor":       {"loader/gltf/document", "loader/meshopt", "loader/source", "mesh", json, gltf},
	"loader/gltf/document":       {"internal/parallel", "loader/source", json},
	"loader/gltf/physics":        {"geom", "loader/gltf/document", "loader/source", "mesh", json},
	"loader/gltf/rig":            {"geom", "loader/gltf/accessor", "loader/gltf/document", "loader/source", "mesh", "mesh/pose", json, gltf},
	"loader/gltf/texture":        {"internal/fserror", "loader/gltf/document", "loader/imageinfo", "loader/pixels", "loader/source", "mesh", json},
	"internal/containment":       {"geom", "internal/boxtree", "internal/precision", "internal/solid", "internal/world", "tritri"},
	"internal/penetration":       {"convex", "geom", "internal/boxtree", "internal/containment", "internal/solid", "internal/world", "mesh", "tritri"},
	"internal/world/worldtest":   {"check", "geom", "internal/meshgen", "internal/world", "mesh"},
	"internal/oracle/uv":         {"geom", "internal/oracle"},
	"internal/checks/uv/padding": {"bvh", "geom", "internal/boxtree", "internal/obrtree", "internal/parallel", "plane"},
	"internal/checks/geometry":   {"check", "internal/checks", "internal/checks/hulls", "internal/checks/uv", "internal/world", "mesh"},
	"release/target":             {},
	"release/archive":            {},
	"release/linked":             {"github.com/google/licensecheck"},
	"release/bom":                {"release/linked", "release/target", "github.com/CycloneDX/cyclonedx-go"},
	"release/deb":                {"release/archive", "release/linked", "github.com/blakesmith/ar"},
	"release/npm":                {"release/archive", "release/target"},
	"release/manifest":           {"release/target", "github.com/goccy/go-yaml"},
	"release":                    {"release/archive", "release/bom", "release/deb", "release/linked", "release/manifest", "release/npm", "release/target", "release/wheel", "github.com/spf13/pflag"},
	"web/compress":               {},
	"release/wheel":              {"github.com/BurntSushi/toml"},
	"release/makewheel":          {"release/wheel"},
}

// TestArrows fails for imports that the table does not allow. It reads all files, for any
// system and build tag.
func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		allowed, ok := arrows[pkg]
		if !ok {
			allowed, ok = arrows[path.Join(path.Dir(pkg), "*")]
		}
		if !ok {
			if !seen[pkg] {
				t.Errorf("package %s has no row in the table of arrows", pkg)
			}
			seen[pkg] = true
			continue
		}
		seen[pkg] = true
		for _, imp := range imports(t, file) {
			if !slices.ContainsFunc(allowed, func(a string) bool { return matches(imp, a) }) {
				t.Errorf("%s imports %s, which package %s may not", file, imp, pkg)
			}
		}
	}
	for _, must := range []string{".", "check", "geom", "mesh", "bvh", "tritri", "loader", "report", "cmd/meshcheck"} {
		if !seen[must] {
			t.Errorf("no Go file of package %s was read", must)
		}
	}
}

// talk matches code that prints to standard output, reads arguments or exits, which needs no
// import of its own.
var talk = regexp.MustCompile(`\bfmt\.Print|\bos\.(Args|Exit)\b|\bos\.Std(out|err)\.Write|\(os\.Std(out|err),`)

// TestArchitectureDocument fails unless the tables of packages in docs/architecture.md have
// every package once, below all packages that it may import.
func TestArchitectureDocument(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := map[string]int{}
	for n, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			continue
		}
		for i, name := range strings.Split(cells[1], "`") {
			if i%2 == 0 {
				continue
			}
			if _, twice := row[name]; twice {
				t.Errorf("package %s has two rows", name)
			}
			row[name] = n
		}
	}
	for pkg, allowed := range arrows {
		if _, ok := row[pkg]; !ok {
			t.Errorf("package %s has no row", pkg)
		}
		for _, a := range allowed {
			if _, ours := arrows[a]; ours && row[a] >= row[pkg] {
				t.Errorf("package %s stands above %s, which it may import", pkg, a)
			}
		}
	}
	if len(row) != len(arrows) {
		t.Errorf("%d packages have rows, and there are %d", len(row), len(arrows))
	}
}

// TestOnlyLiveServes fails if another package uses the network: the server of the command watch is
// all that needs it.
func TestOnlyLiveServes(t *testing.T) {
	for _, file := range goFiles(t) {
		for _, imp := range standardImports(t, file) {
			if (imp == "net" || strings.HasPrefix(imp, "net/http")) && path.Dir(file) != "internal/live" {
				t.Errorf("%s imports %s, which is for internal/live", file, imp)
			}
		}
	}
}

// TestOnlyTheCommandTalks fails if a package outside cmd reads flags, prints, handles signals
// or ends the process.
func TestOnlyTheCommandTalks(t *testing.T) {
	for _, file := range goFiles(t) {
		if strings.HasPrefix(file, "cmd/") {
			continue
		}
		if strings.HasSuffix(path.Dir(file), "test") {
			continue // packages that only tests import
		}
		for _, imp := range standardImports(t, file) {
			if slices.Contains([]string{"flag", "log", "log/slog", "os/signal"}, imp) {
				t.Errorf("%s imports %s, which is for commands", file, imp)
			}
		}
		if parse(t, file).name == "main" {
			continue // tools for those who work on the tree
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if found := talk.Find(text); found != nil {
			t.Errorf("%s has %s, which is for commands", file, found)
		}
	}
}

// TestPackageNames fails for packages with vague names.
func TestPackageNames(t *testing.T) {
	vague := []string{"util", "utils", "common", "types", "core", "helper", "helpers", "misc", "base", "shared"}
	for _, file := range goFiles(t) {
		name := parse(t, file).name
		if slices.Contains(vague, name) || slices.Contains(vague, path.Base(path.Dir(file))) {
			t.Errorf("%s: %s says nothing about its contents", file, name)
		}
	}
}

// TestMatches tests the function that decides whether an import is allowed.
func TestMatches(t *testing.T) {
	for _, row := range []struct {
		imp, allowed string
		want         bool
	}{
		{module + "/geom", "geom", true},
		{module + "/geom/deep", "geom", false},
		{module + "/geometry", "geom", false},
		{module, ".", true},
		{module + "/geom", ".", false},
		{gltf + "/modeler", gltf, true},
		{gltf + "x", gltf, false},
	} {
		if got := matches(row.imp, row.allowed); got != row.want {
			t.Errorf("matches(%q, %q) = %v", row.imp, row.allowed, got)
		}
	}
}

// matches reports whether an entry of the table allows an import.
func matches(imp, allowed string) bool {
	if strings.Contains(allowed, ".") && allowed != "." { // another module's path has a host
		return imp == allowed || strings.HasPrefix(imp, allowed+"/")
	}
	if folder, any := strings.CutSuffix(allowed, "/*"); any {
		return path.Dir(imp) == path.Join(module, folder)
	}
	return imp == path.Join(module, allowed)
}

// imports returns what a file imports beyond the standard library.
func imports(t *testing.T, file string) []string {
	return slices.DeleteFunc(parse(t, file).imports, standard)
}

func standardImports(t *testing.T, file string) []string {
	return slices.DeleteFunc(parse(t, file).imports, func(imp string) bool { return !standard(imp) })
}

// standard reports whether an import path is of the standard library, whose first
// element has no dot.
func standard(imp string) bool {
	first, _, _ := strings.Cut(imp, "/")
	return !strings.Contains(first, ".")
}

// source is a parsed Go file.
type source struct {
	name    string
	imports []string
}

func parse(t *testing.T, file string) source {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	s := source{name: f.Name.Name}
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		s.imports = append(s.imports, imp)
	}
	return s
}

// goFiles returns the non-test Go files of the tree, slash-separated and relative to its
// root.
func goFiles(t *testing.T) (files []string) {
	t.Helper()
	walk(t, func(file string, _ fs.DirEntry) {
		code := strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go")
		if code && !strings.Contains(file, "testdata/") { // the go command passes over testdata
			files = append(files, file)
		}
	})
	return files
}

// walk calls visit for all regular files of the tree, except in hidden folders
// other than .ci.
func walk(t *testing.T, visit func(file string, d fs.DirEntry)) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && rel != "." && rel != ".ci" {
				return filepath.SkipDir
			}
			return nil
		}
		if d.Type().IsRegular() && rel != ".git" { // a file in a linked work tree
			visit(rel, d)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

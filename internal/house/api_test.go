package house

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file of the API")

// public reports whether programs of others can import a package.
func public(pkg string) bool {
	for _, folder := range []string{"internal", "cmd", "bench", "fixtures", "release", "report/reporttest"} {
		if pkg == folder || strings.HasPrefix(pkg, folder+"/") {
			return false
		}
	}
	return true
}

// TestAPI compares everything that packages export with a golden file, so that no change of the API goes
// unnoticed, and fails for an exported name whose declaration needs a package below internal or a type
// that only its own package can name.
func TestAPI(t *testing.T) {
	packages := map[string][]string{}
	for _, file := range goFiles(t) {
		if pkg := path.Dir(file); public(pkg) {
			packages[pkg] = append(packages[pkg], file)
		}
	}
	var all bytes.Buffer
	for _, pkg := range slices.Sorted(maps.Keys(packages)) {
		if api := apiOf(t, pkg, packages[pkg]); api != "" {
			fmt.Fprintf(&all, "package %s\n\n%s\n", pkg, api)
		}
	}
	golden := filepath.Join("testdata", "api.txt")
	if *update {
		if err := os.WriteFile(golden, all.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(all.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(lines)) {
		if got[i] != lines[i] {
			t.Fatalf("%s:%d: the API has\n%s\nnot\n%s\n(go test ./internal/house -update accepts; CHANGELOG.md tells importers)", golden, i+1, got[i], lines[i])
		}
	}
	if len(got) != len(lines) {
		t.Fatalf("%s has %d lines, the API %d", golden, len(lines), len(got))
	}
}

// apiOf returns the exported declarations of a package, a line or more each.
func apiOf(t *testing.T, pkg string, files []string) string {
	t.Helper()
	set := token.NewFileSet()
	var parsed []*ast.File
	hidden := map[string]bool{}      // unexported types
	internals := map[string]string{} // name in a file to package
	for _, file := range files {
		f, err := parser.ParseFile(set, filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
		addHidden(hidden, f)
		for _, imp := range f.Imports {
			if of := strings.Trim(imp.Path.Value, `"`); strings.HasPrefix(of, module+"/internal/") {
				internals[path.Base(of)] = of
			}
		}
	}
	if parsed[0].Name.Name == "main" {
		return ""
	}
	d, err := doc.NewFromFiles(set, parsed, module+"/"+pkg)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	write := func(decl ast.Node) {
		for _, name := range hiddenIn(decl, hidden) {
			t.Errorf("package %s: an exported declaration needs the unexported type %s", pkg, name)
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && v.Type == nil {
				return false // a value, not a type
			}
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && internals[x.Name] != "" {
					t.Errorf("package %s: an exported declaration needs %s.%s of %s", pkg, x.Name, s.Sel.Name, internals[x.Name])
				}
			}
			return true
		})
		var b bytes.Buffer
		if err := (&printer.Config{Mode: printer.RawFormat}).Fprint(&b, set, decl); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String() + "\n") {
			if strings.TrimSpace(line) != "" {
				out.WriteString(line)
			}
		}
	}
	values := func(all []*doc.Value) {
		for _, v := range all {
			v.Decl.Doc = nil
			for _, s := range v.Decl.Specs {
				spec := s.(*ast.ValueSpec)
				spec.Doc, spec.Comment = nil, nil
				if spec.Type != nil {
					spec.Values = nil
				}
			}
			write(v.Decl)
		}
	}
	funcs := func(all []*doc.Func) {
		for _, f := range all {
			f.Decl.Doc, f.Decl.Body = nil, nil
			write(f.Decl)
		}
	}
	values(d.Consts)
	values(d.Vars)
	funcs(d.Funcs)
	for _, typ := range d.Types {
		typ.Decl.Doc = nil
		ast.Inspect(typ.Decl, func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok {
				f.Doc, f.Comment = nil, nil
			}
			return true
		})
		write(typ.Decl)
		values(typ.Consts)
		values(typ.Vars)
		funcs(typ.Funcs)
		funcs(typ.Methods)
	}
	return out.String()
}

// TestOutside builds and runs a program of another module that imports the public packages.
func TestOutside(t *testing.T) {
	dir := t.TempDir()
	repository, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"testdata/outside/main.go": "main.go", "testdata/outside/go.mod.txt": "go.mod", "../../go.sum": "go.sum"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte("REPOSITORY"), []byte(repository))
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", "-mod=mod", ".", filepath.Join(repository, "fixtures", "chair.glb"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	for _, want := range []string{"error crossing ", "<!doctype html>", `"schema": 1`, "in one call: fail", "path,status,reason", "in memory"} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("%q is missing in what the program prints", want)
		}
	}
}

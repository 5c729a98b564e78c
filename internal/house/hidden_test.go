package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// addHidden adds the unexported types of a file to a set.
func addHidden(hidden map[string]bool, f *ast.File) {
	for _, decl := range f.Decls {
		types, ok := decl.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, s := range types.Specs {
			if name := s.(*ast.TypeSpec).Name; !name.IsExported() {
				hidden[name.Name] = true
			}
		}
	}
}

// hiddenIn returns the types of a set that an exported declaration is made of.
func hiddenIn(decl ast.Node, hidden map[string]bool) (found []string) {
	look := func(typ ast.Expr) {
		if typ == nil {
			return
		}
		ast.Inspect(typ, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.StructType, *ast.InterfaceType, *ast.FuncType, *ast.SelectorExpr:
				return false // fields are declarations of their own; other packages have other types
			case *ast.Ident:
				if hidden[n.Name] {
					found = append(found, n.Name)
				}
			}
			return true
		})
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if len(n.Names) == 0 || slices.ContainsFunc(n.Names, func(name *ast.Ident) bool { return name.IsExported() || !inStruct(decl, n) }) {
				look(n.Type)
			}
		case *ast.TypeSpec:
			look(n.Type)
		case *ast.ValueSpec:
			look(n.Type)
			for _, v := range n.Values {
				if lit, ok := v.(*ast.CompositeLit); ok {
					look(lit.Type)
				}
			}
			return false
		}
		return true
	})
	return found
}

// inStruct reports whether a field is one of a struct in a declaration, and no parameter or result.
func inStruct(decl ast.Node, field *ast.Field) (found bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			found = found || slices.Contains(s.Fields.List, field)
		}
		return !found
	})
	return found
}

// TestHiddenIn: types are found wherever a declaration has them, and nothing else of their names.
func TestHiddenIn(t *testing.T) {
	for code, want := range map[string]int{
		"func F(hidden int) error":                  0,
		"func F() (hidden int, err error)":          0,
		"func F() *hidden":                          1,
		"func F(visit func(a []hidden) bool)":       1,
		"func F() map[string]other.hidden":          0,
		"func (h *T) F() <-chan hidden":             1,
		"type T struct { hidden int; A int }":       0,
		"type T struct { a hidden }":                0,
		"type T struct { A hidden }":                1,
		"type T struct { A struct { B []hidden } }": 1,
		"type T struct { hidden }":                  1,
		"type T []hidden":                           1,
		"type T interface { M(a hidden) hidden }":   2,
		"var V hidden":                              1,
		"var V = hidden{}":                          1,
		"var V = []hidden{}":                        1,
		"var V = f(hidden{})":                       0,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := hiddenIn(f.Decls[0], map[string]bool{"hidden": true}); len(got) != want {
			t.Errorf("%s: %v, want %d", code, got, want)
		}
	}
}

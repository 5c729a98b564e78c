package gltf

import (
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// TestNoOtherJSON: encoding/json matches names in any letter case, so that nothing of the
// package may decode with it.
func TestNoOtherJSON(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		// There it is named for the type of an error.
		if name := f.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && name != "json.go" {
			parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range parsed.Imports {
				if i.Path.Value == `"encoding/json"` {
					t.Errorf("%s imports encoding/json", name)
				}
			}
		}
	}
}

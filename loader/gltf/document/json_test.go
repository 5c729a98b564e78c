package document

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoOtherJSON: names are not case-sensitive in encoding/json, so no package that reads documents may
// decode with it.
func TestNoOtherJSON(t *testing.T) {
	var files []string
	for _, folder := range []string{".", "..", "../accessor", "../physics", "../rig", "../texture"} {
		found, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(found), err)
		}
		files = append(files, found...)
	}
	for _, name := range files {
		// json.go needs it for the type of an error.
		if !strings.HasSuffix(name, "_test.go") && name != "json.go" {
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

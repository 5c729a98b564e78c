package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// exampleBody is the body of an example of the root package that is run. Its name is the first group.
var exampleBody = regexp.MustCompile(`(?ms)^func (Example\w*)\(\) \{\n(.*?)^\t// (?:Unordered output|Output):`)

// goBlock is a block of Go code in a document.
var goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// TestGo: each block of code of go.md is the end of the body of an example, which the tests of the root
// package run. The beginning of the body prepares what the block uses.
func TestGo(t *testing.T) {
	files, err := filepath.Glob("../example*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range exampleBody.FindAllStringSubmatch(string(text), -1) {
			bodies[m[1]] = "\n" + strings.ReplaceAll(m[2], "\n\t", "\n")[1:]
		}
	}
	page, err := os.ReadFile("go.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := goBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 7 {
		t.Errorf("go.md has %d blocks of code", len(blocks))
	}
	for _, block := range blocks {
		found := false
		for _, body := range bodies {
			found = found || strings.HasSuffix(body, "\n"+block[1])
		}
		if !found {
			t.Errorf("no example of the root package ends with\n%s", block[1])
		}
	}
}

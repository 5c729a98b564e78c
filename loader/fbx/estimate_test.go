package fbx_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/loader/fbx"
)

// TestEstimate: the estimate of real files covers their triangles, and for binary ones is at most three
// times as many.
func TestEstimate(t *testing.T) {
	dir := os.Getenv(loadertest.CorpusEnv)
	if dir == "" {
		t.Skipf("%s does not name a folder of real files", loadertest.CorpusEnv)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "fbx", "*.[fF][bB][xX]"))
	if err != nil || len(paths) < 80 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := loader.Decode(t.Context(), data, nil, loader.Options{})
		if err != nil {
			continue
		}
		head := data[:min(len(data), 1<<10)]
		e := fbx.Estimate(bytes.NewReader(data), head, int64(len(data)), nil)
		n := int64(s.Triangles())
		if binary := head[0] == 'K'; e.Triangles < n || binary && e.Triangles > 3*n+100 || e.Bytes != int64(len(data)) {
			t.Errorf("%s: %+v for %d triangles", filepath.Base(path), e, n)
		}
	}
}

// TestEstimateMalformed: of what is no FBX file behind its signature, the size counts.
func TestEstimateMalformed(t *testing.T) {
	header := "Kaydara FBX Binary  \x00\x1a\x00\xe8\x1c\x00\x00"
	for name, data := range map[string]string{
		"the signature alone":               header[:20] + "\x00",
		"no nodes":                          header + "\xff\xff\xff\xff",
		"a node that ends before it begins": header + "\x02\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00",
		"a node behind the end":             header + "\xff\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00",
	} {
		if e := fbx.Estimate(bytes.NewReader([]byte(data)), []byte(data), int64(len(data)), nil); e.Triangles != int64(len(data))/6 {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

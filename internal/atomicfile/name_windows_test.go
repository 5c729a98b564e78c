package atomicfile_test

import (
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
)

func TestResolveNames(t *testing.T) {
	for name, valid := range map[string]bool{
		"a.html": true, "con_rod.html": true, "nul.json": false, "CON.html": false, "com1.glb": false, "a<b.html": false, "a:b.html": false, "*.html": false,
	} {
		if _, err := atomicfile.Resolve(filepath.Join(t.TempDir(), name)); (err == nil) != valid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

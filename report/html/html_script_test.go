package html

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allModules are those of a page that a server shows, each after those that it imports.
var allModules = append(slices.Clip(viewerModules), "served")

// Every module is listed once, after those that it imports.
func TestScriptModules(t *testing.T) {
	files, err := fs.Glob(viewer, "viewer/*.js")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(allModules) {
		t.Errorf("%d modules, the table has %d", len(files), len(allModules))
	}
	imports := regexp.MustCompile(`(?m)^import \{[^}]*\} from ['"]\./(\w+)\.js['"];`)
	for i, name := range allModules {
		text := viewerFile(name + ".js")
		found := imports.FindAllStringSubmatch(text, -1)
		if n := strings.Count(text, "import "); n != len(found) && name != "scripts" { // it writes Python
			t.Errorf("%s: %d imports of %d are understood", name, len(found), n)
		}
		for _, m := range found {
			if at := slices.Index(allModules, m[1]); at < 0 || at >= i {
				t.Errorf("%s comes before %s, which it imports", name, m[1])
			}
		}
	}
}

// The modules share one scope, so no name may be declared twice.
func TestScriptNames(t *testing.T) {
	owner := map[string]string{}
	for _, name := range allModules {
		declared := regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)`).FindAllStringSubmatch(viewerFile(name+".js"), -1)
		for _, m := range declared {
			if owner[m[1]] != "" {
				t.Errorf("%s declares %s, and so does %s", name, m[1], owner[m[1]])
			}
			owner[m[1]] = name
		}
	}
}

func TestScriptSyntax(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed: the script's syntax is not checked")
	}
	path := filepath.Join(t.TempDir(), "script.mjs")
	if err := os.WriteFile(path, []byte(servedScript()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), node, "--check", path).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"meshcheck": main})
}

// TestScripts runs the files in testdata against the real main function. Beside
// testscript's own commands they have:
//
//	status N program args...   the program exits with status N
//	json file path value       the value at files.0.counts.crossing in a JSON file
//
// Every script finds the models of testdata/models in its folder, stray.stl (a
// binary STL with one byte too many), and the embedded fixtures in $FIXTURES.
func TestScripts(t *testing.T) {
	fixtures, err := filepath.Abs("../../fixtures")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("FIXTURES", fixtures)
			return copyModels(env.WorkDir)
		},
		Condition: func(name string) (bool, error) {
			if name == "race" { // the race detector takes memory of its own
				return underRaceDetector, nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": cmdStatus,
			"json":   cmdJSON,
		},
	})
}

func copyModels(dir string) error {
	if err := os.CopyFS(dir, os.DirFS("testdata/models")); err != nil {
		return err
	}
	stray := make([]byte, 84+1) // a header, no facets, and a byte that belongs to nothing
	return os.WriteFile(filepath.Join(dir, "stray.stl"), stray, 0o666)
}

func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json file path value")
	}
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &v); err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
	got := "nothing"
	if v, ok := lookup(v, strings.Split(args[1], ".")); ok {
		got = fmt.Sprint(v)
	}
	if (got == args[2]) == neg {
		ts.Fatalf("%s: %s is %s, want %s", args[0], args[1], got, args[2])
	}
}

// lookup follows names of members and numbers of elements into decoded JSON. The
// step "length" counts the elements of an array.
func lookup(v any, steps []string) (any, bool) {
	for _, step := range steps {
		switch w := v.(type) {
		case map[string]any:
			next, ok := w[step]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			if step == "length" {
				return len(w), true
			}
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(w) {
				return nil, false
			}
			v = w[i]
		default:
			return nil, false
		}
	}
	return v, true
}

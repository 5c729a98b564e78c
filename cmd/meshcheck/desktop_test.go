package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestDesktop(t *testing.T) {
	folder := t.TempDir()
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.stl", "b.stl", filepath.Join("props", "c.stl")} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	for _, c := range []struct {
		name     string
		args     []string
		status   int      // of the run
		opened   []string // from the working folder
		executed []string
		from     string // the working folder
		waits    bool
		want     int
	}{
		{"double click", nil, 0, nil, nil, "", true, statusUsage},
		{"a model", []string{in("a.stl")}, statusPass, []string{"a.stl"}, nil, folder, false, statusPass},
		{"a model that fails", []string{in("a.stl")}, statusFail, []string{"a.stl"}, nil, folder, false, statusFail},
		{"a model that cannot be read", []string{in("a.stl")}, statusNotChecked, []string{"a.stl"}, nil, folder, true, statusNotChecked},
		{"interrupted", []string{in("a.stl")}, statusSignal + 2, []string{"a.stl"}, nil, folder, false, statusSignal + 2},
		{"two models", []string{in("a.stl"), in("b.stl")}, statusPass, []string{"a.stl", "b.stl"}, nil, folder, false, statusPass},
		{"a folder", []string{in("props")}, statusPass, []string{"."}, nil, in("props"), false, statusPass},
		{"a model and a folder", []string{in("a.stl"), in("props")}, statusPass, []string{"a.stl", "props"}, nil, folder, false, statusPass},
		{"models of two folders", []string{in("props/c.stl"), in("a.stl")}, statusPass, []string{"c.stl", in("a.stl")}, nil, in("props"), false, statusPass},
		{"a command", []string{"version"}, statusPass, nil, []string{"version"}, "", false, statusPass},
		{"a shortcut with options", []string{"--open", in("a.stl")}, statusNotChecked, nil, []string{"--open", in("a.stl")}, "", false, statusNotChecked},
		{"what is not there", []string{in("d.stl")}, statusNotChecked, nil, []string{in("d.stl")}, "", false, statusNotChecked},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			var out strings.Builder
			var opened, executed []string
			from := ""
			d := desktop{in: strings.NewReader("\n"), out: &out,
				execute: func(args []string) int { executed = args; return c.status },
				open: func(paths []string) int {
					opened = paths
					from, _ = os.Getwd()
					return c.status
				},
			}
			if got := d.start(c.args); got != c.want {
				t.Errorf("exit status %d, want %d", got, c.want)
			}
			if !reflect.DeepEqual(opened, c.opened) || !reflect.DeepEqual(executed, c.executed) {
				t.Errorf("opened %q, executed %q; want %q, %q", opened, executed, c.opened, c.executed)
			}
			if from != c.from {
				t.Errorf("the working folder was %q, want %q", from, c.from)
			}
			if waits := strings.Contains(out.String(), "Press Enter"); waits != c.waits {
				t.Errorf("waits: %t, want %t", waits, c.waits)
			}
		})
	}
}

func TestPageName(t *testing.T) {
	for path, want := range map[string]string{
		"chair.glb": "chair", "a/b c.v2.glb": "b c.v2", "-": "model", "-x.glb": "x", "*.glb": "model", "ünïcode#1.stl": "ünïcode1", "\xff.stl": "model", ".stl": "model",
		strings.Repeat("ä", 100) + ".stl": strings.Repeat("ä", 60),
	} {
		if got := pageName(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

package main

import (
	"errors"
	"os"
	"testing"
)

func TestNothingToCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.glb": "", "empty.txt": "", "odd.txt": "\xff\xfea\x00b"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	con := newConsole(true)
	for _, c := range []struct {
		inputs inputFlags
		named  []string
		want   string
	}{
		{inputFlags{}, nil, "no file to check"},
		{inputFlags{exclude: []string{"*.glb"}}, []string{"a.glb"}, "no file to check: all are excluded"},
		{inputFlags{exclude: []string{"*.glb"}, filesFrom: "empty.txt"}, []string{"a.glb"}, "no file to check: all are excluded"},
		{inputFlags{filesFrom: "odd.txt"}, nil, "--files-from odd.txt: the list begins as UTF-16, but is not valid UTF-16"},
		{inputFlags{filesFrom: "gone.txt"}, nil, "--files-from gone.txt: no such file or directory"},
		{inputFlags{filesFrom: "-"}, []string{"-"}, "standard input (-) can be read only once"},
	} {
		_, err := (&settings{inputs: c.inputs}).gather(t.Context(), con, c.named, nil)
		var f *failure
		if !errors.As(err, &f) || f.status != statusUsage || err.Error() != c.want {
			t.Errorf("%v %q: %v, want %q", c.inputs, c.named, err, c.want)
		}
	}
}

package input

import (
	"path/filepath"
	"slices"
	"testing"
)

// Each folder that is read is named, so that new files in it can be noticed; excluded ones are not.
func TestEntered(t *testing.T) {
	plant(t, "a/b/notes.txt", "a/left/b.stl", "other/c.stl")
	var entered []string
	o := Options{
		Exclude: Excludes{"left"}, AllowEmpty: true, Warn: func(string, string) {},
		Entered: func(folder string) { entered = append(entered, filepath.ToSlash(folder)) },
	}
	if _, err := Gather(t.Context(), []string{"a"}, nil, o); err != ErrAllExcluded || !slices.Equal(entered, []string{"a", "a/b"}) {
		t.Errorf("%q, %v", entered, err)
	}
}

package suggest

import (
	"slices"
	"strings"
	"testing"
)

func TestMeant(t *testing.T) {
	words := []string{"", "crossing", "touch", "duplicate", "duplicate_instance", "max-findings", "max-triangles", strings.Repeat("x", longest)}
	for word, want := range map[string]string{
		"crosing":                      "crossing",
		"corssing":                     "crossing",
		"tou":                          "touch",
		"tuoch":                        "touch",
		"dupl":                         "duplicate",
		"duplicate_instances":          "duplicate_instance",
		"max-tri":                      "max-triangles",
		"max":                          "max-findings",
		"abc":                          "",
		"quux":                         "",
		"":                             "",
		strings.Repeat("x", longest+1): "",
	} {
		if got := Meant(word, words); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := Meant("abx", []string{"fbx", "bxa"}); got != "fbx" {
		t.Errorf("abx: %q", got)
	}
	if got := DidYouMean("tou", words); got != `; did you mean "touch"?` {
		t.Error(got)
	}
	if got := DidYouMean("quux", words); got != "" {
		t.Error(got)
	}
}

// The first of the nearest words is returned, and none beyond the largest edit distance.
func TestNearest(t *testing.T) {
	words := slices.Values([]string{"bear", "boar", "beer"})
	for _, row := range []struct {
		word string
		most int
		want string
	}{{"bxar", 1, "bear"}, {"bxar", 0, ""}, {"boar", 0, "boar"}, {"bäar", 1, "bear"}, {"deer", 1, "beer"}} {
		if got := Nearest(row.word, row.most, words); got != row.want {
			t.Errorf("%s within %d: %q, want %q", row.word, row.most, got, row.want)
		}
	}
}

// A common ending does not make file names similar.
func TestMeantFile(t *testing.T) {
	names := []string{"b.glb", "cube.glb", "fbx.glb", "House.stl", "town.glb"}
	for name, want := range map[string]string{
		"a b.glb":   "",
		"a.glb":     "",
		"B.glb":     "b.glb",
		"fbc.glb":   "fbx.glb",
		"b":         "b.glb",
		"cube":      "cube.glb",
		"cub.glb":   "cube.glb",
		"cube.gbl":  "cube.glb",
		"house.stl": "House.stl",
		"towm.glb":  "town.glb",
		"tree.glb":  "",
		"":          "",
	} {
		if got := MeantFile(name, names); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

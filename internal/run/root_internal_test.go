package run

import (
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
)

// TestNoteRoot: a report has the root of a model if it refers to a file above its folder.
func TestNoteRoot(t *testing.T) {
	for _, row := range []struct{ given, folder, names, want string }{
		{"", "props", "../shared/a.usda", "props"},
		{"all", "props", "../shared/a.usda", "all"},
		{"", "", "../shared/a.usda", ""},
		{"all", "props", "a.usda", ""},
		{"all", "props", "..a/b.usda", ""},
	} {
		s := config.New()
		s.USDRoot = row.given
		r := Run{Layers: config.NewLayers(nil, &s, func(name string) bool { return name == "usd-root" })}
		o := Outcome{Result: cache.Result{Named: [2][]string{{"x.usda", row.names}}, JSON: []byte("{}")}}
		r.noteRoot(&input.File{Path: "props/b/c.usda", Folder: row.folder}, &o)
		if o.File.Root != row.want || (o.JSON == nil) != (row.want != "") {
			t.Errorf("%+v: %q, JSON %s", row, o.File.Root, o.JSON)
		}
	}
}

// The folder that a hint names holds the model and all layers that it names, and is written like the
// path of the model.
func TestRootFor(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why, path string
		names     []string
		want      string
	}{
		{"a folder beside", "usd/vehicles/sets/a.usda", []string{"../props/b.usda", "c.usda"}, "usd/vehicles"},
		{"the highest of several", "usd/vehicles/sets/a.usda", []string{"../b.usda", "../../x/b.usda"}, "usd"},
		{"the working folder", "sets/a.usda", []string{"../b.usda"}, "."},
		{"above the working folder", "a.usda", []string{"../b.usda"}, ".."},
		{"an absolute path", filepath.Join(here, "sets", "a.usda"), []string{"../b.usda"}, here},
	} {
		if got := rootFor(c.path, c.names); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

package run

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// rootOf returns loader.Options.Root for an input: the folder of the settings, or that in which the
// input was found, or "".
func rootOf(in *input.File, s *config.Settings) string { return cmp.Or(s.USDRoot, in.Folder) }

// noteRoot notes the root of an input in an outcome whose model refers to files above its own folder:
// who opens the model again needs it. The members of another file of the same content may have another
// root.
func (r *Run) noteRoot(in *input.File, o *Outcome) {
	if root := rootOf(in, r.Layers.Of(in.Path)); root != "" && slices.ContainsFunc(o.Named[0], loader.LeadsOut) {
		o.File.Root, o.JSON = root, nil
	}
}

// rootHint returns a hint for a layer that is outside of the folder that may be read: which folder that
// is, and which one holds the files with the given names, relative to the folder of the model; else "".
// It depends on where the program runs, so it is not part of the results in the cache.
func rootHint(p *report.Problem, in *input.File, s *config.Settings, names []string) string {
	if p == nil || p.Hint != outsideHint || !slices.ContainsFunc(names, loader.LeadsOut) {
		return ""
	}
	from := "the folder of the file"
	switch {
	case s.USDRoot != "":
		from = "--usd-root " + printable(s.USDRoot)
	case in.Folder != "":
		from = "the folder that is checked, " + printable(in.Folder)
	}
	root := rootFor(in.Path, names)
	if root == "" {
		return fmt.Sprintf("layers are read below %s; %s", from, outsideHint)
	}
	return fmt.Sprintf("layers are read below %s; --usd-root %s reaches it", from, printable(root))
}

// rootFor returns the nearest folder that holds a model and files with names relative to its folder. It
// is relative to the working folder if the path of the model is; "" if it is not known.
func rootFor(path string, names []string) string {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return ""
	}
	root := dir
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		for !holds(root, file) {
			above := filepath.Dir(root)
			if above == root {
				return ""
			}
			root = above
		}
	}
	if filepath.IsAbs(path) {
		return root
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return root
	}
	if rel, err := filepath.Rel(here, root); err == nil {
		return filepath.ToSlash(rel)
	}
	return root
}

// holds reports whether a file is in a folder or below it.
func holds(folder, file string) bool {
	rel, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(rel)
}

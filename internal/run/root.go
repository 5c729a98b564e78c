package run

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/loader"
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

package uv

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/mesh"
)

// nameOf returns the name of a sheet: that of its first image, or else of a mesh, and the set.
func nameOf(s *mesh.Scene, images []int, of, set int) string {
	name := ""
	if len(images) > 0 {
		image := &s.Images[images[0]]
		name = cmp.Or(path.Base(cmp.Or(image.File, image.Name, ".")), ".")
		if name == "." {
			name = fmt.Sprintf("image %d", images[0])
		}
	} else {
		name = cmp.Or(s.Meshes[of].Name, fmt.Sprintf("mesh %d", of))
	}
	return fmt.Sprintf("%s, UV %d", mesh.ShortName(name), set)
}

// materials returns the names of the materials that use the sheet, sorted.
func (sh *sheet) materials(s *mesh.Scene) (names []string) {
	for _, ref := range sh.parts {
		if name := mesh.ShortName(s.Meshes[ref.Mesh].Parts[ref.Part].Material); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ValidatePattern fails for a text that cannot stand in Options.Unique.
func ValidatePattern(text string) error {
	if text == "" || !doublestar.ValidatePattern(text) {
		return fmt.Errorf("%q is not a valid pattern", text)
	}
	return nil
}

// unique reports whether nothing may overlap in the sheet: it is for baking, which is what sheets
// without textures are for, an occlusion texture uses it, it is the light map's, or a pattern of the
// options names it.
func (c *checker) unique() bool {
	sh, names := c.sheet, []string{fmt.Sprintf("TEXCOORD_%d", c.sheet.set)}
	for _, i := range sh.images {
		names = append(names, c.scene.Images[i].Name, c.scene.Images[i].File, path.Base(c.scene.Images[i].File))
	}
	for _, ref := range sh.parts {
		names = append(names, c.scene.Meshes[ref.Mesh].Parts[ref.Part].Material)
	}
	named := false
	for k, pattern := range c.options.Unique {
		if slices.ContainsFunc(names, func(name string) bool { return name != "" && doublestar.MatchUnvalidated(pattern, name) }) {
			named, c.used[k] = true, true
		}
	}
	return named || len(sh.images) == 0 || slices.Contains(sh.slots, "occlusionTexture") || c.options.Lightmap > 0 && sh.set == c.options.Lightmap
}

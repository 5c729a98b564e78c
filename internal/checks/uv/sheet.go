package uv

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// sheet is a check.UVSheet before it is checked: the parts that use one image with one UV set, or
// the parts of one mesh with a set that no texture uses.
type sheet struct {
	images     []int // of the scene, in order of first use; none for a set without textures
	set        int
	slots      []string
	parts      []check.PartRef
	transforms []mesh.UVTransform // of each part
	// conflicts counts additional uses of the image on a part by the same set with another
	// transform.
	conflicts int
}

// sheetKey identifies a sheet while parts are assigned. Either image or mesh is -1.
type sheetKey struct{ image, mesh, set int }

// sheetList collects the sheets of a scene.
type sheetList struct {
	byKey map[sheetKey]*sheet
	order []*sheet // in order of first use
	// missing are the sets that a texture needs but the part lacks, in order of first use.
	missing  []check.MissingSet
	known    map[check.MissingSet]bool
	names    map[int]string // of UV sets
	lightmap int
	// unlit reports whether nothing asks a part for a light map.
	unlit func(check.PartRef) bool
}

// sheetsOf assigns the parts of a scene to sheets, in order of first use: by mesh, part, and the
// textures of each part, then the sets of the part that no texture uses. names are those of the sets. If
// lightmap is above 0, parts without that set are missing it unless they are unlit.
func sheetsOf(s *mesh.Scene, names map[int]string, lightmap int, unlit func(check.PartRef) bool) ([]*sheet, []check.MissingSet) {
	l := sheetList{byKey: map[sheetKey]*sheet{}, known: map[check.MissingSet]bool{}, names: names, lightmap: lightmap, unlit: unlit}
	for m := range s.Meshes {
		for p := range s.Meshes[m].Parts {
			l.add(s, check.PartRef{Mesh: m, Part: p})
		}
	}
	return merged(l.order), l.missing
}

// add assigns a part to its sheets.
func (l *sheetList) add(s *mesh.Scene, ref check.PartRef) {
	part := &s.Meshes[ref.Mesh].Parts[ref.Part]
	used := map[int]bool{}
	if material := s.MaterialOf(part); material != nil {
		for i := range material.Textures {
			t := &material.Textures[i]
			used[t.Set] = true
			if part.UV(t.Set) == nil {
				l.addMissing(s, check.MissingSet{Part: ref, Image: t.Image, Set: t.Set}, []int{t.Image})
				continue
			}
			l.sheet(sheetKey{t.Image, -1, t.Set}).use(ref, t)
		}
	}
	if l.lightmap > 0 && part.UV(l.lightmap) == nil && !l.unlit(ref) {
		l.addMissing(s, check.MissingSet{Part: ref, Image: -1, Set: l.lightmap}, nil)
	}
	for i := range part.UVs {
		if n := part.UVs[i].Set; !used[n] {
			sh := l.sheet(sheetKey{-1, ref.Mesh, n})
			sh.parts, sh.transforms = append(sh.parts, ref), append(sh.transforms, mesh.IdentityUV)
		}
	}
}

// addMissing notes that a part lacks a set for images.
func (l *sheetList) addMissing(s *mesh.Scene, m check.MissingSet, images []int) {
	m.SetName = mesh.ShortName(l.names[m.Set])
	m.Name = nameOf(s, images, m.Part.Mesh, setName(l.names, m.Set))
	if !l.known[m] {
		l.known[m] = true
		l.missing = append(l.missing, m)
	}
}

func (l *sheetList) sheet(k sheetKey) *sheet {
	sh := l.byKey[k]
	if sh == nil {
		sh = &sheet{set: k.set}
		if k.image >= 0 {
			sh.images = []int{k.image}
		}
		l.byKey[k], l.order = sh, append(l.order, sh)
	}
	return sh
}

// use adds a part that a texture maps with this sheet. A part is in a sheet once, with the
// transform of its first texture.
func (sh *sheet) use(ref check.PartRef, t *mesh.TextureUse) {
	sh.addSlots(t.Slot)
	if n := len(sh.parts); n > 0 && sh.parts[n-1] == ref {
		if sh.transforms[n-1] != t.Transform {
			sh.conflicts++
		}
		return
	}
	sh.parts, sh.transforms = append(sh.parts, ref), append(sh.transforms, t.Transform)
}

func (sh *sheet) addSlots(slots ...string) {
	for _, slot := range slots {
		if !slices.Contains(sh.slots, slot) {
			sh.slots = append(sh.slots, slot)
		}
	}
}

// merged merges the sheets of images that are used on the same parts with the same set and
// transforms.
func merged(all []*sheet) (out []*sheet) {
	seen := map[string]*sheet{}
	for _, sh := range all {
		if len(sh.images) == 0 {
			out = append(out, sh)
			continue
		}
		id := sh.identity()
		first := seen[id]
		if first == nil {
			seen[id], out = sh, append(out, sh)
			continue
		}
		first.images = append(first.images, sh.images...)
		first.conflicts += sh.conflicts
		first.addSlots(sh.slots...)
	}
	return out
}

// identity is equal for sheets of the same parts, set and transforms.
func (sh *sheet) identity() string {
	b := binary.AppendVarint(nil, int64(sh.set))
	for i, ref := range sh.parts {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(ref.Mesh)), uint64(ref.Part))
		t := &sh.transforms[i]
		for _, x := range [...]float64{t.Offset[0], t.Offset[1], t.Rotation, t.Scale[0], t.Scale[1]} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x+0)) // -0 + 0 is 0
		}
	}
	return string(b)
}

// nameOf returns the name of a sheet: that of its first image, or else of a mesh, and the set.
func nameOf(s *mesh.Scene, images []int, of int, set string) string {
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
	return mesh.ShortName(name) + ", " + set
}

// formats returns the distinct formats of all parts, sorted by name.
func (sh *sheet) formats(s *mesh.Scene) (out []mesh.UVFormat) {
	for i := range sh.parts {
		if f := sh.setOf(s, i).Format; !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b mesh.UVFormat) int { return cmp.Compare(a.String(), b.String()) })
	return out
}

// materials returns the sorted names of the materials that use the sheet.
func (sh *sheet) materials(s *mesh.Scene) (names []string) {
	for _, ref := range sh.parts {
		if name := mesh.ShortName(s.Meshes[ref.Mesh].Parts[ref.Part].Material); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ValidatePattern returns an error if text is not valid in check.UVOptions.Unique.
func ValidatePattern(text string) error {
	if text == "" || !doublestar.ValidatePattern(text) {
		return fmt.Errorf("%q is not a valid pattern", text)
	}
	return nil
}

// unique reports whether nothing may overlap in the sheet: it has no textures and so is for baking,
// an occlusion texture uses it, it is the light map's, or a pattern of the options names it.
func (c *checker) unique() bool {
	s, sh, names := c.world.Scene(), c.sheet, []string{fmt.Sprintf("TEXCOORD_%d", c.sheet.set), c.names[c.sheet.set]}
	for _, i := range sh.images {
		names = append(names, s.Images[i].Name, s.Images[i].File, path.Base(s.Images[i].File))
	}
	for _, ref := range sh.parts {
		names = append(names, s.Meshes[ref.Mesh].Parts[ref.Part].Material)
	}
	named := false
	for k, pattern := range c.options.Unique {
		if slices.ContainsFunc(names, func(name string) bool { return name != "" && doublestar.MatchUnvalidated(pattern, name) }) {
			named, c.used[k] = true, true
		}
	}
	return named || len(sh.images) == 0 || slices.Contains(sh.slots, "occlusionTexture") || c.lightmap > 0 && sh.set == c.lightmap
}

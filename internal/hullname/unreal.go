package hullname

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// matchUnreal takes the mesh whose name is between the prefix and the number.
//
// The documentation uses two digits, but no number and any number of digits work as well. Other
// text after the last underscore is part of the name or, if there is no such mesh, left over from
// a tool, or else a wrong number.
func (h *Search) matchUnreal(f *Hull) {
	base, repaired := f.named.base, repair(f.named.base)
	front, number, cut := cutNumber(base)
	switch {
	case h.joinNumbered(f, base), repaired != base && (h.joinNumbered(f, decodeMaya(base)) || h.joinNumbered(f, repaired)):
		h.judgeName(f)
	case cut && h.joinNamed(f, front):
		h.judgeName(f)
		f.doubt("%q at the end of its name is not a number", mesh.ShortName(number))
	case h.joinCopy(f, base), repaired != base && h.joinCopy(f, repaired):
		f.copied = true
		h.judgeName(f)
	case h.joinGroup(f, base), repaired != base && h.joinGroup(f, repaired):
	default:
		if cut && numeric(number) {
			base = front
		}
		f.ignored("%s", h.noMesh(base))
		h.join(f, cmp.Or(base, h.nameOf(f.Instance)))
	}
	h.judgePlace(f)
}

// joinNumbered makes f a hull of the instance with a name, which a number may follow.
func (h *Search) joinNumbered(f *Hull, base string) bool {
	front, number, cut := cutNumber(base)
	cut = cut && numeric(number)
	before, _, behind := unwrap(h.ownName(f))
	if before+behind != "" && (cut && h.joinNamed(f, before+front+behind) || h.joinNamed(f, before+base+behind)) {
		return true
	}
	return cut && h.joinNamed(f, front) || h.joinNamed(f, base)
}

// joinCopy is joinNumbered for the name that is left without the number of a copy.
func (h *Search) joinCopy(f *Hull, base string) bool {
	original, ok := cutCopy(base)
	return ok && h.joinNumbered(f, original)
}

// ignored adds a reason why Unreal ignores a hull.
func (f *Hull) ignored(format string, args ...any) {
	f.Orphan = append(f.Orphan, Reason{Text: fmt.Sprintf(format, args...)})
}

// doubt adds a reason why some versions of Unreal may ignore a hull.
func (f *Hull) doubt(format string, args ...any) {
	f.Orphan = append(f.Orphan, Reason{fmt.Sprintf(format, args...), true})
}

// judgeName adds the reasons why Unreal does not take a hull for one of the mesh that it was
// matched with, after the name that it should have.
func (h *Search) judgeName(f *Hull) {
	own, body := local(h.ownName(f)), f.Body.Visuals[0]
	before := len(f.Orphan)
	classic, interchange := h.finds(own, body, false), h.finds(own, body, true)
	switch {
	case f.above != "":
		f.ignored("its parent node %q has the name of a hull, but no mesh, and Unreal shows the mesh below it", mesh.ShortName(f.above))
	case f.named.wrapped && strings.Contains(own, duplicate):
		f.ignored("%q must be at the beginning of its name, or Unreal drops the hull or shows it as a mesh; Blender names instances of a collection like this, unless they are made real before the export", f.named.text)
	case f.named.misplaced || f.named.wrapped:
		f.ignored("%q must be at the beginning of its name, or Unreal drops the hull or shows it as a mesh", f.named.text)
	case f.copied && h.Instances[f.Instance].Node != "":
		f.doubt("%q at the end of its name is the number of a copy, and Unreal takes it for the hull of another mesh", own[strings.LastIndexByte(own, '_'):])
	case !classic && !interchange:
		f.ignored("by this name Unreal does not find its mesh, and drops the hull or shows it as a mesh")
	case !classic:
		f.doubt("by this name Unreal before 5.5 does not find its mesh, and drops the hull")
	case !interchange:
		f.doubt("Unreal from 5.5 on reads its name as %q, does not find its mesh, and shows the hull as a mesh", mesh.ShortName(assetName(own)))
	}
	if f.named.wrongCase {
		start := own
		if f.named.wrapped {
			start = inner(own)
		}
		f.ignored("its name begins with %q instead of %q: the prefix must be in capitals, or Unreal before 5.5 shows the hull as a mesh", start[:len(f.named.text)], f.named.text)
	}
	if len(f.Orphan) > before {
		first := &f.Orphan[before]
		first.Text = fmt.Sprintf("rename it to %s: %s", h.renaming(f, body), first.Text)
	}
}

// renaming returns the name that a hull of an instance should have, and that of its mesh if that
// must be another for Unreal to find it.
func (h *Search) renaming(f *Hull, body int) string {
	name := h.nameOf(body)
	renamed := h.newName(f, name)
	text := fmt.Sprintf("%q", mesh.ShortName(renamed))
	if core := inner(name); core != local(name) && !h.finds(renamed, body, false) {
		text += fmt.Sprintf(" and its mesh to %q", mesh.ShortName(core))
	}
	return text
}

// finds reports whether an importer of Unreal takes an instance for the mesh of a hull with the
// given name, by its node or its mesh.
func (h *Search) finds(own string, body int, interchange bool) bool {
	for _, name := range h.namesOf(body) {
		if name != "" && reads(own, name, interchange) {
			return true
		}
	}
	return false
}

// judgePlace adds the reasons why Unreal does not look for a hull where it is.
//
// All meshes below a group of levels of detail are its levels, hulls too. Elsewhere the importer
// looks through the whole file, but tools that export mesh by mesh take only what is at and below
// the node of the mesh, or beside it.
func (h *Search) judgePlace(f *Hull) {
	in := &h.Instances[f.Instance]
	if in.LowerLevel {
		f.Orphan = append(f.Orphan, Reason{"it is below a group of levels of detail: Unreal shows it as a level", h.profile.Name != SchemeUnreal})
		return
	}
	above := h.above(f.Instance)
	if f.above != "" || above == "" || len(f.Body.Visuals) == 0 {
		return
	}
	if h.anyBelow(f.Body, above) {
		return
	}
	f.doubt("its parent node %q is not above its mesh: tools that export mesh by mesh do not find it", mesh.ShortName(above))
}

// anyBelow reports whether a visible instance of a body is at or below a path.
func (h *Search) anyBelow(b *Body, path string) bool {
	if b.paths == nil {
		for _, v := range b.Visuals {
			b.paths = append(b.paths, h.Instances[v].Path)
		}
		slices.Sort(b.paths)
	}
	if _, at := slices.BinarySearch(b.paths, path); at {
		return true
	}
	first, _ := slices.BinarySearch(b.paths, path+"/")
	return first < len(b.paths) && strings.HasPrefix(b.paths[first], path+"/")
}

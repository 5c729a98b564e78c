package meshcheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// foundHull is a collision shape as names and extensions tell of it, before its geometry
// is looked at.
type foundHull struct {
	// instance is a number of shown, -1 for a shape of an extension, whose number among
	// the scene's colliders is collider, -1 otherwise.
	instance, collider int
	scheme             string
	shape              HullShape
	// itself: the instance is seen as well, and what the hull stands for.
	itself bool
	named  hullName // of the schemes that go by names
	// body is what it stands for.
	body *hullBody
	// orphan says why an engine ignores it.
	orphan []orphanReason
}

// orphanReason is one reason why a hull is ignored; doubtful if not by all engines.
type orphanReason struct {
	text     string
	doubtful bool
}

// hullBody is what a group of hulls stands for: instances that are seen.
type hullBody struct {
	name    string
	visuals []int
}

// hullSearch finds the collision shapes of a scene, and what they stand for.
type hullSearch struct {
	scene     *mesh.Scene
	instances []mesh.Instance
	profile   *HullProfile
	found     []foundHull
	// only marks instances that are hulls and nothing else.
	only   []bool
	bodies map[string]*hullBody
	// byName has what is seen by the names of nodes and meshes in small letters, byPath
	// the first at each path.
	byName   map[string][]int
	byPath   map[string]int
	rigid    map[string]bool // paths of nodes with bodies
	compared int             // names looked at for likeness
	warnings []string
}

// findHulls reads names and extensions. Options must be valid.
func findHulls(s *mesh.Scene, o *HullOptions) *hullSearch {
	h := &hullSearch{scene: s, instances: shown(s), profile: o.profile(), bodies: map[string]*hullBody{}}
	h.only = make([]bool, len(h.instances))
	h.recognize(o)
	h.recognizeColliders()
	h.index()
	for i := range h.found {
		h.match(&h.found[i])
	}
	return h
}

// HasHulls reports whether a scene has collision shapes: whether Check makes the
// check.Hulls unless it is told what to check.
func HasHulls(s *mesh.Scene, o *HullOptions) bool { return len(findHulls(s, o).found) > 0 }

// recognize finds the instances that are hulls: those that are given, then those that a
// pattern names, then those that go by a scheme.
func (h *hullSearch) recognize(o *HullOptions) {
	patterns := make([]selector, len(o.Names))
	met := make([]bool, len(o.Names))
	for k, text := range o.Names {
		patterns[k], _ = parseHullPattern(text)
	}
	for i := range h.instances {
		in := &h.instances[i]
		f := foundHull{instance: i, collider: -1}
		matching := false
		for k := range patterns {
			if patterns[k].meetsPath(in.Path) {
				met[k], matching = true, true
			}
		}
		f.named, _ = h.readNames(in)
		switch {
		case slices.Contains(o.Meshes, in.Mesh):
			f.scheme = schemeGiven
		case matching:
			f.scheme = schemePattern
		case f.named.hullMark == nil, f.named.wrongCase && !h.names(&f.named):
			continue
		default:
			f.scheme, f.itself = f.named.scheme, f.named.itself
		}
		if f.named.hullMark != nil {
			f.shape = f.named.shape
		}
		h.only[i] = !f.itself
		h.found = append(h.found, f)
	}
	for k, text := range o.Names {
		if !met[k] {
			h.warnings = append(h.warnings, fmt.Sprintf("hulls %q matches no node", text))
		}
	}
}

// names reports whether a hull's name names anything in the scene. A prefix in the wrong case is
// only taken for one if it does: "usp_45" may be a pistol.
func (h *hullSearch) names(n *hullName) bool {
	front, _, _ := cutNumber(n.base)
	return slices.ContainsFunc(h.instances, func(in mesh.Instance) bool {
		return slices.ContainsFunc([]string{in.Name, h.scene.Meshes[in.Mesh].Name}, func(name string) bool {
			return name != "" && (strings.EqualFold(name, n.base) || strings.EqualFold(name, front))
		})
	})
}

// readNames reads the name of a node, and that of its mesh where it says nothing.
// Godot looks at nodes alone, which are called after their mesh if they have no name.
func (h *hullSearch) readNames(in *mesh.Instance) (hullName, bool) {
	if n, ok := readHullName(in.Name); ok {
		return n, true
	}
	n, ok := readHullName(h.scene.Meshes[in.Mesh].Name)
	if ok && n.scheme == schemeGodot && in.Name != "" {
		return hullName{}, false
	}
	return n, ok
}

// match finds what a hull stands for, and whether an engine does.
func (h *hullSearch) match(f *foundHull) {
	if !h.profile.knows(f.scheme) {
		f.orphan = append(f.orphan, orphanReason{text: fmt.Sprintf("%s finds no hulls by %s", h.profile.Name, schemeWords(f.scheme))})
	}
	switch {
	case f.collider >= 0:
		h.matchCollider(f)
	case f.scheme == schemeGiven:
		h.matchAll(f)
	case f.scheme == schemePattern:
		h.matchPattern(f)
	case f.itself:
		h.join(f, h.nameOf(f.instance), f.instance)
	case f.scheme == schemeUnreal:
		h.matchUnreal(f)
	default:
		h.matchSuffix(f)
	}
}

func schemeWords(scheme string) string {
	switch scheme {
	case schemeUnreal:
		return "the prefixes of Unreal"
	case schemeGodot:
		return "the suffixes of Godot"
	case schemeCollider:
		return "the word collider"
	}
	return scheme
}

// matchAll makes a given hull one of everything that is seen.
func (h *hullSearch) matchAll(f *foundHull) {
	var visuals []int
	for i := range h.instances {
		if !h.only[i] {
			visuals = append(visuals, i)
		}
	}
	name := "hulls"
	if len(visuals) > 0 {
		name = h.nameOf(visuals[0])
	}
	f.body = h.body("given", name, visuals...)
}

// matchPattern takes the mesh that the hull hangs on, or the one with the longest name
// that the hull's begins with.
func (h *hullSearch) matchPattern(f *foundHull) {
	if v := h.parent(f.instance); v >= 0 {
		h.join(f, h.nameOf(v), v)
		return
	}
	name := h.ownName(f)
	for end := len(name); end > 0; end-- {
		if h.joinNamed(f, name[:end]) {
			return
		}
	}
	f.orphan = append(f.orphan, orphanReason{"it hangs on no mesh, and its name begins with that of none", true})
	h.join(f, h.nameOf(f.instance))
}

// matchSuffix takes the mesh with the name before the suffix, or the one that the hull
// hangs on. Godot needs neither: a hull is a body of its own then.
func (h *hullSearch) matchSuffix(f *foundHull) {
	base := f.named.base
	if base != "" && h.joinNamed(f, base) {
		return
	}
	if v := h.parent(f.instance); v >= 0 {
		h.join(f, h.nameOf(v), v)
		return
	}
	if f.scheme == schemeCollider {
		f.orphan = append(f.orphan, orphanReason{h.noMesh(base), true})
	}
	h.join(f, cmp.Or(base, h.nameOf(f.instance)))
}

// matchUnreal takes the mesh whose name stands between the prefix and the number.
//
// The documentation has a number of two digits; none, and any number of digits, work as
// well. What else stands after the last underscore is taken for part of the name, or,
// where there is no such mesh, for a number that is wrong.
func (h *hullSearch) matchUnreal(f *foundHull) {
	base := f.named.base
	if f.named.wrongCase {
		f.orphan = append(f.orphan, orphanReason{text: fmt.Sprintf("its name begins with %q and not with %q: the prefix has to be in capitals", h.ownName(f)[:len(f.named.text)], f.named.text)})
	}
	front, number, cut := cutNumber(base)
	switch {
	case cut && numeric(number) && h.joinNamed(f, front), h.joinNamed(f, base):
	case cut && h.joinNamed(f, front):
		f.orphan = append(f.orphan, orphanReason{fmt.Sprintf("%q at the end of its name is no number", mesh.ShortName(number)), true})
	default:
		if cut && numeric(number) {
			base = front
		}
		f.orphan = append(f.orphan, orphanReason{text: h.noMesh(base)})
		h.join(f, cmp.Or(base, h.nameOf(f.instance)))
	}
	h.nested(f)
}

// nested finds hulls that hang on a node which is not above their mesh. Unreal's importer
// makes assets of meshes, and does not look for their hulls in other branches
// (github.com/poly-hammer/BlenderTools/issues/170). A hull that hangs on its mesh, beside it, or
// at the top of the scene is found.
func (h *hullSearch) nested(f *foundHull) {
	above := h.above(f.instance)
	if above == "" || len(f.body.visuals) == 0 {
		return
	}
	for _, v := range f.body.visuals {
		if path := h.instances[v].Path; path == above || strings.HasPrefix(path, above+"/") {
			return
		}
	}
	f.orphan = append(f.orphan, orphanReason{fmt.Sprintf("it hangs on the node %q, which is not above its mesh", mesh.ShortName(above)), h.profile.Name != schemeUnreal})
}

// ownName returns the name that speaks of a hull: that of its node, unless only the one of
// its mesh is a hull's.
func (h *hullSearch) ownName(f *foundHull) string {
	in := &h.instances[f.instance]
	if _, ok := readHullName(in.Name); !ok && (f.named.hullMark != nil || in.Name == "") {
		return h.scene.Meshes[in.Mesh].Name
	}
	return in.Name
}

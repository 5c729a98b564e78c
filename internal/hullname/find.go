package hullname

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// Options say which shapes are hulls besides those found by a scheme, and for which engine.
type Options struct {
	// Meshes are indices of Scene.Meshes whose instances are hulls.
	Meshes []int
	// Patterns are for paths of nodes that are hulls.
	Patterns []Pattern
	// Engine is the name of the engine that is to read the hulls, and Knows reports whether
	// it finds those of a scheme.
	Engine string
	Knows  func(scheme string) bool
}

// Pattern is a pattern for paths: its text, and whether it matches a path.
type Pattern struct {
	Text  string
	Meets func(path string) bool
}

// Search is what was found in a scene.
type Search struct {
	// Instances are those that were searched, and Only marks those that are hulls and nothing
	// else.
	Instances []mesh.Instance
	Only      []bool
	// Hulls in the order of instances, and then those of extensions.
	Hulls []Hull
	// Warnings are sentences for the user.
	Warnings []string

	scene   *mesh.Scene
	options *Options
	bodies  map[string]*Body
	// byName has what is seen by the names of nodes and meshes in small letters, byPath
	// the first at each path.
	byName   map[string][]int
	byPath   map[string]int
	rigid    map[string]bool // paths of nodes with bodies
	compared int             // number of names compared for similarity
}

// Find finds the hulls of a scene of which instances are shown.
func Find(s *mesh.Scene, instances []mesh.Instance, o *Options) *Search {
	h := &Search{scene: s, Instances: instances, options: o, bodies: map[string]*Body{}}
	h.Only = make([]bool, len(h.Instances))
	h.recognize(o)
	h.recognizeColliders()
	h.index()
	for i := range h.Hulls {
		h.match(&h.Hulls[i])
	}
	return h
}

// recognize finds the instances that are hulls: given ones, then those that a pattern
// matches, then those named by a scheme.
func (h *Search) recognize(o *Options) {
	met := make([]bool, len(o.Patterns))
	for i := range h.Instances {
		in := &h.Instances[i]
		f := Hull{Instance: i, Collider: -1, Shape: mesh.ShapeHull}
		matching := false
		for k := range o.Patterns {
			if o.Patterns[k].Meets(in.Path) {
				met[k], matching = true, true
			}
		}
		f.named, _ = h.readNames(in)
		switch {
		case slices.Contains(o.Meshes, in.Mesh):
			f.Scheme = SchemeGiven
		case matching:
			f.Scheme = SchemePattern
		case f.named.mark == nil, f.named.wrongCase && !h.names(&f.named):
			continue
		default:
			f.Scheme, f.Visible = f.named.scheme, f.named.itself
		}
		if f.named.mark != nil {
			f.Shape = f.named.shape
		}
		h.Only[i] = !f.Visible
		h.Hulls = append(h.Hulls, f)
	}
	for k := range o.Patterns {
		if !met[k] {
			h.Warnings = append(h.Warnings, fmt.Sprintf("the hull pattern %q matches no node", o.Patterns[k].Text))
		}
	}
}

// names reports whether a hull's name names anything in the scene. A prefix in the wrong case is
// only taken for one if it does: "usp_45" may be a pistol.
func (h *Search) names(n *parsedName) bool {
	front, _, _ := cutNumber(n.base)
	return slices.ContainsFunc(h.Instances, func(in mesh.Instance) bool {
		return slices.ContainsFunc([]string{in.Name, h.scene.Meshes[in.Mesh].Name}, func(name string) bool {
			return name != "" && (strings.EqualFold(name, n.base) || strings.EqualFold(name, front))
		})
	})
}

// readNames parses the name of a node, or that of its mesh if the former is not a hull's.
// Godot considers only nodes, which are named after their mesh if they have no name.
func (h *Search) readNames(in *mesh.Instance) (parsedName, bool) {
	if n, ok := readName(in.Name); ok {
		return n, true
	}
	n, ok := readName(h.scene.Meshes[in.Mesh].Name)
	if ok && n.scheme == SchemeGodot && in.Name != "" {
		return parsedName{}, false
	}
	return n, ok
}

// match finds what a hull stands for, and whether an engine does.
func (h *Search) match(f *Hull) {
	if !h.options.Knows(f.Scheme) {
		f.Orphan = append(f.Orphan, Reason{Text: fmt.Sprintf("%s does not recognise %s", h.options.Engine, schemeWords(f.Scheme))})
	}
	switch {
	case f.Collider >= 0:
		h.matchCollider(f)
	case f.Scheme == SchemeGiven:
		h.matchAll(f)
	case f.Scheme == SchemePattern:
		h.matchPattern(f)
	case f.Visible:
		h.join(f, h.nameOf(f.Instance), f.Instance)
	case f.Scheme == SchemeUnreal:
		h.matchUnreal(f)
	default:
		h.matchSuffix(f)
	}
}

func schemeWords(scheme string) string {
	switch scheme {
	case SchemeUnreal:
		return "Unreal's prefixes"
	case SchemeGodot:
		return "Godot's suffixes"
	case SchemeCollider:
		return "the word collider"
	}
	return scheme
}

// matchAll makes a given hull one of everything that is seen.
func (h *Search) matchAll(f *Hull) {
	var visuals []int
	for i := range h.Instances {
		if !h.Only[i] {
			visuals = append(visuals, i)
		}
	}
	name := "hulls"
	if len(visuals) > 0 {
		name = h.nameOf(visuals[0])
	}
	f.Body = h.body("given", name, visuals...)
}

// matchPattern takes the mesh that the hull hangs on, or the one with the longest name
// that the hull's begins with.
func (h *Search) matchPattern(f *Hull) {
	if v := h.parent(f.Instance); v >= 0 {
		h.join(f, h.nameOf(v), v)
		return
	}
	name := h.ownName(f)
	for end := len(name); end > 0; end-- {
		if h.joinNamed(f, name[:end]) {
			return
		}
	}
	f.Orphan = append(f.Orphan, Reason{"it is not below a mesh, and its name does not begin with the name of one", true})
	h.join(f, h.nameOf(f.Instance))
}

// matchSuffix takes the mesh with the name before the suffix, or the one that the hull
// hangs on. Godot needs neither: a hull is a body of its own then.
func (h *Search) matchSuffix(f *Hull) {
	base := f.named.base
	if base != "" && h.joinNamed(f, base) {
		return
	}
	if v := h.parent(f.Instance); v >= 0 {
		h.join(f, h.nameOf(v), v)
		return
	}
	if f.Scheme == SchemeCollider {
		f.Orphan = append(f.Orphan, Reason{h.noMesh(base), true})
	}
	h.join(f, cmp.Or(base, h.nameOf(f.Instance)))
}

// matchUnreal takes the mesh whose name stands between the prefix and the number.
//
// The documentation has a number of two digits; none, and any number of digits, work as
// well. What else stands after the last underscore is taken for part of the name, or,
// where there is no such mesh, for a number that is wrong.
func (h *Search) matchUnreal(f *Hull) {
	base := f.named.base
	if f.named.wrongCase {
		f.Orphan = append(f.Orphan, Reason{Text: fmt.Sprintf("its name begins with %q instead of %q: the prefix must be in capitals", h.ownName(f)[:len(f.named.text)], f.named.text)})
	}
	front, number, cut := cutNumber(base)
	switch {
	case cut && numeric(number) && h.joinNamed(f, front), h.joinNamed(f, base):
	case cut && h.joinNamed(f, front):
		f.Orphan = append(f.Orphan, Reason{fmt.Sprintf("%q at the end of its name is not a number", mesh.ShortName(number)), true})
	default:
		if cut && numeric(number) {
			base = front
		}
		f.Orphan = append(f.Orphan, Reason{Text: h.noMesh(base)})
		h.join(f, cmp.Or(base, h.nameOf(f.Instance)))
	}
	h.nested(f)
}

// nested finds hulls that hang on a node which is not above their mesh. Unreal's importer
// makes assets of meshes, and does not look for their hulls in other branches
// (github.com/poly-hammer/BlenderTools/issues/170). A hull that hangs on its mesh, beside it, or
// at the top of the scene is found.
func (h *Search) nested(f *Hull) {
	above := h.above(f.Instance)
	if above == "" || len(f.Body.Visuals) == 0 {
		return
	}
	for _, v := range f.Body.Visuals {
		if path := h.Instances[v].Path; path == above || strings.HasPrefix(path, above+"/") {
			return
		}
	}
	f.Orphan = append(f.Orphan, Reason{fmt.Sprintf("its parent node %q is not above its mesh", mesh.ShortName(above)), h.options.Engine != SchemeUnreal})
}

// ownName returns the name that speaks of a hull: that of its node, unless only the one of
// its mesh is a hull's.
func (h *Search) ownName(f *Hull) string {
	in := &h.Instances[f.Instance]
	if _, ok := readName(in.Name); !ok && (f.named.mark != nil || in.Name == "") {
		return h.scene.Meshes[in.Mesh].Name
	}
	return in.Name
}

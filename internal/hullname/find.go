// Package hullname finds the collision hulls of a scene and the meshes that they belong to:
// by the naming schemes of engines, by physics extensions, and by patterns.
package hullname

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/selector"
	"github.com/meshcheck/meshcheck/mesh"
)

// Search is the result of Find for a scene.
type Search struct {
	// Instances are those that were searched. Only marks those that are hulls and nothing
	// else.
	Instances []mesh.Instance
	Only      []bool
	// Hulls are in the order of instances, followed by those of extensions.
	Hulls []Hull
	// Warnings are sentences for the user.
	Warnings []string

	scene   *mesh.Scene
	profile *check.HullProfile // of the engine
	bodies  map[string]*Body
	ended   func() error // of the context of Find
	// byName has the visible instances by their names, byPath the first visible instance at each
	// path.
	byName   map[nameKey]*namesakes
	lengths  map[int]bool // of the names in byName
	byPath   map[string]int
	rigid    map[string]bool  // paths of nodes with bodies
	seen     map[string][]int // the visible instances that belong to each of them; nil until needed
	compared int              // names compared for similarity so far
	// all has all instances by lower-case name of node and mesh, groups what is visible below
	// nodes without a mesh by lower-case name of that node, paths the paths of all instances. They
	// are nil until they are needed.
	all    map[string][]int
	groups map[string]*group
	paths  map[string]bool
	// marked says of paths of nodes above instances whether readParent finds a hull's name there.
	marked map[string]bool
	// numbered has the last number that was suggested for hulls of a name.
	numbered map[string]int
	// suggested has all names that were suggested for hulls.
	suggested map[string]bool
}

// Find finds the collision hulls of a scene by names and extensions. It returns nil if that is
// switched off. The options must be valid. It fails only with the error of ctx.
func Find(ctx context.Context, s *mesh.Scene, o *check.HullOptions) (*Search, error) {
	if o.Off() {
		return nil, nil
	}
	h := &Search{scene: s, Instances: s.Shown(), profile: o.ProfileOrNone(), ended: ctx.Err, bodies: map[string]*Body{}, marked: map[string]bool{}, numbered: map[string]int{}, suggested: map[string]bool{}}
	h.Only = make([]bool, len(h.Instances))
	h.recognize(o)
	h.recognizeColliders()
	if len(h.Hulls) > 0 {
		h.index()
	}
	for i := range h.Hulls {
		if ctx.Err() != nil {
			break
		}
		h.match(&h.Hulls[i])
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return h, nil
}

// recognize finds the instances that are hulls: those given by index, then those that a
// pattern matches, then those named by a scheme.
func (h *Search) recognize(o *check.HullOptions) {
	patterns, met := make([]selector.Selector, len(o.Names)), make([]bool, len(o.Names))
	for k, text := range o.Names {
		patterns[k], _ = selector.ParsePath(text)
	}
	given := make(map[int]bool, len(o.Meshes))
	for _, m := range o.Meshes {
		given[m] = true
	}
	for i := range h.Instances {
		if h.ended() != nil {
			return
		}
		in := &h.Instances[i]
		f := Hull{Instance: i, Collider: -1, Shape: mesh.ShapeHull}
		matching := false
		for k := range patterns {
			if patterns[k].MeetsPath(in.Path) {
				met[k], matching = true, true
			}
		}
		f.named, _ = h.readNames(in)
		switch {
		case given[in.Mesh]:
			f.Scheme = SchemeGiven
		case matching:
			f.Scheme = SchemePattern
		case f.named.mark == nil && !h.readParent(&f), f.named.unsure() && !h.names(f.named.base, ""):
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
	for k, text := range o.Names {
		if !met[k] {
			h.Warnings = append(h.Warnings, fmt.Sprintf("the hull pattern %q matches no node", text))
		}
	}
}

// knows reports whether the engine finds hulls by the scheme.
func (h *Search) knows(scheme string) bool {
	known := h.profile.Schemes
	return known == nil || slices.Contains(known, scheme) || scheme == SchemeGiven || scheme == SchemePattern
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

// match finds the body of a hull, and whether the engine finds it.
func (h *Search) match(f *Hull) {
	if !h.knows(f.Scheme) {
		f.Orphan = append(f.Orphan, Reason{Text: fmt.Sprintf("%s does not recognise %s", h.profile.Name, schemeWords(f.Scheme))})
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

// matchAll makes everything visible the body of a given hull.
func (h *Search) matchAll(f *Hull) {
	if f.Body = h.bodies["given"]; f.Body != nil {
		return
	}
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

// matchPattern takes the mesh of the parent node, or the mesh with the longest name that is a
// prefix of the hull's name.
func (h *Search) matchPattern(f *Hull) {
	if v := h.parent(f.Instance); v >= 0 {
		h.join(f, h.nameOf(v), v)
		return
	}
	name := h.ownName(f)
	for _, end := range slices.Backward(h.prefixes(name)) {
		if h.joinNamed(f, name[:end]) {
			return
		}
	}
	f.Orphan = append(f.Orphan, Reason{"it is not below a mesh, and its name does not begin with the name of one", true})
	h.join(f, h.nameOf(f.Instance))
}

// matchSuffix takes the mesh with the name before the suffix, or the mesh of the parent node.
// Godot needs neither: then a hull is a body of its own.
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

// ownName returns the name that marks a hull: its node's, unless only its mesh or the node above
// has a hull's name.
func (h *Search) ownName(f *Hull) string {
	if f.above != "" {
		return lastName(f.above)
	}
	in := &h.Instances[f.Instance]
	if _, ok := readName(in.Name); !ok && (f.named.mark != nil || in.Name == "") {
		return h.scene.Meshes[in.Mesh].Name
	}
	return in.Name
}

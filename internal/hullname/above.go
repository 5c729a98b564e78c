package hullname

import (
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
)

// names reports whether the text after the prefix of a hull's name is the name of something in
// the scene, which is not below the node at the given path.
func (h *Search) names(base, outside string) bool {
	repaired := repair(base)
	original, _ := cutCopy(repaired)
	for _, base := range [...]string{base, repaired, original} {
		front, _, _ := cutNumber(base)
		for _, name := range [...]string{base, front} {
			if name != "" && (h.isOutside(h.called(name), outside) || h.isOutside(h.called(wrappedKey+name), outside)) {
				return true
			}
		}
	}
	return false
}

// isOutside reports whether one of some instances is not below the node at the given path.
func (h *Search) isOutside(instances []int, path string) bool {
	return slices.ContainsFunc(instances, func(i int) bool {
		return path == "" || !strings.HasPrefix(h.Instances[i].Path, path+"/")
	})
}

// readParent parses the name of the node above a hull, if that has no mesh. It reports whether it
// is one of Unreal's names for a hull of a mesh elsewhere.
func (h *Search) readParent(f *Hull) bool {
	above := h.above(f.Instance)
	n, ok := readName(lastName(above))
	if !ok || n.scheme != SchemeUnreal || n.unsure() {
		return false
	}
	marked, known := h.marked[above]
	if !known {
		marked = !h.hasMesh(above) && h.names(n.base, above)
		h.marked[above] = marked
	}
	if marked {
		f.named, f.above = n, above
	}
	return marked
}

// hasMesh reports whether there is an instance at a path.
func (h *Search) hasMesh(path string) bool {
	if h.paths == nil {
		h.paths = map[string]bool{}
		for i := range h.Instances {
			h.paths[h.Instances[i].Path] = true
			h.paths[h.Instances[i].Node] = true
		}
	}
	return h.paths[path]
}

// group is what is visible below a node without a mesh.
type group struct {
	path    string
	visuals []int
	// several: other nodes have the same name.
	several bool
}

// joinGroup makes f a hull of what is visible below a node without a mesh, if one node has the
// name, which a number may follow.
func (h *Search) joinGroup(f *Hull, base string) bool {
	if h.groups == nil {
		h.indexGroups()
	}
	front, number, cut := cutNumber(base)
	g := h.groups[strings.ToLower(base)]
	if g == nil && cut && numeric(number) {
		g = h.groups[strings.ToLower(front)]
	}
	if g == nil || g.several {
		return false
	}
	first := h.nameOf(g.visuals[0])
	f.ignored("rename it to %q: no mesh is named %q; the node %q has no mesh, and Unreal looks only at names of meshes",
		mesh.ShortName(h.newName(f, first)), mesh.ShortName(lastName(g.path)), mesh.ShortName(g.path))
	if len(g.visuals) == 1 {
		h.join(f, first, g.visuals[0])
	} else {
		f.Body = h.body("group/"+g.path, lastName(g.path), g.visuals...)
	}
	return true
}

// indexGroups fills groups. Lower levels of detail are left out.
func (h *Search) indexGroups() {
	h.groups = map[string]*group{}
	for i := range h.Instances {
		above := h.above(i)
		if _, shown := h.byPath[above]; above == "" || shown || h.Only[i] || h.Instances[i].LowerLevel {
			continue
		}
		name := strings.ToLower(local(lastName(above)))
		g := h.groups[name]
		if g == nil {
			g = &group{path: above}
			h.groups[name] = g
		}
		g.several = g.several || g.path != above
		g.visuals = append(g.visuals, i)
	}
}

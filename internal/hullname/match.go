package hullname

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/mesh"
)

// join makes f a hull of an instance, or of a missing body of that name.
func (h *Search) join(f *Hull, name string, visuals ...int) {
	key := "lost/" + name
	if len(visuals) > 0 {
		key = fmt.Sprint("instance/", visuals[0])
	}
	f.Body = h.body(key, name, visuals...)
}

// body returns the body with a key.
func (h *Search) body(key, name string, visuals ...int) *Body {
	b := h.bodies[key]
	if b == nil {
		b = &Body{Name: name, Visuals: visuals}
		h.bodies[key] = b
	}
	return b
}

// joinNamed makes f a hull of the instance whose node or, failing that, mesh has a name, if
// there is one. It prefers the same case, but names of Unreal's assets ignore case. Of several
// instances it takes the one with the same parent, otherwise the one with the nearest origin.
func (h *Search) joinNamed(f *Hull, name string) bool {
	n := h.named(name)
	if n == nil {
		return false
	}
	best := h.best(f, n)
	h.join(f, h.nameOf(best), best)
	return true
}

// above returns the path of the parent of an instance's node, "" for the top.
func (h *Search) above(i int) string {
	in := &h.Instances[i]
	path := cmp.Or(in.Node, in.Path)
	if at := strings.LastIndex(path, "/"+in.Name+"["); at >= 0 && strings.HasSuffix(path, "]") {
		return path[:at] // one of several, with its number
	}
	if above, ok := strings.CutSuffix(path, "/"+in.Name); ok && in.Name != "" {
		return above
	}
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}

// parent returns the first visible instance of the parent node of an instance, or -1.
func (h *Search) parent(i int) int {
	above := h.above(i)
	if above == "" {
		return -1
	}
	if k, ok := h.byPath[above]; ok {
		return k
	}
	return -1
}

// index fills byName and byPath.
func (h *Search) index() {
	h.byName, h.byPath, h.lengths = map[nameKey]*namesakes{}, map[string]int{}, map[int]bool{}
	for i := range h.Instances {
		if h.Only[i] {
			continue
		}
		h.addNames(i)
		for _, path := range [...]string{h.Instances[i].Path, h.Instances[i].Node} {
			if _, ok := h.byPath[path]; !ok && path != "" {
				h.byPath[path] = i
			}
		}
	}
}

// nameOf returns the name of an instance.
func (h *Search) nameOf(i int) string {
	in := &h.Instances[i]
	return cmp.Or(in.Name, h.scene.Meshes[in.Mesh].Name, in.Path, fmt.Sprint("mesh ", in.Mesh))
}

// called returns all instances whose node or mesh has a name, in any case.
func (h *Search) called(name string) []int {
	if h.all == nil {
		h.all = map[string][]int{}
		for i := range h.Instances {
			for _, lower := range h.keysOf(i) {
				h.all[lower] = append(h.all[lower], i)
			}
		}
	}
	return h.all[strings.ToLower(name)]
}

// wrappedKey is in front of what inner returns of a name, as a key of Search.all.
const wrappedKey = "|"

// keysOf returns the lower-case names of an instance, each once, with and without namespaces, and
// keys of what inner returns of them if that is something else.
func (h *Search) keysOf(i int) (keys []string) {
	add := func(name string) {
		if lower := strings.ToLower(name); !slices.Contains(keys, lower) {
			keys = append(keys, lower)
		}
	}
	for _, name := range h.namesOf(i) {
		add(name)
		add(local(name))
		if isWrapped(name) {
			add(wrappedKey + inner(name))
		}
	}
	return keys
}

// namesOf returns all names of an instance.
func (h *Search) namesOf(i int) []string {
	in := &h.Instances[i]
	return []string{in.Name, h.scene.Meshes[in.Mesh].Name}
}

// maxCompared limits the names that are compared for similarity: enough for suggestions for
// the first orphans, and fast for a file full of them.
const maxCompared = 1 << 20

// noMesh returns the reason that no mesh has the given name, and suggests a similar one.
func (h *Search) noMesh(name string) string {
	if name == "" {
		return "its name contains no mesh name"
	}
	text := fmt.Sprintf("no mesh is named %q", mesh.ShortName(name))
	if h.compared += len(h.Instances); h.compared > maxCompared {
		return text
	}
	if near := suggest.Nearest(name, (len(name)+1)/3, h.visualNames); near != "" {
		text += fmt.Sprintf("; one is named %q", near)
	}
	return text
}

// visualNames visits the names of the instances that are not only hulls.
func (h *Search) visualNames(yield func(string) bool) {
	for i := range h.Instances {
		if h.Only[i] {
			continue
		}
		for _, name := range h.namesOf(i) {
			if !yield(name) {
				return
			}
		}
	}
}

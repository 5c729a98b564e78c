package hullname

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/mesh"
)

// join makes f a hull of an instance, or of a body of that name that is not there.
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

// joinNamed makes f a hull of the instance with a name, if there is one: of its node, or
// else of its mesh; in the same case, or else in any, since the names of Unreal's assets do not
// tell case. Of several it is the one that hangs on the same node, or else whose own
// origin is nearest.
func (h *Search) joinNamed(f *Hull, name string) bool {
	best, bestRank := -1, 0
	for _, i := range h.byName[strings.ToLower(name)] {
		rank := h.rank(i, name)
		if rank > bestRank || rank == bestRank && best >= 0 && h.nearer(f.Instance, i, best) {
			best, bestRank = i, rank
		}
	}
	if best >= 0 {
		h.join(f, h.nameOf(best), best)
	}
	return best >= 0
}

// rank tells how well a name is that of an instance, 0 if not at all.
func (h *Search) rank(i int, name string) int {
	node, own := h.Instances[i].Name, h.scene.Meshes[h.Instances[i].Mesh].Name
	for k, is := range []bool{node == name, own == name, strings.EqualFold(node, name), strings.EqualFold(own, name)} {
		if is && name != "" {
			return 4 - k
		}
	}
	return 0
}

// nearer reports whether instance i is a better one than j to have f for a hull.
func (h *Search) nearer(f, i, j int) bool {
	above := h.above(f)
	if a, b := h.above(i) == above, h.above(j) == above; a != b {
		return a
	}
	return h.apart(f, i) < h.apart(f, j)
}

// apart returns the distance of the origins of two instances.
func (h *Search) apart(i, j int) float64 {
	m, n := &h.Instances[i].World, &h.Instances[j].World
	return geom.Vec{m[0][3] - n[0][3], m[1][3] - n[1][3], m[2][3] - n[2][3]}.Norm()
}

// above returns the path of the node that an instance's node hangs on, "" for the top.
func (h *Search) above(i int) string {
	in := &h.Instances[i]
	path := in.Path
	if at := strings.LastIndex(path, "/"+in.Name+"["); at >= 0 && strings.HasSuffix(path, "]") {
		return path[:at] // one of several, with its number
	}
	if above, ok := strings.CutSuffix(path, "/"+in.Name); ok && in.Name != "" {
		return above
	}
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}

// parent returns the first instance of the node that an instance hangs on, if that is
// seen, or -1.
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

// index makes the ways to find what is seen by its names and paths.
func (h *Search) index() {
	h.byName, h.byPath = map[string][]int{}, map[string]int{}
	for i := range h.Instances {
		if h.Only[i] {
			continue
		}
		for k, name := range h.namesOf(i) {
			if lower := strings.ToLower(name); k == 0 || lower != strings.ToLower(h.Instances[i].Name) {
				h.byName[lower] = append(h.byName[lower], i)
			}
		}
		if _, ok := h.byPath[h.Instances[i].Path]; !ok {
			h.byPath[h.Instances[i].Path] = i
		}
	}
}

// nameOf returns what an instance is called.
func (h *Search) nameOf(i int) string {
	in := &h.Instances[i]
	return cmp.Or(in.Name, h.scene.Meshes[in.Mesh].Name, in.Path, fmt.Sprint("mesh ", in.Mesh))
}

// namesOf returns the names that an instance goes by.
func (h *Search) namesOf(i int) []string {
	in := &h.Instances[i]
	return []string{in.Name, h.scene.Meshes[in.Mesh].Name}
}

// maxCompared is the number of names that are compared for similarity: enough to help with
// the first orphans, without taking long for a file full of them.
const maxCompared = 1 << 20

// noMesh returns the reason that no mesh has the given name, with a similar name if a mesh
// has one.
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

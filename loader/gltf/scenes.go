package gltf

import (
	"slices"
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
)

// sceneSets are sets of scenes. Many nodes have the same set, so each is kept once. Set 0 is empty.
type sceneSets struct {
	// chains are the sets of scenes that refer to a node. Each links to another set and has one
	// more scene, so that a node of all scenes takes no more memory than the references.
	chains []chain
	longer map[chain]int32
	// lists are the sets of scenes that show a node, ascending: those that refer to it or to a node
	// above it. joined has those that were made from a list and a chain.
	lists  [][]int
	joined map[[2]int32]int32
}

// chain is the set of another chain with one more scene.
type chain struct{ rest, scene int32 }

func newSceneSets() sceneSets {
	return sceneSets{chains: make([]chain, 1), longer: map[chain]int32{}, lists: make([][]int, 1), joined: map[[2]int32]int32{}}
}

// add returns set with a scene, which is not less than those in it.
func (s *sceneSets) add(set int32, scene int) int32 {
	if set != 0 && s.chains[set].scene == int32(scene) {
		return set
	}
	c := chain{set, int32(scene)}
	n, ok := s.longer[c]
	if !ok {
		n = int32(len(s.chains))
		s.longer[c] = n
		s.chains = append(s.chains, c)
	}
	return n
}

// sceneJSON has the members of a scene that are read.
type sceneJSON struct {
	Nodes []int `json:"nodes"`
}

// readScenes reads the nodes of scenes, and which scene is the default.
func (r *reader) readScenes() error {
	r.scenes = newSceneSets()
	err := r.Elements("scenes", &r.outline.Scenes, func(i int, text jsontext.Value) error {
		place := "scene " + strconv.Itoa(i)
		var scene sceneJSON
		if err := document.Unmarshal(text, &scene); err != nil {
			return r.Invalid(place, err)
		}
		r.scene.Scenes++
		for _, n := range scene.Nodes {
			if n < 0 || n >= len(r.nodes) {
				return r.Fail(place, "node %d does not exist: the file has %d", n, len(r.nodes))
			}
			r.nodes[n].scenes = r.scenes.add(r.nodes[n].scenes, i)
		}
		return nil
	})
	r.scene.Default = -1
	switch d := r.outline.Scene; {
	case err != nil || d == nil || r.scene.Scenes == 0:
	case *d < 0 || *d >= r.scene.Scenes:
		r.Warn("the default scene %d does not exist (the file has %d), so there is no default scene", *d, r.scene.Scenes)
	default:
		r.scene.Default = *d
	}
	return err
}

// shownBy returns the list of scenes that show node i, if those of another list show the node above
// it.
func (r *reader) shownBy(above int32, i int) (int32, error) {
	named, s := r.nodes[i].scenes, &r.scenes
	if named == 0 {
		return above, nil
	}
	key := [2]int32{above, named}
	if n, ok := s.joined[key]; ok {
		return n, nil
	}
	all := len(s.lists[above])
	for c := named; c != 0; c = s.chains[c].rest {
		all++
	}
	if err := r.Charge(nodePlace(i), all, 8); err != nil {
		return 0, err
	}
	list := slices.Grow(slices.Clone(s.lists[above]), all)
	for c := named; c != 0; c = s.chains[c].rest {
		list = append(list, int(s.chains[c].scene))
	}
	slices.Sort(list)
	n := int32(len(s.lists))
	s.lists, s.joined[key] = append(s.lists, slices.Compact(list)), n
	return n, nil
}

// lodExtension is the extension of nodes that replace each other by distance.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/MSFT_lod
const lodExtension = "MSFT_lod"

// readLevels collects the nodes that are lower levels of detail of node i.
func (r *reader) readLevels(i int, extension jsontext.Value) error {
	if extension == nil {
		return nil
	}
	place := nodePlace(i) + " " + lodExtension
	var levels levelsJSON
	if err := document.Unmarshal(extension, &levels); err != nil {
		return r.Invalid(place, err)
	}
	if err := r.Charge(place, len(levels.IDs), 2*levelSize); err != nil {
		return err
	}
	for _, n := range levels.IDs {
		if n != i {
			r.levels = append(r.levels, lowerLevel{place, n})
		}
	}
	return nil
}

// levelsJSON has the members of the extension that are read.
type levelsJSON struct {
	IDs []int `json:"ids"`
}

const levelSize = int(unsafe.Sizeof(lowerLevel{}))

// lowerLevel is a node that is a lower level of detail, with the place that says so.
type lowerLevel struct {
	place string
	node  int
}

// markLevels marks the lower levels of detail.
func (r *reader) markLevels() error {
	for _, l := range r.levels {
		if l.node < 0 || l.node >= len(r.nodes) {
			return r.Fail(l.place, "node %d does not exist: the file has %d", l.node, len(r.nodes))
		}
		r.nodes[l.node].lower = true
	}
	r.levels = nil
	return nil
}

// visibility is the extension of nodes that are not shown, with all that is below them.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_node_visibility
const visibility = "KHR_node_visibility"

// readHidden reports whether node i is not visible.
func (r *reader) readHidden(i int, extension jsontext.Value) (bool, error) {
	if extension == nil {
		return false, nil
	}
	var node visibilityJSON
	if err := document.Unmarshal(extension, &node); err != nil {
		return false, r.Invalid(nodePlace(i)+" "+visibility, err)
	}
	return !orElse(node.Visible, true), nil
}

// visibilityJSON has the member of the extension.
type visibilityJSON struct {
	Visible *bool `json:"visible"`
}

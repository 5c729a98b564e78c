package parts

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// leave reports whether an instance of s is left out, and counts it.
func leave(l *check.LeftOut, s *mesh.Scene, in *mesh.Instance) bool {
	switch {
	case in.LowerLevel:
		l.LowerLevels++
	case !s.Shows(in) && len(in.Scenes) == 0:
		l.NoScene++
	case !s.Shows(in):
		l.OtherScenes++
	case in.Hidden:
		l.Hidden++
	default:
		return false
	}
	return true
}

// sceneSets are the different sets of scenes that show objects. They are used if a file has several
// scenes and no default: each scene is then checked separately.
type sceneSets struct {
	numbers map[string]int
	sets    [][]int
}

// number returns the number of a set; equal sets have the same number.
func (s *sceneSets) number(scenes []int) int {
	key := make([]byte, 0, 2*len(scenes))
	for _, n := range scenes {
		key = binary.AppendUvarint(key, uint64(n))
	}
	n, ok := s.numbers[string(key)]
	if !ok {
		if s.numbers == nil {
			s.numbers = map[string]int{}
		}
		n = len(s.sets)
		s.numbers[string(key)] = n
		s.sets = append(s.sets, scenes)
	}
	return n
}

// common returns the first scene that is in both of two sets; ok is false if there is none.
func (s *sceneSets) common(i, j int) (scene int, ok bool) {
	a, b := s.sets[i], s.sets[j]
	if i == j {
		return a[0], true
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, n := range a {
		if _, ok := slices.BinarySearch(b, n); ok {
			return n, true
		}
	}
	return 0, false
}

// noteScenes records which scenes show each object, if the scenes are checked separately.
func (c *checker) noteScenes(s *mesh.Scene) {
	if s.Scenes < 2 || s.Default >= 0 {
		return
	}
	instances := s.Shown()
	for _, o := range c.objects {
		o.scenes = c.scenes.number(instances[o.Instance].Scenes)
	}
}

// groupSet is the groups that one walk covers: those of a scene, or all.
type groupSet struct {
	scene  int // or everyScene
	groups []*group
}

const everyScene = -1

// has reports whether a pair of objects is examined in the set: whether its scene is the first
// that shows both, or it is the set of all and any scene does.
func (l *groupSet) has(c *checker, p indexPair) bool {
	if len(c.scenes.sets) == 0 {
		return true
	}
	scene, ok := c.scenes.common(c.objects[p.a].scenes, c.objects[p.b].scenes)
	return ok && (l.scene == everyScene || l.scene == scene)
}

// groupSets returns the groups by scene, or all in one set if that has fewer pairs: there may
// be as many scenes as nodes, each with few of them, or each with nearly all. The number of
// pairs tested is at most that of all pairs, and at most the sum over the scenes.
func (c *checker) groupSets() []groupSet {
	all := []groupSet{{everyScene, c.groups}}
	if len(c.scenes.sets) == 0 {
		return all
	}
	sizes := map[int]int{}
	for _, g := range c.groups {
		for _, scene := range c.scenesOf(g) {
			sizes[scene]++
		}
	}
	pairs := 0
	for _, n := range sizes {
		pairs += n * n
	}
	if pairs > len(c.groups)*len(c.groups) {
		return all
	}
	by := map[int]int{}
	var sets []groupSet
	for _, g := range c.groups {
		for _, scene := range c.scenesOf(g) {
			if sizes[scene] < 2 {
				continue
			}
			k, ok := by[scene]
			if !ok {
				k = len(sets)
				by[scene] = k
				sets = append(sets, groupSet{scene: scene})
			}
			sets[k].groups = append(sets[k].groups, g)
		}
	}
	return sets
}

// scenesOf returns the scenes that show the objects of a group.
func (c *checker) scenesOf(g *group) []int { return c.scenes.sets[c.objects[g.first()].scenes] }

// Comparable returns the number of objects of s that Check would compare with each other, each a mesh
// with triangles at the place of one instance; 0 if no scene shows two of them. Hulls are Options.Hulls.
func Comparable(s *mesh.Scene, hulls []bool) int {
	var summary check.PairResult
	var shown []*mesh.Instance
	instances := s.Shown()
	for i := range instances {
		if takes(&summary, s, i, &instances[i], hulls) && s.Meshes[instances[i].Mesh].Triangles() > 0 {
			shown = append(shown, &instances[i])
		}
	}
	if !together(s, shown) {
		return 0
	}
	return len(shown)
}

// together reports whether two of some instances are shown at the same time.
func together(s *mesh.Scene, shown []*mesh.Instance) bool {
	if s.Scenes < 2 || s.Default >= 0 {
		return len(shown) > 1
	}
	seen := map[int]bool{}
	for _, in := range shown {
		for _, scene := range in.Scenes {
			if seen[scene] {
				return true
			}
			seen[scene] = true
		}
	}
	return false
}

// nothing returns Summary.Nothing. It fails with ctx's error.
func (c *checker) nothing(ctx context.Context, s *mesh.Scene) (string, error) {
	shown, instances := make([]*mesh.Instance, len(c.objects)), s.Shown()
	for i, o := range c.objects {
		shown[i] = &instances[o.Instance]
	}
	switch {
	case together(s, shown):
		return "", nil
	case len(shown) > 1:
		return fmt.Sprintf("%d objects, each in another scene", len(shown)), nil
	case len(shown) == 0:
		return "no object", nil
	case c.options.PartsOf != check.ByMesh:
		return "1 object", nil
	}
	shells, err := c.objects[0].Shape.Shells(ctx)
	if err != nil {
		return "", err
	}
	if shells > 1 {
		return fmt.Sprintf("1 object; --parts-of shell compares its %d shells", shells), nil
	}
	if n := len(c.objects[0].mesh.Parts); n > 1 {
		return fmt.Sprintf("1 object; --parts-of primitive compares its %d parts", n), nil
	}
	return "1 object", nil
}

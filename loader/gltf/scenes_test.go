package gltf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
)

// shownIn returns the scenes of each instance: "/a [0 2]", or "/a [] lower".
func shownIn(t *testing.T, b *builder) (got []string, scenes, byDefault int, warnings []string) {
	t.Helper()
	s := loadertest.MustDecode(t, b.GLB())
	for _, in := range s.Instances {
		text := fmt.Sprint(in.Path, " ", in.Scenes)
		if in.LowerLevel {
			text += " lower"
		}
		if in.Hidden {
			text += " hidden"
		}
		got = append(got, text)
	}
	return got, s.Scenes, s.Default, s.Warnings
}

// TestScenes: an instance is in the scenes that refer to its node or one above it.
func TestScenes(t *testing.T) {
	lod := func(ids ...int) object { return object{"MSFT_lod": object{"ids": ids}} }
	hidden := func(visible bool) object { return object{"KHR_node_visibility": object{"visible": visible}} }
	for name, c := range map[string]struct {
		nodes, scenes []object
		byDefault     any
		want          string
		scenesWant    int
		defaultWant   int
		warning       string
	}{
		"no scenes": {
			nodes: []object{{"name": "a", "mesh": 0}, {"name": "b", "mesh": 0}},
			want:  "/a [], /b []", defaultWant: -1,
		},
		"one, without a default": {
			nodes: []object{{"name": "a", "mesh": 0}, {"name": "b", "mesh": 0}}, scenes: []object{{"nodes": []int{1}}},
			want: "/a [], /b [0]", scenesWant: 1, defaultWant: -1,
		},
		"roots and what is below them": {
			nodes:  []object{{"name": "a", "children": []int{1}}, {"name": "b", "mesh": 0, "children": []int{2}}, {"name": "c", "mesh": 0}, {"name": "d", "mesh": 0}},
			scenes: []object{{"nodes": []int{0}}, {"nodes": []int{3}}, {"nodes": []int{3, 0, 0}}, {}}, byDefault: 1,
			want: "/a/b [0 2], /a/b/c [0 2], /d [1 2]", scenesWant: 4, defaultWant: 1,
		},
		"a node that is no root": {
			nodes:  []object{{"name": "a", "children": []int{1, 2}}, {"name": "b", "mesh": 0}, {"name": "c", "mesh": 0}},
			scenes: []object{{"nodes": []int{1}}, {"nodes": []int{0}}}, byDefault: 0,
			want: "/a/b [0 1], /a/c [1]", scenesWant: 2,
		},
		"one subtree in two places": {
			nodes:  []object{{"name": "a", "children": []int{2}}, {"name": "b", "children": []int{2}}, {"name": "c", "mesh": 0}},
			scenes: []object{{"nodes": []int{0}}, {"nodes": []int{1}}}, byDefault: 0,
			want: "/a/c [0], /b/c [1]", scenesWant: 2, warning: "has 2 parents",
		},
		"a default that there is not": {
			nodes: []object{{"name": "a", "mesh": 0}}, scenes: []object{{"nodes": []int{0}}}, byDefault: 1,
			want: "/a [0]", scenesWant: 1, defaultWant: -1, warning: "the default scene 1 does not exist (the file has 1), so there is no default scene",
		},
		"levels of detail": {
			nodes: []object{
				{"name": "a", "mesh": 0, "extensions": lod(1, 2, 0)}, {"name": "b", "mesh": 0}, {"name": "c", "children": []int{3}}, {"name": "d", "mesh": 0}, {"name": "e", "mesh": 0},
			},
			scenes: []object{{"nodes": []int{0, 4, 1}}}, byDefault: 0,
			want: "/a [0], /b [0] lower, /c/d [] lower, /e [0]", scenesWant: 1,
		},
		"hidden nodes hide what is below them": {
			nodes: []object{
				{"name": "a", "children": []int{1, 2}, "extensions": hidden(false)}, {"name": "b", "mesh": 0, "extensions": hidden(true)}, {"name": "c", "mesh": 0},
				{"name": "d", "mesh": 0, "children": []int{4}, "extensions": hidden(true)}, {"name": "e", "mesh": 0, "extensions": hidden(false)},
				{"name": "f", "mesh": 0, "extensions": object{"KHR_node_visibility": object{}}},
			},
			want: "/a/b [] hidden, /a/c [] hidden, /d [], /d/e [] hidden, /f []", defaultWant: -1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := loadertest.SquareModel()
			delete(b.Doc, "nodes")
			for _, n := range c.nodes {
				b.Add("nodes", n)
			}
			for _, s := range c.scenes {
				b.Add("scenes", s)
			}
			if c.byDefault != nil {
				b.Doc["scene"] = c.byDefault
			}
			got, scenes, byDefault, warnings := shownIn(t, b)
			if strings.Join(got, ", ") != c.want || scenes != c.scenesWant || byDefault != c.defaultWant {
				t.Errorf("%q of %d scenes, default %d; want %s, %d, %d", got, scenes, byDefault, c.want, c.scenesWant, c.defaultWant)
			}
			if c.warning == "" && len(warnings) > 0 || c.warning != "" && !slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, c.warning) }) {
				t.Errorf("warnings %q, want %q", warnings, c.warning)
			}
		})
	}
}

// TestLevelsFault: a missing level of detail is an error with its place.
func TestLevelsFault(t *testing.T) {
	for ids, want := range map[any]string{7: "node 0 MSFT_lod: node 7 does not exist: the file has 1", -1: "node 0 MSFT_lod: node -1 does not exist: the file has 1", "x": "node 0 MSFT_lod: "} {
		b := loadertest.SquareModel()
		b.Set("nodes", 0, "extensions", object{"MSFT_lod": object{"ids": []any{ids}}})
		if _, _, err := loadertest.Decode(t, b.GLB()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", ids, err, want)
		}
	}
}

// TestHiddenFault: a visibility of another type is an error with its place.
func TestHiddenFault(t *testing.T) {
	b := loadertest.SquareModel()
	b.Set("nodes", 0, "extensions", object{"KHR_node_visibility": object{"visible": "no"}})
	if _, _, err := loadertest.Decode(t, b.GLB()); err == nil || !strings.Contains(err.Error(), "node 0 KHR_node_visibility: ") {
		t.Error(err)
	}
}

// TestManyScenes: the memory for many scenes of many nodes is proportional to the file, or the file
// is refused.
func TestManyScenes(t *testing.T) {
	b := loadertest.SquareModel()
	delete(b.Doc, "nodes")
	const n = 1000
	for i := range n { // a chain, each node of which another scene names
		node := object{"mesh": 0}
		if i < n-1 {
			node["children"] = []int{i + 1}
		}
		b.Add("nodes", node)
		b.Add("scenes", object{"nodes": []int{i, 0}})
	}
	s, _, err := loadertest.Decode(t, b.GLB())
	if err != nil {
		if !strings.Contains(err.Error(), "more memory") {
			t.Fatal(err)
		}
		return
	}
	if last := s.Instances[n-1].Scenes; len(last) != n || !slices.IsSorted(last) {
		t.Errorf("the last node is in %d scenes", len(last))
	}
}

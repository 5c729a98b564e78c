package mesh_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestJoin(t *testing.T) {
	a, b, c := &mesh.Mesh{Name: "a"}, &mesh.Mesh{Name: "b"}, &mesh.Mesh{Name: "c"}
	moved := geom.Affine{{1, 0, 0, 5}, {0, 1, 0, 0}, {0, 0, 1, 0}}
	stl := &mesh.Scene{Meshes: []*mesh.Mesh{a}, Warnings: []string{"first"}}
	gltf := &mesh.Scene{
		Unit: "m", Meshes: []*mesh.Mesh{b, c}, Warnings: []string{"second"},
		Instances: []mesh.Instance{{Path: "/b", Mesh: 0, World: moved}, {Path: "/c", Mesh: 1, World: moved}},
		Colliders: []mesh.Collider{{Path: "/b", Mesh: -1}, {Path: "/c", Mesh: 1}},
	}
	got, err := mesh.Join(stl, gltf)
	if err != nil {
		t.Fatal(err)
	}
	want := &mesh.Scene{
		Unit: "m", Meshes: []*mesh.Mesh{a, b, c}, Warnings: []string{"first", "second"},
		Instances: []mesh.Instance{{World: geom.Identity()}, {Path: "/b", Mesh: 1, World: moved}, {Path: "/c", Mesh: 2, World: moved}},
		Colliders: []mesh.Collider{{Path: "/b", Mesh: -1}, {Path: "/c", Mesh: 2}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if gltf.Instances[0].Mesh != 0 || gltf.Colliders[1].Mesh != 1 {
		t.Error("the scenes that were joined have changed")
	}
	if got, _ := mesh.Join(gltf, stl); got.Instances[2].Mesh != 2 || got.Meshes[2] != a {
		t.Errorf("the other way round: %+v", got)
	}
	if _, err := mesh.Join(gltf, &mesh.Scene{Unit: "mm"}); err == nil || err.Error() != "one is in m, the other in mm" {
		t.Errorf("two units: %v", err)
	}
}

// TestJoinScenes: what either file shows by default is the default scene of both.
func TestJoinScenes(t *testing.T) {
	one := []*mesh.Mesh{{}}
	at := func(scenes ...[]int) (list []mesh.Instance) {
		for _, s := range scenes {
			list = append(list, mesh.Instance{Scenes: s})
		}
		return list
	}
	stl := &mesh.Scene{Meshes: one}
	chosen := &mesh.Scene{Meshes: one, Instances: at([]int{0}, []int{0, 1}, nil), Scenes: 2, Default: 1}
	open := &mesh.Scene{Meshes: one, Instances: at([]int{1}, nil, []int{0, 1}), Scenes: 2, Default: -1}
	for _, c := range []struct {
		s, t *mesh.Scene
		want string
	}{
		{stl, stl, "0: [] []"},
		{stl, chosen, "2: [0] [1] [0] []"},
		{chosen, open, "2: [1] [0] [] [0] [] [0]"},
		{open, stl, "2: [0] [] [0] [0]"},
	} {
		joined, err := mesh.Join(c.s, c.t)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(joined.Scenes, ":")
		for _, in := range joined.Instances {
			got += fmt.Sprint(" ", in.Scenes)
		}
		if got != c.want || joined.Default != 0 {
			t.Errorf("%s, default %d; want %s", got, joined.Default, c.want)
		}
	}
	if fmt.Sprint(chosen.Instances[0].Scenes) != "[0]" {
		t.Error("a scene that was joined has changed")
	}
}

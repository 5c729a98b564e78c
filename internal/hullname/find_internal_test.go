package hullname

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

func TestHullNamesAreRead(t *testing.T) {
	for _, row := range []struct {
		name, scheme string
		shape        mesh.ColliderShape
		base         string
		itself       bool
		wrongCase    bool
	}{
		{name: "UCX_Chair_01", scheme: SchemeUnreal, shape: mesh.ShapeHull, base: "Chair_01"},
		{name: "UBX_Chair", scheme: SchemeUnreal, shape: mesh.ShapeBox, base: "Chair"},
		{name: "USP_", scheme: SchemeUnreal, shape: mesh.ShapeSphere},
		{name: "ucp_a", scheme: SchemeUnreal, shape: mesh.ShapeCapsule, base: "a", wrongCase: true},
		{name: "UCXChair"},
		{name: "My_UCX_Chair"},
		{name: "UCX"},
		{name: "wall-col", scheme: SchemeGodot, shape: mesh.ShapeTrimesh, base: "wall", itself: true},
		{name: "wall_ConvCol.001", scheme: SchemeGodot, shape: mesh.ShapeHull, base: "wall", itself: true},
		{name: "wall-colonly_2", scheme: SchemeGodot, shape: mesh.ShapeTrimesh, base: "wall"},
		{name: "$CONVCOLONLY of a wall", scheme: SchemeGodot, shape: mesh.ShapeHull, base: " of a wall"},
		{name: "Ä-col", scheme: SchemeGodot, shape: mesh.ShapeTrimesh, base: "Ä", itself: true},
		{name: "-colonly", scheme: SchemeGodot, shape: mesh.ShapeTrimesh},
		{name: "protocol"},
		{name: "wall.col"},
		{name: "wall-cols"},
		{name: "chair_collider", scheme: SchemeCollider, shape: mesh.ShapeHull, base: "chair"},
		{name: "ChairCollider.002", scheme: SchemeCollider, shape: mesh.ShapeHull, base: "Chair"},
		{name: "Chair_Collider_01", scheme: SchemeCollider, shape: mesh.ShapeHull, base: "Chair"},
		{name: "chaircollider"},
		{name: "Colliders"},
		{name: ""},
		{name: "_"},
		{name: "$"},
	} {
		n, ok := readName(row.name)
		if ok != (row.scheme != "") {
			t.Errorf("%q is a hull: %v", row.name, ok)
			continue
		}
		if ok && (n.scheme != row.scheme || n.shape != row.shape || n.base != row.base || n.itself != row.itself || n.wrongCase != row.wrongCase) {
			t.Errorf("%q is read as %s %v of %q, itself %v, wrong case %v; want %+v", row.name, n.scheme, n.shape, n.base, n.itself, n.wrongCase, row)
		}
	}
}

// TestNamesWithoutAMark compares names that are read with all marks tried.
func TestNamesWithoutAMark(t *testing.T) {
	rng := meshgen.Rand(1)
	parts := []string{"UCX_", "uBx_", "c", "C", "o", "O", "l", "L", "\u212a", "ol", "-", "_", "$", "conv", "only", "lider", ".001", " ", "a"}
	hulls := 0
	for range 200_000 {
		name := ""
		for range rng.IntN(8) {
			name += parts[rng.IntN(len(parts))]
		}
		want := -1
		for i := range marks {
			if _, ok := marks[i].cut(name); ok {
				want = i
				break
			}
		}
		n, ok := readName(name)
		if ok != (want >= 0) || ok && n.mark != &marks[want] {
			t.Fatalf("%q: %v, %v, want mark %d", name, n, ok, want)
		}
		if ok {
			hulls++
		}
	}
	if hulls < 1000 {
		t.Error("only", hulls, "hulls")
	}
}

// TestParents tests paths with slashes and brackets in names.
func TestParents(t *testing.T) {
	for _, row := range []struct{ path, name, want string }{
		{"/a/b", "b", "/a"},
		{"/b", "b", ""},
		{"/a/b/c", "b/c", "/a"},
		{"/a/b[7]", "b", "/a"},
		{"/a/b[7]", "b[7]", "/a"},
		{"/a/b", "", "/a"},
		{"", "", ""},
	} {
		h := Search{Instances: []mesh.Instance{{Path: row.path, Name: row.name}}}
		if got := h.above(0); got != row.want {
			t.Errorf("%q, called %q, hangs on %q, want %q", row.path, row.name, got, row.want)
		}
	}
}

// TestBodiesOfColliders checks that visible instances belong to the nearest body above them.
func TestBodiesOfColliders(t *testing.T) {
	one := &mesh.Mesh{Parts: []mesh.Part{{Positions: mesh.Tight([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0})}}}
	s := &mesh.Scene{Meshes: []*mesh.Mesh{one}}
	for _, path := range []string{"/car", "/car/door", "/car/wheel", "/car/wheel/rim", "/carpet", "/stone", "/flock[0]"} {
		s.Instances = append(s.Instances, mesh.Instance{Path: path, Name: lastName(path), World: geom.Identity()})
	}
	ball := mesh.Collider{Extension: "X", Shape: mesh.ShapeSphere, Radius: [2]float64{1, 1}, Mesh: -1, World: geom.Identity()}
	for _, at := range [][2]string{{"/car/shape", "/car"}, {"/car/wheel", "/car/wheel"}, {"/stone/shape", ""}, {"/flock", "/flock"}} {
		c := ball
		c.Path, c.Name, c.Body = at[0], lastName(at[0]), at[1]
		s.Colliders = append(s.Colliders, c)
	}
	trigger := ball
	trigger.Path, trigger.Trigger = "/carpet", true
	s.Colliders = append(s.Colliders, trigger)
	h := found(t, s, &check.HullOptions{})
	want := [][]int{{0, 1}, {2, 3}, {5}, {6}}
	if len(h.Hulls) != len(want) {
		t.Fatalf("%d hulls, want %d", len(h.Hulls), len(want))
	}
	for k, f := range h.Hulls {
		if got := f.Body.Visuals; len(got) != len(want[k]) || got[0] != want[k][0] || got[len(got)-1] != want[k][len(want[k])-1] {
			t.Errorf("%s stands for %v, want %v", s.Colliders[k].Path, got, want[k])
		}
	}
}

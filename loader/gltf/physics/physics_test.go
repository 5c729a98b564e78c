package physics_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// object and builder have short names, since tests write them so often.
type (
	object  = loadertest.Object
	builder = loadertest.Builder
)

// TestEveryColliderOfANode: the order is that of the extensions, with colliders before triggers.
func TestEveryColliderOfANode(t *testing.T) {
	s, _, err := loadertest.Decode(t, loadertest.Collided(loadertest.EveryCollider()).GLB())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Colliders {
		word := " "
		if c.Trigger {
			word = " trigger "
		}
		got = append(got, c.Extension+word+c.Shape.String()+" "+c.Body)
	}
	want := "KHR_physics_rigid_bodies hull /wall, KHR_physics_rigid_bodies trigger sphere /wall, " +
		"OMI_physics_body hull /wall, OMI_physics_shape hull /wall, OMI_collider trimesh /wall"
	if g := strings.Join(got, ", "); g != want || len(s.Warnings) > 0 {
		t.Errorf("colliders\n  %s\nwant\n  %s\nwarnings %q", g, want, s.Warnings)
	}
	loadertest.CheckScene(t, s)
}

// TestCollidersPassedOver: valid shapes that are not read are warnings.
func TestCollidersPassedOver(t *testing.T) {
	khr := func(geometry object) object {
		return object{"KHR_physics_rigid_bodies": object{"collider": object{"geometry": geometry}}}
	}
	for _, c := range []struct {
		name    string
		says    object
		change  func(b *builder)
		warning string
	}{
		{"no triangles", khr(object{"mesh": 1}), func(b *builder) {
			b.Mesh("empty", loadertest.Primitive(0, -1, object{"mode": 0}))
		}, `mesh 1 "empty" has no triangles`},
		{"no mesh below", khr(object{"node": 1}), nil, `node 1 "wall": the collider of node 1 "wall" has no triangles`},
		{"skin", khr(object{"node": 0}), func(b *builder) { b.Set("nodes", 0, "skin", 0) }, "a skin or instances"},
		{"instances", khr(object{"node": 0, "convexHull": true}), func(b *builder) {
			b.Set("nodes", 0, "extensions", object{"EXT_mesh_gpu_instancing": object{"attributes": object{"TRANSLATION": 0}}})
		}, "a skin or instances"},
		{"hull of two", khr(object{"node": 2, "convexHull": true}), func(b *builder) {
			b.Node(object{"mesh": 0, "children": []int{0}})
		}, "the hull of 2 meshes"},
		{"draft", object{"KHR_physics_rigid_bodies": object{"trigger": object{"shape": 0}}}, nil, "node 1 KHR_physics_rigid_bodies trigger: has no geometry"},
		{"plane", khr(object{"shape": 1}), func(b *builder) {
			shapes := b.Doc["extensions"].(object)["KHR_implicit_shapes"].(object)
			shapes["shapes"] = append(shapes["shapes"].([]any), object{"type": "plane"})
		}, `node 1 "wall": KHR_implicit_shapes shape 1 of the type "plane" is not checked`},
		{"mesh of a list", khr(object{"shape": 1}), func(b *builder) {
			shapes := b.Doc["extensions"].(object)["KHR_implicit_shapes"].(object)
			shapes["shapes"] = append(shapes["shapes"].([]any), object{"type": "trimesh", "mesh": 0})
		}, `of the type "trimesh" is not checked`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.Collided(c.says)
			if c.change != nil {
				c.change(b)
			}
			s, _, err := loadertest.Decode(t, b.GLB())
			if err != nil {
				t.Fatal(err)
			}
			s.Warnings = slices.DeleteFunc(s.Warnings, func(w string) bool { return strings.HasSuffix(w, "of points or lines skipped") })
			if len(s.Colliders) != 0 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], c.warning) {
				t.Errorf("%d colliders, warnings %q, want %q", len(s.Colliders), s.Warnings, c.warning)
			}
		})
	}
}

// TestColliderFaults has faults that no fixture has, with their places.
func TestColliderFaults(t *testing.T) {
	khr := func(what string, says any) object {
		return object{"KHR_physics_rigid_bodies": object{what: says}}
	}
	infinite := func(b *builder) {
		b.Set("nodes", 1, "scale", []float64{1e200, 1, 1})
		b.Node(object{"scale": []float64{1e200, 1, 1}, "children": []int{1}})
	}
	list := func(extension, member string, shape object) func(b *builder) {
		return func(b *builder) {
			b.Doc["extensions"].(object)[extension] = object{member: []any{shape}}
		}
	}
	for _, c := range []struct {
		name       string
		says       object
		change     func(b *builder)
		place, err string
	}{
		{"infinite", khr("collider", object{"geometry": object{"shape": 0}}), infinite, "node 1 KHR_physics_rigid_bodies collider", `the world matrix of "/node2/wall" is not finite`},
		{"infinite mesh", khr("trigger", object{"geometry": object{"mesh": 0}}), infinite, "node 1 KHR_physics_rigid_bodies trigger", "is not finite"},
		{"node below zero", khr("collider", object{"geometry": object{"node": -1}}), nil, "node 1 KHR_physics_rigid_bodies collider", "node -1 does not exist: the file has 2"},
		{"shape below zero", khr("collider", object{"geometry": object{"shape": -1}}), nil, "node 1 KHR_physics_rigid_bodies collider", "KHR_implicit_shapes shape -1 does not exist: the file has 1"},
		{"mesh below zero", khr("trigger", object{"geometry": object{"mesh": -1}}), nil, "node 1 KHR_physics_rigid_bodies trigger", "mesh -1 does not exist: the file has 1"},
		{"collider of a wrong type", khr("collider", 3), nil, "node 1 KHR_physics_rigid_bodies", `cannot use a JSON number as "collider" here`},
		{"type of a wrong type", object{"OMI_physics_body": object{"type": 1}}, nil, "node 1 OMI_physics_body", `cannot use a JSON number as "type" here`},
		{"OMI shape below -1", object{"OMI_physics_body": object{"collider": object{"shape": -2}}}, nil, "node 1 OMI_physics_body collider", "OMI_physics_shape shape -2 does not exist: the file has 1"},
		{"OMI member", object{"OMI_physics_body": object{"trigger": object{"nodes": []int{-1}}}}, nil, "node 1 trigger", "node -1 does not exist: the file has 2"},
		{"no extension of shapes", khr("collider", object{"geometry": object{"shape": 0}}), func(b *builder) { delete(b.Doc, "extensions") }, "node 1 KHR_physics_rigid_bodies collider", "shape 0 does not exist: the file has 0"},
		{"shape that is null", nil, func(b *builder) {
			b.Doc["extensions"] = object{"KHR_implicit_shapes": object{"shapes": []any{nil}}}
		}, "KHR_implicit_shapes shape 0", "has no type"},
		{"shape that is a number", nil, func(b *builder) {
			b.Doc["extensions"] = object{"KHR_implicit_shapes": object{"shapes": []any{1}}}
		}, "KHR_implicit_shapes shape 0", "cannot use a JSON number"},
		{"type that is a number", nil, list("OMI_physics_shape", "shapes", object{"type": 1}), "OMI_physics_shape shape 0 type", "cannot use a JSON number"},
		{"radius and radii", nil, list("OMI_physics_shape", "shapes", object{"type": "capsule", "capsule": object{"radius": 1, "radiusTop": 1}}), "OMI_physics_shape shape 0", "has a radiusBottom or radiusTop"},
		{"mesh of a shape", nil, list("OMI_physics_shape", "shapes", object{"type": "trimesh", "trimesh": object{"mesh": 1}}), "OMI_physics_shape shape 0", "mesh 1 does not exist: the file has 1"},
		{"radius of a sphere", nil, list("OMI_collider", "colliders", object{"type": "sphere", "radius": -0.5}), "OMI_collider collider 0", "the radius -0.5 is not positive"},
		{"height", nil, list("OMI_collider", "colliders", object{"type": "cylinder", "height": -1}), "OMI_collider collider 0", "the height -1 is not positive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.Collided(c.says)
			if c.change != nil {
				c.change(b)
			}
			loadertest.WantFormatError(t, b.GLB(), loader.GLB, c.place, c.err)
		})
	}
}

// TestExtensionsOfOtherDrafts: members in other places are ignored.
func TestExtensionsOfOtherDrafts(t *testing.T) {
	b := loadertest.Collided(object{"KHR_physics_rigid_bodies": nil, "OMI_physics_body": object{}, "MSFT_rigid_bodies": object{"collider": 9}})
	b.Doc["extensions"].(object)["KHR_collision_shapes"] = object{"shapes": 1}
	s, _, err := loadertest.Decode(t, b.GLB())
	if err != nil || len(s.Colliders) != 0 || len(s.Warnings) != 0 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestKinematicBodies: which bodies forces move.
func TestKinematicBodies(t *testing.T) {
	khr := func(motion object) object {
		return object{"KHR_physics_rigid_bodies": object{"motion": motion, "collider": object{"geometry": object{"mesh": 0}}}}
	}
	omi := func(motion object) object {
		return object{"OMI_physics_body": object{"motion": motion}, "KHR_physics_rigid_bodies": object{"collider": object{"geometry": object{"mesh": 0}}}}
	}
	for _, row := range []struct {
		why       string
		says      object
		kinematic bool
	}{
		{"a motion", khr(object{}), false},
		{"one without forces", khr(object{"isKinematic": true}), true},
		{"OMI's dynamic", omi(object{"type": "dynamic"}), false},
		{"OMI's kinematic", omi(object{"type": "kinematic"}), true},
		{"OMI's static", omi(object{"type": "static"}), true},
	} {
		s, _, err := loadertest.Decode(t, loadertest.Collided(row.says).GLB())
		if err != nil {
			t.Errorf("%s: %v", row.why, err)
		} else if c := s.Colliders[0]; c.Body == "" || c.Kinematic != row.kinematic {
			t.Errorf("%s: body %q, kinematic %v", row.why, c.Body, c.Kinematic)
		}
	}
}

package gltf_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

var (
	riggedJoints  = []uint8{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}
	riggedWeights = []float32{1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}
)

// withPoses loads a model with its rig.
func withPoses(t *testing.T, b *builder) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), b.GLB(), nil, loader.Options{Poses: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// posed returns the positions of an object of a rig in the middle of its clip.
func posed(t *testing.T, s *mesh.Scene, object int) []geom.Vec {
	t.Helper()
	if s.RigError != nil {
		t.Fatal(s.RigError)
	}
	e := pose.NewEvaluator(s.Rig)
	if err := e.Pose(0, 0.5); err != nil {
		t.Fatal(err)
	}
	out := make([]geom.Vec, s.Rig.Objects[object].Shape.Len())
	e.Positions(object, out)
	return out
}

// TestRigInDraco: joints and weights in Draco data move vertices like plain ones. Faults of them are faults of the
// rig only.
func TestRigInDraco(t *testing.T) {
	for _, c := range []struct {
		name       string
		attributes []any
		ids        object
		err        string
	}{
		{"joints and weights", []any{loadertest.Square, riggedJoints, riggedWeights}, object{"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, ""},
		{"joints", []any{loadertest.Square, riggedJoints}, object{"POSITION": 0, "JOINTS_0": 1}, ""},
		{"positions", []any{loadertest.Square}, object{"POSITION": 0}, ""},
		{"no such attribute", []any{loadertest.Square}, object{"POSITION": 0, "JOINTS_0": 7}, "mesh 0 primitive 0 JOINTS_0: cannot be decoded from the Draco data"},
		{"joints are floats", []any{loadertest.Square, riggedWeights}, object{"POSITION": 0, "JOINTS_0": 1}, "JOINTS_0: must be VEC4 of uint8 or uint16"},
		{"joints are vectors of three", []any{loadertest.Square, make([]uint8, 12)}, object{"POSITION": 0, "JOINTS_0": 1}, "JOINTS_0: attribute 1 of the Draco data has 3 components"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.RiggedModel()
			compress(b, dracoStream(squareCorners, 4, c.attributes...), c.ids)
			s := withPoses(t, b)
			if c.err != "" {
				var format *loader.FormatError
				if !errors.As(s.RigError, &format) || !strings.Contains(s.RigError.Error(), c.err) {
					t.Errorf("%v, want %s", s.RigError, c.err)
				}
				return
			}
			if got, want := posed(t, s, 0), posed(t, withPoses(t, loadertest.RiggedModel()), 0); !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// TestRigOfInstances: several instances of a moving node move with it. With a skin, their poses are not known.
func TestRigOfInstances(t *testing.T) {
	b := loadertest.RiggedModel()
	instanced := object{"EXT_mesh_gpu_instancing": object{"attributes": object{
		"TRANSLATION": b.Accessor("VEC3", []float32{1, 0, 0, 0, 2, 0}, nil),
	}}}
	still := b.Mesh("still", loadertest.Primitive(0, 1, nil))
	b.Set("nodes", 1, "children", []int{b.Node(object{"mesh": still, "extensions": instanced})})
	b.Set("nodes", 2, "extensions", instanced)
	s := withPoses(t, b)
	if len(s.Rig.Objects) != 4 {
		t.Fatalf("%d objects", len(s.Rig.Objects))
	}
	// The hand, at x = 1, is turned by 90 degrees.
	near := func(p, q geom.Vec) bool { return p.Sub(q).Norm() < 1e-15 }
	if got := posed(t, s, 0); !near(got[0], geom.Vec{1, 1, 0}) || !near(got[1], geom.Vec{1, 2, 0}) {
		t.Errorf("the first instance is at %v", got)
	}
	if got := posed(t, s, 1); !near(got[0], geom.Vec{-1, 0, 0}) || !near(got[1], geom.Vec{-1, 1, 0}) {
		t.Errorf("the second instance is at %v", got)
	}
	for i, o := range s.Rig.Objects {
		if skinned := o.Skin != pose.NoSkin; skinned != (o.Unposed != "") || skinned != (i >= 2) || s.Instances[o.Instance].Mesh != min(1, (3-i)/2) {
			t.Errorf("object %d: %+v", i, o)
		}
	}
}

// TestRigOfScenes: the objects are those of the default scene or, if there is none, of all scenes.
func TestRigOfScenes(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(b *builder)
		nodes  []int
	}{
		{"no scenes", func(*builder) {}, []int{2, 3}},
		{"no default scene", func(b *builder) { b.Doc["scenes"] = []any{object{"nodes": []int{2}}, object{"nodes": []int{0}}} }, []int{2}},
		{"the second scene", func(b *builder) {
			b.Doc["scene"], b.Doc["scenes"] = 1, []any{object{"nodes": []int{2}}, object{"nodes": []int{3}}}
		}, []int{3}},
		{"a fault in another scene", func(b *builder) {
			b.Set("nodes", 2, "skin", 99)
			b.Doc["scene"], b.Doc["scenes"] = 0, []any{object{"nodes": []int{3}}}
		}, []int{3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.RiggedModel()
			b.Node(object{"mesh": 0})
			c.change(b)
			s := withPoses(t, b)
			if s.RigError != nil {
				t.Fatal(s.RigError)
			}
			var nodes []int
			for _, o := range s.Rig.Objects {
				nodes = append(nodes, o.Node)
			}
			if !slices.Equal(nodes, c.nodes) {
				t.Errorf("objects of nodes %v, want %v", nodes, c.nodes)
			}
		})
	}
}

// TestNoRig: without poses, or where nothing moves, there is no rig.
func TestNoRig(t *testing.T) {
	for name, b := range map[string]*builder{"square": loadertest.SquareModel(), "rich": loadertest.RichModel()} {
		if s := withPoses(t, b); s.Rig != nil || s.RigError != nil {
			t.Errorf("%s: a rig %v, %v", name, s.Rig, s.RigError)
		}
	}
	s, _, err := loader.Decode(t.Context(), loadertest.RiggedModel().GLB(), nil, loader.Options{})
	if err != nil || s.Rig != nil || s.RigError != nil {
		t.Errorf("a rig that nobody asked for: %v, %v", s.RigError, err)
	}
}

package gltf_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// instances returns the path, mesh and matrix of each instance.
func instances(s *mesh.Scene) []string {
	var out []string
	for _, in := range s.Instances {
		for r := range in.World {
			for c := range in.World[r] {
				in.World[r][c] += 0 // -0 is as good as 0
			}
		}
		out = append(out, fmt.Sprintf("%s %d %v", in.Path, in.Mesh, in.World))
	}
	return out
}

func wantInstances(t *testing.T, s *mesh.Scene, want ...string) {
	t.Helper()
	if got := instances(s); !slices.Equal(got, want) {
		t.Errorf("instances\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestNodes(t *testing.T) {
	b := encode.NewGLTF()
	p := loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil)
	seat, leg := b.Mesh("seat", p), b.Mesh("leg", p)
	b.Mesh("in no scene", p)
	// Here, children come before their parents, and out of order.
	b.Node(object{"name": "leg", "mesh": leg, "translation": []float64{1, 2, 3}})
	b.Node(object{"mesh": leg, "matrix": []float64{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1}})
	b.Node(object{"name": "chair", "mesh": seat, "children": []int{1, 0}, "scale": []float64{-2, 1, 0.5}, "translation": []float64{10, 0, 0}})
	b.Node(object{"name": "empty", "extras": object{"deep": []any{1, 2, 3}}})
	b.Node(object{"name": "skinned", "mesh": seat, "skin": 0, "translation": []float64{9, 9, 9}})
	b.Node(object{"mesh": seat, "rotation": []float64{0, 0, 2, 2}})
	s := loadertest.MustDecode(t, b.GLB())
	if len(s.Meshes) != 3 {
		t.Errorf("%d meshes", len(s.Meshes))
	}
	wantInstances(t, s,
		"/chair 0 [[-2 0 0 10] [0 1 0 0] [0 0 0.5 0]]",
		"/chair/node1 1 [[0 2 0 0] [1 0 0 6] [0 0 0.5 3.5]]",
		"/chair/leg 1 [[-2 0 0 8] [0 1 0 2] [0 0 0.5 1.5]]",
		"/skinned 0 [[1 0 0 0] [0 1 0 0] [0 0 1 0]]",
		fmt.Sprintf("/node5 0 %v", aboutZ(2, 2)),
	)
}

// An instance has the name of its node, which may contain slashes.
func TestNodeNames(t *testing.T) {
	b := encode.NewGLTF()
	m := b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil))
	b.Node(object{"name": "a/b", "mesh": m, "children": []int{1, 2, 3}})
	b.Node(object{"mesh": m})
	b.Node(object{"name": "c/", "mesh": m})
	b.Node(object{"name": "/d", "mesh": m, "extensions": object{"EXT_mesh_gpu_instancing": object{
		"attributes": object{"TRANSLATION": b.Accessor("VEC3", []float32{1, 2, 3}, nil)}}}})
	var got []string
	for _, in := range loadertest.MustDecode(t, b.GLB()).Instances {
		got = append(got, in.Path+" "+in.Name)
	}
	if want := []string{"/a/b a/b", "/a/b/node1 node1", "/a/b/c/ c/", "/a/b//d[0] /d[0]"}; !slices.Equal(got, want) {
		t.Errorf("paths and names %q, want %q", got, want)
	}
}

// aboutZ is the rotation by the quaternion (0, 0, z, w) after normalization.
func aboutZ(z, w float64) geom.Affine {
	l := math.Sqrt(z*z + w*w)
	z, w = z/l, w/l
	c, s := 1-2*z*z, 2*z*w
	return geom.Affine{{c, -s, 0, 0}, {s, c, 0, 0}, {0, 0, 1, 0}}
}

func TestSharedSubtree(t *testing.T) {
	b := encode.NewGLTF()
	m := b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square[:9], nil), -1, nil))
	b.Node(object{"name": "a", "children": []int{2}})
	b.Node(object{"name": "b", "children": []int{2}, "translation": []float64{1, 0, 0}})
	b.Node(object{"name": "c", "mesh": m})
	s := loadertest.MustDecode(t, b.GLB())
	wantInstances(t, s, "/a/c 0 [[1 0 0 0] [0 1 0 0] [0 0 1 0]]", "/b/c 0 [[1 0 0 1] [0 1 0 0] [0 0 1 0]]")
	if len(s.Warnings) != 1 || s.Warnings[0] != `node 2 "c": has 2 parents, and is shown below each of them` {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func TestDeepNodes(t *testing.T) {
	b := encode.NewGLTF()
	m := b.Mesh("m", loadertest.Primitive(b.Accessor("VEC3", loadertest.Square, nil), -1, nil))
	const depth = 20_000
	for i := range depth {
		b.Node(object{"children": []int{i + 1}, "translation": []float64{1, 0, 0}})
	}
	b.Node(object{"mesh": m})
	s := loadertest.MustDecode(t, b.GLB())
	if len(s.Instances) != 1 || s.Instances[0].World[0][3] != depth || strings.Count(s.Instances[0].Path, "/") != depth+1 {
		t.Errorf("%d instances", len(s.Instances))
	}
}

func TestSingularNodes(t *testing.T) {
	b := loadertest.SquareModel()
	b.Node(object{"name": "flat", "mesh": 0, "scale": []float64{1, 0, 1}})
	b.Node(object{"mesh": 0, "rotation": []float64{0, 0, 0, 0}})
	s := loadertest.MustDecode(t, b.GLB())
	want := []string{
		`node 2: the rotation is zero and is ignored`,
		`node 1: the world matrix of "/flat" is singular and flattens mesh 0 "chair"`,
	}
	if !slices.Equal(s.Warnings, want) || len(s.Instances) != 3 {
		t.Errorf("warnings %q, want %q", s.Warnings, want)
	}
}

func TestGPUInstancing(t *testing.T) {
	half := int16(math.Round(32767 * math.Sqrt2 / 2))
	for _, c := range []struct {
		name  string
		build func(b *builder) object
		want  []string
	}{
		{"translation", func(b *builder) object {
			return object{"TRANSLATION": b.Accessor("VEC3", []float32{1, 2, 3, 4, 5, 6}, nil)}
		}, []string{"/seat[0] 0 [[1 0 0 101] [0 1 0 2] [0 0 1 3]]", "/seat[1] 0 [[1 0 0 104] [0 1 0 5] [0 0 1 6]]"}},
		{"scale and translation", func(b *builder) object {
			return object{"SCALE": b.Accessor("VEC3", []float32{2, -3, 4}, nil), "TRANSLATION": b.Accessor("VEC3", []float32{1, 2, 3}, nil)}
		}, []string{"/seat[0] 0 [[2 0 0 101] [0 -3 0 2] [0 0 4 3]]"}},
		{"normalized rotation", func(b *builder) object {
			return object{"ROTATION": b.Accessor("VEC4", []int16{0, 0, half, half, 0, 0, 0, 32767}, object{"normalized": true})}
		}, []string{rotated("/seat[0]"), "/seat[1] 0 [[1 0 0 100] [0 1 0 0] [0 0 1 0]]"}},
		{"normalized rotation in bytes", func(b *builder) object {
			return object{"ROTATION": b.Accessor("VEC4", []int8{0, 0, -128, 0}, object{"normalized": true}), "_ID": 999}
		}, []string{"/seat[0] 0 [[-1 0 0 100] [0 -1 0 0] [0 0 1 0]]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := loadertest.SquareModel()
			attributes := c.build(b)
			b.Set("nodes", 0, "translation", []float64{100, 0, 0})
			b.Set("nodes", 0, "extensions", object{"EXT_mesh_gpu_instancing": object{"attributes": attributes}})
			b.Doc["extensionsRequired"] = []string{"EXT_mesh_gpu_instancing"}
			wantInstances(t, loadertest.MustDecode(t, b.GLB()), c.want...)
		})
	}
}

func rotated(path string) string {
	a := aboutZ(1, 1)
	a[0][3] = 100
	return fmt.Sprintf("%s 0 %v", path, a)
}

// TestIdentityMatrixBesideParts: the specification forbids both, and other readers use the matrix.
func TestIdentityMatrixBesideParts(t *testing.T) {
	b := loadertest.SquareModel()
	b.Set("nodes", 0, "matrix", []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})
	b.Set("nodes", 0, "scale", []int{1, 1, 1})
	if s := loadertest.MustDecode(t, b.GLB()); len(s.Warnings) != 0 {
		t.Errorf("warnings %q of what says nothing", s.Warnings)
	}
	b.Set("nodes", 0, "scale", []int{2, 1, 1})
	s := loadertest.MustDecode(t, b.GLB())
	if s.Instances[0].World[0][0] != 2 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], `node 0 "seat": has an identity matrix and also`) {
		t.Errorf("%v, warnings %q", s.Instances[0].World, s.Warnings)
	}
}

// TestVectorsOfWrongLength: missing numbers are not filled in.
func TestVectorsOfWrongLength(t *testing.T) {
	for name, v := range map[string][]float64{"translation": {1, 2}, "rotation": {0, 0, 1}, "scale": {1, 1, 1, 1}, "matrix": {1, 0, 0, 0}} {
		b := loadertest.SquareModel()
		b.Set("nodes", 0, name, v)
		loadertest.WantFormatError(t, b.GLB(), loader.GLB, "node 0", `"`+name+`": too `)
	}
}

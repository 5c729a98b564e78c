package hulls_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestVisibleMeshesAsShapes: a mesh whose own node asks for a collision shape of it, as in USD, need not
// be closed or convex, but what its convex hull fills is reported. A surface must not be moved by
// forces.
func TestVisibleMeshesAsShapes(t *testing.T) {
	channel := meshgen.Join(box(0, 0, 0, 4, 1, 1), box(0, 0, 1, 1, 1, 3), box(3, 0, 1, 4, 1, 3))
	for _, row := range []struct {
		why     string
		m       meshgen.Indexed
		shape   mesh.Collider
		profile string
		want    []string
	}{
		{"the hull of a box", cube, mesh.Collider{Shape: mesh.ShapeHull, Body: "/a"}, "physx", nil},
		{"the hull of a box without a face", opened(cube), mesh.Collider{Shape: mesh.ShapeHull}, "none", []string{"hull_not_closed warning", "hull_excess warning"}},
		{"the hull of a channel of three boxes", channel, mesh.Collider{Shape: mesh.ShapeHull, Body: "/a"}, "physx",
			[]string{"hull_not_closed warning", "hull_not_convex warning", "hull_self_overlap warning", "hull_excess warning"}},
		{"a surface", channel, mesh.Collider{Shape: mesh.ShapeTrimesh}, "physx", []string{"hull_self_overlap warning", "hull_not_closed info"}},
		{"a surface that moves", cube, mesh.Collider{Shape: mesh.ShapeTrimesh, Body: "/a"}, "physx", []string{"moving_trimesh error"}},
		{"without an engine", cube, mesh.Collider{Shape: mesh.ShapeTrimesh, Body: "/a"}, "none", []string{"moving_trimesh warning"}},
		{"a surface that is animated", cube, mesh.Collider{Shape: mesh.ShapeTrimesh, Body: "/a", Kinematic: true}, "physx", nil},
		{"pieces of a surface", cube, mesh.Collider{Shape: mesh.ShapeTrimesh, Body: "/a", Approximated: true}, "physx", nil},
	} {
		w := new(sceneBuilder).Named("a", row.m, geom.Identity())
		row.shape.Path, row.shape.Name, row.shape.Extension, row.shape.World = "/a", "a", "UsdPhysics", geom.Identity()
		w.Colliders = []mesh.Collider{row.shape}
		p, _ := check.HullProfileOf(row.profile)
		r := checked(t, &w.Scene, check.Options{Checks: check.Hulls, Hulls: check.HullOptions{Profile: &p}})
		var got []string
		for _, f := range r.Hulls().Groups[0].Findings {
			got = append(got, fmt.Sprint(f.Rule, " ", f.Severity))
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestNodesOfHulls compares what is said of the nodes of hulls, as seen from that of their mesh.
func TestNodesOfHulls(t *testing.T) {
	hundred, turn := geom.Scaling(100), turned(geom.Vec{0, 0, 1}, 1)
	up := turned(geom.Vec{1, 0, 0}, 1.5707963267948966)
	for _, row := range []struct {
		why        string
		mesh, hull geom.Affine
		want       []string
	}{
		{"both at the origin", geom.Identity(), geom.Identity(), nil},
		{"Blender's scale and turn of all nodes", product(hundred, up), product(hundred, up), nil},
		{"a kit of modules, far away", product(moved(4e4, 3e4, 0), up), product(moved(4e4, 3e4, 0), up), nil},
		{"rounding to float32", turn, rounded(turn), nil},
		{"within a hundredth", geom.Identity(), moved(0.01, 0, 0), nil},
		{"moved", geom.Identity(), moved(1, 0, 0), []string{"hull_transform"}},
		{"moved with the scale of both", hundred, product(hundred, moved(1, 0, 0)), []string{"hull_transform"}},
		{"turned", geom.Identity(), turn, []string{"hull_transform"}},
		{"scaled alike along all axes", hundred, geom.Identity(), []string{"hull_scale"}},
		{"scaled along one", hundred, geom.Affine{{100, 0, 0, 0}, {0, 100, 0, 0}, {0, 0, 50, 0}}, []string{"hull_scale"}},
		{"mirrored", geom.Identity(), geom.Affine{{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, []string{"hull_scale"}},
		{"both mirrored", geom.Scaling(-1), geom.Scaling(-1), nil},
	} {
		w := new(sceneBuilder).Named("a", cube, row.mesh).Named("UCX_a_01", cube, row.hull)
		p, _ := check.HullProfileOf("unreal")
		r := checked(t, &w.Scene, check.Options{Checks: check.Hulls, Hulls: check.HullOptions{Profile: &p}})
		var got []string
		for _, f := range r.Hulls().Groups[0].Findings {
			if f.Rule == check.HullScale || f.Rule == check.HullTransform {
				got = append(got, f.Rule.String())
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// rounded returns a matrix of float32 numbers.
func rounded(m geom.Affine) geom.Affine {
	for i := range m {
		for k, x := range m[i] {
			m[i][k] = float64(float32(x))
		}
	}
	return m
}

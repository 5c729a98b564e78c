package poses_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/posegen"
)

// resolution is the gap between neighbouring float32 numbers from 512 on.
const resolution = 0x1p-14

// pressed is a skin of a cube of the size 2, 512 from the origin, and a ball on it, which is moved into it by so
// many resolutions. Its radius is 16 of them.
func pressed(levels int, into float64) *posegen.Model {
	const radius = 16 * resolution
	hip := meshgen.Box(geom.Vec{-1, -1, -2}, geom.Vec{1, 1, 0})
	ball := meshgen.Icosphere(levels, geom.Vec{0.1, 0.2, 2 * radius}, radius)
	m := &posegen.Model{}
	root := m.Add("root", -1, geom.Vec{512, 0, 0})
	hand := m.Add("hand", root, geom.Vec{})
	mesh := &posegen.Mesh{Name: "body", Indexed: meshgen.Join(hip, ball)}
	for v := range mesh.Vertices {
		joint := 0
		if v >= len(hip.Vertices) {
			joint = 1
		}
		mesh.Influences = append(mesh.Influences, []posegen.Influence{{Joint: joint, Weight: 1}})
	}
	shown := m.Add("body", -1, geom.Vec{})
	m.Nodes[shown].Mesh = mesh
	m.Nodes[shown].Skin = &posegen.Skin{Joints: []int{root, hand}, InverseBind: []geom.Affine{geom.Identity(), geom.Identity()}}
	m.Clip("press")
	m.Animate(hand, "translation", []float64{0, 0, 0, 0}, []float64{1, 0, 0, -radius - into*resolution})
	return m
}

// TestSmallTriangles: a body does not go through another unseen because its triangles are smaller than the
// resolution.
func TestSmallTriangles(t *testing.T) {
	r := checkScene(t, load(t, pressed(5, 8)), atKeys())
	c := &r.Clips[0]
	if c.NewPairs != 0 {
		t.Errorf("%d pairs are deeper than the resolution: the triangles are too large for this test", c.NewPairs)
	}
	if len(c.Places) == 0 || c.Places[0].Rule != check.PoseContact || c.Places[0].First != 1 {
		t.Errorf("a ball is half in a cube: %+v", c)
	}
}

// TestRounding: bodies that touch, up to the resolution, make no place.
func TestRounding(t *testing.T) {
	for _, levels := range []int{1, 3} {
		r := checkScene(t, load(t, pressed(levels, 0.5)), atKeys())
		if c := &r.Clips[0]; len(c.Places) > 0 || c.WithinPrecision == 0 || c.NewPairs > 0 {
			t.Errorf("level %d: a ball is half a resolution in a cube: %+v", levels, c)
		}
	}
}

package poses_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/posegen"
)

// plate is a square of the size 4 in the plane z = 0.
var plate = meshgen.Indexed{
	Vertices: []geom.Vec{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, Faces: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
}

// wall is a sheet that stands on the plane y = 0, 1 high and 0.75 deep, with an edge in the plane z = 0.
var wall = meshgen.Indexed{
	Vertices: []geom.Vec{{0.5, 0, 0}, {1.5, 0, 0}, {0.5, 0, 1}, {1.5, 0, 1}, {0.5, 0, -0.75}, {1.5, 0, -0.75}},
	Faces:    [][3]uint32{{0, 1, 2}, {1, 3, 2}, {0, 4, 1}, {1, 4, 5}},
}

// lowered is a skin of a plate and another shell, which is 4 above it at the time 0 and where it is modelled at
// the time 1.
func lowered(shell meshgen.Indexed) *posegen.Model {
	m := &posegen.Model{}
	root := m.Add("root", -1, geom.Vec{})
	hand := m.Add("hand", root, geom.Vec{0, 0, 4})
	of := &posegen.Mesh{Name: "body", Indexed: meshgen.Join(plate, shell)}
	for v := range of.Vertices {
		joint := min(1, v/len(plate.Vertices))
		if joint == 1 { // stored above the plate, too
			of.Vertices[v][2] += 4
		}
		of.Influences = append(of.Influences, []posegen.Influence{{Joint: joint, Weight: 1}})
	}
	shown := m.Add("body", -1, geom.Vec{})
	m.Nodes[shown].Mesh = of
	up := geom.Identity()
	up[2][3] = -4
	m.Nodes[shown].Skin = &posegen.Skin{Joints: []int{root, hand}, InverseBind: []geom.Affine{geom.Identity(), up}}
	m.Clip("lower")
	m.Animate(hand, "translation", []float64{0, 0, 0, 4}, []float64{1, 0, 0, 0})
	return m
}

// TestFlush: surfaces go through each other in the last sample, though no triangle goes through the inside of
// another: one passes through exactly along an edge, or both lie in one plane.
func TestFlush(t *testing.T) {
	other := meshgen.Box(geom.Vec{1.5, -1, 0}, geom.Vec{4, 1, 2})
	for name, c := range map[string]struct {
		shell       meshgen.Indexed
		depth       float64
		throughEdge bool
	}{
		"edge": {wall, 0.75, true}, "plane": {other, 0.5, false},
	} {
		clip := checkScene(t, load(t, lowered(c.shell)), atKeys())
		if len(clip.Clips[0].Places) != 1 {
			t.Fatalf("%s: %+v", name, clip.Clips[0])
		}
		p, finding := &clip.Clips[0].Places[0], &clip.List[0].Findings[0]
		if p.Rule != check.PoseContact || p.First != 1 || p.Depth != c.depth || finding.ThroughEdge != c.throughEdge {
			t.Errorf("%s: %+v, %+v", name, p, finding)
		}
	}
	half := wall
	half.Faces = half.Faces[:2] // stands on the plate
	if r := checkScene(t, load(t, lowered(half)), atKeys()); len(r.List) > 0 {
		t.Errorf("a wall that stands on a plate: %+v", r.List)
	}
}

// TestFlushBodies: a cube slides into another, with all sides but two in the same planes.
func TestFlushBodies(t *testing.T) {
	m := &posegen.Model{}
	cube := &posegen.Mesh{Name: "cube", Indexed: meshgen.Box(geom.Vec{0, 0, 0}, geom.Vec{1, 1, 1})}
	for range 2 {
		m.Nodes[m.Add("cube", -1, geom.Vec{})].Mesh = cube
	}
	m.Clip("slide")
	m.Animate(1, "translation", []float64{0, 3, 0, 0}, []float64{1, 0.5, 0, 0})
	m.Nodes[1].Translation = geom.Vec{3, 0, 0}
	r := checkScene(t, load(t, m), atKeys())
	if len(r.List) != 1 || r.List[0].Rule != check.PoseContact || r.List[0].Value < 0.25 {
		t.Errorf("%+v", r.List)
	}
}

// TestFlushAtRest: two cubes that lie on each other at rest are in no contact there, whatever rounding makes of
// their triangles. One that is pushed into the other, by less than the tolerance, has not slid.
func TestFlushAtRest(t *testing.T) {
	m := &posegen.Model{}
	turned := m.Add("turned", -1, geom.Vec{100, 0.3, 0.7})
	m.Nodes[turned].Rotation = posegen.Quaternion{0.1, 0.2, 0.3, 0.927361849549570}
	cube := &posegen.Mesh{Name: "cube", Indexed: meshgen.Box(geom.Vec{0, 0, 0}, geom.Vec{1, 1, 1})}
	for k := range 2 {
		m.Nodes[m.Add("cube", turned, geom.Vec{float64(k), 0.1 * float64(k), 0.2 * float64(k)})].Mesh = cube
	}
	m.Clip("push")
	m.Animate(2, "translation", []float64{0, 1, 0.1, 0.2}, []float64{1, 1.0 - 0x1p-9, 0.1, 0.2})
	r := checkScene(t, load(t, m), atKeys())
	if len(r.List) != 1 || r.List[0].Rule != check.PoseContact || r.Clips[0].Places[0].First != 1 {
		t.Errorf("%+v", r.Clips[0].Places)
	}
}

// TestHiddenPart: a part that joints hide by the scale 0 is in no place, though rounding parts its vertices.
func TestHiddenPart(t *testing.T) {
	ball := meshgen.Icosphere(4, geom.Vec{6, 0, 0}, 1)
	m := lowered(ball)
	m.Nodes[1].Translation = geom.Vec{0.1, 0.2, 0.3}
	other := m.Add("other", 0, geom.Vec{0.1, 0.2, 0.3})
	of, skin := m.Nodes[2].Mesh, m.Nodes[2].Skin
	skin.Joints, skin.InverseBind = append(skin.Joints, other), append(skin.InverseBind, skin.InverseBind[1])
	for v := len(plate.Vertices); v < len(of.Vertices); v++ {
		share := float64(v%97+1) / 99
		of.Influences[v] = []posegen.Influence{{Joint: 1, Weight: share}, {Joint: 2, Weight: 1 - share}}
	}
	m.Clips = nil
	m.Clip("hide")
	for _, joint := range []int{1, other} {
		m.Animate(joint, "scale", []float64{0, 1, 1, 1}, []float64{1, 0, 0, 0})
	}
	r := checkScene(t, load(t, m), atKeys())
	if c := &r.Clips[0]; len(r.NotChecked) > 0 || len(c.Places) > 0 || c.WithinPrecision > 0 {
		t.Errorf("%+v, %+v", r.NotChecked, c)
	}
}

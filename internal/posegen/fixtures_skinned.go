package posegen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// piece is a part of a skinned mesh that follows one joint.
type piece struct {
	meshgen.Indexed
	joint int
}

// pieces returns a mesh of several pieces.
func pieces(name string, all ...piece) *Mesh {
	m := &Mesh{Name: name}
	for _, p := range all {
		m.Indexed = meshgen.Join(m.Indexed, p.Indexed)
		for range p.Vertices {
			m.Influences = append(m.Influences, []Influence{{p.joint, 1}})
		}
	}
	return m
}

// skinned returns a model that shows a mesh with a skin of joints in a chain, all of them in the origin, and the joints.
func skinned(mesh *Mesh, joints int) (m *Model, chain []int) {
	m = &Model{}
	for k := range joints {
		chain = append(chain, m.Add("joint", k-1, geom.Vec{}))
	}
	n := m.Add(mesh.Name, -1, geom.Vec{})
	m.Nodes[n].Mesh, m.Nodes[n].Skin = mesh, &Skin{Joints: chain}
	return m, chain
}

// prism returns a closed upright square prism that is cut at each of some heights.
func prism(x0, y0, x1, y1 float64, heights ...float64) meshgen.Indexed {
	square := [][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
	return meshgen.Sweep(square, len(heights)-1, func(section int, p [2]float64) geom.Vec { return geom.Vec{p[0], p[1], heights[section]} })
}

// deeper is two shells of a skin that are in each other at rest, and go deeper than the tolerance.
func deeper() Fixture {
	m, chain := skinned(pieces("body", piece{box(0, 0, 0, 1, 1, 1), 0}, piece{prism(0.25, 0.25, 0.75, 0.75, 0.98, 1.03, 1.9), 1}), 2)
	m.Clip("press")
	m.Animate(chain[1], "translation", []float64{0, 0, 0, 0}, []float64{1, 0, 0, -0.11})
	return Fixture{
		Name: "shells_deeper", Model: m,
		Answers: []Answer{{Samples: 31, Places: []Place{
			{Rule: "pose_moved", First: 9, Last: 16, Worst: 16, Depth: 0.11*16/30 - 0.03},
			{Rule: "pose_contact", First: 17, Last: 30, Worst: 30, Depth: 0.08},
		}}},
		About: "A peg with its lowest row of triangles from 0.98 to 1.03, and the next from there to 1.9, stands in a cube up to 1 and is pressed in by 0.11 in a second. " +
			"The first row goes through the top at rest, 0.02 deep. The second does from 0.03 on, first a contact that has slid, " +
			"and beyond 0.02 and half a percent of the diagonal, 2.37, a contact of its own: after 0.0618, or 0.562 s.",
	}
}

// hand is a hand that sweeps over a hip, half in it.
func hand() Fixture {
	hip := meshgen.Subdivide(box(-0.3, -0.3, -0.5, 0.3, 0.3, 0), 3)
	m, chain := skinned(pieces("body", piece{hip, 0}, piece{meshgen.Icosphere(0, geom.Vec{-1, 0, 0.02}, 0.08), 1}), 2)
	m.Clip("sweep")
	m.Animate(chain[1], "translation", []float64{0, 0, 0, 0}, []float64{1, 2, 0, 0})
	return Fixture{
		Name: "hand_through_hip", Model: m,
		Answers: []Answer{{Samples: 31, Places: []Place{{Rule: "pose_contact", First: 10, Last: 20}}}},
		About: "A hand passes over a hip from -1 to 1 in a second. It reaches 0.068 to both sides where it is in the hip, which is 0.3 wide to both sides: " +
			"from 0.316 to 0.684 s. It is one place, though its triangles are others in each sample.",
	}
}

// elbow is an arm that folds.
func elbow() Fixture {
	const sides, rings = 8, 10
	var circle [][2]float64
	for k := range sides {
		s, c := math.Sincos(2 * math.Pi * float64(k) / sides)
		circle = append(circle, [2]float64{c, s})
	}
	arm := meshgen.Sweep(circle, 2*rings, func(section int, p [2]float64) geom.Vec {
		return geom.Vec{float64(section-rings) / 10, 0.15 * p[0], 0.15 * p[1]}
	})
	mesh := &Mesh{Name: "arm", Indexed: arm}
	for _, v := range arm.Vertices {
		switch {
		case v[0] < 0:
			mesh.Influences = append(mesh.Influences, []Influence{{0, 1}})
		case v[0] > 0:
			mesh.Influences = append(mesh.Influences, []Influence{{1, 1}})
		default:
			mesh.Influences = append(mesh.Influences, []Influence{{0, 0.5}, {1, 0.5}})
		}
	}
	m, chain := skinned(mesh, 2)
	m.Clip("fold")
	m.Animate(chain[1], "rotation", key(0, Turn(2, 0)), key(1, Turn(2, 120)))
	return Fixture{
		Name: "elbow", Model: m,
		Answers: []Answer{{Samples: 31, Places: []Place{{Rule: "pose_fold", First: 17, Last: 30}}}},
		About: "An arm of radius 0.15 with rings of vertices 0.1 apart bends by 120 degrees in a second. The vertices beside the middle ring, on the inside, " +
			"meet in the plane between both halves at the angle whose half has the tangent 2/3: 67.4 degrees, at 0.56 s.",
	}
}

// morph is a mesh of two shells, of which a morph target puts one into the other, and another does not.
func morph() Fixture {
	m := &Model{}
	shape := meshgen.Join(box(0, 0, 0, 1, 1, 1), box(1.25, 0.25, 0.25, 2, 0.75, 0.75))
	n := m.Show("face", shape)
	in, up := make([]geom.Vec, len(shape.Vertices)), make([]geom.Vec, len(shape.Vertices))
	for v := 8; v < len(in); v++ {
		in[v], up[v] = geom.Vec{-0.375, 0, 0}, geom.Vec{0, 0, 0.5}
	}
	m.Nodes[n].Mesh.Targets = [][]geom.Vec{in, up}
	return Fixture{
		Name: "morph_target", Model: m,
		Alone: []Answer{{Samples: 1, Places: []Place{{Rule: "pose_contact", Depth: 0.125}}}, {Samples: 1}},
		About: "Of a mesh of two boxes, one morph target moves one into the other by an eighth, and another moves it up. There is no clip.",
	}
}

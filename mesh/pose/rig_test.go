package pose_test

import (
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// points are vertices.
type points []geom.Vec

func (p points) Len() int          { return len(p) }
func (p points) At(i int) geom.Vec { return p[i] }

// identity is a node that is where its parent is.
func identity(parent int32) pose.Node {
	return pose.Node{Parent: parent, Local: pose.Local{Rotation: pose.Quaternion{0, 0, 0, 1}, Scale: geom.Vec{1, 1, 1}}}
}

// at returns a node that is translated.
func at(parent int32, x, y, z float64) pose.Node {
	n := identity(parent)
	n.Translation = geom.Vec{x, y, z}
	return n
}

var noBind = [4][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}

// influences returns those of vertices.
func influences(of ...[]pose.Influence) *pose.Influences {
	n := 0
	for _, v := range of {
		n += len(v)
	}
	f := pose.NewInfluences(len(of), n)
	for _, v := range of {
		f.Add(v)
	}
	return f
}

// positions returns the positions of an object.
func positions(e *pose.Evaluator, object, vertices int) []geom.Vec {
	out := make([]geom.Vec, vertices)
	e.Positions(object, out)
	return out
}

// random returns a rig of a chain of joints and an object of so many vertices, each with so many influences, and with
// two morph targets. A clip moves all of it.
func random(rng *rand.Rand, joints, vertices, each int) *pose.Rig {
	x := func() float64 { return 2*rng.Float64() - 1 }
	vec := func() geom.Vec { return geom.Vec{x(), x(), x()} }
	floats := func(width, rows int) pose.Values {
		f := make([]float32, width*rows)
		for i := range f {
			f[i] = float32(x())
		}
		return pose.Floats(width, f)
	}
	r := &pose.Rig{Skins: []pose.Skin{{}}}
	clip := pose.Clip{}
	times := pose.Floats(1, []float32{0, 0.5, 1.25, 2})
	for k := range joints {
		n := pose.Node{Parent: int32(k - 1), Local: pose.Local{Translation: vec(), Rotation: pose.Quaternion{x(), x(), x(), x()}, Scale: vec()}}
		n.Rotation.Normalize()
		r.Nodes = append(r.Nodes, n)
		j := pose.Joint{Node: k, InverseBind: noBind}
		for r := range 3 {
			j.InverseBind[r] = [4]float64{x(), x(), x(), x()}
		}
		r.Skins[0].Joints = append(r.Skins[0].Joints, j)
		for p, width := range []int{3, 4, 3} {
			s := &pose.Sampler{Interpolation: pose.Interpolation((k + p) % 3), Times: times, Width: width}
			s.Values = floats(width, s.Rows(4))
			clip.Channels = append(clip.Channels, pose.Channel{Node: k, Property: pose.Property(p), Sampler: s})
		}
	}
	r.Nodes = append(r.Nodes, at(0, x(), x(), x()))
	s := &pose.Sampler{Interpolation: pose.Linear, Times: times, Width: 2, Values: floats(2, 4)}
	clip.Channels = append(clip.Channels, pose.Channel{Node: joints, Property: pose.Weights, Sampler: s})
	clip.Keys = []pose.Values{times}
	r.Clips = []pose.Clip{clip}
	p, of := make(points, vertices), make([][]pose.Influence, vertices)
	for v := range p {
		p[v] = vec()
		for range each {
			of[v] = append(of[v], pose.Influence{Joint: uint16(rng.IntN(joints)), Weight: rng.Float64()})
		}
	}
	part := pose.Part{Points: p, Divisor: 1, Targets: []pose.Target{
		{Deltas: floats(3, vertices)}, {Vertices: []uint32{0, uint32(vertices / 2)}, Deltas: floats(3, 2)},
	}, Influences: influences(of...)}
	r.Objects = []pose.Object{{Node: joints, Skin: 0, Weights: []float64{0, 0}, Shape: &pose.Shape{Parts: []pose.Part{part}}}}
	return r
}

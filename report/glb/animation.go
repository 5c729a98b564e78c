package glb

import (
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh/pose"
)

// paths are those of properties in glTF.
var paths = map[pose.Property]gltf.TRSProperty{
	pose.Translation: gltf.TRSTranslation, pose.Rotation: gltf.TRSRotation, pose.Scale: gltf.TRSScale, pose.Weights: gltf.TRSWeights,
}

// addClips adds the clips of the rig, after all nodes. It returns the names of those that are left out.
func (g *rigged) addClips() (leftOut []string) {
	if g == nil {
		return nil
	}
	times := map[*float32]int{}
	for i := range g.rig.Clips {
		a := &gltf.Animation{Name: g.rig.Clips[i].Name}
		if g.baked {
			g.bake(a, i)
		} else {
			for k := range g.rig.Clips[i].Channels {
				g.channel(a, &g.rig.Clips[i].Channels[k], times)
			}
		}
		if len(a.Channels) > 0 { // glTF has no clip without channels
			g.doc.Animations = append(g.doc.Animations, a)
		}
	}
	return g.leftOut
}

// channel adds a channel as the file has it. times has the accessors of times so far.
func (g *rigged) channel(a *gltf.Animation, c *pose.Channel, times map[*float32]int) {
	nodes := g.targetsOf(c.Node, c.Property)
	if len(nodes) == 0 {
		return
	}
	s := c.Sampler
	n := s.Times.Rows()
	input, known := times[&s.Times.F32[0]]
	if !known || g.doc.Accessors[input].Count != n {
		input = g.times(n, func(k int) float64 { return s.Times.At(k, 0) })
		times[&s.Times.F32[0]] = input
	}
	out := &gltf.AnimationSampler{Input: input, Interpolation: interpolationOf(s.Interpolation)}
	turned := c.Property == pose.Rotation && s.Interpolation != pose.Cubic
	out.Output = g.values(c.Property, s.Rows(n), s.Width, func(row int, to []float64) {
		for k := range to {
			to[k] = s.Values.At(row, k)
		}
		if turned { // as it is used
			q := pose.Quaternion(to)
			q.Normalize()
			copy(to, q[:])
		}
	})
	a.Samplers = append(a.Samplers, out)
	for _, node := range nodes {
		a.Channels = append(a.Channels, &gltf.AnimationChannel{
			Sampler: len(a.Samplers) - 1, Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: paths[c.Property]},
		})
	}
}

// targetsOf returns the nodes that a channel of a node of the rig animates.
func (g *rigged) targetsOf(node int, p pose.Property) (nodes []int) {
	if p != pose.Weights {
		return []int{g.nodes[node].outer}
	}
	for i := range g.rig.Objects {
		if g.rig.Objects[i].Node == node {
			nodes = append(nodes, g.hosts[i]...)
		}
	}
	return nodes
}

func interpolationOf(i pose.Interpolation) gltf.Interpolation {
	switch i {
	case pose.Step:
		return gltf.InterpolationStep
	case pose.Cubic:
		return gltf.InterpolationCubicSpline
	}
	return gltf.InterpolationLinear
}

// times plans the times of keys and returns their accessor.
func (g *rigged) times(n int, at func(k int) float64) int {
	a := gltf.Accessor{
		ComponentType: gltf.ComponentFloat, Type: gltf.AccessorScalar, Count: n,
		Min: []float64{float64(float32(at(0)))}, Max: []float64{float64(float32(at(n - 1)))},
	}
	return g.accessor(a, 4*n, gltf.TargetNone, func(b []byte) {
		for k := range n {
			putFloat(b[4*k:], at(k))
		}
	})
}

// values plans rows of so many values of a property and returns their accessor.
func (g *rigged) values(p pose.Property, rows, width int, row func(row int, to []float64)) int {
	a := gltf.Accessor{ComponentType: gltf.ComponentFloat, Count: rows}
	switch p {
	case pose.Rotation:
		a.Type = gltf.AccessorVec4
	case pose.Weights:
		a.Type, a.Count = gltf.AccessorScalar, rows*width
	default:
		a.Type = gltf.AccessorVec3
	}
	return g.accessor(a, 4*rows*width, gltf.TargetNone, func(b []byte) {
		to := make([]float64, width)
		for i := range rows {
			row(i, to)
			for k, x := range to {
				putFloat(b[4*(i*width+k):], x)
			}
		}
	})
}

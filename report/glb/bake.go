package glb

import (
	"cmp"
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// mostBaked limits the keys of all nodes of a clip that is baked. A key of a node takes up to 60 bytes.
const mostBaked = 4_000_000

// bakedNode is the motion of a node, sample by sample.
type bakedNode struct {
	node int
	keys [4][]float32 // translation, outer rotation, scale, inner rotation
}

// sheared returns which nodes have, in the default pose or in a sample of a clip that is baked, a map that one
// rotation and one scale along the axes cannot express.
func (g *rigged) sheared() []bool {
	out := make([]bool, len(g.rig.Nodes))
	look := func(e *pose.Evaluator, node int) {
		f := factor(g.relative(e, node))
		out[node] = out[node] || f.before != gltf.DefaultRotation
	}
	for i := range g.rig.Nodes {
		if g.baked || g.rig.Nodes[i].Matrix != nil {
			look(g.rest, i)
		}
	}
	if g.baked {
		for i := range g.rig.Clips {
			g.eachSample(i, func(e *pose.Evaluator, moved []int) {
				for _, node := range moved {
					look(e, node)
				}
			})
		}
	}
	return out
}

// samplesOf returns the times at which a clip is baked, none if there are too many, and the nodes that it moves.
func (g *rigged) samplesOf(clip int) (times []float64, moved []int) {
	rate := cmp.Or(g.poses.Rate, check.DefaultPoseRate)
	times, _ = g.rig.Clips[clip].Samples(rate, cmp.Or(g.poses.MaxSamples, check.DefaultMaxSamples))
	nodes, _ := g.rig.MovedNodes(clip)
	for i, moves := range nodes {
		if moves {
			moved = append(moved, i)
		}
	}
	if len(times)*max(len(moved), 1) > mostBaked {
		return nil, nil
	}
	// Times of two keys may be equal in single precision.
	n := 0
	for _, t := range times {
		if n == 0 || float32(t) > float32(times[n-1]) {
			times[n] = t
			n++
		}
	}
	return times[:n], moved
}

// eachSample poses the rig at each sample of a clip that can be posed, and returns their times.
func (g *rigged) eachSample(clip int, visit func(e *pose.Evaluator, moved []int)) (posed []float64) {
	times, moved := g.samplesOf(clip)
	e := pose.NewEvaluator(g.rig)
	for _, t := range times {
		if e.Pose(clip, t) == nil {
			posed = append(posed, t)
			visit(e, moved)
		}
	}
	return posed
}

// bake adds the channels of a clip, with a key at each sample.
func (g *rigged) bake(a *gltf.Animation, clip int) {
	var nodes []bakedNode
	_, blended := g.rig.MovedNodes(clip)
	weights := map[int][]float32{} // by object
	times := g.eachSample(clip, func(e *pose.Evaluator, moved []int) {
		if nodes == nil {
			nodes = make([]bakedNode, len(moved))
		}
		hidden := g.hidden(e)
		for k, node := range moved {
			nodes[k].node = node
			nodes[k].add(g.relative(e, node), hidden[node])
		}
		for i := range g.rig.Objects {
			if blended[g.rig.Objects[i].Node] && len(g.hosts[i]) > 0 {
				for _, w := range e.Weights(i) {
					weights[i] = append(weights[i], float32(w))
				}
			}
		}
	})
	if len(times) == 0 {
		g.leftOut = append(g.leftOut, cmp.Or(a.Name, fmt.Sprint("clip ", clip)))
		return
	}
	b := baking{g, a, g.times(len(times), func(k int) float64 { return times[k] }), len(times)}
	for k := range nodes {
		n := &nodes[k]
		at := g.nodes[n.node]
		outer, inner := g.doc.Nodes[at.outer], g.doc.Nodes[at.inner]
		b.add(pose.Translation, n.keys[0], outer.Translation[:], at.outer)
		b.add(pose.Rotation, n.keys[1], outer.Rotation[:], at.outer)
		b.add(pose.Scale, n.keys[2], outer.Scale[:], at.outer)
		if at.inner != at.outer {
			b.add(pose.Rotation, n.keys[3], inner.Rotation[:], at.inner)
		}
	}
	for i := range g.rig.Objects {
		b.add(pose.Weights, weights[i], g.rig.Objects[i].Weights, g.hosts[i]...)
	}
	if len(a.Channels) == 0 && len(nodes) > 0 { // a clip that holds the default pose
		b.write(pose.Translation, nodes[0].keys[0], 3, g.nodes[nodes[0].node].outer)
	}
}

// hidden returns the nodes of objects that are not shown in the pose of an evaluator.
func (g *rigged) hidden(e *pose.Evaluator) map[int]bool {
	hidden := map[int]bool{}
	for i := range g.rig.Objects {
		if o := &g.rig.Objects[i]; o.Skin == pose.NoSkin && !e.Shown(i) {
			hidden[o.Node] = true
		}
	}
	return hidden
}

// add adds a key. The scale of a hidden node is 0.
func (n *bakedNode) add(m geom.Affine, hidden bool) {
	f := factor(m)
	if !drawing.Holdable([]geom.Vec{f.move, f.scale}) { // it is not checked there either
		f = factor(geom.Identity())
	}
	if hidden {
		f.scale = [3]float64{}
	}
	for k, row := range [4][]float64{f.move[:], f.after[:], f.scale[:], f.before[:]} {
		before := n.keys[k]
		if k%2 == 1 && len(before) > 0 { // of the two quaternions of a rotation, the nearer to the one before
			dot := 0.0
			for c, x := range before[len(before)-4:] {
				dot += float64(x) * row[c]
			}
			if dot < 0 {
				for c := range row {
					row[c] = -row[c]
				}
			}
		}
		for _, x := range row {
			n.keys[k] = append(n.keys[k], float32(x)+0) // no -0
		}
	}
}

// baking is a clip with the times of its keys.
type baking struct {
	*rigged
	clip  *gltf.Animation
	input int
	keys  int
}

// add adds a channel of nodes with the values at the keys, unless they are always those at rest.
func (b *baking) add(p pose.Property, values []float32, rest []float64, nodes ...int) {
	width, still := len(rest), true
	for i, x := range values {
		still = still && x == float32(rest[i%width])
	}
	if !still && len(nodes) > 0 {
		b.write(p, values, width, nodes...)
	}
}

// write adds a channel of nodes.
func (b *baking) write(p pose.Property, values []float32, width int, nodes ...int) {
	output := b.values(p, b.keys, width, func(row int, to []float64) {
		for c := range to {
			to[c] = float64(values[row*width+c])
		}
	})
	b.clip.Samplers = append(b.clip.Samplers, &gltf.AnimationSampler{Input: b.input, Output: output})
	for _, node := range nodes {
		b.clip.Channels = append(b.clip.Channels, &gltf.AnimationChannel{
			Sampler: len(b.clip.Samplers) - 1, Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: paths[p]},
		})
	}
}

package drawing

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// movers are what moves the surface of a motion: matrices in the order of Motion.Rest, and morph targets in
// that of Motion.Targets.
type movers struct {
	frame    Frame
	matrices []matrixKey
	of       map[matrixKey]int
	targets  []targetKey
}

// matrixKey is what a matrix is of: a joint of a skin, or an object of the rig, whose skin is pose.NoSkin.
type matrixKey struct{ skin, index int }

// targetKey is a morph target of an object of the rig.
type targetKey struct{ object, target int }

// newMovers returns what moves the objects of a motion in its clips.
func (m *moving) newMovers(in Frame) *movers {
	p := &movers{frame: in, of: map[matrixKey]int{}}
	blended := make([]bool, len(m.rig.Nodes))
	for i := range m.clips {
		_, weights := m.rig.MovedNodes(m.clips[i].number)
		for k, w := range weights {
			blended[k] = blended[k] || w
		}
	}
	for k := range m.objects {
		i := m.objects[k].rigged
		o := &m.rig.Objects[i]
		for part := range o.Shape.Parts {
			p.addPart(&o.Shape.Parts[part], o.Skin, i)
		}
		if blended[o.Node] {
			for t := range o.Weights {
				p.targets = append(p.targets, targetKey{i, t})
			}
		}
	}
	return p
}

// addPart adds the matrices that the vertices of a part follow.
func (p *movers) addPart(part *pose.Part, skin, object int) {
	if skin == pose.NoSkin || part.Influences == nil {
		p.add(matrixKey{pose.NoSkin, object})
		return
	}
	for i := range part.Points.Len() {
		joints, _, _ := part.Influences.Of(i)
		for _, j := range joints {
			p.add(matrixKey{skin, int(j)})
		}
	}
}

func (p *movers) add(k matrixKey) {
	if _, known := p.of[k]; !known {
		p.of[k] = len(p.matrices)
		p.matrices = append(p.matrices, k)
	}
}

// append appends the matrices with the given numbers in the pose of an evaluator, in the frame.
func (p *movers) append(to []float32, e *pose.Evaluator, numbers []int) []float32 {
	for _, n := range numbers {
		k := p.matrices[n]
		var at geom.Affine
		switch {
		case k.skin != pose.NoSkin:
			at = e.Joints(k.skin)[k.index]
		case e.Shown(k.index):
			at = e.Placement(k.index)
		default: // nothing is visible of a point
			at = atPoint(e.Placement(k.index))
		}
		for c := range 4 {
			for r := range at {
				x := at[r][c]
				if c == 3 {
					x -= p.frame.Origin[r]
				}
				to = append(to, float32(x/p.frame.Scale)+0) // no -0
			}
		}
	}
	return to
}

// atPoint returns the map that takes everything to where m takes the origin.
func atPoint(m geom.Affine) geom.Affine {
	return geom.Affine{{3: m[0][3]}, {3: m[1][3]}, {3: m[2][3]}}
}

// weights appends the weights of the targets with the given numbers.
func (p *movers) weights(to []float32, e *pose.Evaluator, numbers []int) []float32 {
	for _, n := range numbers {
		k := p.targets[n]
		to = append(to, float32(e.Weights(k.object)[k.target])+0)
	}
	return to
}

// moved returns the numbers of the matrices that a clip may move, and of the targets whose weights it
// animates.
func (p *movers) moved(rig *pose.Rig, clip int) (matrices, targets []int) {
	nodes, weights := rig.MovedNodes(clip)
	for n, k := range p.matrices {
		node := 0
		if k.skin == pose.NoSkin {
			node = rig.Objects[k.index].Node
		} else {
			node = rig.Skins[k.skin].Joints[k.index].Node
		}
		if nodes[node] {
			matrices = append(matrices, n)
		}
	}
	for n, k := range p.targets {
		if weights[rig.Objects[k.object].Node] {
			targets = append(targets, n)
		}
	}
	return matrices, targets
}

// all returns the numbers below n.
func all(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

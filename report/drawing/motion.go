package drawing

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// Motion is how a model moves in the clips in which the check Poses found places: its surface, what
// moves that, and the places.
type Motion struct {
	// View shows, in the default pose, the objects that a clip moves or that a place is about. It has
	// no findings.
	View *View
	// Stored has the stored position of each of View.Points, with the displacements of those morph
	// targets that no clip here animates.
	Stored []Single
	// Influences is the number of influences of each point, at least 1. Influence k of point i is that
	// of matrix Joints[i·Influences+k], by the weight Weights[i·Influences+k] / 65535. The weights of
	// a point add up to 65535. A point that no skin moves follows the matrix of its object alone.
	Influences int
	// Weights may be negative.
	Joints  []uint16
	Weights []int32
	// Rest has the matrices in the default pose, and RestWeights the weights of Targets there. The
	// matrices take Stored to the frame of View: twelve numbers each, the axes x, y and z and the
	// origin.
	Rest        []float32
	RestWeights []float32
	// Targets are the morph targets that a clip here animates.
	Targets []MotionTarget
	Clips   []MotionClip
	// Places are in the order of the list of issues.
	Places []MotionPlace
}

// MotionTarget is a morph target of one object.
type MotionTarget struct {
	// Points are the points that it displaces, ascending, and Deltas by how much.
	Points []uint32
	Deltas []Single
}

// MotionClip is a clip with places.
type MotionClip struct {
	// Clip and Name are as in check.PoseClip. Samples is the number of samples that were checked.
	Clip    int
	Name    string
	Samples int
	// Of are the samples that are kept, by their indices among all, and Times their times in seconds.
	// Where there is no room for all samples, they are the worst of each place and every so many.
	Of    []int
	Times []float64
	// Keys are the indices in Times of the times of keys.
	Keys []int
	// Moved are the matrices that the clip moves, and Matrices those of each kept sample in turn.
	Moved    []int
	Matrices []float32
	// Blended are the targets whose weights the clip animates, and Weights those of each kept sample
	// in turn.
	Blended []int
	Weights []float32
}

// MotionPlace is a place of a clip.
type MotionPlace struct {
	// At is the reference of its issue.
	At check.Ref
	// Clip is an index into Motion.Clips, and Sample one into its Times: the worst sample.
	Clip, Sample int
	// Objects are indices into View.Objects. They are equal for a place within one object.
	Objects [2]int
	// Findings are those of the issue whose triangles the view embeds. Their points are those of the
	// worst sample. Omitted is the number of the others.
	Findings []Finding
	Omitted  int
	// Places are the worst points, at the worst sample.
	Places []Single
	// Box contains the triangles of Findings, or else Places, at the worst sample, in the world.
	Box Bounds
	// Rest is where the middle of its first triangle is in the default pose.
	Rest Single
}

// Points returns where the points of View are in a kept sample of a clip, in the frame of View.
func (m *Motion) Points(clip, sample int) []Single {
	matrices, weights := m.palette(clip, sample)
	at := make([]geom.Vec, len(m.Stored))
	for i, p := range m.Stored {
		at[i] = p.Vec()
	}
	for k := range m.Targets {
		w := float64(weights[k])
		for i, v := range m.Targets[k].Points {
			at[v] = at[v].Add(m.Targets[k].Deltas[i].Vec().Scale(w))
		}
	}
	out := make([]Single, len(at))
	for i, p := range at {
		var sum geom.Vec
		for k := i * m.Influences; k < (i+1)*m.Influences; k++ {
			if w := m.Weights[k]; w != 0 {
				sum = sum.Add(transformed(matrices[12*int(m.Joints[k]):], p).Scale(float64(w) / fullWeight))
			}
		}
		out[i] = Single{float32(sum[0]), float32(sum[1]), float32(sum[2])}
	}
	return out
}

// fullWeight is what means 1 in Motion.Weights.
const fullWeight = 65535

// palette returns all matrices, and the weights of all targets, in a kept sample of a clip.
func (m *Motion) palette(clip, sample int) (matrices, weights []float32) {
	c := &m.Clips[clip]
	matrices, weights = append([]float32(nil), m.Rest...), append([]float32(nil), m.RestWeights...)
	for n, j := range c.Moved {
		from := 12 * (sample*len(c.Moved) + n)
		copy(matrices[12*j:], c.Matrices[from:from+12])
	}
	for n, t := range c.Blended {
		weights[t] = c.Weights[sample*len(c.Blended)+n]
	}
	return matrices, weights
}

// transformed returns the image of p under a matrix of a palette.
func transformed(m []float32, p geom.Vec) (out geom.Vec) {
	for k := range out {
		out[k] = float64(m[k])*p[0] + float64(m[3+k])*p[1] + float64(m[6+k])*p[2] + float64(m[9+k])
	}
	return out
}

// Posed returns the view at the worst sample of a place, with its findings and points.
func (m *Motion) Posed(place int) *View {
	p, x := &m.Places[place], *m.View
	x.Points = m.Points(p.Clip, p.Sample)
	x.Findings, x.OmittedFindings, x.Places = p.Findings, p.Omitted, p.Places
	x.Objects = append([]Object(nil), x.Objects...)
	if a, b := p.Objects[0], p.Objects[1]; a != b {
		x.Objects[a].Role, x.Objects[b].Role = First, Second
	}
	box := geom.EmptyBox()
	for _, q := range x.Points {
		box = box.Include(x.Frame.World(q))
	}
	x.Box = Bounds(box)
	return &x
}

// Size returns a bound on the bytes that m takes in a page, as View.Size does.
func (m *Motion) Size() int {
	const influence, target = 5, 20
	n := 12*(len(m.Stored)+len(m.Rest)/12*4) + influence*len(m.Joints)
	for k := range m.Targets {
		n += target + 15*len(m.Targets[k].Points)
	}
	for k := range m.Clips {
		n += m.Clips[k].size()
	}
	for k := range m.Places {
		p := &m.Places[k]
		n += 200 + 12*len(p.Places)
		for i := range p.Findings {
			n += 60 + 12*len(p.Findings[i].Points)
		}
	}
	return m.View.Size() + n/3*4
}

func (c *MotionClip) size() int {
	return 200 + len(c.Name) + 16*len(c.Times) + 4*(len(c.Matrices)+len(c.Weights)+len(c.Moved)+len(c.Blended))
}

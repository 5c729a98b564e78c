package pose

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// roundings are the bounds of the matrices of nodes in a pose, computed for the nodes that are asked for.
type roundings struct {
	clip int
	// channels are the indices of the channels of the clip, by node.
	channels map[int32][]int32
	world    []nodeRounding
}

// nodeRounding is the bound of the world matrix of a node in a pose.
type nodeRounding struct {
	pose  int
	bound geom.Affine
}

// PlacementRounding bounds, entry by entry, how far Placement may be from the matrix that was meant,
// because the numbers in the file are rounded to float32: those of the nodes, or the nearest keys of the
// channels that move them. Zeros and ones count as exact.
func (e *Evaluator) PlacementRounding(object int) geom.Affine {
	o := &e.rig.Objects[object]
	bound := *e.worldRounding(int32(o.Node))
	if o.Within != nil {
		within := geom.StoredMatrix(*o.Within)
		_, off := within.Under(e.world[o.Node], &bound)
		bound = *off
	}
	return bound
}

// worldRounding returns the bound of the world matrix of a node.
func (e *Evaluator) worldRounding(node int32) *geom.Affine {
	if e.rounded.world == nil || e.rounded.clip != e.clip {
		e.startRounding()
	}
	r := &e.rounded.world[node]
	if r.pose == e.pose {
		return &r.bound
	}
	local := e.localRounding(node)
	r.bound, r.pose = local.Rounding, e.pose
	if p := e.rig.Nodes[node].Parent; p >= 0 {
		_, off := local.Under(e.world[p], e.worldRounding(p))
		r.bound = *off
	}
	return &r.bound
}

// startRounding prepares for the clip of the pose.
func (e *Evaluator) startRounding() {
	e.rounded = roundings{clip: e.clip, channels: map[int32][]int32{}, world: make([]nodeRounding, len(e.rig.Nodes))}
	if e.clip == noClip {
		return
	}
	for i, c := range e.rig.Clips[e.clip].Channels {
		e.rounded.channels[int32(c.Node)] = append(e.rounded.channels[int32(c.Node)], int32(i))
	}
}

// localRounding returns the matrix of a node within its parent, with its bound.
func (e *Evaluator) localRounding(node int32) geom.Stored {
	l := &e.local[node]
	if l.Matrix != nil {
		return geom.StoredMatrix(*l.Matrix)
	}
	var off localErrors
	off.ofStored(l)
	for _, i := range e.rounded.channels[node] {
		c := &e.rig.Clips[e.clip].Channels[i]
		if half := off.of(c.Property); half != nil {
			c.Sampler.rounding(e.time, half)
		}
	}
	return geom.Stored{Matrix: l.matrix(), Rounding: off.bound(l)}
}

// rounding raises the bounds of a value at a time to half a unit in the last place of the values of the
// keys around it.
func (s *Sampler) rounding(t float64, half []float64) {
	m := s.moment(t)
	for k := m.key; k <= m.key+1 && k < s.Times.Rows(); k++ {
		if k > m.key && (m.u == 0 || s.Interpolation == Step) {
			break
		}
		for c := range half {
			half[c] = max(half[c], geom.HalfUlpStored(s.Values.At(s.Key(k), c)))
		}
	}
}

// localErrors bound the errors of the numbers of a Local.
type localErrors struct {
	translation, scale [3]float64
	rotation           [4]float64
}

// ofStored sets the bounds of numbers that are stored as they are.
func (d *localErrors) ofStored(l *Local) {
	for k := range 3 {
		d.translation[k], d.scale[k] = geom.HalfUlpStored(l.Translation[k]), geom.HalfUlpStored(l.Scale[k])
	}
	for k := range l.Rotation {
		d.rotation[k] = geom.HalfUlpStored(l.Rotation[k])
	}
}

// of returns the bounds of a property, nil for weights.
func (d *localErrors) of(p Property) []float64 {
	switch p {
	case Translation:
		return d.translation[:]
	case Rotation:
		return d.rotation[:]
	case Scale:
		return d.scale[:]
	}
	return nil
}

// bound returns the bound of the matrix of a Local.
//
// Let δ be the errors of the components of the rotation q, with |q| = 1 up to these. An entry of its matrix is
// e + 2·(a·b ± c·d)/|q|², where e is 1 on the diagonal and 0 elsewhere, and a, b, c and d are components
// of q. Up to terms of second order, the error of the product is at most 2·(|a|·δb + |b|·δa + |c|·δd +
// |d|·δc). The division by |q|² changes the quotient, which is the entry less e, by at most its size
// times 2·(|x|·δx + |y|·δy + |z|·δz + |w|·δw).
func (d *localErrors) bound(l *Local) (out geom.Affine) {
	q := &l.Rotation
	turn := Local{Rotation: l.Rotation, Scale: geom.Vec{1, 1, 1}}
	rotation := turn.matrix()
	along := 0.0
	for k := range q {
		along += 2 * math.Abs(q[k]) * d.rotation[k]
	}
	product := func(a, b int) float64 { return math.Abs(q[a])*d.rotation[b] + math.Abs(q[b])*d.rotation[a] }
	for r := range 3 {
		i, j := (r+1)%3, (r+2)%3
		const w = 3
		var errors [3]float64
		errors[r] = 2 * (product(i, i) + product(j, j))
		errors[i] = 2 * (product(r, i) + product(j, w))
		errors[j] = 2 * (product(r, j) + product(i, w))
		for c := range 3 {
			quotient := rotation[r][c]
			if r == c {
				quotient--
			}
			errors[c] += math.Abs(quotient) * along
			out[r][c] = errors[c]*math.Abs(l.Scale[c]) + math.Abs(rotation[r][c])*d.scale[c]
		}
		out[r][3] = d.translation[r]
	}
	return out
}

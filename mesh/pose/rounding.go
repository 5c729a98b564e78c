package pose

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// roundings are the bounds of the matrices of nodes in a pose, computed for the nodes that are asked for.
type roundings struct {
	clip int
	// channels are the indices of the channels of the clip, by node.
	channels map[int32][]int32
	world    []nodeRounding
	chain    []int32 // memory
}

// nodeRounding is the bound of the world matrix of a node in a pose.
type nodeRounding struct {
	pose  int
	bound geom.Affine
	// unscaled is that of the matrix without the node's own scaling, if there are frames.
	unscaled geom.Affine
}

// PlacementRounding bounds, entry by entry, how far Placement may be from the matrix that was meant,
// because the numbers in the file are rounded to float32: those of the nodes, or the nearest keys of the
// channels that move them. Zeros and ones count as exact, and so is everything for an Exact object.
func (e *Evaluator) PlacementRounding(object int) geom.Affine {
	o := &e.rig.Objects[object]
	if o.Exact {
		return geom.Affine{}
	}
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
	r := &e.rounded
	if r.world == nil || r.clip != e.clip {
		e.startRounding()
	}
	r.chain = r.chain[:0]
	for i := node; i >= 0 && r.world[i].pose != e.pose; i = e.rig.Nodes[i].Parent {
		r.chain = append(r.chain, i)
	}
	for _, i := range slices.Backward(r.chain) {
		world := &r.world[i]
		world.pose = e.pose
		if e.frames != nil {
			e.frameRounding(i)
			continue
		}
		local := e.localRounding(i)
		world.bound = local.Rounding
		if p := e.rig.Nodes[i].Parent; p >= 0 {
			_, off := local.Under(e.world[p], &r.world[p].bound)
			world.bound = *off
		}
	}
	return &r.world[node].bound
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
	switch {
	case l.Matrix != nil:
		return geom.StoredMatrix(*l.Matrix)
	case l.Euler != nil:
		m := e.storedMotion(node)
		return m.scaled(l.Scale, m.scaleOff)
	}
	var off localErrors
	off.ofStored(l)
	for _, i := range e.rounded.channels[node] {
		switch c := &e.rig.Clips[e.clip].Channels[i]; c.Property {
		case Translation:
			c.Sampler.rounding(e.time, off.translation[:])
		case Scale:
			c.Sampler.rounding(e.time, off.scale[:])
		case Rotation:
			c.Sampler.rotationRounding(e.time, &off.rotation)
		}
	}
	return geom.Stored{Matrix: l.matrix(), Rounding: off.bound(l)}
}

// rounding sets half to bounds of the errors of a value at a time: half a unit in the last place of the
// values of the keys around it and, where these differ, what the tangents add.
func (s *Sampler) rounding(t float64, half []float64) {
	if s.Curves != nil {
		for c := range half {
			half[c] = s.Curves[c].rounding(t)
		}
		return
	}
	m := s.moment(t)
	for c := range half {
		half[c] = geom.HalfUlpStored(s.Values.At(s.Key(m.key), c))
		if m.u == 0 || s.Interpolation == Step {
			continue
		}
		half[c] = max(half[c], geom.HalfUlpStored(s.Values.At(s.Key(m.key+1), c)))
		if s.Interpolation == Cubic {
			// The factors of tangents are at most 4/27 of the span.
			row := s.Key(m.key)
			half[c] += m.span * (4. / 27) * (geom.HalfUlp32(s.Values.At(row+1, c)) + geom.HalfUlp32(s.Values.At(row+2, c)))
		}
	}
}

// rotationRounding sets half to bounds of the errors of a rotation at a time, which is normalized.
//
// Between two keys on a great circle of at most a quarter turn, a point moves no farther than both ends
// together. A component that is 0 at both stays 0.
func (s *Sampler) rotationRounding(t float64, half *[4]float64) {
	m := s.moment(t)
	if s.Interpolation == Linear && m.u > 0 {
		norm, p := s.keyRounding(m.key)
		normNext, q := s.keyRounding(m.key + 1)
		for c := range half {
			if half[c] = 0; p[c] != 0 || q[c] != 0 {
				half[c] = norm + normNext
			}
		}
		return
	}
	s.rounding(t, half[:])
	var q Quaternion
	s.at(t, q[:])
	if l := q.length(); l > 0 {
		for c := range half {
			half[c] /= l
		}
	}
}

// keyRounding returns a bound of how far the rotation of a key, normalized, is off, and its value.
func (s *Sampler) keyRounding(k int) (norm float64, q Quaternion) {
	var half Quaternion
	for c := range q {
		q[c] = s.Values.At(k, c)
		half[c] = geom.HalfUlpStored(q[c])
	}
	return half.length() / q.length(), q
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

// bound returns the bound of the matrix of a Local.
func (d *localErrors) bound(l *Local) (out geom.Affine) {
	turn := Local{Rotation: l.Rotation, Scale: geom.Vec{1, 1, 1}}
	rotation := turn.matrix()
	for r, errors := range geom.RotationErrors(&rotation, (*[4]float64)(&l.Rotation), &d.rotation) {
		for c := range 3 {
			out[r][c] = errors[c]*math.Abs(l.Scale[c]) + math.Abs(rotation[r][c])*d.scale[c]
		}
		out[r][3] = d.translation[r]
	}
	return out
}

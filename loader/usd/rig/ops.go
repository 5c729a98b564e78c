package rig

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// Names of ops.
const (
	inverted = "!invert!"
	xformOp  = "xformOp:"
)

// op adds an op that varies below a node, and returns the innermost node that it needs.
func (r *Reader) op(p *stage.Prim, op *Op, parent int) (int, error) {
	name, inverse := strings.CutPrefix(op.Name, inverted)
	kind, _, _ := strings.Cut(strings.TrimPrefix(name, xformOp), ":")
	node := r.addNode(parent, op.Matrix)
	moves, err := changes(p, name)
	if !moves || err != nil {
		return node, err
	}
	a, err := p.Attribute(name)
	if err != nil {
		return node, err
	}
	if spline, err := a.Metadata("spline"); spline != nil || err != nil {
		return node, cmp.Or(err, r.notEvaluated(p, name, "has a spline"))
	}
	s, err := r.samples(p, a, shape{width: opWidth(kind)}, 1)
	if s == nil || err != nil {
		return node, err
	}
	switch axes, isRotation := strings.CutPrefix(kind, "rotate"); {
	case isRotation:
		return node, r.turn(p, op, node, axes, s)
	case kind == "orient":
		return node, r.orient(p, name, node, s, inverse)
	case kind == "transform":
		return node, r.matrix(p, op, node, s)
	case strings.HasPrefix(kind, "translate"):
		return node, r.vector(p, name, node, pose.Translation, strings.TrimPrefix(kind, "translate"), s, inverse)
	case inverse:
		return node, r.notEvaluated(p, name, "has time samples and is inverted")
	}
	return node, r.vector(p, name, node, pose.Scale, strings.TrimPrefix(kind, "scale"), s, false)
}

// opWidth returns the number of numbers of an op.
func opWidth(kind string) int {
	switch axes := strings.TrimLeft(kind, "abcdefghijklmnopqrstuvwxyz"); {
	case kind == "transform":
		return 16
	case kind == "orient":
		return 4
	case len(axes) == 1:
		return 1
	}
	return 3
}

// linear animates a property of a node, which is linear between samples.
func (r *Reader) linear(p *stage.Prim, name string, node int, property pose.Property, s *samples, values []float64) error {
	width := len(values) / len(s.values)
	return r.channel(p, name, node, property, &pose.Sampler{
		Interpolation: pose.Linear, Times: s.times, Values: pose.Doubles(width, values), Width: width,
	})
}

// vector animates the translation or the scale of a node, along one axis or, if that is "", all.
func (r *Reader) vector(p *stage.Prim, name string, node int, of pose.Property, axis string, s *samples, negate bool) error {
	values := make([]float64, 0, 3*len(s.values))
	if err := r.Charge(p, name, len(s.values), 3*8); err != nil {
		return err
	}
	for _, n := range s.values {
		x := geom.Vec{}
		if of == pose.Scale {
			x = geom.Vec{1, 1, 1}
		}
		if axis != "" {
			x[axis[0]-'X'] = n.At(0)
		} else {
			x = geom.Vec{n.At(0), n.At(1), n.At(2)}
		}
		if negate {
			x = geom.Vec{-x[0], -x[1], -x[2]}
		}
		values = append(values, x[:]...)
	}
	return r.linear(p, name, node, of, s, values)
}

// matrix animates the matrix of a node, entry by entry.
func (r *Reader) matrix(p *stage.Prim, op *Op, node int, s *samples) error {
	name, inverse := strings.CutPrefix(op.Name, inverted)
	if inverse {
		return r.notEvaluated(p, name, "has time samples and is inverted")
	}
	if err := r.Charge(p, name, len(s.values), 12*8); err != nil {
		return err
	}
	values := make([]float64, 0, 12*len(s.values))
	for _, n := range s.values {
		for row := range 3 {
			for c := range 4 {
				values = append(values, n.At(4*c+row))
			}
		}
	}
	return r.linear(p, name, node, pose.Matrix, s, values)
}

// orient animates the rotation of a node by quaternions, which are made those that OpenUSD makes of them: see unit.
func (r *Reader) orient(p *stage.Prim, name string, node int, s *samples, inverse bool) error {
	if err := r.Charge(p, name, len(s.values), 4*8); err != nil {
		return err
	}
	values := make([]float64, 0, 4*len(s.values))
	for _, n := range s.values {
		q := unit(n)
		if inverse {
			q[0], q[1], q[2] = -q[0], -q[1], -q[2]
		}
		values = append(values, q[:]...)
	}
	return r.linear(p, name, node, pose.Rotation, s, values)
}

// unit returns the rotation of an op that is a quaternion: its real part, limited to 1, is the cosine of half the
// angle, and its imaginary part, whatever its length, the axis.
func unit(n *layer.Numbers) pose.Quaternion {
	x, y, z := n.At(1), n.At(2), n.At(3)
	length := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	const least = 1e-10
	if length <= least {
		return pose.Quaternion{0, 0, 0, 1}
	}
	w := max(-1, min(1, n.At(0)))
	sin := math.Sqrt(float64((1 - w) * (1 + w)))
	return pose.Quaternion{x / length * sin, y / length * sin, z / length * sin, w}
}

// turn animates a rotation about one axis or three, by angles in degrees.
func (r *Reader) turn(p *stage.Prim, op *Op, node int, axes string, s *samples) error {
	name, inverse := strings.CutPrefix(op.Name, inverted)
	if err := r.Charge(p, name, len(s.values), 3*8); err != nil {
		return err
	}
	euler, sign := &pose.Euler{}, 1.0
	order := axes
	if len(axes) == 1 {
		order = "XYZ" // two angles are 0
	}
	for k := range euler.Axes {
		euler.Axes[k] = order[k] - 'X'
	}
	if inverse {
		slices.Reverse(euler.Axes[:])
		sign = -1
	}
	values := make([]float64, 0, 3*len(s.values))
	for _, n := range s.values {
		var angles geom.Vec
		if len(axes) == 1 {
			angles[axes[0]-'X'] = sign * n.At(0)
		} else {
			angles = geom.Vec{sign * n.At(0), sign * n.At(1), sign * n.At(2)}
		}
		values = append(values, angles[:]...)
	}
	r.rig.Nodes[node].Euler = euler
	return r.linear(p, name, node, pose.Angles, s, values)
}

package rig

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// animateWeights animates the weights of the morph targets of a node, and returns those of the default pose.
func (r *Reader) animateWeights(p *stage.Prim, node int, b *bound) ([]float64, error) {
	numbers, curves := 0, []pose.Curve(nil)
	for i := range b.shapes {
		numbers += len(b.shapes[i].full)
	}
	if b.cache != nil {
		if err := r.Charge(p, pointsName, len(b.cache.number), 6*(8+8)); err != nil {
			return nil, err
		}
		curves = b.cache.curves()
		numbers += len(curves)
	}
	const size = 8 + 2*int(unsafe.Sizeof(pose.Curve{}))
	if err := r.Charge(p, blendShapesName, numbers+1, size); err != nil {
		return nil, err
	}
	weights, varies := make([]float64, numbers), b.cache != nil
	out := weights[len(curves):]
	for i := range b.shapes {
		s := &b.shapes[i]
		c, err := r.curve(s, b.skeleton.anim)
		if err != nil {
			return nil, err
		}
		varies = varies || len(c.Times) > 0
		if len(s.full) > 1 {
			c.Full = s.full
			pose.Inbetween(c.Default, c.Full, out)
		} else {
			out[0] = c.Default
		}
		curves, out = append(curves, c), out[len(s.full):]
	}
	if !varies {
		return weights, nil
	}
	return weights, r.channel(p, blendShapesName, node, pose.Weights, &pose.Sampler{Curves: curves, Width: numbers})
}

// curve returns the weight of a shape by time, with that of the default pose as its default.
func (r *Reader) curve(s *blendShape, a *animation) (c pose.Curve, err error) {
	if s.from < 0 || a == nil {
		return c, nil
	}
	w := &a.weights
	if w.given != nil {
		c.Default = w.given.At(s.from)
	}
	if !w.varies {
		return c, nil
	}
	if err := r.Charge(a.prim, w.name, w.rows.Rows(), 8); err != nil {
		return c, err
	}
	c.Times, c.Values = w.times.F64, make([]float64, w.rows.Rows())
	for k := range c.Values {
		c.Values[k] = w.rows.At(k, s.from)
	}
	return c, nil
}

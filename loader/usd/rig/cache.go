package rig

import (
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// cache are the points of a mesh by time. Each frame is a morph target, whose weight falls to 0 at the samples around
// it.
type cache struct {
	prim  *stage.Prim
	times pose.Values
	// base are the points in the default pose, and frames the other ones among the samples.
	base   *layer.Numbers
	frames []*layer.Numbers
	// number has the frame of each sample, -1 for the points in the default pose.
	number []int
}

const pointsName = "points"

// cached is a cache, nil if the points do not change, or why it is not evaluated.
type cached struct {
	cache   *cache
	unposed string
}

// cache returns the samples of the points of a mesh.
func (r *Reader) cache(p *stage.Prim) (cached, error) {
	if c, ok := r.caches[p]; ok {
		return c, nil
	}
	c, unposed, err := r.readCache(p)
	r.caches[p] = cached{c, unposed}
	return r.caches[p], err
}

// readCache reads the samples of the points of a mesh.
func (r *Reader) readCache(p *stage.Prim) (c *cache, unposed string, err error) {
	for _, name := range []string{"faceVertexCounts", "faceVertexIndices", "holeIndices"} {
		if moves, err := changes(p, name); moves || err != nil {
			return nil, "it has time samples of its faces", err
		}
	}
	moves, err := changes(p, pointsName)
	if !moves || err != nil {
		return nil, "", err
	}
	a, err := p.Attribute(pointsName)
	if err != nil {
		return nil, "", err
	}
	if spline, err := a.Metadata("spline"); spline != nil || err != nil {
		return nil, "it has a spline of its points", err
	}
	c = &cache{prim: p}
	if c.base, err = r.numbers(p, pointsName, shape{3, true}); c.base == nil || err != nil {
		return nil, "it has time samples of its points, the first without a value", err
	}
	in, err := r.samples(p, a, shape{3, true}, -1)
	if in == nil || err != nil {
		return nil, "", err
	}
	if in.values[0].Len() != c.base.Len() {
		return nil, "it has time samples of its points that differ in number from those at rest", nil
	}
	c.times = in.times
	if c.setFrames(in.values); len(c.frames) == 0 {
		return nil, "", nil
	}
	return c, "", r.Charge(p, pointsName, len(c.number), 8+8+64)
}

// setFrames makes frames of samples, one of those that are stored once or are equal and follow one another.
func (c *cache) setFrames(samples []*layer.Numbers) {
	known := map[*layer.Numbers]int{}
	c.number = make([]int, len(samples))
	for k, s := range samples {
		at, ok := known[s]
		switch {
		case ok:
		case s.Equal(c.base):
			at = -1
		case k > 0 && s.Equal(samples[k-1]):
			at = c.number[k-1]
		default:
			at = len(c.frames)
			c.frames = append(c.frames, s)
		}
		known[s], c.number[k] = at, at
	}
}

// addTargets adds a target for each frame to a part, whose vertices are the given points; nil for all in order.
// The displacements are differences in float64, so that the points of the sample are met exactly.
func (c *cache) addTargets(r *Reader, part *pose.Part, origin []uint32) error {
	n := part.Points.Len()
	for _, frame := range c.frames {
		if err := r.Context.Err(); err != nil {
			return err
		}
		if err := r.Charge(c.prim, pointsName, n, 3*8); n > 0 && err != nil {
			return err
		}
		deltas := make([]float64, 0, 3*n)
		for v := range n {
			i := v
			if origin != nil {
				i = int(origin[v])
			}
			for k := 3 * i; k < 3*i+3; k++ {
				deltas = append(deltas, frame.At(k)-c.base.At(k))
			}
		}
		part.Targets = append(part.Targets, pose.Target{Deltas: pose.Doubles(3, deltas)})
	}
	return nil
}

// curves returns the weights of the targets by time: linear from one sample to the next. There are at most three keys
// for each sample.
func (c *cache) curves() []pose.Curve {
	out := make([]pose.Curve, len(c.frames))
	for k := range c.number {
		for _, at := range c.number[max(0, k-1):min(len(c.number), k+2)] {
			if at < 0 {
				continue
			}
			curve, t := &out[at], c.times.F64[k]
			if n := len(curve.Times); n > 0 && curve.Times[n-1] == t {
				continue
			}
			weight := 0.0
			if c.number[k] == at {
				weight = 1
			}
			curve.Times, curve.Values = append(curve.Times, t), append(curve.Values, weight)
		}
	}
	return out
}

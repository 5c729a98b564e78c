package rig

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// samples are the values of an attribute at times, each a finite value of one shape.
type samples struct {
	times  pose.Values // in seconds
	values []*layer.Numbers
}

// samples returns the samples of an attribute with so many elements, nil if it has none. count is -1 if any number will
// do that is the same in all.
func (r *Reader) samples(p *stage.Prim, a *stage.Attribute, s shape, count int) (*samples, error) {
	in, err := a.Samples()
	if in == nil || err != nil {
		return nil, err
	}
	const sizeOfNumbers = 128
	if err := r.Charge(p, a.Name, len(in.Times), sizeOfNumbers); err != nil {
		return nil, err
	}
	out := &samples{values: make([]*layer.Numbers, len(in.Times))}
	if out.times, err = r.timesOf(p, a.Name, in.Times); err != nil {
		return nil, err
	}
	for k := range in.Times {
		if err := r.Context.Err(); err != nil {
			return nil, err
		}
		v, err := in.Value(k)
		if err != nil {
			return nil, err
		}
		if _, blocked := v.(layer.Blocked); blocked {
			return nil, r.Unsupported(p, a.Name, "a time sample without a value")
		}
		n, ok := v.(*layer.Numbers)
		switch {
		case !ok || n.Width != s.width || n.Array != s.array || n.I32 != nil || n.I64 != nil:
			return nil, r.Fail(p, a.Name, "the sample at time code %g is not %s", in.Times[k], s)
		case !finite(n):
			return nil, r.Fail(p, a.Name, "the sample at time code %g is not finite", in.Times[k])
		case count < 0:
			count = n.Len()
		case n.Len() != count:
			return nil, r.Fail(p, a.Name, "the sample at time code %g has %d elements, and %d are needed", in.Times[k], n.Len(), count)
		}
		out.values[k] = n
	}
	return out, nil
}

// timesKey is equal for equal lists of times.
type timesKey struct {
	count       int
	first, last float64
}

// timesOf returns times in seconds. Equal lists are stored once, and are the keys of the clip.
func (r *Reader) timesOf(p *stage.Prim, name string, codes []float64) (pose.Values, error) {
	before := math.Inf(-1)
	for _, t := range codes {
		switch x := t / r.rate; {
		case math.IsNaN(x) || math.IsInf(x, 0):
			return pose.Values{}, r.Fail(p, name, "the time of a sample is not finite")
		case x <= before:
			return pose.Values{}, r.Fail(p, name, "the samples at time code %g and before are at one time", t)
		default:
			before = x
		}
	}
	key := timesKey{len(codes), codes[0], codes[len(codes)-1]}
	for _, known := range r.times[key] {
		if slices.EqualFunc(known.F64, codes, func(s, t float64) bool { return s == t/r.rate }) {
			return known, nil
		}
	}
	if err := r.Charge(p, name, len(codes), 8); err != nil {
		return pose.Values{}, err
	}
	seconds := make([]float64, len(codes))
	for i, t := range codes {
		seconds[i] = t / r.rate
	}
	v := pose.Doubles(1, seconds)
	r.times[key] = append(r.times[key], v)
	r.clip.Keys = append(r.clip.Keys, v)
	return v, nil
}

// block returns all samples in rows, one for each time, with the numbers in the order of components: those of each
// element that takes components[0], components[1], … of the stored ones. components are all in order if nil.
func (r *Reader) block(p *stage.Prim, name string, s *samples, components []int) (pose.Values, error) {
	width := s.values[0].Width
	row := s.values[0].Len() * width
	doubles := slices.ContainsFunc(s.values, func(n *layer.Numbers) bool { return n.F64 != nil })
	size := 4
	if doubles {
		size = 8
	}
	if err := r.Charge(p, name, len(s.values), row*size); row > 0 && err != nil {
		return pose.Values{}, err
	}
	at := func(i int) int {
		if components == nil {
			return i
		}
		return i - i%width + components[i%width]
	}
	if doubles {
		all := make([]float64, 0, row*len(s.values))
		for _, n := range s.values {
			for i := range row {
				all = append(all, n.At(at(i)))
			}
		}
		return pose.Doubles(row, all), nil
	}
	all := make([]float32, 0, row*len(s.values))
	for _, n := range s.values {
		for i := range row {
			all = append(all, n.F32[at(i)])
		}
	}
	return pose.Floats(row, all), nil
}

// column returns the numbers of rows from one on.
func column(v pose.Values, from int) pose.Values {
	if v.F64 != nil {
		v.F64 = v.F64[from:]
	} else {
		v.F32 = v.F32[from:]
	}
	return v
}

package rig

import (
	"fmt"
	"math"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// samplerJSON has the members of a sampler.
type samplerJSON struct {
	Input         *int    `json:"input"`
	Output        *int    `json:"output"`
	Interpolation *string `json:"interpolation"`
}

// interpolations are the interpolations by their names.
var interpolations = map[string]pose.Interpolation{"STEP": pose.Step, "LINEAR": pose.Linear, "CUBICSPLINE": pose.Cubic}

// valuesKey is an accessor that was read as times, or as values in rows of so many numbers.
type valuesKey struct {
	accessor, width int
	times           bool
}

// lengthsKey is an accessor whose rotations have a length, all or one in three.
type lengthsKey struct {
	accessor int
	cubic    bool
}

func (c *clipReader) samplerPlace(i int) string { return fmt.Sprintf("%s sampler %d", c.place, i) }

// times returns the times of the keys of sampler i, and adds them to those of the clip.
func (c *clipReader) times(i int) (v pose.Values, err error) {
	place, s := c.samplerPlace(i), c.json.Samplers[i]
	if s.Input == nil || s.Output == nil {
		return v, c.Fail(place, "has no input or no output")
	}
	key := valuesKey{accessor: *s.Input, width: 1, times: true}
	v, ok := c.values[key]
	if !ok {
		if v, err = c.readTimes(place+" input", *s.Input); err != nil {
			return v, err
		}
		c.values[key] = v
	}
	if !c.listed[*s.Input] {
		c.listed[*s.Input] = true
		c.out.Keys = append(c.out.Keys, v)
	}
	return v, nil
}

// readTimes returns times, which are not negative and ascend.
func (r *Reader) readTimes(place string, i int) (v pose.Values, err error) {
	a, err := r.Accessors.Vectors(place, "input", i, gltf.AccessorScalar)
	if err != nil {
		return v, err
	}
	if v, err = r.stored(a); err != nil {
		return v, err
	}
	before := math.Inf(-1)
	for k := range v.Rows() {
		t := v.At(k, 0)
		switch {
		case math.IsNaN(t) || math.IsInf(t, 0):
			return v, r.Fail(place, "the time of key %d is not finite", k)
		case t < 0:
			return v, r.Fail(place, "the time of key %d is negative", k)
		case t <= before:
			return v, r.Fail(place, "the time of key %d is not after the one before it", k)
		}
		before = t
	}
	return v, nil
}

// sampler returns sampler i for a property of so many numbers.
func (c *clipReader) sampler(i int, times pose.Values, property pose.Property, width int) (*pose.Sampler, error) {
	place, x := c.samplerPlace(i), c.json.Samplers[i]
	s := &pose.Sampler{Interpolation: pose.Linear, Times: times, Width: width}
	if name := x.Interpolation; name != nil {
		var known bool
		if s.Interpolation, known = interpolations[*name]; !known {
			return nil, c.Fail(place, "interpolation %s is unknown", source.Quote([]byte(*name)))
		}
	}
	place += " output"
	a, err := c.Accessors.Vectors(place, "output", *x.Output, typeOf(property))
	if err != nil {
		return nil, err
	}
	keys, per := times.Rows(), 1
	if property == pose.Weights {
		per = width
	}
	if rows := s.Rows(keys); a.Count%per != 0 || a.Count/per != rows {
		// Without overflow, which no valid number of values comes near.
		return nil, c.Fail(place, "has %d %s for %d keys, which need %.0f", a.Count, source.Plural(a.Count, "value"), keys, float64(rows)*float64(per))
	}
	if s.Values, err = c.output(place, *x.Output, a, per); err != nil {
		return nil, err
	}
	if property == pose.Rotation {
		return s, c.checkLengths(place, *x.Output, s)
	}
	return s, nil
}

func typeOf(property pose.Property) gltf.AccessorType {
	switch property {
	case pose.Rotation:
		return gltf.AccessorVec4
	case pose.Weights:
		return gltf.AccessorScalar
	}
	return gltf.AccessorVec3
}

// output returns the elements of accessor i, all finite, in rows of so many.
func (r *Reader) output(place string, i int, a *accessor.Accessor, per int) (v pose.Values, err error) {
	key := valuesKey{accessor: i, width: per}
	if v, ok := r.values[key]; ok {
		return v, nil
	}
	if v, err = r.stored(a); err != nil {
		return v, err
	}
	components := a.Type.Components() // which the library looks up in a map that it makes
	for k := range v.Rows() {
		from := k * v.Stride
		if !finite(v.F32[from : from+components]) {
			return v, r.Fail(place, "value %d is not finite", k)
		}
	}
	if a.Type == gltf.AccessorScalar {
		if v, err = r.rows(place, v, per); err != nil {
			return v, err
		}
	}
	r.values[key] = v
	return v, nil
}

// rows returns numbers side by side, in rows of so many.
func (r *Reader) rows(place string, v pose.Values, width int) (pose.Values, error) {
	if v.Stride != 1 {
		n := v.Rows()
		if err := r.Charge(place, n, 4); err != nil {
			return v, err
		}
		tight := make([]float32, n)
		for i := range tight {
			tight[i] = v.F32[i*v.Stride]
		}
		v.F32 = tight
	}
	v.Stride = width
	return v, nil
}

// checkLengths fails if a rotation at a key has the length 0.
func (r *Reader) checkLengths(place string, i int, s *pose.Sampler) error {
	key := lengthsKey{i, s.Interpolation == pose.Cubic}
	if r.lengths[key] {
		return nil
	}
	for k := range s.Times.Rows() {
		var q pose.Quaternion
		for c := range q {
			q[c] = s.Values.At(s.Key(k), c)
		}
		if !q.Normalize() {
			return r.Fail(place, "the rotation of key %d has the length 0", k)
		}
	}
	r.lengths[key] = true
	return nil
}

// stored returns the numbers of an accessor as they are stored.
func (r *Reader) stored(a *accessor.Accessor) (v pose.Values, err error) {
	v.Divisor = float64(max(a.One(), 1))
	v.F32, v.Stride, err = a.Floats()
	return v, err
}

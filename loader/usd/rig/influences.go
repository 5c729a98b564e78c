package rig

import (
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// influenceSource are the joint indices and weights of a mesh: as many for each point, or the same for all.
type influenceSource struct {
	joints, weights *primvar
	each            int
	constant        bool
}

// primvar is an attribute with elements of several values.
type primvar struct {
	prim     *stage.Prim
	name     string
	values   *layer.Numbers
	indices  []int32 // of elements; nil if they are in order
	each     int     // values of an element
	constant bool
}

// elements returns the number of elements.
func (v *primvar) elements() int {
	if v.indices != nil {
		return len(v.indices)
	}
	return v.values.Len() / v.each
}

// at returns the first value of an element.
func (v *primvar) at(element int) int {
	if v.indices != nil {
		element = int(v.indices[element])
	}
	return element * v.each
}

// influenceSource returns the influences of a mesh, nil if it has none.
func (r *Reader) influenceSource(s *Shown) (*influenceSource, error) {
	joints, err := r.primvar(s.Binding, indicesName)
	if err != nil {
		return nil, err
	}
	weights, err := r.primvar(s.Binding, weightsName)
	if err != nil {
		return nil, err
	}
	switch {
	case joints == nil && weights == nil:
		return nil, nil
	case joints == nil:
		return nil, r.Fail(weights.prim, weightsName, "is without %s", indicesName)
	case weights == nil:
		return nil, r.Fail(joints.prim, indicesName, "is without %s", weightsName)
	case joints.each != weights.each:
		return nil, r.Fail(weights.prim, weightsName, "has the elementSize %d, and %s has %d", weights.each, indicesName, joints.each)
	case joints.constant != weights.constant:
		return nil, r.Fail(weights.prim, weightsName, "has another interpolation than %s", indicesName)
	case joints.values.I32 == nil:
		return nil, r.Fail(joints.prim, indicesName, "is not an array of integers of 32 bits")
	case weights.values.F32 == nil && weights.values.F64 == nil:
		return nil, r.Fail(weights.prim, weightsName, "are integers")
	}
	return &influenceSource{joints, weights, joints.each, joints.constant}, nil
}

// primvarKey is a primvar of a prim.
type primvarKey struct {
	prim *stage.Prim
	name string
}

// primvar returns the primvar that the nearest prim has, nil if there is none.
func (r *Reader) primvar(b *Binding, name string) (*primvar, error) {
	p, err := b.holder(name)
	if p == nil || err != nil {
		return nil, err
	}
	key := primvarKey{p, name}
	if v, ok := r.primvars[key]; ok {
		return v, nil
	}
	v, err := r.readPrimvar(p, name)
	r.primvars[key] = v
	return v, err
}

// readPrimvar reads a primvar, nil if it has no values.
func (r *Reader) readPrimvar(p *stage.Prim, name string) (*primvar, error) {
	v := &primvar{prim: p, name: name, each: 1, constant: true}
	a, err := p.Attribute(name)
	if err != nil {
		return nil, err
	}
	if v.values, err = r.numbers(p, name, shape{1, true}); v.values == nil || err != nil {
		return nil, err
	}
	size, err := a.Metadata("elementSize")
	if err != nil {
		return nil, err
	}
	if n, ok := size.(*layer.Numbers); ok && n.Len() == 1 {
		size, _ = n.Int(0)
	}
	if n, ok := size.(int64); ok {
		if n < 1 || n > int64(max(1, v.values.Len())) {
			return nil, r.Fail(p, name, "has the elementSize %d for %d %s", n, v.values.Len(), source.Plural(v.values.Len(), "value"))
		}
		v.each = int(n)
	}
	if v.values.Len() == 0 {
		return nil, nil
	}
	how, err := a.Metadata("interpolation")
	if err != nil {
		return nil, err
	}
	switch how {
	case nil, "constant":
	case "vertex":
		v.constant = false
	default:
		return nil, r.Fail(p, name, "has the interpolation %v, and only constant and vertex are possible", how)
	}
	return v, r.checkPrimvar(v)
}

// checkPrimvar checks the number of values, and reads which of them the elements have.
func (r *Reader) checkPrimvar(v *primvar) (err error) {
	n := v.values.Len()
	if n%v.each != 0 {
		return r.Fail(v.prim, v.name, "has %d values, which is no multiple of the elementSize %d", n, v.each)
	}
	if v.indices, err = r.integers(v.prim, v.name+":indices"); err != nil {
		return err
	}
	for _, i := range v.indices {
		if i < 0 || int(i) >= n/v.each {
			return r.Fail(v.prim, v.name+":indices", "there is no element %d", i)
		}
	}
	if v.constant && v.elements() != 1 {
		return r.Fail(v.prim, v.name, "is constant and has %d %s of %d", v.elements(), source.Plural(v.elements(), "element"), v.each)
	}
	return nil
}

// checkInfluences checks that there is an element for each of so many points, and that all joints exist.
func (r *Reader) checkInfluences(f *influenceSource, points, joints int) error {
	for _, v := range []*primvar{f.joints, f.weights} {
		if !f.constant && v.elements() != points {
			return r.Fail(v.prim, v.name, "has %d %s of %d for %d %s", v.elements(), source.Plural(v.elements(), "element"), f.each, points, source.Plural(points, "point"))
		}
	}
	for e := range f.joints.elements() {
		j, w := f.joints.at(e), f.weights.at(e)
		for k := range f.each {
			if i := f.joints.values.I32[j+k]; (i < 0 || int(i) >= joints) && f.weights.values.At(w+k) != 0 {
				return r.Fail(f.joints.prim, f.joints.name, "element %d has joint %d, and there are %d %s", e, i, joints, source.Plural(joints, "joint"))
			}
		}
	}
	return nil
}

// influences returns the influences of a part, whose vertices are the given points; nil for all in order.
func (r *Reader) influences(s *Shown, f *influenceSource, part *mesh.Part, points []uint32) (*pose.Influences, error) {
	n := part.Positions.Len()
	element := func(v int) int {
		switch {
		case f.constant:
			return 0
		case points != nil:
			return int(points[v])
		}
		return v
	}
	all := 0
	for v := range n {
		count, at := 0, f.weights.at(element(v))
		for k := range f.each {
			if f.weights.values.At(at+k) != 0 {
				count++
			}
		}
		all += max(count, 1)
	}
	if err := r.Charge(s.Prim, weightsName, 1, pose.InfluencesSize(n, all)+n); err != nil {
		return nil, err
	}
	out, used := pose.NewInfluences(n, all), used(part)
	of := make([]pose.Influence, 0, f.each)
	var sums sums
	for v := range n {
		of = of[:0]
		j, w := f.joints.at(element(v)), f.weights.at(element(v))
		for k := range f.each {
			x := f.weights.values.At(w + k)
			sums.negative = sums.negative || x < 0
			of = append(of, pose.Influence{Joint: uint16(max(0, f.joints.values.I32[j+k])), Weight: x})
		}
		if sum := out.Add(dropZeros(of)); used[v] {
			sums.add(sum)
		}
	}
	r.warnOfWeights(s.Prim, &sums)
	return out, nil
}

// dropZeros leaves out influences without weight, whose joints need not exist. If none has one, joint 0 is left.
func dropZeros(of []pose.Influence) []pose.Influence {
	kept := of[:0]
	first := of[0]
	for _, x := range of {
		if x.Weight != 0 {
			kept = append(kept, x)
		}
	}
	if len(kept) == 0 {
		first.Joint = 0
		kept = append(kept, first)
	}
	return kept
}

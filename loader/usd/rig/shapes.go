package rig

import (
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// blendShape is a blend shape of a mesh.
type blendShape struct {
	prim *stage.Prim // nil if there is none
	// from is the index among the shapes of the animation, -1 if it has not the shape.
	from int
	// sub are the shape itself and the shapes between it and none, and full the weights at which each is there alone,
	// which ascend.
	sub  []*layer.Numbers
	full []float64
	// points are those that the shape moves, nil for all.
	points []int32
}

// bindShapes reads the blend shapes of a mesh.
func (r *Reader) bindShapes(p *stage.Prim, b *bound) error {
	names, err := tokens(p, blendShapesName)
	if err != nil || names == nil {
		return err
	}
	targets, err := p.Relationship(blendTargetsName)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return nil
	}
	if len(names) != len(targets) {
		return r.Fail(p, blendShapesName, "has %d %s for %d %s", len(names), source.Plural(len(names), "name"), len(targets), source.Plural(len(targets), "target"))
	}
	if err := r.Charge(p, blendShapesName, len(names), int(unsafe.Sizeof(blendShape{}))+96); err != nil {
		return err
	}
	index := map[string]int{}
	if a := b.skeleton.anim; a != nil {
		for i, name := range slices.Backward(a.shapes) {
			index[name] = i
		}
	}
	for i, name := range names {
		s := blendShape{from: -1}
		if k, ok := index[name]; ok {
			s.from = k
		}
		if s.prim, err = r.Stage.Prim(targets[i]); err != nil {
			return err
		}
		if s.prim != nil && (!s.prim.Active() || s.prim.TypeName() != "BlendShape") {
			s.prim = nil
		}
		if s.prim == nil {
			r.warn("<%s>: the target <%s> is no BlendShape and is ignored", p.Path(), source.Shorten(targets[i]))
			continue
		}
		if err := r.readShape(&s); err != nil {
			return err
		}
		b.shapes = append(b.shapes, s)
	}
	return nil
}

// readShape reads the offsets of a blend shape and of the shapes between it and none.
func (r *Reader) readShape(s *blendShape) (err error) {
	if s.points, err = r.integers(s.prim, "pointIndices"); err != nil {
		return err
	}
	if err := r.addOffsets(s, "offsets", 1); err != nil {
		return err
	}
	names, err := s.prim.AttributeNames()
	if err != nil {
		return err
	}
	for _, name := range names {
		short, ok := strings.CutPrefix(name, "inbetweens:")
		if !ok || strings.Contains(short, ":") {
			continue
		}
		a, err := s.prim.Attribute(name)
		if a == nil || err != nil {
			return err
		}
		weight, err := a.Metadata("weight")
		if err != nil {
			return err
		}
		n, ok := weight.(*layer.Numbers)
		if !ok || n.Len() != 1 {
			continue
		}
		w := n.At(0)
		const least = 1e-6 // as in OpenUSD
		if !(math.Abs(w) > least && math.Abs(w-1) > least) || math.IsInf(w, 0) {
			r.warn("<%s>: %s has the weight %g and is ignored", s.prim.Path(), name, w)
			continue
		}
		if err := r.addOffsets(s, name, w); err != nil {
			return err
		}
	}
	return nil
}

// addOffsets adds the offsets of a shape that is there alone at a weight.
func (r *Reader) addOffsets(s *blendShape, name string, full float64) error {
	n, err := r.numbers(s.prim, name, shape{3, true})
	if err != nil {
		return err
	}
	if n == nil {
		n = &layer.Numbers{Width: 3, Array: true}
	}
	if n.I32 != nil || n.I64 != nil {
		return r.Fail(s.prim, name, "are integers")
	}
	if s.points != nil && n.Len() != 0 && n.Len() != len(s.points) {
		return r.Fail(s.prim, name, "has %d %s for %d %s", n.Len(), source.Plural(n.Len(), "value"), len(s.points), source.Plural(len(s.points), "point"))
	}
	at, twice := slices.BinarySearch(s.full, full)
	if twice {
		r.warn("<%s>: %s has the weight %g as another shape, and is ignored", s.prim.Path(), name, full)
		return nil
	}
	s.sub, s.full = slices.Insert(s.sub, at, n), slices.Insert(s.full, at, full)
	return nil
}

// shapeKey is what objects must have in common to share a shape.
type shapeKey struct {
	mesh            int
	joints, weights *stage.Prim
	morphs          bool
}

// shape returns the shape of a mesh.
func (r *Reader) shape(s *Shown, b *bound) (*pose.Shape, error) {
	key := shapeKey{mesh: s.Mesh, morphs: b.morphs()}
	if f := b.influences; f != nil {
		key.joints, key.weights = f.joints.prim, f.weights.prim
	}
	m := r.Meshes[s.Mesh]
	points := pointCount(s.Prim)
	if f := b.influences; f != nil && len(m.Parts) > 0 {
		n, err := points()
		if err != nil {
			return nil, err
		}
		joints := len(b.joints)
		if b.joints == nil {
			joints = len(b.skeleton.definition.joints)
		}
		if err := r.checkInfluences(f, n, joints); err != nil {
			return nil, err
		}
	}
	if known := r.shapes[key]; known != nil {
		return known, nil
	}
	if err := r.Charge(s.Prim, "", len(m.Parts)+1, int(unsafe.Sizeof(pose.Part{}))); err != nil {
		return nil, err
	}
	out := &pose.Shape{Parts: make([]pose.Part, len(m.Parts))}
	for k := range m.Parts {
		part, origin := &out.Parts[k], []uint32(nil)
		if of := r.Points[m]; of != nil {
			origin = of[k]
		}
		part.Points, part.Divisor = &m.Parts[k].Positions, 1
		var err error
		if b.influences != nil {
			if part.Influences, err = r.influences(s, b.influences, &m.Parts[k], origin); err != nil {
				return nil, err
			}
		}
		if b.cache != nil {
			if err := b.cache.addTargets(r, part, origin); err != nil {
				return nil, err
			}
		}
		for i := range b.shapes {
			n, err := points()
			if err != nil {
				return nil, err
			}
			if err := r.addTargets(part, &b.shapes[i], origin, n); err != nil {
				return nil, err
			}
		}
	}
	r.shapes[key] = out
	return out, nil
}

// pointCount returns a function that returns the number of points of a mesh.
func pointCount(p *stage.Prim) func() (int, error) {
	count := -1
	return func() (int, error) {
		if count >= 0 {
			return count, nil
		}
		v, err := value(p, "points")
		if n, ok := v.(*layer.Numbers); ok && err == nil {
			count = n.Len()
		}
		return max(count, 0), err
	}
}

// addTargets adds the targets of a blend shape to a part, whose vertices are the given points, of so many; nil for all in
// order.
func (r *Reader) addTargets(part *pose.Part, s *blendShape, origin []uint32, points int) error {
	rows, ascending, err := r.rowsOf(s, points)
	if err != nil {
		return err
	}
	for k, n := range s.sub {
		if s.points == nil && n.Len() != 0 && n.Len() != points {
			return r.Fail(s.prim, "offsets", "has %d values for %d points", n.Len(), points)
		}
		if err := r.Charge(s.prim, "offsets", 2, int(unsafe.Sizeof(pose.Target{}))); err != nil {
			return err
		}
		t := pose.Target{}
		switch {
		case n.Len() == 0:
		case origin == nil && s.points == nil:
			t.Deltas = deltas(n)
		case origin == nil && ascending:
			if err := r.Charge(s.prim, "pointIndices", len(s.points), 4); err != nil {
				return err
			}
			t.Vertices, t.Deltas = make([]uint32, len(s.points)), deltas(n)
			for i, p := range s.points {
				t.Vertices[i] = uint32(p)
			}
		default:
			if t, err = r.gathered(s, k, rows, origin, part.Points.Len()); err != nil {
				return err
			}
		}
		part.Targets = append(part.Targets, t)
	}
	return nil
}

func deltas(n *layer.Numbers) pose.Values {
	if n.F64 != nil {
		return pose.Doubles(3, n.F64)
	}
	return pose.Floats(3, n.F32)
}

// rowsOf returns the row of offsets of each point, -1 for none; nil if they are in order. It also reports whether the points
// ascend.
func (r *Reader) rowsOf(s *blendShape, points int) (rows []int32, ascending bool, err error) {
	if s.points == nil {
		return nil, true, nil
	}
	if err := r.Charge(s.prim, "pointIndices", points, 4); err != nil {
		return nil, false, err
	}
	rows, ascending = make([]int32, points), true
	for i := range rows {
		rows[i] = -1
	}
	for i, p := range s.points {
		switch {
		case p < 0 || int(p) >= points:
			return nil, false, r.Fail(s.prim, "pointIndices", "has point %d, and there are %d points", p, points)
		case rows[p] >= 0:
			return nil, false, r.Fail(s.prim, "pointIndices", "has point %d twice", p)
		}
		rows[p] = int32(i)
		ascending = ascending && (i == 0 || p > s.points[i-1])
	}
	return rows, ascending, nil
}

// gathered returns the target of vertices that are the given points; nil for all in order.
func (r *Reader) gathered(s *blendShape, k int, rows []int32, origin []uint32, vertices int) (t pose.Target, err error) {
	n := s.sub[k]
	row := func(v int) int {
		if origin != nil {
			v = int(origin[v])
		}
		if rows != nil {
			return int(rows[v])
		}
		return v
	}
	count := 0
	for v := range vertices {
		if row(v) >= 0 {
			count++
		}
	}
	if err := r.Charge(s.prim, "offsets", count, 4+3*8); err != nil {
		return t, err
	}
	values := make([]float64, 0, 3*count)
	t.Vertices = make([]uint32, 0, count)
	for v := range vertices {
		if i := row(v); i >= 0 {
			t.Vertices = append(t.Vertices, uint32(v))
			values = append(values, n.At(3*i), n.At(3*i+1), n.At(3*i+2))
		}
	}
	t.Deltas = pose.Doubles(3, values)
	return t, nil
}

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

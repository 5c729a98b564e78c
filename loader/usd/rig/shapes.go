package rig

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// shapeKey is what objects must have in common to share a shape.
type shapeKey struct {
	mesh            int
	joints, weights *stage.Prim // that have the influences
	count           int         // of joints
	morphs          bool
}

// shape returns the shape of a mesh.
func (r *Reader) shape(s *Shown, b *bound) (*pose.Shape, error) {
	key := shapeKey{mesh: s.Mesh, morphs: b.morphs()}
	if f := b.influences; f != nil {
		key.joints, key.weights, key.count = f.joints.prim, f.weights.prim, len(b.joints)
		if b.joints == nil {
			key.count = len(b.skeleton.joints)
		}
	}
	if known := r.shapes[key]; known != nil {
		return known, nil
	}
	parts := r.Meshes[s.Mesh].Parts
	if err := r.Charge(s.Prim, "", len(parts)+1, int(unsafe.Sizeof(pose.Part{}))); err != nil {
		return nil, err
	}
	points, err := r.countPoints(s.Prim, b)
	if err != nil {
		return nil, err
	}
	if b.influences != nil && len(parts) > 0 {
		if err := r.checkInfluences(b.influences, points, key.count); err != nil {
			return nil, err
		}
	}
	out := &pose.Shape{Parts: make([]pose.Part, len(parts))}
	for k := range parts {
		if out.Parts[k], err = r.part(s, b, k, points); err != nil {
			return nil, err
		}
	}
	r.shapes[key] = out
	return out, nil
}

// countPoints returns the number of points of a mesh that is deformed.
func (r *Reader) countPoints(p *stage.Prim, b *bound) (int, error) {
	if b.influences == nil && len(b.shapes) == 0 {
		return 0, nil
	}
	v, err := value(p, pointsName)
	if n, ok := v.(*layer.Numbers); ok && err == nil {
		return n.Len(), nil
	}
	return 0, err
}

// part returns part k of a mesh with so many points.
func (r *Reader) part(s *Shown, b *bound, k, points int) (part pose.Part, err error) {
	m := r.Meshes[s.Mesh]
	var origin []uint32
	if of := r.Points[m]; of != nil {
		origin = of[k]
	}
	part.Points, part.Divisor = &m.Parts[k].Positions, 1
	if b.influences != nil {
		if part.Influences, err = r.influences(s, b.influences, &m.Parts[k], origin); err != nil {
			return part, err
		}
	}
	if b.cache != nil {
		if err := b.cache.addTargets(r, &part, origin); err != nil {
			return part, err
		}
	}
	for i := range b.shapes {
		if err := r.addTargets(&part, &b.shapes[i], origin, points); err != nil {
			return part, err
		}
	}
	return part, nil
}

// addTargets adds the targets of a blend shape to a part, whose vertices are the given points, of so many; nil for all
// in order.
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

// rowsOf returns the row of offsets of each point, -1 for none; nil if they are in order. It also reports whether the
// points ascend.
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

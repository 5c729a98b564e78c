package pose

import "github.com/meshcheck/meshcheck/geom"

// Positions writes the positions of all vertices of an object in the pose to out, in world
// coordinates, part by part. The length of out is that of the object's shape.
//
// First the morph targets are added to the stored position: p + w0·d0 + w1·d1 + …, from left to
// right. The joints move the result, or, for a part without influences, the node does.
func (e *Evaluator) Positions(object int, out []geom.Vec) {
	o := &e.rig.Objects[object]
	for i := range o.Shape.Parts {
		p := &o.Shape.Parts[i]
		points := out[:p.Points.Len()]
		out = out[len(points):]
		p.morph(points, e.Weights(object))
		if o.Skin != NoSkin && p.Influences != nil {
			p.Influences.move(points, e.Joints(o.Skin))
			continue
		}
		m := e.Placement(object)
		for k := range points {
			m.Transform(&points[k])
		}
	}
}

// Placement returns the matrix that takes an object's vertices to the world, unless joints move them: the
// world matrix of its node, times the transform within that.
func (e *Evaluator) Placement(object int) geom.Affine {
	o := &e.rig.Objects[object]
	if o.Within == nil {
		return e.world[o.Node]
	}
	return e.world[o.Node].Mul(*o.Within)
}

// Weights returns the weights of the morph targets of an object in the pose. They are valid until
// the next pose, and must not be changed.
func (e *Evaluator) Weights(object int) []float64 {
	o := &e.rig.Objects[object]
	if w := e.animated[o.Node]; w != nil {
		return w
	}
	return o.Weights
}

// Joints returns the matrices that take vertices to the world for each joint of a skin in the pose: the world matrix
// of its node times its inverse bind matrix. They are valid until the next pose, and must not be changed.
func (e *Evaluator) Joints(skin int) []geom.Affine {
	j, joints := &e.joints[skin], e.rig.Skins[skin].Joints
	if j.pose == e.pose {
		return j.matrices
	}
	if j.matrices == nil {
		j.matrices = make([]geom.Affine, len(joints))
	}
	for i := range joints {
		j.matrices[i] = times(&e.world[joints[i].Node], &joints[i].InverseBind)
	}
	j.pose = e.pose
	return j.matrices
}

// times returns the first three rows of m·b, each entry ((m0·b0 + m1·b1) + m2·b2) + m3·b3.
func times(m *geom.Affine, b *[4][4]float64) (out geom.Affine) {
	for r := range out {
		for c := range out[r] {
			out[r][c] = float64(m[r][0]*b[0][c]) + float64(m[r][1]*b[1][c]) + float64(m[r][2]*b[2][c]) + float64(m[r][3]*b[3][c])
		}
	}
	return out
}

// position returns a stored vertex.
func (p *Part) position(i int) geom.Vec {
	v := p.Points.At(i)
	if p.Divisor != 1 {
		v[0], v[1], v[2] = v[0]/p.Divisor, v[1]/p.Divisor, v[2]/p.Divisor
	}
	return v
}

// morph writes the stored vertices, displaced by the morph targets, to points.
func (p *Part) morph(points []geom.Vec, weights []float64) {
	for i := range points {
		points[i] = p.position(i)
	}
	for k := range p.Targets {
		if w := weights[k]; w != 0 { // displacements are finite, so w·0 changes nothing
			p.Targets[k].add(points, w)
		}
	}
}

// add adds the displacements times w.
func (t *Target) add(points []geom.Vec, w float64) {
	d := &t.Deltas
	if t.Vertices != nil {
		for i, v := range t.Vertices {
			p := &points[v]
			p[0], p[1], p[2] = p[0]+float64(w*d.At(i, 0)), p[1]+float64(w*d.At(i, 1)), p[2]+float64(w*d.At(i, 2))
		}
		return
	}
	for i := range d.Rows() {
		p := &points[i]
		p[0], p[1], p[2] = p[0]+float64(w*d.At(i, 0)), p[1]+float64(w*d.At(i, 1)), p[2]+float64(w*d.At(i, 2))
	}
}

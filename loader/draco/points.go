package draco

// attributePart is the connectivity of attributes: that of the mesh, cut open along seams.
type attributePart struct {
	seams []int32 // corners opposite to edges within the surface
	table *table  // that of the mesh if there are no seams
	// cut reports which vertices of the mesh are on a seam.
	cut   []bool
	taken bool // a group of attributes uses it
}

// vertexPoints makes a point for each vertex.
func (d *decoder) vertexPoints() error {
	if err := d.charge(len(d.corners.vertex), 4); err != nil {
		return err
	}
	d.mesh.Faces = make([]uint32, len(d.corners.vertex))
	for c, v := range d.corners.vertex {
		d.mesh.Faces[c] = uint32(v)
	}
	d.mesh.Points = len(d.corners.left)
	return nil
}

// seams reads the seams of attributes, section "Attribute Connectivity", and makes the points.
func (e *builder) seams() error {
	d := e.d
	d.parts = make([]attributePart, e.parts)
	if err := e.readSeams(); err != nil {
		return err
	}
	for i := range d.parts {
		if err := d.cut(&d.parts[i]); err != nil {
			return err
		}
	}
	return d.seamPoints(e.interior)
}

// readSeams reads which edges within the surface are seams. Before version 2.1, each edge was
// written from both sides.
func (e *builder) readSeams() error {
	for f := int32(0); f < e.added; f += 3 {
		for c := f; c < f+3; c++ {
			o := e.opposite[c]
			if o == none || o < f && e.d.minor >= 1 {
				continue
			}
			for i := range e.traversal.seams {
				if !e.traversal.seams[i].next() {
					continue
				}
				if err := e.d.charge(1, 8); err != nil {
					return err
				}
				e.d.parts[i].seams = append(e.d.parts[i].seams, c)
			}
		}
	}
	for i := range e.traversal.seams {
		if err := e.traversal.seams[i].end(); err != nil {
			return err
		}
	}
	return nil
}

// cut computes the connectivity of a part.
func (d *decoder) cut(p *attributePart) error {
	mesh := d.corners
	if len(p.seams) == 0 {
		p.table = mesh
		return nil
	}
	if err := d.charge(len(mesh.opposite), 2*4); err != nil {
		return err
	}
	if err := d.charge(len(mesh.left)+len(p.seams), 2*4); err != nil {
		return err
	}
	p.table = &table{
		opposite: append([]int32(nil), mesh.opposite...),
		vertex:   make([]int32, len(mesh.vertex)),
		left:     make([]int32, 0, len(mesh.left)+len(p.seams)),
	}
	p.cut = make([]bool, len(mesh.left))
	for _, c := range p.seams {
		for _, c := range [2]int32{c, mesh.opposite[c]} {
			p.table.opposite[c] = none
			p.cut[mesh.vertex[next(c)]], p.cut[mesh.vertex[previous(c)]] = true, true
		}
	}
	for v, c := range mesh.left {
		if c != none && !p.cutFan(mesh, int32(v)) {
			return errConnectivity
		}
	}
	return nil
}

// cutFan makes a vertex for each piece into which seams cut the fan of a vertex.
func (p *attributePart) cutFan(mesh *table, v int32) bool {
	t := p.table
	first := mesh.left[v]
	if p.cut[v] {
		for c := t.swingLeft(first); c != none; c = t.swingLeft(c) {
			if c == mesh.left[v] {
				return false
			}
			first = c
		}
	}
	t.left = append(t.left, first)
	t.vertex[first] = int32(len(t.left) - 1)
	for c := mesh.swingRight(first); c != none && c != first; c = mesh.swingRight(c) {
		if t.opposite[next(c)] == none {
			t.left = append(t.left, c)
		}
		t.vertex[c] = int32(len(t.left) - 1)
	}
	return true
}

// seamPoints makes the points of all vertices: one for each piece that no seam of any attribute
// cuts.
func (d *decoder) seamPoints(interior []bool) error {
	if err := d.charge(len(d.corners.vertex), 4); err != nil {
		return err
	}
	// A seam ends at two vertices, and adds at most one point at each.
	most := len(d.corners.left)
	for i := range d.parts {
		most += 2 * len(d.parts[i].seams)
	}
	if err := d.charge(most, 4); err != nil {
		return err
	}
	d.mesh.Faces = make([]uint32, len(d.corners.vertex))
	d.pointCorner = make([]int32, 0, len(d.corners.left))
	for v, c := range d.corners.left {
		if c == none {
			continue
		}
		if interior[v] {
			c = d.firstOnSeam(int32(v), c)
		}
		d.fanPoints(c)
	}
	d.mesh.Points = len(d.pointCorner)
	return nil
}

// firstOnSeam returns the corner at which the first piece of a closed fan begins, clockwise from
// corner c: at a seam of the first attribute that has one.
func (d *decoder) firstOnSeam(v, c int32) int32 {
	for i := range d.parts {
		p := &d.parts[i]
		if p.cut == nil || !p.cut[v] {
			continue
		}
		for b := d.corners.swingRight(c); b != none && b != c; b = d.corners.swingRight(b) {
			if p.table.vertex[b] != p.table.vertex[c] {
				return b
			}
		}
	}
	return c
}

// fanPoints makes the points of a fan, clockwise from a corner.
func (d *decoder) fanPoints(first int32) {
	d.pointCorner = append(d.pointCorner, first)
	last := first
	for c := first; c != none; {
		if d.differ(last, c) {
			d.pointCorner = append(d.pointCorner, c)
		}
		d.mesh.Faces[c] = uint32(len(d.pointCorner) - 1)
		last = c
		if c = d.corners.swingRight(c); c == first {
			return
		}
	}
}

// differ reports whether two corners of a vertex differ in an attribute.
func (d *decoder) differ(b, c int32) bool {
	for i := range d.parts {
		if p := &d.parts[i]; p.cut != nil && p.table.vertex[b] != p.table.vertex[c] {
			return true
		}
	}
	return false
}

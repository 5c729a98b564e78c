package draco

// none means no corner, or no vertex.
const none = -1

// table is the connectivity of triangles by their corners. Those of face f are 3f, 3f+1 and 3f+2.
// Jarek Rossignac, "3D compression made simple: Edgebreaker with ZipandWrap on a corner-table",
// 2001. Around each vertex the corners are one fan, open or closed.
type table struct {
	// opposite has the corner across the edge that is opposite to a corner, or none.
	opposite []int32
	vertex   []int32 // by corner
	// left has the leftmost corner of each vertex: in an open fan the corner that is
	// counterclockwise last, seen from outside; in a closed fan any corner; none for a vertex
	// without faces.
	left []int32
}

// next returns the corner after c in its face.
func next(c int32) int32 {
	if c%3 == 2 {
		return c - 2
	}
	return c + 1
}

// previous returns the corner before c in its face.
func previous(c int32) int32 {
	if c%3 == 0 {
		return c + 2
	}
	return c - 1
}

// swingLeft returns the counterclockwise neighbor of c in the fan of its vertex, or none.
func (t *table) swingLeft(c int32) int32 {
	if o := t.opposite[next(c)]; o != none {
		return next(o)
	}
	return none
}

// swingRight returns the clockwise neighbor of c in the fan of its vertex, or none.
func (t *table) swingRight(c int32) int32 {
	if o := t.opposite[previous(c)]; o != none {
		return previous(o)
	}
	return none
}

// open reports whether the fan of a vertex is open.
func (t *table) open(v int32) bool {
	c := t.left[v]
	return c == none || t.opposite[next(c)] == none
}

// glue makes two corners opposite to each other.
func (t *table) glue(c, d int32) {
	t.opposite[c], t.opposite[d] = d, c
}

// face sets the vertices of the corners of a face.
func (t *table) face(c, v0, v1, v2 int32) {
	t.vertex[c], t.vertex[c+1], t.vertex[c+2] = v0, v1, v2
}

package draco

// scheme is the way in which a value is predicted from earlier ones.
type scheme int8

const (
	schemeNone                scheme = -2
	schemeUndefined           scheme = -1 // like schemeDifference
	schemeDifference          scheme = 0  // the previous value
	schemeParallelogram       scheme = 1  // across an edge
	schemeParallelograms      scheme = 2  // across all edges
	schemeFloatTexCoords      scheme = 3
	schemeChosenParallelogram scheme = 4 // across some of up to four edges
	schemeTexCoords           scheme = 5
	schemeNormals             scheme = 6
)

// correction is the way in which a value is computed from a prediction and the stored number.
type correction int8

const (
	correctionWrapped    correction = 1 // the sum modulo the range
	correctionOctahedral correction = 2
	correctionCanonical  correction = 3 // octahedral, after a rotation
)

// prediction is the description of an attribute's prediction.
type prediction struct {
	scheme     scheme
	correction correction
	wrap       wrap
	octahedron octahedron
	edges      [4]edgeChoice
	turns      uint32 // texture coordinates whose side is stored
	sides      flags
	oneFace    bool // normals are predicted from one face
}

// edgeChoice selects the edges that are used, for a given number of edges.
type edgeChoice struct {
	flags
	left uint32
}

// octahedral reports whether values are points of an octahedron. Corrections are positive then.
func (p *prediction) octahedral() bool {
	return p.correction == correctionOctahedral || p.correction == correctionCanonical
}

// prediction reads how an attribute is predicted.
func (d *decoder) prediction(a *attribute) (*prediction, error) {
	p := &prediction{scheme: scheme(int8(d.byte()))}
	if p.scheme == schemeNone || d.err != nil {
		return p, d.err
	}
	c := int8(d.byte())
	if p.scheme < schemeNone || p.scheme > schemeNormals || c < -1 || c > 3 {
		return p, fail("attribute %d: the prediction %d with the correction %d is unknown", a.ID, p.scheme, c)
	}
	p.correction = correction(c)
	if p.octahedral() != (a.coding == codingNormals) || p.correction < correctionWrapped {
		// Without a correction that fits the values, they are not predicted.
		p.scheme, p.correction = schemeNone, 0
		return p, d.err
	}
	if p.scheme == schemeUndefined || d.corners == nil || p.octahedral() && p.scheme != schemeNormals {
		p.scheme = schemeDifference
	}
	return p, d.err
}

// predictionData reads the data of a prediction, which is after the values.
func (d *decoder) predictionData(p *prediction) {
	switch p.scheme {
	case schemeChosenParallelogram:
		if d.minor < 2 && d.byte() != 0 {
			d.odd(fail("the choice of edges is unknown"))
		}
		for i := range p.edges {
			if p.edges[i].left = d.varint(); p.edges[i].left > 0 {
				p.edges[i].flags = d.flags()
			}
		}
	case schemeTexCoords:
		p.turns = d.uint32()
		p.sides = d.flags()
	case schemeFloatTexCoords:
		p.turns = d.count32()
		p.sides = d.flags()
	}
	if p.correction == correctionWrapped {
		d.wrapData(&p.wrap)
	} else if p.octahedral() {
		d.octahedronData(p)
	}
	if p.scheme == schemeNormals {
		p.oneFace = d.minor < 2 && d.byte() == 0
		p.sides = d.flags()
	}
}

// wrapData reads the range of values.
func (d *decoder) wrapData(w *wrap) {
	w.low, w.high = int32(d.uint32()), int32(d.uint32())
	if int64(w.high)-int64(w.low) >= 1<<31-1 || w.high < w.low {
		d.odd(fail("the range of values from %d to %d is not allowed", w.low, w.high))
		return
	}
	w.size = w.high - w.low + 1
}

// wrap adds numbers modulo a range.
type wrap struct {
	low, high, size int32
}

// add returns the sum of a correction and a prediction, which is moved into the range first.
func (w *wrap) add(predicted, correction int32) int32 {
	x := min(max(predicted, w.low), w.high) + correction
	if x > w.high {
		return x - w.size
	}
	if x < w.low {
		return x + w.size
	}
	return x
}

// predict converts corrections to values.
func (d *decoder) predict(a *attribute, p *prediction, values []int32) error {
	g := a.group
	if p.octahedral() {
		if p.scheme == schemeNormals {
			return d.predictNormals(g, p, values)
		}
		p.octahedron.differences(values, p.correction)
		return nil
	}
	m := neighborhood{wrap: p.wrap, values: values, width: a.width}
	if g.sequence != nil {
		m.table, m.corners, m.value = g.table, g.sequence.corners, g.sequence.value
	}
	switch p.scheme {
	case schemeDifference:
		m.differences()
	case schemeParallelogram:
		m.parallelogram()
	case schemeParallelograms:
		m.parallelograms()
	case schemeChosenParallelogram:
		return m.chosenParallelograms(&p.edges)
	case schemeTexCoords:
		return d.predictTexCoords(g, p, &m)
	case schemeFloatTexCoords:
		return &UnsupportedError{"the deprecated prediction of texture coordinates"}
	case schemeNormals:
		return &UnsupportedError{"the prediction for normals of an attribute that is not coded as normals"}
	}
	return nil
}

package draco

import "math"

// edgebreaker reads connectivity in the edgebreaker encoding, section "EdgeBreaker
// Connectivity", and makes points of the vertices.
func (d *decoder) edgebreaker() error {
	e := &builder{d: d, traversal: traversal{kind: traversalKind(d.byte())}}
	if err := e.counts(); err != nil {
		return err
	}
	var err error
	if d.minor < 2 {
		err = e.oldEvents()
	} else {
		err = e.readEvents(&d.reader)
	}
	if err == nil {
		err = e.traversal.start(d, e.most, e.symbols, e.faces, e.parts)
	}
	if err == nil {
		err = e.build()
	}
	if err != nil {
		return err
	}
	d.bytes(e.oldEventBytes)
	d.corners = &e.table
	if e.parts > 0 {
		return e.seams()
	}
	if err := e.rename(); err != nil {
		return err
	}
	return d.vertexPoints()
}

// builder builds the corner table of a mesh, symbol by symbol. Each symbol adds a face at the gate,
// an edge of the current boundary. Edges are identified by their opposite corners. Decoding in
// reverse order: Martin Isenburg and Jack Snoeyink, "Spirale Reversi: reverse decoding of the
// Edgebreaker encoding", 2000.
type builder struct {
	d *decoder
	table
	traversal traversal

	vertices, faces, symbols, splits int // as claimed by the data
	parts                            int // attributes with connectivity of their own
	most                             int // vertices at any time
	oldEventBytes                    int

	gates []int32 // of the parts of the surface that are not connected yet; the last is used
	// events are handles, where a symbol S takes a gate that another symbol left behind: those that
	// were not used yet, and the gates by the symbol that will take them.
	events  []event
	waiting map[int]int32

	// into has the vertex into which each vertex was merged, or the vertex itself.
	into     []int32
	merged   []int32 // those that were, in order
	interior []bool  // by vertex: the fan is closed
	added    int32   // corners of the faces so far
}

// event is a topology split: a face touches an edge of an earlier face.
type event struct {
	split, source uint32 // symbols
	right         bool   // edge of the source
}

// counts reads the numbers of things, and checks that they are possible.
func (e *builder) counts() error {
	d := e.d
	if d.minor < 2 {
		d.varint() // vertices that were added, which nothing needs
	}
	vertices, faces := d.varint(), d.varint()
	e.parts = int(d.byte())
	symbols, splits := d.varint(), d.varint()
	switch {
	case d.err != nil:
		return d.err
	case faces > math.MaxInt32/3:
		return fail("%d faces are too many", faces)
	case vertices > 3*faces:
		return fail("%d vertices are too many for %d faces", vertices, faces)
	case symbols > faces || faces > symbols+symbols/3 || splits > symbols:
		return fail("%d symbols, %d of them splits, cannot make %d faces", symbols, splits, faces)
	}
	e.vertices, e.faces, e.symbols, e.splits = int(vertices), int(faces), int(symbols), int(splits)
	e.most = e.vertices + e.splits
	return nil
}

// allocate takes the memory of the table.
func (e *builder) allocate() error {
	if err := e.d.charge(e.faces, 2*3*4); err != nil {
		return err
	}
	if err := e.d.charge(e.most, 4+4+1); err != nil {
		return err
	}
	e.opposite = make([]int32, 3*e.faces)
	for i := range e.opposite {
		e.opposite[i] = none
	}
	e.vertex = make([]int32, 3*e.faces)
	e.left = make([]int32, 0, e.most)
	e.into = make([]int32, 0, e.most)
	e.interior = make([]bool, e.most)
	e.waiting = map[int]int32{}
	return nil
}

// build adds the faces of all symbols, and the first faces of components.
func (e *builder) build() error {
	if err := e.allocate(); err != nil {
		return err
	}
	for i := range e.symbols {
		s := e.traversal.symbol()
		if s == symbolInvalid || s != symbolE && len(e.gates) == 0 {
			return errConnectivity
		}
		if !e.add(s, i) {
			return errConnectivity
		}
		if e.traversal.kind == traversalValence {
			gate := e.gates[len(e.gates)-1]
			e.traversal.reached(s, e.at(gate), e.at(next(gate)), e.at(previous(gate)))
		}
		if s != symbolC && s != symbolS && !e.leaveGates(i) {
			return errConnectivity
		}
	}
	for len(e.gates) > 0 {
		if e.traversal.starts.next() && !e.addFirst() {
			return errConnectivity
		}
		e.gates = e.gates[:len(e.gates)-1]
	}
	if int(e.added) != 3*e.faces {
		return errConnectivity
	}
	e.resolve()
	return e.traversal.end()
}

var errConnectivity = fail("the connectivity is invalid")

// add adds the face of symbol number i.
func (e *builder) add(s symbol, i int) bool {
	c := e.added
	e.added += 3
	switch s {
	case symbolC:
		return e.addC(c)
	case symbolL, symbolR:
		return e.addLR(s, c)
	case symbolS:
		return e.addS(c, i)
	}
	return e.addE(c)
}

// at returns the vertex at a corner.
func (e *builder) at(c int32) int32 { return e.root(e.vertex[c]) }

// root returns the vertex into which v was finally merged.
func (e *builder) root(v int32) int32 {
	for e.into[v] != v {
		e.into[v] = e.into[e.into[v]]
		v = e.into[v]
	}
	return v
}

// newVertex returns a new vertex with a leftmost corner, or none if there are too many.
func (e *builder) newVertex(corner int32) int32 {
	v := int32(len(e.left))
	if int(v) == e.most {
		return none
	}
	e.left, e.into = append(e.left, corner), append(e.into, v)
	return v
}

// addC adds a face between the gate a and the next edge of the boundary, b. The vertex between them
// becomes an interior one.
func (e *builder) addC(c int32) bool {
	a := e.gates[len(e.gates)-1]
	x := e.at(next(a))
	b := next(e.left[x])
	if a == b || e.opposite[a] != none || e.opposite[b] != none {
		return false
	}
	before, behind := e.at(previous(a)), e.at(next(b))
	if x == before || x == behind {
		return false
	}
	e.glue(a, c+1)
	e.glue(b, c+2)
	e.face(c, x, behind, before)
	e.left[before] = c + 2
	e.interior[x] = true
	e.gates[len(e.gates)-1] = c
	return true
}

// addLR adds a face at the gate with a new vertex. The new gate is its left or its right edge.
func (e *builder) addLR(s symbol, c int32) bool {
	a := e.gates[len(e.gates)-1]
	if e.opposite[a] != none {
		return false
	}
	tip, l, r := c+2, c+1, c
	if s == symbolL {
		tip, l, r = c+1, c, c+2
	}
	v := e.newVertex(tip)
	if v == none {
		return false
	}
	e.glue(tip, a)
	before := e.at(previous(a))
	e.vertex[tip], e.vertex[r], e.vertex[l] = v, before, e.at(next(a))
	e.left[before] = r
	e.gates[len(e.gates)-1] = c
	return true
}

// addS adds a face between the gates of two parts of the surface, or of one part at a handle. The
// vertices of the gates on this side are merged.
func (e *builder) addS(c int32, i int) bool {
	b := e.gates[len(e.gates)-1]
	e.gates = e.gates[:len(e.gates)-1]
	if a, ok := e.waiting[i]; ok {
		e.gates = append(e.gates, a)
	}
	if len(e.gates) == 0 {
		return false
	}
	a := e.gates[len(e.gates)-1]
	if a == b || e.opposite[a] != none || e.opposite[b] != none {
		return false
	}
	p, n := e.at(previous(a)), e.at(next(b))
	if p == n {
		return false
	}
	e.glue(a, c+2)
	e.glue(b, c+1)
	behind := e.at(previous(b))
	e.face(c, p, e.at(next(a)), behind)
	e.left[behind] = c + 2
	e.traversal.merge(p, n)
	e.left[p], e.left[n] = e.left[n], none
	e.into[n] = p
	e.merged = append(e.merged, n)
	e.gates[len(e.gates)-1] = c
	return true
}

// addE adds a face that touches no other face.
func (e *builder) addE(c int32) bool {
	if len(e.left)+3 > e.most {
		return false
	}
	e.face(c, e.newVertex(c), e.newVertex(c+1), e.newVertex(c+2))
	e.gates = append(e.gates, c)
	return true
}

// addFirst adds the face with which an encoder began a component without a boundary. Its three
// edges are the gate and the two other edges of the boundary.
func (e *builder) addFirst() bool {
	if int(e.added) >= 3*e.faces {
		return false
	}
	a := e.gates[len(e.gates)-1]
	n := e.at(next(a))
	b := next(e.left[n])
	x := e.at(next(b))
	c := next(e.left[x])
	p := e.at(next(c))
	if a == b || a == c || b == c || p != e.at(previous(a)) ||
		e.opposite[a] != none || e.opposite[b] != none || e.opposite[c] != none {
		return false
	}
	f := e.added
	e.added += 3
	e.glue(f, a)
	e.glue(f+1, b)
	e.glue(f+2, c)
	e.face(f, x, p, n)
	e.interior[x], e.interior[p], e.interior[n] = true, true, true
	return true
}

// leaveGates keeps the edges of the face of symbol i that later faces will touch.
func (e *builder) leaveGates(i int) bool {
	// Encoders count symbols from the other end.
	number := uint32(e.symbols - i - 1)
	for len(e.events) > 0 {
		last := e.events[len(e.events)-1]
		if last.source != number {
			// Sources descend, so a greater one was missed.
			return last.source < number
		}
		e.events = e.events[:len(e.events)-1]
		gate := e.gates[len(e.gates)-1]
		if last.right {
			gate = next(gate)
		} else {
			gate = previous(gate)
		}
		e.waiting[e.symbols-int(last.split)-1] = gate
	}
	return true
}

// resolve replaces merged vertices by those into which they were merged.
func (e *builder) resolve() {
	if len(e.merged) == 0 {
		return
	}
	for c, v := range e.vertex {
		e.vertex[c] = e.root(v)
	}
}

// rename gives the numbers of merged vertices to the last vertices, so that no number is left out.
func (e *builder) rename() error {
	if len(e.merged) == 0 {
		return nil
	}
	if err := e.d.charge(len(e.left), 4); err != nil {
		return err
	}
	name := e.into // by vertex
	holder := make([]int32, len(e.left))
	for v := range name {
		name[v], holder[v] = int32(v), int32(v)
	}
	n := len(e.left)
	for _, free := range e.merged {
		for n > 0 && e.left[n-1] == none {
			n--
		}
		if n-1 < int(free) {
			continue
		}
		n--
		v := holder[n]
		name[v], holder[free] = free, v
		e.left[free], e.left[n] = e.left[n], none
	}
	for c, v := range e.vertex {
		e.vertex[c] = name[v]
	}
	e.left = e.left[:n]
	return nil
}

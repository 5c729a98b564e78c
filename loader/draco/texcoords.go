package draco

import "math"

// positions has the position of each value of a group, as integers.
type positions struct {
	values []int32
	at     []int32 // by value of the group
}

// positionsOf returns the positions of the values of a group.
func (d *decoder) positionsOf(g *group) (positions, error) {
	p := d.position
	if p == nil || p.values == nil || p.width != 3 {
		return positions{}, fail("the attribute that the values are predicted from is missing")
	}
	from := p.group.sequence
	if err := d.charge(g.count, 4); err != nil {
		return positions{}, err
	}
	at := make([]int32, g.count)
	for i, c := range g.sequence.corners {
		at[i] = 3 * from.value[from.table.vertex[c]]
	}
	return positions{p.values, at}, nil
}

// vector is a vector of integers.
type vector [3]int64

func (p *positions) get(i int32) vector {
	v := p.values[p.at[i]:][:3]
	return vector{int64(v[0]), int64(v[1]), int64(v[2])}
}

func (v vector) minus(w vector) vector { return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

func (v vector) dot(w vector) int64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// texCoords predicts texture coordinates.
type texCoords struct {
	*neighborhood
	positions
	sides []bool // those that were not used yet, the next one last
}

// predictTexCoords predicts texture coordinates from those of two corners of a face and from the
// shape of the face; section "Texture Coords Prediction" of the specification.
func (d *decoder) predictTexCoords(g *group, p *prediction, m *neighborhood) error {
	at, err := d.positionsOf(g)
	if err != nil {
		return err
	}
	if m.width != 2 {
		return fail("texture coordinates with %d components are not allowed", m.width)
	}
	if int64(p.turns) > int64(g.count) {
		return fail("%d sides of %d texture coordinates are too many", p.turns, g.count)
	}
	if err := d.charge(int(p.turns), 1); err != nil {
		return err
	}
	t := texCoords{m, at, make([]bool, p.turns)}
	side := true
	for i := range t.sides {
		if !p.sides.next() {
			side = !side
		}
		t.sides[i] = side
	}
	if err := p.sides.end(); err != nil {
		return err
	}
	for i := range m.corners {
		predicted, ok := t.predict(int32(i))
		if !ok {
			return fail("texture coordinate %d cannot be predicted", i)
		}
		m.set(i, predicted[:])
	}
	return nil
}

// predict returns the prediction of value i.
func (t *texCoords) predict(i int32) ([2]int32, bool) {
	c := t.corners[i]
	a, b := t.value[t.table.vertex[next(c)]], t.value[t.table.vertex[previous(c)]]
	if a < i && b < i {
		p, q := t.get2(a), t.get2(b)
		if p == q {
			return p, true
		}
		if edge := t.positions.get(b).minus(t.positions.get(a)); edge.dot(edge) != 0 {
			return t.fromShape(i, a, edge, p, q)
		}
	}
	switch {
	case a < i:
		return t.get2(a), true
	case i > 0:
		return t.get2(i - 1), true
	}
	return [2]int32{}, true
}

func (t *texCoords) get2(i int32) [2]int32 { return [2]int32(t.neighborhood.get(i)) }

// fromShape predicts value i from those at the ends of an edge, p and q, by the foot of the height
// over the edge and the length of the height. All is multiplied by the square of the edge's length.
func (t *texCoords) fromShape(i, a int32, edge vector, p, q [2]int32) ([2]int32, bool) {
	if len(t.sides) == 0 {
		return p, false
	}
	start, tip := t.positions.get(a), t.positions.get(i)
	square := edge.dot(edge)
	along := tip.minus(start).dot(edge)
	du, dv := int64(q[0])-int64(p[0]), int64(q[1])-int64(p[1])
	if product := (limit{}).or(int64(p[0]), square).or(int64(p[1]), square).or(along, du).or(along, dv).
		or(along, edge[0]).or(along, edge[1]).or(along, edge[2]); product.exceeded {
		return p, false
	}
	var foot vector
	for k := range foot {
		foot[k] = start[k] + along*edge[k]/square
	}
	height := tip.minus(foot)
	length := int64(squareRoot(uint64(height.dot(height)) * uint64(square)))
	if !t.sides[len(t.sides)-1] {
		length = -length
	}
	t.sides = t.sides[:len(t.sides)-1]
	u := (int64(p[0])*square + along*du + dv*length) / square
	v := (int64(p[1])*square + along*dv - du*length) / square
	return [2]int32{int32(u), int32(v)}, true
}

// limit reports whether a product exceeds 64 bits.
type limit struct{ exceeded bool }

func (l limit) or(x, y int64) limit {
	x, y = abs(x), abs(y)
	if y != 0 && (x < 0 || y < 0 || x > math.MaxInt64/y) {
		l.exceeded = true
	}
	return l
}

func abs[T int32 | int64](x T) T { return max(x, -x) }

// squareRoot returns the greatest integer whose square is at most x.
func squareRoot(x uint64) uint64 {
	r := uint64(math.Sqrt(float64(x)))
	for r > math.MaxUint32 || r*r > x {
		r--
	}
	for r < math.MaxUint32 && (r+1)*(r+1) <= x {
		r++
	}
	return r
}
